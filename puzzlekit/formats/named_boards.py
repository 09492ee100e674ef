"""Boards with short names, whose cells need not be listed in files."""

from __future__ import annotations

import math

from ..core.board import Board
from ..core.boards import grid, ring


def as_named_board(board: Board) -> tuple[str, tuple[int, ...]] | None:
    """Return the name and arguments of `grid` or `ring` if it makes such a board, else None."""
    width = sum(point[1] == board.points[0][1] for point in board.points)
    if is_alike(board, grid(width, len(board) // width)):
        return "grid", (width, len(board) // width)
    if is_alike(board, ring(len(board))):
        return "ring", (len(board),)
    return None


def is_alike(board: Board, other: Board) -> bool:
    """Return whether two boards look the same except for the colours of cells."""
    facts = [
        (each.cells, each.edges, each.arcs, each.shape, each.lines, each.labels, each.signs)
        for each in (board, other)
    ]
    near = (math.dist(a, b) < 1e-9 for a, b in zip(board.points, other.points, strict=False))
    return facts[0] == facts[1] and board.step == other.step and not board.rims and all(near)


def needed_decimals(board: Board) -> int:
    """Return the number of decimals that matter: down to a thousandth of a step."""
    return max(0, 3 - math.floor(math.log10(board.step)))


def format_rounded(number: float, decimals: int) -> str:
    """Return a number as a string, rounded to the given decimals."""
    if not math.isfinite(number):
        return "0"
    exact = f"{number + 0.0:.15g}"
    if len(exact.lstrip("-")) <= 5 and "e" not in exact:
        return exact
    return f"{round(number, decimals) + 0.0:.15g}"
