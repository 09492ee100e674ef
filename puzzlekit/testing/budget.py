"""Time budgets for checks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf

from ..core.progress import Progress, silent

#: The time limit for a step of a check, and the interval at which the watchdog is reset (seconds).
STEP, INTERVAL = 60.0, 1.0

#: No further step starts after this fraction of the time has passed.
SOFT_SHARE = 0.6


class BudgetSpentError(Exception):
    """The time budget of a check has been used up."""


class Budget:
    """The time budget of a check, called before each step so that the check ends in time.

    The `watchdog` is called with the time limit of each step, in seconds.
    """

    def __init__(
        self,
        seconds: float = inf,
        progress: Progress = silent,
        watchdog: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        now = time.monotonic()
        self._soft, self._hard = now + SOFT_SHARE * seconds, now + seconds
        self._progress, self._watchdog = progress, watchdog
        self._what, self._set = "", -inf
        self._count: tuple[int, int | None] = 0, None

    def __call__(self, what: str = "", done: int = 0, total: int | None = None) -> None:
        """Report progress; raise `BudgetSpentError` if there is no time left."""
        if what:
            self._what, self._count = what, (done, total)
            self._progress(what, done, total)
        if (now := time.monotonic()) > self._soft:
            raise BudgetSpentError(self._what)
        if now > self._set + INTERVAL:
            self._set = now
            self._watchdog(min(STEP, self._hard - now))

    def name_step(self, step: str) -> None:
        """Report the name of the next step, which is shown if the step never ends."""
        self._progress(f"{self._what}: {step}", *self._count)

    @contextmanager
    def exclude_compiling(self, seconds: float) -> Iterator[None]:
        """Exclude the body from the budget; it may take up to the given number of seconds."""
        start = time.monotonic()
        self._watchdog(seconds)
        yield
        spent = time.monotonic() - start
        self._soft, self._hard, self._set = self._soft + spent, self._hard + spent, -inf
        self()


#: An unlimited budget.
NO_LIMIT = Budget()
