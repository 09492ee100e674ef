"""Front ends for the same sessions: a window (pygame) and a terminal."""
