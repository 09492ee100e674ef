"""What reading and writing of game records share."""

from __future__ import annotations

import re

from ...core.values import Result
from ...rules.rule_book import Rules

#: How the names of game records end.
SUFFIX = ".pgn"

RESULT = re.compile(r"\*|solved|(?:0|1|1/2)(?:-(?:0|1|1/2))+")

UNFINISHED = "*"

#: Headers that say what the session knows itself.
OWN = ("Game", "ID", "Date", "Result")


def seat_tags(rules: Rules) -> tuple[str, ...]:
    """Return the names of the headers that say who plays: those of the players, if they can be."""
    names = rules.players
    good = all(re.fullmatch(r"\w+", name) and name not in OWN for name in names)
    if good and len(set(names)) == len(names):
        return names
    return tuple(f"Seat{number}" for number in range(1, len(names) + 1))


def token(rules: Rules, result: Result | None) -> str:
    """Return a result as one word: a point for the seat that won, half a point each in a draw."""
    if result is None:
        return UNFINISHED
    if not rules.is_game():
        return "solved"
    seats = range(len(rules.players))
    if result.winner is None:
        return "-".join("1/2" for _ in seats)
    return "-".join(str(int(seat == result.winner)) for seat in seats)
