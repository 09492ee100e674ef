"""The screen of a game, and its parts."""
