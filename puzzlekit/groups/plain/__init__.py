"""The steps of group theory in plain Python, quick for small groups."""
