"""Find, load, probe and validate plugins, and report their errors."""
