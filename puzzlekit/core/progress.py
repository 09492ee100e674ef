"""How long computations say how far they have come."""

from __future__ import annotations

import time
from collections.abc import Callable

Progress = Callable[[str, int, int | None], None]


def silent(what: str, done: int, total: int | None) -> None:
    """Report nothing."""


#: Seconds between two reports that are read, or sent far.
PROGRESS_SECONDS = 0.1


def throttled(progress: Progress) -> Progress:
    """Return what passes reports on, the first one after a while, and leaves out most of them."""
    last = time.monotonic()

    def some(what: str, done: int, total: int | None) -> None:
        nonlocal last
        if time.monotonic() - last > PROGRESS_SECONDS:
            last = time.monotonic()
            progress(what, done, total)

    return some


#: What is called once if this process has to compile for some seconds, for who wants to say so.
when_compiling: list[Callable[[], object]] = []
