"""The pieces and the solid of a position, checked before drawing."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import PluginError
from ..core.solid import Solid
from ..core.values import Piece
from ..plugin.source_locations import fault_message
from ..plugin.validation import find_piece_fault
from ..rules.base import Rules, State


def checked_pieces(rules: Rules, state: State) -> Sequence[Piece | None]:
    """Return the pieces on the cells; raise `PluginError` if a piece cannot be drawn."""
    pieces = rules.pieces(state)
    if fault := find_piece_fault(rules, pieces):
        raise PluginError(fault_message(type(rules.unwrapped), fault))
    return pieces


def checked_solid(rules: Rules) -> Solid | None:
    """Return the solid whose stickers are the cells of the board, or None."""
    solid = rules.solid  # third-party plugins can return anything
    fits = isinstance(solid, Solid) and solid.cells == len(rules.board)
    return solid if fits else None
