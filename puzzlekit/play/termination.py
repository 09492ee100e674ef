"""How a game ends that the rules have not ended: given up, by agreement, or by the clock."""

from __future__ import annotations

from typing import NamedTuple

from ..core.values import Result
from ..rules.base import Rules, State

RESIGNED, AGREED, TIME = "resigned", "draw agreed", "time forfeit"
TERMINATIONS = RESIGNED, AGREED, TIME

#: How many seats a game has that can end so: of more it would not be known who has won.
SEATS = 2


class Termination(NamedTuple):
    """An ending by the players: its kind, and the seat that resigned, offered or had no time."""

    kind: str
    seat: int

    def result(self, rules: Rules, state: State) -> Result:
        """Return how a game has ended so in a position."""
        if self.kind == AGREED:
            return Result(None, "Draw: agreed by both sides")
        sides, winner = rules.sides(state), 1 - self.seat
        why = "resigned" if self.kind == RESIGNED else "ran out of time"
        return Result(winner, f"{sides[winner]} wins: {sides[self.seat]} {why}")
