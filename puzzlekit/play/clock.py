"""Chess clocks and time controls."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from typing import NamedTuple

from ..core.errors import OptionError, did_you_mean
from ..core.translation import _
from .termination import SEATS
from .variations import GameNode

#: Longest time on a clock: a hundred hours.
MAX_SECONDS = 360_000

#: The pattern of a number in a time control.
NUMBER = r"([0-9]{1,6}(?:\.[0-9]{1,12})?)"

#: A computer uses 1/25 of its remaining time plus 70% of the increment, but at most a quarter of
#: the remaining time.
TIME_DIVISOR, INCREMENT_SHARE, MAX_SHARE = 25, 0.7, 0.25

#: Minimum thinking time of a computer.
MIN_SECONDS = 0.02


class TimeControl(NamedTuple):
    """A time control: seconds for the game plus an increment, or seconds per move."""

    seconds: float
    increment: float = 0.0
    per_move: bool = False

    @property
    def is_allowed(self) -> bool:
        """True if a clock can be set to these times."""
        return 1 <= self.seconds <= MAX_SECONDS and self.increment <= MAX_SECONDS

    @property
    def title(self) -> str:
        """A readable description, such as `5 min + 3 s`."""
        if self.per_move:
            return _("{seconds:g} s per move").format(seconds=self.seconds)
        text = _("{minutes:g} min + {seconds:g} s") if self.increment else _("{minutes:g} min")
        return text.format(minutes=self.seconds / 60, seconds=self.increment)

    def __str__(self) -> str:
        if self.per_move:
            return f"{self.seconds:g}s"
        return f"{self.seconds / 60:.10g}+{self.increment:g}"

    def thinking_seconds(self, left: float) -> float:
        """Return the thinking time of a computer with `left` seconds on its clock."""
        if self.per_move:
            return max(MIN_SECONDS, INCREMENT_SHARE * left)
        return max(
            MIN_SECONDS,
            min(left / TIME_DIVISOR + INCREMENT_SHARE * self.increment, MAX_SHARE * left),
        )


#: Time controls offered in menus.
TIME_CONTROLS = ("10s", "30s", "1+0", "3+2", "5+0", "10+5", "15+10", "30+20")


def parse(text: str) -> TimeControl:
    """Parse a time control: `15+10` (minutes, seconds per move) or `30s` (seconds per move).

    Raises `OptionError` for any other string.

    >>> parse("5")
    TimeControl(seconds=300.0, increment=0.0, per_move=False)
    """
    if match := re.fullmatch(f"{NUMBER}s", text):
        control = TimeControl(float(match[1]), per_move=True)
    elif match := re.fullmatch(rf"{NUMBER}(?:\+{NUMBER})?", text):
        control = TimeControl(round(60 * float(match[1]), 3), float(match[2] or 0))
    else:
        raise OptionError(
            f"Unknown clock {text[:40]!r}; use 15+10 for 15 minutes plus 10 seconds per move, or "
            f"30s for 30 seconds per move.{did_you_mean(text, TIME_CONTROLS)}"
        )
    if not control.is_allowed:
        raise OptionError(f"Invalid clock {text[:40]}: use 1 second to 100 hours.")
    return control


class Clock:
    """A clock that stores the remaining times in the nodes of a game, so undo can restore them."""

    def __init__(
        self, control: TimeControl, root: GameNode, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.control, self.now = control, now
        root.times = [control.seconds] * SEATS
        #: The node at which the clock runs or has stopped.
        self.node = root
        #: The seat whose clock is running, and its start time.
        self.seat: int | None = None
        self._started_at = 0.0

    def remaining(self, seat: int) -> float:
        """Return the remaining time of a seat in seconds."""
        elapsed = self.now() - self._started_at if seat == self.seat else 0.0
        return max(0.0, self.node.times[seat] - elapsed)

    def start(self, seat: int) -> None:
        """Start the clock of a seat."""
        if seat != self.seat:
            self.stop()
            self.seat, self._started_at = seat, self.now()

    def stop(self) -> None:
        """Stop the running clock."""
        if self.seat is not None:
            self.node.times[self.seat] = self.remaining(self.seat)
            self.seat = None

    def after_move(self, node: GameNode, seat: int, next_seat: int) -> None:
        """Record a move made by `seat`. `next_seat`, possibly the same one, moves next."""
        was_running = self.seat is not None
        if node.parent is not self.node and node.parent is not None:
            self.go_to(node.parent)
        node.times = [self.remaining(each) for each in range(SEATS)]
        self.seat, self.node = None, node
        if self.control.per_move:
            node.times = [self.control.seconds] * SEATS
        elif was_running and seat != next_seat:
            node.times[seat] += self.control.increment
        if was_running:
            self.start(next_seat)

    def go_to(self, node: GameNode) -> None:
        """Stop the clock and restore the times at another node."""
        self.stop()
        self.node = node

    def reset(self, seat: int) -> None:
        """Restore the time that a seat had before the last move."""
        self.node.times[seat] = (self.node.parent or self.node).times[seat]


def format_clock(seconds: float) -> str:
    """Return a time as `m:ss`, with tenths in the last ten seconds."""
    if seconds < 10:
        tenths = math.ceil(10 * seconds - 1e-6)
        if tenths < 100:
            return f"0:{tenths // 10:02}.{tenths % 10}"
    total = math.ceil(seconds - 1e-6)
    hours, minutes = divmod(total // 60, 60)
    return f"{hours}:{minutes:02}:{total % 60:02}" if hours else f"{minutes}:{total % 60:02}"
