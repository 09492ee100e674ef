"""The headers of game records: their names and their values."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..core.values import Result
from ..players.player import HUMAN
from ..rules.base import Rules
from .clock import NUMBER, TimeControl
from .session import Session
from .termination import AGREED, SEATS, TERMINATIONS, Termination

#: Headers for the termination by players and for the time control.
TERMINATION, TIME_CONTROL = "Termination", "TimeControl"

#: Header for the day when the game began, such as 2026.11.30, and the value for an unknown day.
DATE, UNKNOWN_DATE = "Date", "????.??.??"

#: Headers for the match and for the game's number in the match.
EVENT, ROUND = "Event", "Round"

#: Headers that do not name a player.
OWN = ("Game", "ID", DATE, "Result", TERMINATION, TIME_CONTROL, EVENT, ROUND)

#: A result in a header or after the moves, and that of an unfinished game.
RESULT = re.compile(r"\*|solved|(?:0|1|1/2)(?:-(?:0|1|1/2))+")
UNFINISHED = "*"


def seat_tags(rules: Rules) -> tuple[str, ...]:
    """Return the names of the player headers, which are the sides if these are valid names."""
    names = rules.players
    are_valid = all(re.fullmatch(r"\w+", name) and name not in OWN for name in names)
    if are_valid and len(set(names)) == len(names):
        return names
    return tuple(f"Seat{number}" for number in range(1, len(names) + 1))


def names_of(session: Session) -> list[str]:
    """Return the name of the person in each seat, or "" if it is unknown."""
    pairs = zip(seat_tags(session.rules), session.players, strict=True)
    names = [session.tags.get(tag, "") if player == HUMAN else "" for tag, player in pairs]
    return ["" if name == HUMAN else name for name in names]


def set_names(session: Session, names: Sequence[str]) -> None:
    """Set the name of the person in each seat. An empty name changes nothing."""
    pairs = zip(seat_tags(session.rules), names, strict=True)
    session.tags |= {tag: name for tag, name in pairs if name}


def result_token(rules: Rules, result: Result | None) -> str:
    """Return a result as one word, with a point for the winning seat or half a point each."""
    if result is None:
        return UNFINISHED
    if not rules.is_game():
        return "solved"
    seats = range(len(rules.players))
    if result.seat is None:
        return "-".join("1/2" for _ in seats)
    return "-".join(str(int(seat == result.seat)) for seat in seats)


def ending_of(kind: str, result: str) -> Termination | None:
    """Return the termination described by a header and a result, or None if there was none."""
    points = result.split("-")
    if kind not in TERMINATIONS or len(points) != SEATS:
        return None
    if kind == AGREED:
        return Termination(kind, 0) if points == ["1/2", "1/2"] else None
    return Termination(kind, points.index("0")) if sorted(points) == ["0", "1"] else None


def format_time_control(control: TimeControl) -> str:
    """Return a time control as in PGN: seconds and an increment, or 1/seconds per move."""
    if control.per_move:
        return f"1/{control.seconds:g}"
    return f"{control.seconds:g}" + (f"+{control.increment:g}" if control.increment else "")


def parse_time_control(text: str) -> TimeControl | None:
    """Parse the output of `format_time_control`; return None for other texts and times."""
    match = re.fullmatch(rf"(1/)?{NUMBER}(?:\+{NUMBER})?", text)
    if not match or (match[1] and match[3]):
        return None
    control = TimeControl(float(match[2]), float(match[3] or 0), bool(match[1]))
    return control if control.is_allowed else None
