"""Results and progress reports for searches for shortest solutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ...core.progress import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: A solution as a list of turns. Each turn has cost 1 and consists of moves in the rules.
Turns = list[tuple[str, ...]]

#: Maximum length of a solution.
MAX_LENGTH = 1_000


#: Beginning of the progress message about excluded lengths.
EXCLUDED_PREFIX = "no solution in"

#: A callback that receives the number of nodes and the current length.
DepthCallback = Callable[[int, int], None]


def report_depth(progress: Progress) -> DepthCallback:
    """Return a callback that reports the number of nodes and the excluded lengths as progress."""

    def report(nodes: int, length: int) -> None:
        progress(f"{EXCLUDED_PREFIX} {length - 1} moves or fewer", nodes, None)

    return report


def pad_lists(lists: Sequence[Sequence[int]]) -> NDArray[Any]:
    """Return an array with the lists as rows, padded with -1."""
    import numpy

    width = max(map(len, lists))
    return numpy.array([[*each, *[-1] * (width - len(each))] for each in lists], numpy.int32)
