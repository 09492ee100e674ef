"""Shortest words for puzzles that can be searched completely in about a second.

A subgroup chain of several stages finds short words immediately but hardly improves them, because
few shortest words pass through its subgroups. A depth-first search has no such restriction. It is
slow only for puzzles with many positions.
"""

from __future__ import annotations

import time

from ..core.errors import LimitReachedError
from ..core.progress import Progress, TimeUpError
from ..rules.base import State
from ..rules.twisty import Twisty
from .chains.api import find_chain
from .group_facts import count_positions
from .optimal import DEFAULT_MEMORY_BYTES, EXCLUDED_PREFIX, solve_optimally

#: Maximum number of positions, which take about a second to search with the default memory.
POSITIONS = 10**14

#: Share of the time spent on the subgroup chain.
TIME_SHARE = 0.1


def chain_time(
    rules: Twisty,
    goal: State,
    seconds: float | None,
    *,
    metric: str,
    make: bool,
    progress: Progress,
) -> float | None:
    """Return the seconds to spend on the chain; a depth-first search may use the rest."""
    if seconds is None:
        return None
    chain = find_chain(rules, metric=metric, make=make, progress=progress)
    if chain is None or chain.near is not None or len(chain.stages) == 1:
        return seconds
    from .optimal.twisty import is_loaded, is_supported

    try:
        count = count_positions(rules, goal)
    except LimitReachedError:
        return seconds
    few = count is not None and count <= POSITIONS and is_supported(rules, metric)
    if few and (make or is_loaded(rules, goal, metric, DEFAULT_MEMORY_BYTES)):
        return seconds * TIME_SHARE
    return seconds


def proved_word(
    rules: Twisty, state: State, goal: State, seconds: float, *, metric: str, progress: Progress
) -> list[str] | None:
    """Return a shortest word, or None after `seconds`; building tables does not count as time."""
    times: list[float] = []

    def timed_progress(what: str, done: int, total: int | None) -> None:
        if what.startswith(EXCLUDED_PREFIX):
            times.append(time.monotonic())
            if times[-1] - times[0] > seconds:
                raise TimeUpError
        progress(what, done, total)

    try:
        solution = solve_optimally(rules, state, goal, metric=metric, progress=timed_progress)
    except (LimitReachedError, TimeUpError):
        return None
    return None if solution is None else solution.moves
