"""Clocks: how long players may think, and how much time they have left."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..core.errors import OptionError, did_you_mean

#: Seconds of a clock at most: a hundred hours.
MAX_SECONDS = 360_000

#: A computer uses a part of its time, a share of the increment, and no more than `AT_MOST`.
PARTS, SHARE, AT_MOST = 25, 0.7, 0.25

#: Seconds that a computer thinks at least.
MIN_SECONDS = 0.02


class TimeControl(NamedTuple):
    """A time control: seconds for the game plus an increment, or seconds per move."""

    seconds: float
    increment: float = 0.0
    per_move: bool = False

    @property
    def title(self) -> str:
        """The time in words."""
        if self.per_move:
            return f"{self.seconds:g} s a move"
        more = f" + {self.increment:g} s" if self.increment else ""
        return f"{self.seconds / 60:g} min{more}"

    def __str__(self) -> str:
        if self.per_move:
            return f"{self.seconds:g}s"
        return f"{self.seconds / 60:.10g}+{self.increment:g}"

    def thinks(self, left: float) -> float:
        """Return for how many seconds a computer thinks that has some left."""
        if self.per_move:
            return max(MIN_SECONDS, SHARE * left)
        return max(MIN_SECONDS, min(left / PARTS + SHARE * self.increment, AT_MOST * left))


#: What is offered to those who choose.
TIME_CONTROLS = ("10s", "30s", "1+0", "3+2", "5+0", "10+5", "15+10", "30+20")


def parse(text: str) -> TimeControl:
    """Return what a text means: `15+10`, minutes and seconds a move, or `30s`, seconds a move.

    Raises `OptionError` if it means nothing.

    >>> parse("5")
    Control(seconds=300.0, increment=0.0, per_move=False)
    """
    number = r"([0-9]{1,6}(?:\.[0-9]{1,3})?)"
    if found := re.fullmatch(f"{number}s", text):
        control = TimeControl(float(found[1]), per_move=True)
    elif found := re.fullmatch(rf"{number}(?:\+{number})?", text):
        control = TimeControl(60 * float(found[1]), float(found[2] or 0))
    else:
        raise OptionError(
            f"There is no clock {text[:40]!r}; write 15+10 for 15 minutes and 10 seconds more with "
            f"each move, or 30s for 30 seconds a move.{did_you_mean(text, TIME_CONTROLS)}"
        )
    if not 1 <= control.seconds <= MAX_SECONDS or control.increment > MAX_SECONDS:
        raise OptionError(f"The clock {text[:40]} will not do: it must have 1 second to 100 hours.")
    return control


class Clock:
    """The time that each seat has left, by ply, so that undo gives time back."""

    def __init__(
        self, control: TimeControl, seats: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.control, self.now = control, now
        #: What each seat had left when a ply had been made; the last is that of the ply `at`, or
        #: of one that was taken back.
        self.marks: list[list[float]] = [[control.seconds] * seats]
        self.at = 0
        #: Whose time runs, and since when.
        self.seat: int | None = None
        self._since = 0.0

    def left(self, seat: int) -> float:
        """Return how many seconds a seat has left."""
        gone = self.now() - self._since if seat == self.seat else 0.0
        return max(0.0, self.marks[self.at][seat] - gone)

    def expired(self) -> int | None:
        """Return the seat whose time has run out, if one has."""
        return self.seat if self.seat is not None and self.left(self.seat) <= 0 else None

    def start(self, seat: int) -> None:
        """Let the time of a seat run."""
        if seat != self.seat:
            self.stop()
            self.seat, self._since = seat, self.now()

    def stop(self) -> None:
        """Stand still; what has gone by is gone."""
        if self.seat is not None:
            self.marks[self.at][self.seat] = self.left(self.seat)
            self.seat = None

    def after_move(self, ply: int, seat: int, onward: int) -> None:
        """Note that a seat has moved after a ply, and that another one, or the same, goes on."""
        ran = self.seat is not None
        if ply != self.at:
            self.after_undo(ply)
        times = list(self.marks[ply])
        if self.seat is not None:
            times[self.seat] = self.left(self.seat)
        self.seat = None
        if self.control.per_move:
            times = [self.control.seconds] * len(times)
        elif ran and seat != onward:
            times[seat] += self.control.increment
        self.marks[ply + 1 :] = [times]
        self.at = ply + 1
        if ran:
            self.start(onward)

    def after_undo(self, ply: int) -> None:
        """Stand at another ply, with the times of it."""
        self.stop()
        while len(self.marks) <= ply:  # made while no time was kept
            self.marks.append(list(self.marks[-1]))
        self.at = ply

    def reset(self, seat: int) -> None:
        """Give a seat the time back that it had before the last move."""
        self.marks[self.at][seat] = self.marks[max(0, self.at - 1)][seat]

    def restore(self, marks: Sequence[Sequence[float]], at: int) -> None:
        """Take over times that were kept."""
        self.marks = [list(times) for times in marks]
        self.after_undo(at)


def format_clock(seconds: float) -> str:
    """Return a time as a clock shows it, with tenths in the last ten seconds."""
    if seconds < 10:
        tenths = math.ceil(10 * seconds - 1e-6)
        if tenths < 100:
            return f"0:{tenths // 10:02}.{tenths % 10}"
    whole = math.ceil(seconds - 1e-6)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
