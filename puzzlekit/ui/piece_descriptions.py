"""The pieces on a board in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..core.errors import NotationError
from ..core.translation import _
from ..core.values import Piece
from ..plugin.validation import checked_pieces
from ..rules.base import Rules, State
from .highlights import block_at
from .screen_layout import clickable_cells, occupied_cells, surroundings

#: The names of colours in the user's language.
COLOUR_NAMES = {
    "plain": _("plain"),
    "white": _("white"),
    "black": _("black"),
    "grey": _("grey"),
    "red": _("red"),
    "orange": _("orange"),
    "yellow": _("yellow"),
    "green": _("green"),
    "teal": _("teal"),
    "blue": _("blue"),
    "purple": _("purple"),
    "pink": _("pink"),
    "brown": _("brown"),
    "lime": _("lime"),
}

#: The heading of the empty cells in a list of pieces.
EMPTY = _("empty")


def describe_pieces(rules: Rules, state: State) -> list[str]:
    """Return a line for each kind of piece with its cells; + joins the cells of a block."""
    board, pieces = rules.board.with_unit_step, checked_pieces(rules, state)
    visible = plane_cells(rules, state, pieces) if board.plane else range(len(pieces))
    blocks: dict[str, list[Iterable[int]]] = {}
    for cell in visible:
        block = sorted(block_at(board, pieces, cell))
        if cell == block[0]:
            blocks.setdefault(describe_piece(pieces[cell]), []).append(block)
    if EMPTY in blocks:
        blocks[EMPTY] = blocks.pop(EMPTY)  # last
    result = rules.outcome(state)
    if result and result.cells:
        blocks[_("decides the game")] = [[cell] for cell in result.cells]
    return [
        f"{title}: " + " ".join("+".join(board.cells[cell] for cell in block) for block in found)
        for title, found in blocks.items()
    ]


def describe_cells(rules: Rules, state: State, text: str) -> str:
    """Return the pieces on a cell, or on all cells that share a letter, a number or a face.

    Capital letters make no difference. Raises `NotationError` if there is no such cell.

    >>> from puzzlekit import load
    >>> rules = load("hex:2")
    >>> state = rules.play(rules.start(), "b1")
    >>> describe_cells(rules, state, "1"), describe_cells(rules, state, "A2")
    ('a1: empty, b1: red', 'a2: empty')
    """
    found = []
    for name, piece in zip(rules.board.cells, checked_pieces(rules, state), strict=True):
        part = re.fullmatch(r"([a-z]+)(\d+)", name.casefold())
        if text.casefold() in (name.casefold(), *(part.groups() if part else ())):
            found.append(f"{name}: {describe_piece(piece)}")
    if not found:
        text = f"There is no cell, row or column {text[:40]!r} on this board."
        raise NotationError(f"{text} `pieces` lists the pieces and their cells.")
    return ", ".join(found)


def describe_piece(piece: Piece | None) -> str:
    """Return a piece in words."""
    if piece is None:
        return EMPTY
    colour = "" if piece.colour == "plain" else COLOUR_NAMES.get(piece.colour, piece.colour)
    return " ".join(filter(None, (piece.text, colour, piece.mark))) or COLOUR_NAMES["plain"]


def plane_cells(rules: Rules, state: State, pieces: Sequence[Piece | None]) -> list[int]:
    """Return the cells of a plane that players need to see."""
    occupied, clickable = occupied_cells(pieces), clickable_cells(rules, state)
    return (
        sorted({*occupied, *clickable}) if occupied else surroundings(rules.board, clickable or [0])
    )
