"""Gaps in the goal: free cells that accept any of the remaining pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

#: The label of a gap in the goal.
ANY = "?"


def fill_gaps(goal: Sequence[str], start: Sequence[str]) -> list[str] | None:
    """Return the goal with a piece in each gap, or None if the start has different pieces.

    Where possible, a gap is filled with the piece that is on the same cell at the start. The pieces
    left over fill the remaining gaps in the order in which they first occur at the start.
    """
    left = Counter(start)
    left.subtract(label for label in goal if label != ANY)
    if min(left.values(), default=0) < 0 or len(goal) != len(start):
        return None
    result = list(goal)
    gaps = [cell for cell, label in enumerate(goal) if label == ANY]
    for cell in gaps:
        if left[start[cell]] > 0:
            result[cell] = start[cell]
            left[start[cell]] -= 1
    rest = [label for label in dict.fromkeys(start) for _ in range(left[label])]
    for cell in gaps:
        if result[cell] == ANY:
            result[cell] = rest.pop(0)
    return result
