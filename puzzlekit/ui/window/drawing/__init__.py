"""The canvas, board views and widgets."""
