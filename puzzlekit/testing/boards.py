"""What is asked of a board: that each cell can be seen and touched."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..core.board import Board
from ..core.polygons import inside

#: Cells nearer than this share of the usual distance lie at the same place.
SAME = 0.01

#: Steps between two cells at which the pieces on them overlap.
OVERLAP = 0.8

#: Steps that a board may be long, and steps for each of its cells, before these look tiny.
LONG, SPARSE = 100, 2


def problems(board: Board) -> Iterator[str]:
    """Say which cells lie at the same place, or outside of their outlines.

    >>> list(problems(Board("abc", [(0, 0), (5, 0), (5, 0.01)])))
    ['The cells b and c lie at nearly the same place; move one of them.']
    """
    if not len(board):
        return
    distance, a, b = _closest(board)
    others = (each for cell, each in enumerate(board.points) if cell not in (a, b))
    next_one = min((math.dist(board.points[a], each) for each in others), default=0.0)
    if distance < SAME * max(board.usual, next_one):
        nearly = "nearly " if distance else ""
        yield (
            f"The cells {board.cells[a]} and {board.cells[b]} lie at {nearly}the same place; "
            "move one of them."
        )
    for name, point, corners in zip(board.cells, board.points, board.outlines, strict=False):
        if not inside(corners, point):
            yield f"The point of the cell {name} lies outside of its outline; move it inside."
            break


def _closest(board: Board) -> tuple[float, int, int]:
    """Return the distance of the two cells that are nearest to each other, and their numbers."""
    return min((distance, a, b) for a, (distance, b) in enumerate(board.nearest))


def warnings(board: Board) -> Iterator[str]:
    """Say what will be hard to see: cells that are crowded, or tiny.

    >>> list(warnings(Board("abcd", [(0, 0), (1, 0), (2, 0), (2, 0.3)])))
    ['The pieces on the cells c and d overlap, which are 0.3 apart where 1 is usual.']
    """
    if any(problems(board)) or len(board) < 2:
        return
    least, *cells = _closest(board)
    one, other = (board.cells[cell] for cell in cells)
    if least < OVERLAP * board.step and not board.outlines:
        yield (
            f"The pieces on the cells {one} and {other} overlap, which are {least:.3g} apart "
            f"where {board.usual:.3g} is usual."
        )
    extents = [max(each) - min(each) for each in zip(*board.in_steps.points, strict=True)]
    if not board.plane and max(extents) > max(LONG, SPARSE * len(board)):
        yield (
            f"The cells will look tiny: the board is {max(extents):,.0f} times as long as the "
            f"distance between {one} and {other}."
        )
