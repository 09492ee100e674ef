"""The front end in a terminal."""
