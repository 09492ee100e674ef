"""What reading and writing of game records share."""

from __future__ import annotations

import re

from ...core.values import Result
from ...rules.base import Rules
from ..clock import TimeControl
from ..termination import AGREED, SEATS, TERMINATIONS, Termination

#: How the names of game records end.
SUFFIX = ".pgn"

RESULT = re.compile(r"\*|solved|(?:0|1|1/2)(?:-(?:0|1|1/2))+")

UNFINISHED = "*"

#: Headers that say how players ended the game, and how long they might think.
TERMINATION, TIME_CONTROL = "Termination", "TimeControl"

#: Headers that say which match a game is of, and its number there.
EVENT, ROUND = "Event", "Round"

#: Headers that say something else than who plays.
OWN = ("Game", "ID", "Date", "Result", TERMINATION, TIME_CONTROL, EVENT, ROUND)


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
    if result.seat is None:
        return "-".join("1/2" for _ in seats)
    return "-".join(str(int(seat == result.seat)) for seat in seats)


def ending_of(kind: str, result: str) -> Termination | None:
    """Return the ending that a header and the result of a record tell, if they tell one."""
    points = result.split("-")
    if kind not in TERMINATIONS or len(points) != SEATS:
        return None
    if kind == AGREED:
        return Termination(kind, 0) if points == ["1/2", "1/2"] else None
    return Termination(kind, points.index("0")) if sorted(points) == ["0", "1"] else None


def time_control(control: TimeControl) -> str:
    """Return a time control as PGN has it: seconds and an increment, or 1/seconds a move."""
    if control.per_move:
        return f"1/{control.seconds:g}"
    return f"{control.seconds:g}" + (f"+{control.increment:g}" if control.increment else "")


def control_of(text: str) -> TimeControl | None:
    """Return what `time_control` has written; None for anything else."""
    number = r"([0-9]{1,6}(?:\.[0-9]{1,3})?)"
    found = re.fullmatch(rf"(1/)?{number}(?:\+{number})?", text)
    if not found or not float(found[2]) or (found[1] and found[3]):
        return None
    return TimeControl(float(found[2]), float(found[3] or 0), bool(found[1]))
