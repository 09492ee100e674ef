"""The same steps in compiled code, for large groups."""
