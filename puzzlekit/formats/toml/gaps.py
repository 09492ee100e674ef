"""The cells that do not matter: gaps at the goal, for any piece that is left over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

#: At the goal, what stands for a gap.
ANY = "?"


def fill_gaps(goal: Sequence[str], start: Sequence[str]) -> list[str] | None:
    """Return a goal with a piece in each gap; None if other pieces are at the start.

    It is the piece that lies there at the start, where that is left over; the others follow in
    the order of the start.
    """
    left = Counter(start)
    left.subtract(label for label in goal if label != ANY)
    if min(left.values(), default=0) < 0 or len(goal) != len(start):
        return None
    found = list(goal)
    gaps = [cell for cell, label in enumerate(goal) if label == ANY]
    for cell in gaps:
        if left[start[cell]] > 0:
            found[cell] = start[cell]
            left[start[cell]] -= 1
    rest = [label for label in dict.fromkeys(start) for _ in range(left[label])]
    for cell in gaps:
        if found[cell] == ANY:
            found[cell] = rest.pop(0)
    return found
