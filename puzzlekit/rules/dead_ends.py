"""Positions of games that have neither legal moves nor a result, which the contract forbids."""

from __future__ import annotations

from ..core.errors import MemberError, NotationError, short_repr
from .base import Rules, State


def checked_moves(rules: Rules, state: State) -> list[str]:
    """Return the legal moves; raise `MemberError` if a game has neither moves nor a result."""
    moves = rules.legal_moves(state)
    if len(moves) == 0 and rules.is_game() and rules.outcome(state) is None:
        raise dead_end_error(rules, state)
    return moves


def dead_end_error(rules: Rules, state: State) -> MemberError:
    """Return the error for a position of a game with neither moves nor a result."""
    try:
        position = rules.encode(state)
    except NotationError:
        position = short_repr(state)
    moves = list(rules.legal_moves(state))  # raises TypeError for None, which is another fault
    return MemberError(
        f"legal_moves(state) is {moves}, but result(state) is None at {position}; "
        "return a move in this position, such as 'pass', or a Result.",
        "legal_moves",
    )
