"""Beam search that solves the pieces on one orbit by 3-cycles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from . import sorting_kernel as kernel
from .ball_kernel import UNREACHED, Array

#: Estimated costs of a misplaced piece, as fractions of the mean cost of a cycle.
WEIGHTS = (0.35, 0.5)


def sort_pairs(
    costs: Array, size: int, state: Sequence[int], goal: Sequence[int], width: int
) -> list[int] | None:
    """Return the numbers of cycles that lead from one arrangement to another, or None."""
    mean = float(costs[costs < UNREACHED].mean())
    results = [
        _sorted(costs, size, max(1, round(share * mean)), state, goal, width) for share in WEIGHTS
    ]
    solutions = [each for each in results if each is not None]
    return min(solutions)[1] if solutions else None


def _sorted(
    costs: Array, size: int, unit: int, state: Sequence[int], goal: Sequence[int], width: int
) -> tuple[int, list[int]] | None:
    """Return the cost and the cycle numbers of a solution, or None if none is found."""
    target = np.array(goal, np.int16)
    if list(state) == list(goal):
        return 0, []
    beams = [(np.empty((width, len(goal)), np.int16), np.empty(width, np.int32)) for _ in range(2)]
    beams[0][0][0], beams[0][1][0] = state, 0
    best = np.array([UNREACHED, -1, -1, -1], np.int32)
    levels: list[Array] = []
    count, end, last = 1, 0, best
    while count and len(levels) < 2 * len(goal) + 10:
        beam, new = beams
        steps = np.empty((width, 3), np.int32)
        before = int(best[0])
        count = kernel.step(costs, size, unit, target, *beam, count, *new, steps, best)
        if best[0] < before:
            end, last = len(levels), best.copy()
        levels.append(steps)
        beams.reverse()
    if last[1] < 0:
        return None
    cycles, node = [last[3], last[2]], int(last[1])
    for steps in levels[:end][::-1]:
        node, first, then = steps[node].tolist()
        cycles += [then, first]
    return int(last[0]), [int(t) for t in reversed(cycles) if t >= 0]
