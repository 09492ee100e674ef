"""What is drawn: the canvas, boards, widgets."""
