"""Who sits at a table, and how each side stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..players.player import Thought
from .session import Session


class Seat(NamedTuple):
    """One side: its player, status, last thought, and the seconds left on a clock that `runs`."""

    side: str
    player: str
    status: str
    is_to_move: bool
    has_won: bool
    thought: Thought | None
    left: float | None = None
    runs: bool = False


def seats_of(session: Session, thoughts: Mapping[int, Thought]) -> list[Seat]:
    """Return the seats of a session, in their order, with thoughts by their numbers."""
    rules, state, result = session.rules, session.state, session.result
    turn, clock = rules.turn(state), session.clock
    told = zip(rules.sides(state), session.players, rules.status(state), strict=True)
    return [
        Seat(
            side,
            player,
            status,
            is_to_move=result is None and turn == number,
            has_won=result is not None and result.seat == number,
            thought=thoughts.get(number),
            left=None if clock is None else clock.left(number),
            runs=clock is not None and clock.seat == number,
        )
        for number, (side, player, status) in enumerate(told)
    ]
