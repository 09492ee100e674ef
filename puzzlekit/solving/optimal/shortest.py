"""Results and progress reports of searches for shortest solutions."""

from __future__ import annotations

from collections.abc import Callable

from ...core.progress import Progress

#: A solution as a list of turns. Each turn costs 1 and consists of moves in the rules.
Turns = list[tuple[str, ...]]

#: Maximum length of a solution.
MAX_LENGTH = 1_000


#: The beginning of the progress message about excluded lengths.
EXCLUDED_PREFIX = "no solution in"

#: A callback that receives the number of nodes and the current length.
DepthCallback = Callable[[int, int], None]


def report_depth(progress: Progress) -> DepthCallback:
    """Return a callback that reports the number of nodes and the excluded lengths as progress."""

    def report(nodes: int, length: int) -> None:
        progress(f"{EXCLUDED_PREFIX} {length - 1} moves or fewer", nodes, None)

    return report
