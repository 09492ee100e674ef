"""Distances to the goal (exact for few positions, otherwise bounds), and the difficulty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate, repeat
from operator import mul
from random import Random
from typing import NamedTuple

from ..core.errors import LimitReachedError, OptionError
from ..core.formatting import format_number
from ..core.numba_status import has_numba, retry_without_numba
from ..core.progress import Progress, silent
from ..core.translation import _, ngettext
from ..rules.base import Puzzle, State
from ..rules.frames import is_standard
from ..rules.merged_moves import players_metric
from ..rules.sliding import Sliding
from ..rules.toggle import Toggle
from .goals_with_free_cells import merge_equal_pieces
from .group_facts import count_positions
from .search import default_limit, goal_layers
from .solution import TURNS
from .spaces import MEMORY, STEPS, Enumeration
from .spaces.label_permutations import make_mechanism
from .spaces.space import StateSpace, open_space

#: Default maximum number of positions counted (a second or two), and the limit for the difficulty.
MAX_POSITIONS, DIFFICULTY_POSITIONS = 10_000_000, 4_000_000

#: Length of the random walk that samples the branching factor.
WALK_STEPS = 200

#: Maximum number of positions counted in plain Python.
MAX_PLAIN_POSITIONS = 100_000

#: Maximum work for finding equal products of two moves (number of labels), and maximum number of
#: hole placements.
MAX_PRODUCT_LABELS, MAX_HOLE_PLACEMENTS = 20_000_000, 100


class DistanceSummary(NamedTuple):
    """The greatest distance to the goal (God's number) and the mean distance, or None if unknown.

    If the distances were not counted, `minimum` is a lower bound for the greatest distance. The
    bound holds because there are fewer shorter words than positions.
    """

    farthest: int | None = None
    average: float | None = None
    minimum: int | None = None


def distance_summary(
    rules: Puzzle,
    positions: int,
    *,
    metric: str = STEPS,
    limit: int = MAX_POSITIONS,
    memory: int = MEMORY,
    progress: Progress = silent,
) -> DistanceSummary:
    """Return the distances of the positions to the goal, counting up to `limit` positions.

    `positions` is the total number of positions. Distances are counted if there are at most `limit`
    positions.

    >>> from puzzlekit import load
    >>> distance_summary(load("fifteen:3,height=2"), 360).farthest
    21
    >>> distance_summary(load("cube:3"), 43252003274489856000)
    DistanceSummary(farthest=None, average=None, minimum=20)
    """
    if not rules.goal_defines_solved:
        return DistanceSummary()
    if isinstance(rules, Toggle):
        rules = rules.twisty
    if rules.free:
        rules, goal = merge_equal_pieces(rules, rules.goal)
        count = count_positions(rules, goal)
        if rules.free:
            with suppress(LimitReachedError, OptionError):
                limit = default_limit(rules, MAX_PLAIN_POSITIONS)
                layers = goal_layers(rules, metric=metric, limit=limit, progress=progress)
                return _summarize(list(map(len, layers)))
            return DistanceSummary()
        if count is None:
            return DistanceSummary()
        positions = count
    if positions <= limit:
        with suppress(LimitReachedError, OptionError):  # too little memory, or unsupported metric
            if counts := _distance_counts(rules, positions, metric, memory, progress):
                return _summarize(counts)
    # Every step is one turn, so distances in turns bound those in steps.
    metrics = (STEPS, TURNS) if metric == STEPS else (metric,)
    bounds = [_lower_bound(_word_counts(rules, each), positions) for each in metrics]
    return DistanceSummary(minimum=max(filter(None, bounds), default=None))


def _summarize(counts: list[int]) -> DistanceSummary:
    total = sum(distance * count for distance, count in enumerate(counts))
    return DistanceSummary(len(counts) - 1, total / sum(counts), len(counts) - 1)


def _lower_bound(word_counts: Iterator[int], positions: int) -> int | None:
    """Return the smallest length for which there are enough words to reach all positions."""
    total = 0
    for length, more in enumerate(word_counts):
        total += more
        if total >= positions:
            return length
        if not more:
            break
    return None


def _distance_counts(
    rules: Puzzle, positions: int, metric: str, memory: int, progress: Progress
) -> list[int] | None:
    """Return the number of positions at each distance, or None if no search is fast enough."""
    space: StateSpace | Enumeration | None
    if positions > MAX_PLAIN_POSITIONS:
        if not has_numba():
            return None
        space = open_space(
            rules, rules.goal, metric=metric, backward=True, memory=memory, progress=progress
        )
    else:
        space = Enumeration(rules, rules.goal, metric=metric, backward=True, memory=memory)
    return None if space is None else list(space.levels(progress=progress))


def _word_counts(rules: Puzzle, metric: str) -> Iterator[int]:
    """Yield an upper bound for the number of positions at each distance, if bounds are known."""
    if is_standard(rules, Sliding):
        return _hole_walk_counts(rules) if metric == STEPS else iter(())
    mechanism = make_mechanism(rules, metric)
    if mechanism is None or mechanism.holes:  # moves that are not always legal cannot be cancelled
        return iter(())
    moves = list(mechanism.sources)
    if sum(map(len, moves)) * len(moves) > MAX_PRODUCT_LABELS:
        return accumulate(repeat(len(moves)), mul, initial=1)
    return _twist_word_counts(moves)


def _twist_word_counts(moves: list[tuple[int, ...]]) -> Iterator[int]:
    """Yield the number of words of each length without adjacent moves that merge or cancel.

    Adjacent moves that commute are in a fixed order.
    """
    yield 1
    from .optimal.equivalent_words import CommutingPairs

    numbers, follow = range(len(moves)), [set(each) for each in CommutingPairs(moves).follow]
    excluded = [[first for first in numbers if move not in follow[first]] for move in numbers]
    ends = [1] * len(moves)
    while True:
        total = sum(ends)
        yield total
        ends = [total - sum(ends[first] for first in each) for each in excluded]


def _hole_walk_counts(rules: Sliding) -> Iterator[int]:
    """Yield the number of walks of the holes of each length, without immediate returns."""
    yield 1
    goal = tuple("x" if label else "" for label in rules.goal)  # pieces do not matter
    ends: Counter[tuple[State, State]] = Counter({(goal, goal): 1})
    neighbours: dict[State, list[State]] = {}
    while True:
        next_ends: Counter[tuple[State, State]] = Counter()
        for (last, current), count in ends.items():
            if current not in neighbours:
                if len(neighbours) == MAX_HOLE_PLACEMENTS:
                    return
                neighbours[current] = [state for _, state in rules.predecessors(current)]
            for state in neighbours[current]:
                if state != last:
                    next_ends[current, state] += count
        ends = next_ends
        yield sum(ends.values())


class Difficulty(NamedTuple):
    """The difficulty of a puzzle: number of positions, distances to the goal, and legal moves.

    `positions` is None if unknown. For `farthest`, `average` and `minimum`, see `DistanceSummary`.
    `branching` is the mean number of legal moves.
    """

    positions: int | None
    farthest: int | None
    average: float | None
    minimum: int | None
    branching: float

    def __str__(self) -> str:
        parts = []
        if self.positions is not None:
            text = ngettext("{count} position", "{count} positions", self.positions)
            parts.append(text.format(count=format_number(self.positions)))
        if self.farthest is not None:
            text = _("{average:.1f} moves from the goal on average, {farthest} at most")
            parts.append(text.format(average=self.average, farthest=self.farthest))
        elif self.minimum is not None:
            text = _("the farthest position at least {minimum} moves from the goal")
            parts.append(text.format(minimum=self.minimum))
        text = _("{branching:.3g} legal moves per position")
        return ", ".join([*parts, text.format(branching=self.branching)])


@retry_without_numba
def difficulty(rules: Puzzle, state: State) -> Difficulty:
    """Return the difficulty of a puzzle that starts from a state.

    >>> from puzzlekit import load
    >>> rules = load("cube:2")
    >>> print(difficulty(rules, rules.start()))
    3,674,160 positions, 8.8 moves from the goal on average, 11 at most, 6 legal moves per position
    """
    positions = count_positions(rules, state)
    distances = (
        DistanceSummary()
        if positions is None
        else distance_summary(
            rules, positions, metric=players_metric(rules), limit=DIFFICULTY_POSITIONS
        )
    )
    return Difficulty(positions, *distances, branching=_branching_factor(rules, state))


def _branching_factor(rules: Puzzle, state: State) -> float:
    """Return the mean number of legal moves on a random walk."""
    random, total, seen = Random(0), 0, 0
    while seen < WALK_STEPS and (moves := rules.legal_moves(state)):
        total, seen = total + len(moves), seen + 1
        state = rules.apply_unchecked(state, random.choice(moves))
    return total / max(1, seen)
