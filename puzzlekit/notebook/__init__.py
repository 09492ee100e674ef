"""For notebooks: what the commands answer, for an ID, a rule book or generators, and pictures."""
