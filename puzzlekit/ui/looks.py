"""What a front end shows of a position: pieces that it can draw, and the solid that they cover."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import PluginError
from ..core.solid import Solid
from ..core.values import Piece
from ..plugin.source import message
from ..plugin.validation import find_piece_fault
from ..rules.rule_book import Rules, State


def looks_of(rules: Rules, state: State) -> Sequence[Piece | None]:
    """Return what the cells show; raise `PluginError` for a piece that nobody can draw.

    >>> from puzzlekit import load
    >>> rules = load("hex:2")
    >>> looks_of(rules, rules.start())
    [None, None, None, None]
    """
    looks = rules.look(state)
    if wrong := find_piece_fault(rules, looks):
        raise PluginError(message(type(rules.unwrapped), wrong))
    return looks


def solid_of(rules: Rules) -> Solid | None:
    """Return the solid whose stickers are the cells of the board, if there is one.

    >>> from puzzlekit import load
    >>> solid_of(load("cube")), solid_of(load("hex:2"))
    (<Solid: cube, 54 stickers, 6 turns>, None)
    """
    solid = rules.solid  # a stranger's may be anything, of which `check` tells
    fits = isinstance(solid, Solid) and solid.cells == len(rules.board)
    return solid if fits else None
