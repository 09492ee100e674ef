"""What a search for shortest solutions answers, and what it says meanwhile."""

from __future__ import annotations

import time
from typing import NamedTuple

from ...core.progress import Progress

#: A solution, turn by turn: what counts one, as the moves of the rule book that make it.
Turns = list[tuple[str, ...]]

#: Moves of a solution at most.
MAX_LENGTH = 1_000


class Shortest(NamedTuple):
    """A shortest solution: its moves, its length, and how many there are, if they were counted.

    `every` lists them, as far as that was asked for.
    """

    moves: list[str]
    length: int
    ways: int | None
    every: list[list[str]]


class Telling:
    """Says which lengths are excluded, how many nodes there were, and how many a second."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._began = time.monotonic()

    def __call__(self, nodes: int, length: int) -> None:
        """Say how many nodes there were, and that there is no solution of less than a length."""
        rate = nodes / max(1e-3, time.monotonic() - self._began) / 1e6
        excluded = f"no solution of {length - 1} or fewer, {rate:.1f} million nodes a second"
        self._progress(excluded, nodes, None)
