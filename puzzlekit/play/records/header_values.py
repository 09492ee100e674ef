"""Notation shared by the reader and the writer of game records."""

from __future__ import annotations

import re

from ...core.values import Result
from ...rules.base import Rules
from ..clock import TimeControl
from ..termination import AGREED, SEATS, TERMINATIONS, Termination
from ..variations import MARKS

#: Suffix of record files.
SUFFIX = ".pgn"

RESULT = re.compile(r"\*|solved|(?:0|1|1/2)(?:-(?:0|1|1/2))+")

UNFINISHED = "*"

#: A numeric annotation glyph (NAG), and those of the marks, such as $1 for a good move.
NAG = re.compile(r"\$[0-9]+")
NAGS = tuple(f"${number}" for number in range(1, len(MARKS) + 1))


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
    """Parse the output of `format_time_control`; return None for anything else."""
    number = r"([0-9]{1,6}(?:\.[0-9]{1,3})?)"
    match = re.fullmatch(rf"(1/)?{number}(?:\+{number})?", text)
    if not match or not float(match[2]) or (match[1] and match[3]):
        return None
    return TimeControl(float(match[2]), float(match[3] or 0), bool(match[1]))
