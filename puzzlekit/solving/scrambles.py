"""Random positions at a distance from the goal.

Where the positions can be counted by their distance, one is drawn from those at the distance. Else
a walk from the goal goes on until a shortest solution shows that it is far enough.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import repeat
from random import Random
from typing import NamedTuple

from ..core.errors import LimitReachedError, OptionError
from ..core.progress import Progress, silent
from ..rules.base import Puzzle, Rules, State
from .free_cells import merge_kinds, split_kinds
from .optimal import solve_optimally
from .search import default_limit, goal_layers
from .spaces import STEPS, Enumeration

#: Bytes of the distances of all positions at most: a few seconds of work.
MEMORY = 128 << 20

#: Positions that are counted before it is guessed how many there will be.
SMALL_SPACE = 10_000

#: Positions that are kept at most where there are several goals.
SCRAMBLES_LISTED = 100_000

#: Seconds for the walk to a position.
SECONDS = 60.0


class Scrambles(NamedTuple):
    """How far positions are from the goal, and an endless stream of them.

    They are `uniform` if each position at the distance is as likely as the others.
    """

    distance: int
    uniform: bool
    every: Iterator[State]


def scrambles(
    rules: Rules,
    distance: int | None,
    rng: Random,
    *,
    metric: str = STEPS,
    seconds: float = SECONDS,
    progress: Progress = silent,
) -> Scrambles:
    """Return random positions from which the shortest way to the goal has so many moves.

    Without a distance it is the greatest that there is. Raises `OptionError` if no position is so
    far, `LimitReachedError` if it is not known which are, or if a walk to one takes too many `seconds`.

    >>> from puzzlekit import load, solve
    >>> rules = load("fifteen:3,height=2")
    >>> found = scrambles(rules, 15, Random(7))
    >>> solve(rules, next(found.every)).length
    15
    >>> scrambles(rules, None, Random(7)).distance
    21
    """
    if not isinstance(rules, Puzzle) or not rules.ends_at_goal:
        raise OptionError(f"{rules.name} has no goal from which a distance could be told.")
    whole, goal = merge_kinds(rules, rules.goal)

    def walks() -> Scrambles:
        """Return ends of walks, where positions were not counted."""
        if distance is None:
            raise LimitReachedError(
                f"{rules.name} has so many positions that the farthest ones are not known; ask "
                "for a number of moves."
            )
        return Scrambles(distance, False, _walks(rules, distance, rng, metric, seconds, progress))

    if whole.free:
        if metric != STEPS:
            raise OptionError(f"{rules.name} has several goals; leave the metric out.")
        try:
            return _of_several(rules, whole, distance, rng, progress)
        except LimitReachedError:
            return walks()
    found = Enumeration(whole, goal, metric=metric, backward=True, memory=MEMORY)
    draws = (split_kinds(rules, state, rng) if rules.free else state for state in found.draws(rng))
    counts: list[int] = []
    try:
        for count in found.levels(progress=progress):
            counts.append(count)
            if len(counts) - 1 == distance:
                return Scrambles(distance, True, draws)
            if not found.compiled and distance is not None:
                _check_feasible(rules, counts, distance)
    except LimitReachedError:
        return walks()
    return Scrambles(_farthest(rules, distance, len(counts) - 1), True, draws)


def _farthest(rules: Puzzle, distance: int | None, farthest: int) -> int:
    """Return how far the farthest positions are, if no others were asked for."""
    if distance is not None:
        raise OptionError(
            f"{rules.name} has no position that is {distance:,} moves from the goal; the farthest "
            f"are {farthest:,} moves away."
        )
    return farthest


def _of_several(
    rules: Puzzle, whole: Puzzle, distance: int | None, rng: Random, progress: Progress
) -> Scrambles:
    """Return positions by their distance to the nearest of several goals."""
    levels: list[list[State]] = []
    for level in goal_layers(whole, limit=SCRAMBLES_LISTED, progress=progress):
        levels.append(level)
        if len(levels) - 1 == distance:
            break
    else:
        _farthest(rules, distance, len(levels) - 1)
    every = (split_kinds(rules, rng.choice(levels[-1]), rng) for _ in repeat(None))
    return Scrambles(len(levels) - 1, True, every)


def _check_feasible(rules: Puzzle, counts: list[int], distance: int) -> None:
    """Raise `LimitReachedError` if a search that keeps each position is not likely to come so far."""
    if sum(counts) > SMALL_SPACE:
        grows = counts[-1] / counts[-2]
        if counts[-1] * grows ** min(distance - len(counts) + 1, 100) > default_limit(rules):
            raise LimitReachedError("There will be too many positions.")


def _walks(
    rules: Puzzle, distance: int, rng: Random, metric: str, seconds: float, progress: Progress
) -> Iterator[State]:
    """Yield ends of walks back from the goal, each of which is as far as it should be."""
    late = LimitReachedError(
        f"No position of {rules.name} was found of which it is sure that it is {distance:,} moves "
        "from the goal; ask for a smaller number, or for more `seconds`."
    )
    while True:
        until = time.monotonic() + seconds

        def patient(what: str, done: int, total: int | None, until: float = until) -> None:
            if time.monotonic() > until:
                raise late
            progress(what, done, total)

        state, far = rules.goal, 0
        while far < distance:  # a walk of so many moves as are missing cannot come too far
            for step in rules.random_walk(state, distance - far, rng):
                state = step[1]
            try:
                found = solve_optimally(rules, state, metric=metric, progress=patient)
            except LimitReachedError as error:
                raise late from error
            assert found is not None  # the walk is a way to the goal
            far = found.length
            patient("moves from the goal", far, distance)
        yield state
