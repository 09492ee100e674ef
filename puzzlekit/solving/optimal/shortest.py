"""Results and progress reports of searches for shortest solutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ...core.progress import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: A solution as turns: each counts one and consists of moves of the rules.
Turns = list[tuple[str, ...]]

#: Limit for the length of a solution.
MAX_LENGTH = 1_000


#: Start of the progress message about excluded lengths.
EXCLUDED_PREFIX = "no solution of"

#: A callback with the number of nodes and the current length.
DepthCallback = Callable[[int, int], None]


def report_depth(progress: Progress) -> DepthCallback:
    """Return a callback that reports nodes and excluded lengths as progress."""

    def tell(nodes: int, length: int) -> None:
        progress(f"{EXCLUDED_PREFIX} {length - 1} or fewer", nodes, None)

    return tell


def pad_lists(lists: Sequence[Sequence[int]]) -> NDArray[Any]:
    """Return lists as rows of an array, padded with -1."""
    import numpy

    width = max(map(len, lists))
    return numpy.array([[*each, *[-1] * (width - len(each))] for each in lists], numpy.int32)
