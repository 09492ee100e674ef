"""Whether the names of cells are shown, whether they are coordinates, and moves without them."""

from __future__ import annotations

from itertools import islice
from string import digits
from typing import NamedTuple

from ..core.board import Board
from ..rules.base import Rules

#: Moves that are looked at to find out whether moves name cells.
_MAX_EDGE_LABELS = 200


class Coordinates(NamedTuple):
    """The letters of each column and the figures of each row, by where they lie in steps."""

    files: dict[float, str]
    ranks: dict[float, str]


def key(value: float) -> float:
    """Return a coordinate as which all count that differ by errors of rounding only."""
    return round(value, 3) + 0.0


def coordinates(board: Board) -> Coordinates | None:
    """Return what columns and rows are called if each cell is named by them, such as c3."""
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
    """Return whether columns and rows have names that are written at the edges."""
    return board.shape in ("square", "point") and coordinates(board) is not None


def named_in_corners(board: Board) -> bool:
    """Return whether the names of squares stand in their corners, as they are no coordinates."""
    return not board.signs and not has_letters(board)


def names_shown(rules: Rules) -> bool:
    """Return whether the names of cells are shown: as the board says, else if moves name cells."""
    board = rules.board
    if board.labels is not None:
        return board.labels
    return any(
        board.cells[cell] in move
        for move in islice(rules.legal_moves(rules.start()), _MAX_EDGE_LABELS)
        for touch in rules.clicks(move)
        for cell in touch.cells
    )


def hide_cell_names(rules: Rules, move: str) -> str:
    """Return what a move says besides the cells that it touches; all of it if that is nothing."""
    cells = {rules.board.cells[cell] for touch in rules.clicks(move) for cell in touch.cells}
    found = move
    for name in sorted(cells, key=len, reverse=True):  # the name of one may end with another's
        found = found.replace(name, "")
    return found or move
