"""Progress reports of searches for shortest solutions."""

from __future__ import annotations

from ...core.progress import Progress

#: Maximum length of a solution.
MAX_LENGTH = 1_000

#: The beginning of the progress message about excluded lengths.
EXCLUDED_PREFIX = "no solution in"


def report_depth(progress: Progress, nodes: int, length: int) -> None:
    """Report the number of nodes, and the lengths below `length` as excluded."""
    progress(f"{EXCLUDED_PREFIX} {length - 1} moves or fewer", nodes, None)
