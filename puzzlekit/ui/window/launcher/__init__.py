"""The launcher screen, where the user chooses a plugin, and its parts."""
