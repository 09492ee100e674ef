"""The screen on which a plugin is chosen, and its parts."""
