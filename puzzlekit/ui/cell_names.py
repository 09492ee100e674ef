"""Cell names: whether to show them, and coordinates."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from string import digits
from typing import NamedTuple

from ..core.board import Board
from ..rules.base import Rules

#: Number of moves searched for cell names.
_MAX_MOVES = 200


class Coordinates(NamedTuple):
    """Letters for columns and numbers for rows, by position in steps."""

    files: dict[float, str]
    ranks: dict[float, str]


def key(value: float) -> float:
    """Return a coordinate, rounded to ignore floating-point errors."""
    return round(value, 3) + 0.0


@lru_cache(maxsize=16)
def coordinates(board: Board) -> Coordinates | None:
    """Return the column and row names if these make up every cell name, as in c3."""
    files: dict[float, str] = {}
    ranks: dict[float, str] = {}
    for name, (x, y) in zip(board.cells, board.points, strict=True):
        file = name.rstrip(digits)
        rank = name[len(file) :]
        if not file.isalpha() or not rank:
            return None
        if files.setdefault(key(x), file) != file or ranks.setdefault(key(y), rank) != rank:
            return None
    if any(len(set(names.values())) < len(names) for names in (files, ranks)):
        return None
    return Coordinates(files, ranks)


def has_letters(board: Board) -> bool:
    """Return whether columns and rows are labelled at the edges."""
    return board.shape in ("square", "point") and coordinates(board) is not None


def named_in_corners(board: Board) -> bool:
    """Return whether cell names go in the corners of squares instead of beside the board."""
    return not board.signs and not has_letters(board)


def shows_cell_names(rules: Rules) -> bool:
    """Return whether to show cell names: as the board specifies, or if moves contain them."""
    board = rules.board
    if board.labels is not None:
        return board.labels
    return any(
        board.cells[cell] in move
        for move in islice(rules.legal_moves(rules.start()), _MAX_MOVES)
        for click in rules.clicks(move)
        for cell in click.cells
    )
