"""Curved tiles as text: hexagons 7 columns apart and 4 lines high, point by point."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ...core.board import Board
from ...core.values import Piece
from ..curves import colour_at, contains
from .terminal import width

#: Columns from a cell to the one right of it, and lines from one to that below.
ACROSS, DOWN = 7, 4

#: What stands for the colours, in the order in which the pieces name them.
SIGNS = ".#o+x=%-"

Paint = Callable[[str, str], str]


def signs_of(pieces: Sequence[Piece | None]) -> dict[str, str]:
    """Return a sign for each colour of the tiles."""
    tiles = [piece for piece in pieces if piece is not None]
    colours = [each.colour for each in tiles] + [a.colour for each in tiles for a in each.areas]
    return dict(zip(dict.fromkeys(colours), SIGNS, strict=False))


def draw_tiles(board: Board, pieces: Sequence[Piece | None], paint: Paint) -> list[str]:
    """Return the lines of a picture; `paint` makes a sign of a text and a colour."""
    step_x, step_y = math.sqrt(3) / 2 / ACROSS, 1 / DOWN
    known, shown = signs_of(pieces), {}
    for name, (x, y), piece in zip(board.cells, board.points, pieces, strict=True):
        column, row = round(x / step_x), round(-y / step_y)
        if piece is None:
            left = column - width(name) // 2
            shown.update({(row, left + i): letter for i, letter in enumerate(name)})
            continue
        for down in range(-DOWN // 2, DOWN // 2):
            for across in range(-ACROSS, ACROSS + 1):
                dx, dy = across * step_x, -(down + 0.5) * step_y
                if contains(dx, dy):
                    colour = colour_at(piece, dx + 1e-6, dy)
                    shown[row + down, column + across] = paint(known.get(colour, "?"), colour)
    if not shown:
        return []
    rows, columns = [row for row, _ in shown], [column for _, column in shown]
    return [
        "".join(
            shown.get((row, column), " ") for column in range(min(columns), max(columns) + 1)
        ).rstrip()
        for row in range(min(rows), max(rows) + 1)
    ]
