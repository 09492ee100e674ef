"""3D solids: projection, drawing, picking and dragging, without a window."""
