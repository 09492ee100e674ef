"""What a front end shows of a position: pieces that it can draw, and the solid that they cover."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import PluginError
from ..core.solid import Solid
from ..core.values import Piece
from ..plugin.source import message
from ..plugin.validation import find_piece_fault
from ..rules.base import Rules, State


def checked_pieces(rules: Rules, state: State) -> Sequence[Piece | None]:
    """Return what the cells show; raise `PluginError` for a piece that cannot be drawn."""
    looks = rules.pieces(state)
    if wrong := find_piece_fault(rules, looks):
        raise PluginError(message(type(rules.unwrapped), wrong))
    return looks


def checked_solid(rules: Rules) -> Solid | None:
    """Return the solid whose stickers are the cells of the board, if there is one."""
    solid = rules.solid  # a stranger's may be anything, of which `check` tells
    fits = isinstance(solid, Solid) and solid.cells == len(rules.board)
    return solid if fits else None
