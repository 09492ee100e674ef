"""The front ends: a window (pygame) and a terminal, on the same sessions."""
