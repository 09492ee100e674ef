"""Group algorithms in plain Python, for small groups."""
