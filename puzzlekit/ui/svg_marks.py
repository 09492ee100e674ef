"""Marks on a board as SVG elements."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.board import Board, Point
from . import art
from .board_marks import BoardMarks, Line, edge_of
from .layout import View
from .theme import Colour


class SvgMarks(BoardMarks):
    """Marks on a board, collected in `body` as SVG elements."""

    def __init__(self, board: Board, view: View) -> None:
        super().__init__(board, view)
        self.body: list[str] = []

    def draw_frame(self, corners: Sequence[Point], colour: Colour, thick: float) -> None:
        self.body.append(
            f'<polygon points="{_points(corners)}" fill="none" stroke="{art.rgb(colour)}" '
            f'stroke-width="{thick:g}" stroke-linejoin="round"/>'
        )

    def draw_ring(
        self, centre: Point, size: float, radius: float, colour: Colour, thick: float
    ) -> None:
        (x, y), side = centre, size - thick
        self.body.append(
            f'<rect x="{x - side / 2:.2f}" y="{y - side / 2:.2f}" width="{side:.2f}" '
            f'height="{side:.2f}" rx="{radius:g}" fill="none" stroke="{art.rgb(colour)}" '
            f'stroke-width="{thick:g}"/>'
        )

    def draw_lines(self, lines: Sequence[Line], colour: Colour, width: float) -> None:
        if not lines:
            return
        path = " ".join(f"M{_points([start])} L{_points([end])}" for start, end in lines)
        self.body.append(
            f'<path d="{path}" fill="none" stroke="{art.rgb(colour)}" stroke-width="{width:g}" '
            'stroke-linecap="round"/>'
        )

    def draw_area(self, corners: Sequence[Point], colour: Colour, opacity: float) -> None:
        self.body.append(
            f'<polygon points="{_points(corners)}" fill="{art.rgb(colour)}" '
            f'fill-opacity="{opacity:g}"/>'
        )

    def draw_disc(self, centre: Point, colour: Colour, radius: float) -> None:
        x, y = centre
        self.body.append(
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:g}" fill="{art.rgb(colour)}" '
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
            f"{art.icon(icon, colour)}</g>"
        )


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
