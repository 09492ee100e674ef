"""The panel at the right of the sheet: what the drawn puzzle is."""

from __future__ import annotations

from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Widget
from .desk import Desk


class Panel:
    """Shows the facts of the drawing."""

    def __init__(self, screen: Desk) -> None:
        self.screen = screen
        self.box = Rect(0, 0, 0, 0)

    def build(self, box: Rect) -> list[Widget]:
        """Return the widgets of the panel in a box."""
        self.box = box
        return []

    def changed(self) -> None:
        """Ask for the facts of what is shown now."""

    def draw(self, canvas: Canvas) -> None:
        """Draw what lies under the widgets."""
        canvas.panel(self.box, canvas.theme.panel, canvas.theme.line, 14)

    def busy(self) -> bool:
        """Tell whether facts are awaited."""
        return False

    def poll(self) -> None:
        """Look for facts that have come."""

    def close(self) -> None:
        """End what computes for the panel."""
