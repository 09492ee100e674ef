"""How long computations say how far they have come."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int | None], None]


def silent(what: str, done: int, total: int | None) -> None:
    """Report nothing."""


#: What is called once if this process has to compile for some seconds, for who wants to say so.
when_compiling: list[Callable[[], object]] = []
