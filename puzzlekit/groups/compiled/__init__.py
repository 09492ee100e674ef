"""Group algorithms in compiled code, for large groups."""
