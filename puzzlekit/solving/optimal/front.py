"""The front door: which search answers for a puzzle."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from itertools import chain

from ...core.errors import LimitReached, OptionError
from ...core.progress import Progress, silent
from ...rules.rule_book import Puzzle, Rules, State
from ...rules.sliding import Sliding
from ...rules.twisty import Twisty
from ..invariants import hindrance
from ..search import solutions, usual_limit
from ..spaces.mechanism import METRICS, STEPS, TURNS
from . import sliding, twisty
from .shortest import Shortest, Turns

#: Bytes of all tables of a puzzle: what is made in seconds.
MEMORY = 128 << 20

#: Positions that the plain search looks at before tables are made.
FEW = 3_000

#: Cells from which on it is not worked out how many arrangements of their labels there are.
MAX_COUNTED = 20

#: Solutions that are listed at most.
LISTED = 1_000


def optimal(
    rules: Rules,
    state: State | None = None,
    goal: State | None = None,
    *,
    metric: str = STEPS,
    memory: int = MEMORY,
    every: bool = False,
    most: int = LISTED,
    progress: Progress = silent,
) -> Shortest | None:
    """Return a shortest solution, or None if there is none.

    It leads from a state, by default the start, to a goal, by default that of the rule book. What
    counts one is a step, a move of the rule book, or a turn, any power of a twist. With `every`
    all shortest solutions are counted, and `most` of them listed. Tables take so many bytes of
    `memory` at most. Raises `LimitReached` where only the plain search can answer and has met too
    many positions.

    >>> from puzzlekit import load
    >>> found = optimal(load("pinball"), every=True)
    >>> found.length, found.ways
    (18, 1)
    """
    if metric not in METRICS:
        raise OptionError(f"There is no metric {metric!r}; choose from {', '.join(METRICS)}.")
    state = rules.start() if state is None else state
    if not isinstance(rules, Puzzle):
        return _plain(rules, state, goal, metric, None, every, most, progress)
    goal = rules.goal if goal is None else goal
    if hindrance(rules, state, goal) is not None:
        return None
    found = None
    if metric == STEPS:
        try:
            return _plain(rules, state, goal, metric, _few(rules), every, most, progress)
        except LimitReached:
            pass
    if find_spec("numba") is not None:
        found = _searched(rules, state, goal, metric, every, memory, progress)
    if found is None:
        return _plain(rules, state, goal, metric, None, every, most, progress)
    return _shortest(found, every, most, progress)


def _searched(
    rules: Puzzle,
    state: State,
    goal: State,
    metric: str,
    every: bool,
    memory: int,
    progress: Progress,
) -> Iterator[Turns] | None:
    """Return all shortest solutions by tables, if the puzzle is of a kind that has some."""
    if isinstance(rules, Sliding) and metric == STEPS and sliding.fits(rules, goal):
        return sliding.solutions(rules, state, goal, memory, progress)
    if isinstance(rules, Twisty) and metric in (STEPS, TURNS) and twisty.fits(rules, metric):
        return twisty.solutions(
            *(rules, state, goal), metric=metric, every=every, memory=memory, progress=progress
        )
    return None


def _few(rules: Puzzle) -> int:
    """Return how many positions the plain search may meet: all, where there cannot be many."""
    if len(rules.goal) <= MAX_COUNTED:
        alike = math.prod(map(math.factorial, Counter(rules.goal).values()))
        if math.factorial(len(rules.goal)) // alike <= usual_limit(rules):
            return usual_limit(rules)
    return FEW


def _plain(
    rules: Rules,
    state: State,
    goal: State | None,
    metric: str,
    limit: int | None,
    every: bool,
    most: int,
    progress: Progress,
) -> Shortest | None:
    if metric != STEPS:
        raise OptionError(f"{rules.name} cannot be solved in {metric}; leave the metric out.")
    found = solutions(rules, state, goal, limit=limit, progress=progress)
    if found is None:
        return None
    first = next(found.every)
    rest = chain([first], found.every) if every else []
    listed = [moves for _, moves in zip(range(most), rest, strict=False)]
    return Shortest(first, len(first), found.ways, listed)


def _shortest(
    found: Iterable[Turns], every: bool, most: int, progress: Progress
) -> Shortest | None:
    first, ways = None, 0
    listed: list[list[str]] = []
    for turns in found:
        ways += 1
        if first is None:
            first = turns
            if not every:
                return Shortest(_moves(turns), len(turns), None, [])
        if len(listed) < most:
            listed.append(_moves(turns))
    return None if first is None else Shortest(_moves(first), len(first), ways, listed)


def _moves(turns: Turns) -> list[str]:
    return [move for turn in turns for move in turn]
