"""The banner across the board when a game is over or a puzzle solved."""

from __future__ import annotations

from collections.abc import Callable

from .canvas import Canvas, Rect
from .layout import Box
from .widgets import Button


class Banner:
    """Says how it ended, with two ways to go on."""

    def __init__(self, again: Callable[[], object], dismiss: Callable[[], object]) -> None:
        self.again, self.dismiss = again, dismiss
        self.box = Rect(0, 0, 0, 0)
        self.buttons: list[Button] = []

    def place(self, board: Box, px: Callable[[float], int]) -> None:
        """Lay the banner out in the middle of the board."""
        left, top, width, height = board
        self.box = Rect(0, 0, min(width, px(440)), px(128))
        self.box.center = (left + width // 2, top + height // 2)
        gap = px(12)
        wide = (self.box.width - 3 * gap) // 2
        row = Rect(self.box.left + gap, self.box.bottom - px(52), wide, px(40))
        self.buttons = [
            Button("banner-new", row, "New game", self.again, primary=True),
            Button("banner-look", row.move(wide + gap, 0), "Look at the board", self.dismiss),
        ]

    def draw(self, canvas: Canvas, headline: str) -> None:
        """Draw the banner above everything else on the board."""
        theme, width = canvas.theme, self.box.width - canvas.px(24)
        canvas.panel(self.box, theme.panel, theme.good, 14)
        title, _, rest = headline.partition(": ")
        spot = (self.box.centerx, self.box.top + canvas.px(28))
        canvas.text(title, spot, 24, theme.good, weight="Bold", anchor="center", width=width)
        spot = (self.box.centerx, self.box.top + canvas.px(56))
        canvas.text(rest, spot, 15, theme.dim, anchor="center", width=width)
        for button in self.buttons:
            button.draw(canvas)
            button.draw_focus(canvas)
