"""Terminations by the players: resignation, agreed draw and time forfeit."""

from __future__ import annotations

from typing import NamedTuple

from ..core.translation import _, translate
from ..core.values import Result
from ..rules.base import Rules, State

RESIGNED, AGREED, TIME = "resigned", "draw agreed", "time forfeit"
TERMINATIONS = RESIGNED, AGREED, TIME

#: Number of seats in games that players can end; with more seats, the winner would be unclear.
SEATS = 2


class Termination(NamedTuple):
    """A termination: its type, and the seat that resigned, offered the draw or lost on time."""

    kind: str
    seat: int

    def result(self, rules: Rules, state: State) -> Result:
        """Return the result of the game."""
        if self.kind == AGREED:
            return Result(None, _("Draw by agreement"))
        sides, winner = list(map(translate, rules.sides(state))), 1 - self.seat
        text = (
            _("{winner} wins: {loser} resigned")
            if self.kind == RESIGNED
            else _("{winner} wins: {loser} ran out of time")
        )
        return Result(winner, text.format(winner=sides[winner], loser=sides[self.seat]))
