"""Checks that each cell of a board can be seen and clicked."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..core.board import Board
from ..core.polygons import contains_point

#: Cells closer than this fraction of the median distance are reported as coincident.
SAME_POINT = 0.01


def problems(board: Board) -> Iterator[str]:
    """Yield messages about cells at the same place, and about points outside their outlines."""
    if not len(board):
        return
    distance, a, b = min((distance, a, b) for a, (distance, b) in enumerate(board.nearest))
    others = (each for cell, each in enumerate(board.points) if cell not in (a, b))
    next_one = min((math.dist(board.points[a], each) for each in others), default=0.0)
    if distance < SAME_POINT * max(board.default_distance, next_one):
        nearly = "nearly " if distance else ""
        yield (
            f"The cells {board.cells[a]} and {board.cells[b]} are at {nearly}the same place; "
            "move one of them."
        )
    for name, point, corners in zip(board.cells, board.points, board.outlines, strict=False):
        if not contains_point(corners, point):
            yield f"The point of the cell {name} is outside its outline; move it inside."
            break
