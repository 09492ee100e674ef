"""The pieces of one kind are brought home by cycles of three: a beam of arrangements."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from . import sorting_kernel as kernel
from .ball_kernel import UNREACHED, Array

#: What a piece that is not at home is expected to cost, in parts of what a cycle costs.
WEIGHTS = (0.35, 0.5)


def sort_pairs(
    costs: Array, size: int, state: Sequence[int], goal: Sequence[int], width: int
) -> list[int] | None:
    """Return the numbers of cycles that lead from one arrangement of looks to another, or None."""
    mean = float(costs[costs < UNREACHED].mean())
    found = [
        _sorted(costs, size, max(1, round(share * mean)), state, goal, width) for share in WEIGHTS
    ]
    ways = [each for each in found if each is not None]
    return min(ways)[1] if ways else None


def _sorted(
    costs: Array, size: int, unit: int, state: Sequence[int], goal: Sequence[int], width: int
) -> tuple[int, list[int]] | None:
    """Return what a way costs, and its cycles."""
    there = np.array(goal, np.int16)
    if list(state) == list(goal):
        return 0, []
    beams = [(np.empty((width, len(goal)), np.int16), np.empty(width, np.int32)) for _ in range(2)]
    beams[0][0][0], beams[0][1][0] = state, 0
    best = np.array([UNREACHED, -1, -1, -1], np.int32)
    came: list[Array] = []
    count, end, last = 1, 0, best
    while count and len(came) < 2 * len(goal) + 10:
        here, new = beams
        made = np.empty((width, 3), np.int32)
        before = int(best[0])
        count = kernel.step(costs, size, unit, there, *here, count, *new, made, best)
        if best[0] < before:
            end, last = len(came), best.copy()
        came.append(made)
        beams.reverse()
    if last[1] < 0:
        return None
    cycles, node = [last[3], last[2]], int(last[1])
    for made in came[:end][::-1]:
        node, first, then = made[node].tolist()
        cycles += [then, first]
    return int(last[0]), [int(t) for t in reversed(cycles) if t >= 0]
