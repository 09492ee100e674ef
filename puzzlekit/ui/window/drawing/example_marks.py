"""Marks of examples and lessons on a board: ticks, crosses and rings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ....play.lessons import marked_cells
from ....rules.base import Rules
from ... import art
from ...cells import centre_of
from ...theme import Colour
from .board_view import BoardView
from .canvas import Canvas

#: Size of a mark relative to a cell, and minimum size in pixels.
SIZE, MIN_PIXELS = 0.42, 15


class Marked(Protocol):
    """An example or a step of a lesson."""

    @property
    def good(self) -> str:
        """Cells with a green mark."""

    @property
    def bad(self) -> str:
        """Cells with a red mark."""

    @property
    def ring(self) -> str:
        """Cells with a ring."""


def draw_marks(canvas: Canvas, rules: Rules, view: BoardView, marked: Marked) -> None:
    """Draw the marks of an example on a board."""
    theme = canvas.theme
    for cells in marked_cells(rules, marked.ring):
        view.marks.mark_clearly(cells, theme.focus, 3)
    for cells in marked_cells(rules, marked.good):
        draw_sign(canvas, view, cells, "check", theme.success)
    for cells in marked_cells(rules, marked.bad):
        draw_sign(canvas, view, cells, "close", theme.danger)


def draw_sign(
    canvas: Canvas, view: BoardView, cells: Sequence[int], icon: str, colour: Colour
) -> None:
    """Draw a disc with an icon in the middle of the given cells."""
    x, y = view.view.pixel(*centre_of([view.board.points[cell] for cell in cells]))
    pixels = max(MIN_PIXELS, round(view.view.unit * SIZE))
    back = canvas.svg(art.node(canvas.theme.background, colour), (pixels, pixels))
    sign = canvas.svg(art.icon(icon, colour), (round(0.6 * pixels), round(0.6 * pixels)))
    for picture in (back, sign):
        canvas.surface.blit(picture, picture.get_rect(center=(round(x), round(y))))
