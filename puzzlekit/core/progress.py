"""Progress reports from long computations."""

from __future__ import annotations

import time
from collections.abc import Callable

Progress = Callable[[str, int, int | None], None]


def silent(what: str, done: int, total: int | None) -> None:
    """Ignore a progress report."""


#: The minimum interval between throttled reports (seconds).
PROGRESS_SECONDS = 0.1


def throttled(progress: Progress) -> Progress:
    """Return a function that forwards at most one report per interval."""
    last = time.monotonic()

    def some(what: str, done: int, total: int | None) -> None:
        nonlocal last
        if time.monotonic() - last > PROGRESS_SECONDS:
            last = time.monotonic()
            progress(what, done, total)

    return some


#: Functions that are called once if this process spends more than a few seconds compiling.
when_compiling: list[Callable[[], object]] = []


class TimeUpError(Exception):
    """Raised to end a search when its time is up."""
