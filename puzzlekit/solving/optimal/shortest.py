"""What a search for shortest solutions answers, and what it says meanwhile."""

from __future__ import annotations

from collections.abc import Callable
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


#: How the progress begins to say which lengths are excluded.
EXCLUDED = "no solution of"

#: Is told how many nodes there were, and of which length a solution is looked for.
Tell = Callable[[int, int], None]


def telling(progress: Progress) -> Tell:
    """Return what says which lengths are excluded, and how many nodes there were."""

    def tell(nodes: int, length: int) -> None:
        progress(f"{EXCLUDED} {length - 1} or fewer", nodes, None)

    return tell
