"""The marks and highlights of a position as SVG elements, to overlay on a picture of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..core.board import Point
from ..core.values import Piece
from . import svg_art
from .board_input import BoardInput
from .cells import shows_cell_names
from .highlights import BoardMarks, Highlights, LastMove, Line, edge_of
from .svg import PictureLayout, ghost
from .svg_art import points_text, rgb
from .theme import THEMES, Colour


class _SvgMarks(BoardMarks):
    """Marks on a board in a picture, collected as SVG elements."""

    pieces: Sequence[Piece | None] = ()
    shows_names = False

    def __init__(self, input: BoardInput, layout: PictureLayout, theme: str, palette: str) -> None:
        self.rules, self.layout = input.rules, layout
        self.theme, self.palette = theme, palette
        self.board, self.view = input.selector.board, layout.view
        self.pieces = input.selector.pieces
        self.shows_names = shows_cell_names(input.rules)
        self.body: list[str] = []

    def collected(self) -> str:
        """Return the elements drawn since the last call."""
        body, self.body = self.body, []
        return "".join(body)

    def ghost(self, cell: int, piece: Piece, opacity: float) -> None:
        self.body.append(
            ghost(self.rules, cell, piece, opacity, self.layout, self.theme, self.palette)
        )

    def draw_frame(self, corners: Sequence[Point], colour: Colour, thick: float) -> None:
        self.body.append(svg_art.lines([corners], colour, thick, closed=True))

    def draw_ring(
        self, centre: Point, size: float, radius: float, colour: Colour, thick: float
    ) -> None:
        (x, y), side = centre, size - thick
        self.body.append(
            f'<rect x="{x - side / 2:.2f}" y="{y - side / 2:.2f}" width="{side:.2f}" '
            f'height="{side:.2f}" rx="{radius:g}" fill="none" stroke="{rgb(colour)}" '
            f'stroke-width="{thick:g}"/>'
        )

    def draw_lines(self, lines: Sequence[Line], colour: Colour, width: float) -> None:
        if lines:
            self.body.append(svg_art.lines(lines, colour, width, is_round=True))

    def draw_area(self, corners: Sequence[Point], colour: Colour, opacity: float) -> None:
        self.body.append(
            f'<polygon points="{points_text(corners)}" fill="{rgb(colour)}" '
            f'fill-opacity="{opacity:g}"/>'
        )

    def draw_disc(self, centre: Point, colour: Colour, radius: float) -> None:
        x, y = centre
        self.body.append(
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:g}" fill="{rgb(colour)}" '
            'stroke="#000000"/>'
        )

    def draw_sign(
        self, icon: str, centre: Point, size: float, colour: Colour, *, turn: float, mirrored: bool
    ) -> None:
        (x, y), scale = centre, size / 100
        self.draw_disc(centre, edge_of(colour), min(size / 2 + 4, 0.68 * size))
        self.body.append(
            f'<g transform="translate({x:.2f} {y:.2f}) rotate({-turn:g}) '
            f'scale({-scale if mirrored else scale:g} {scale:g}) translate(-50 -50)">'
            f"{svg_art.icon(icon, colour)}</g>"
        )


class MarkLayers(NamedTuple):
    """SVG elements below and above the pieces."""

    below: str
    above: str


def mark_layers(
    input: BoardInput,
    layout: PictureLayout,
    *,
    theme: str = "light",
    palette: str = "standard",
    legal: bool = False,
) -> MarkLayers:
    """Return the marks of a position: last move, selection, targets and hint.

    If `legal` is true, every legal target is marked.

    >>> from puzzlekit.play.controller import GameController
    >>> from puzzlekit.play.new_game import new_session
    >>> from puzzlekit.ui.svg import picture_layout
    >>> controller = GameController(new_session("knights 1-8"))
    >>> layout = picture_layout(controller.rules, controller.session.state)
    >>> below, above = mark_layers(BoardInput(controller, controller.play), layout)
    >>> below.count("<polygon"), below.count("<path"), above.count("<circle")
    (2, 1, 1)
    """
    view = _SvgMarks(input, layout, theme, palette)
    if input.controller.shows_last_move and not input.selector.path:
        LastMove(input.controller, view).draw_under(THEMES[theme])
    below = view.collected()
    Highlights(input, view, legal=legal).draw(THEMES[theme])
    return MarkLayers(below, view.collected())
