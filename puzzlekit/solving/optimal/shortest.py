"""What a search for shortest solutions answers, and what it says meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core.progress import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: A solution, turn by turn: what counts one, as the moves of the rule book that make it.
Turns = list[tuple[str, ...]]

#: Moves of a solution at most.
MAX_LENGTH = 1_000


class OptimalSolution(NamedTuple):
    """A shortest solution: its moves, its length, and how many there are, if they were counted.

    `every` lists them, as far as that was asked for.
    """

    moves: list[str]
    length: int
    solution_count: int | None
    is_complete: list[list[str]]


#: How the progress begins to say which lengths are excluded.
EXCLUDED = "no solution of"

#: Is told how many nodes there were, and of which length a solution is looked for.
Tell = Callable[[int, int], None]


def report_depth(progress: Progress) -> Tell:
    """Return what says which lengths are excluded, and how many nodes there were."""

    def tell(nodes: int, length: int) -> None:
        progress(f"{EXCLUDED} {length - 1} or fewer", nodes, None)

    return tell


def padded(lists: Sequence[Sequence[int]]) -> NDArray[Any]:
    """Return lists as the rows of an array, filled up by -1."""
    import numpy

    width = max(map(len, lists))
    return numpy.array([[*each, *[-1] * (width - len(each))] for each in lists], numpy.int32)
