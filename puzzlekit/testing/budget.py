"""The time that a check may take, and where it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf

from ..core.progress import Progress, silent

#: Seconds that one step of a check may take, and between two settings of the watchdog.
STEP, INTERVAL = 60.0, 1.0

#: The part of the time after which no further step is begun.
SECONDS_PER_PART = 0.6


class BudgetSpentError(Exception):
    """The time of a check has run out."""


class Budget:
    """Counts the seconds of a check; a call begins the next step, or ends the check in time.

    The `watchdog` is told how many seconds it may take until the next step.
    """

    def __init__(
        self,
        seconds: float = inf,
        progress: Progress = silent,
        watchdog: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        now = time.monotonic()
        self._soft, self._hard = now + SECONDS_PER_PART * seconds, now + seconds
        self._progress, self._watchdog = progress, watchdog
        self._what, self._set = "", -inf

    def __call__(self, what: str = "", done: int = 0, total: int | None = None) -> None:
        """Raise `BudgetSpentError` if there is no time left; show what is done."""
        if what:
            self._what = what
            self._progress(what, done, total)
        if (now := time.monotonic()) > self._soft:
            raise BudgetSpentError(self._what)
        if now > self._set + INTERVAL:
            self._set = now
            self._watchdog(min(STEP, self._hard - now))

    @contextmanager
    def compiling(self, seconds: float) -> Iterator[None]:
        """Do not count the time in the body, which may take so many seconds."""
        start = time.monotonic()
        self._watchdog(seconds)
        yield
        spent = time.monotonic() - start
        self._soft, self._hard, self._set = self._soft + spent, self._hard + spent, -inf
        self()


#: For checks that may take as long as they need.
NO_LIMIT = Budget()
