"""How far the positions of a puzzle are from its goal: counted where they are few, else bounded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from ..core.errors import LimitReachedError, OptionError
from ..core.numba_status import has_numba
from ..core.permutation import identity
from ..core.progress import Progress, silent
from ..rules.base import Puzzle, State
from ..rules.frames import is_standard
from ..rules.sliding import Sliding
from .free_cells import merge_kinds
from .group_facts import count_positions
from .search import goal_layers
from .spaces import MEMORY, STEPS, Enumeration
from .spaces.mechanism import TURNS, make_mechanism
from .spaces.space import StateSpace, open_space

#: Positions that are counted unless more are asked for: they take a second or two.
MAX_POSITIONS = 10_000_000

#: Positions that are counted at most where no space of them can be made.
MIN_POSITIONS = 100_000

#: Labels that are looked at to find which moves follow on each other, and arrangements of holes.
MAX_LOOKS, MAX_HOLES = 20_000_000, 100


class DistanceSummary(NamedTuple):
    """How far positions are from the goal: the farthest ones (God's number), and on average.

    Where that was not counted, the farthest ones are at `least` so far: words of fewer moves are
    not as many as the positions. None stands for: it is not known.
    """

    farthest: int | None = None
    average: float | None = None
    minimum: int | None = None


def distance_summary(
    rules: Puzzle,
    positions: int,
    *,
    metric: str = STEPS,
    most: int = MAX_POSITIONS,
    memory: int = MEMORY,
    progress: Progress = silent,
) -> DistanceSummary:
    """Return how far so many positions are from the goal; `most` of them are counted.

    >>> from puzzlekit import load
    >>> reach(load("fifteen:3,height=2"), 360).farthest
    21
    >>> reach(load("cube:3"), 43252003274489856000)
    Reach(farthest=None, average=None, least=19)
    """
    if not rules.ends_at_goal:
        return DistanceSummary()
    if rules.free:
        rules, goal = merge_kinds(rules, rules.goal)
        count = count_positions(rules, goal)
        if rules.free:
            return _of_several(rules, progress)
        if count is None:
            return DistanceSummary()
        positions = count
    if positions <= most:
        with suppress(LimitReachedError, OptionError):  # no room, or no such search
            if counts := _counts(rules, positions, metric, memory, progress):
                total = sum(distance * count for distance, count in enumerate(counts))
                return DistanceSummary(len(counts) - 1, total / sum(counts), len(counts) - 1)
    # Steps are turns, so that no position is nearer in steps.
    metrics = (STEPS, TURNS) if metric == STEPS else (metric,)
    bounds = [_least(_words(rules, each), positions) for each in metrics]
    return DistanceSummary(minimum=max(filter(None, bounds), default=None))


def _of_several(rules: Puzzle, progress: Progress) -> DistanceSummary:
    """Return how far positions are from the nearest of several goals, if they are few."""
    try:
        counts = list(map(len, goal_layers(rules, limit=MIN_POSITIONS, progress=progress)))
    except (LimitReachedError, OptionError):
        return DistanceSummary()
    total = sum(distance * count for distance, count in enumerate(counts))
    return DistanceSummary(len(counts) - 1, total / sum(counts), len(counts) - 1)


def _least(words: Iterator[int], positions: int) -> int | None:
    """Return the least length up to which there are as many words as positions."""
    total = 0
    for length, more in enumerate(words):
        total += more
        if total >= positions:
            return length
        if not more:
            break
    return None


def _counts(
    rules: Puzzle, positions: int, metric: str, memory: int, progress: Progress
) -> list[int] | None:
    """Return how many positions there are at each distance, None if no search is quick enough."""
    found: StateSpace | Enumeration | None
    if positions > MIN_POSITIONS:
        if not has_numba():
            return None
        found = open_space(
            rules, rules.goal, metric=metric, backward=True, memory=memory, progress=progress
        )
    else:
        found = Enumeration(rules, rules.goal, metric=metric, backward=True, memory=memory)
    return None if found is None else list(found.levels(progress=progress))


def _words(rules: Puzzle, metric: str) -> Iterator[int]:
    """Yield how many positions can be at each distance at most; nothing if that is not known."""
    if is_standard(rules, Sliding):
        return _walks(rules) if metric == STEPS else iter(())
    found = make_mechanism(rules, metric)
    if found is None or found.holes:  # where a move is not always legal, no two are as good as it
        return iter(())
    return _products(list(found.sources))


def _products(moves: list[tuple[int, ...]]) -> Iterator[int]:
    """Yield how many words there are in which no two moves in a row are as good as one or none."""
    yield 1
    ends = dict.fromkeys(range(len(moves)), 1)
    known = {*moves, identity(len(moves[0]) if moves else 0)}
    never: list[list[int]] = [[] for _ in moves]
    if sum(map(len, moves)) * len(moves) <= MAX_LOOKS:
        for first, a in enumerate(moves):
            for second, b in enumerate(moves):
                if tuple([a[cell] for cell in b]) in known:
                    never[second].append(first)
    while True:
        total = sum(ends.values())
        yield total
        ends = {move: total - sum(ends[first] for first in never[move]) for move in ends}


def _walks(rules: Sliding) -> Iterator[int]:
    """Yield how many walks of the holes there are in which no step is taken back at once."""
    yield 1
    goal = tuple("x" if label else "" for label in rules.goal)  # pieces do not matter
    ends: Counter[tuple[State, State]] = Counter({(goal, goal): 1})
    near: dict[State, list[State]] = {}
    while True:
        onward: Counter[tuple[State, State]] = Counter()
        for (last, here), count in ends.items():
            if here not in near:
                if len(near) == MAX_HOLES:
                    return
                near[here] = [state for _, state in rules.predecessors(here)]
            for state in near[here]:
                if state != last:
                    onward[here, state] += count
        ends = onward
        yield sum(ends.values())
