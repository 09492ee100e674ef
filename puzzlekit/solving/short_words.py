"""Shortest words for puzzles that are small enough to be searched to the end in about a second.

A chain of several stages finds short words at once, and then hardly shorter ones: words whose
parts all end at a subgroup are few. A search in depth is told nothing of subgroups, and takes its
time only where positions are many.
"""

from __future__ import annotations

import time

from ..core.errors import LimitReachedError
from ..core.progress import Progress
from ..rules.base import State
from ..rules.twisty import Twisty
from .chains.api import chain_for
from .group_facts import count_positions
from .optimal import EXCLUDED, MEMORY, solve_optimally

#: Positions at most: through tables of `MEMORY` they are searched in about a second.
POSITIONS = 10**14

#: The share of the time after which the chain is done.
TIME_SHARE = 0.1


class _WordTooLongError(Exception):
    """There is no more time."""


def chain_time(
    rules: Twisty,
    goal: State,
    seconds: float | None,
    *,
    metric: str,
    make: bool,
    progress: Progress,
) -> float | None:
    """Return the share of `seconds` for the chain; a search in depth may need the rest."""
    if seconds is None:
        return None
    chain = chain_for(rules, metric=metric, make=make, progress=progress)
    if chain is None or chain.near is not None or len(chain.stages) == 1:
        return seconds
    from .optimal.twisty import is_loaded, is_supported

    try:
        count = count_positions(rules, goal)
    except LimitReachedError:
        return seconds
    few = count is not None and count <= POSITIONS and is_supported(rules, metric)
    if few and (make or is_loaded(rules, goal, metric, MEMORY)):
        return seconds * TIME_SHARE
    return seconds


def proved_word(
    rules: Twisty, state: State, goal: State, seconds: float, *, metric: str, progress: Progress
) -> list[str] | None:
    """Return the moves of a shortest word, or None after `seconds`, not counting table making."""
    begun: list[float] = []

    def patient(what: str, done: int, total: int | None) -> None:
        if what.startswith(EXCLUDED):
            begun.append(time.monotonic())
            if begun[-1] - begun[0] > seconds:
                raise _WordTooLongError
        progress(what, done, total)

    try:
        found = solve_optimally(rules, state, goal, metric=metric, progress=patient)
    except (LimitReachedError, _WordTooLongError):
        return None
    return None if found is None else found.moves
