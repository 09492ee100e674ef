"""Python API of the commands, for IDs, rules objects and generators, and pictures."""
