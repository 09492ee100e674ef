"""The front end in a window; the only room that knows pygame."""
