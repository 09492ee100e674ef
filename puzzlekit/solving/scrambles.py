"""Random positions at a given distance from the goal, and the moves of a scramble.

If the positions at the distance can be counted, they are drawn uniformly. Otherwise, a random walk
continues until an optimal solver confirms the distance.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import repeat
from random import Random
from typing import NamedTuple, TypeGuard

from ..core.errors import LimitReachedError, OptionError
from ..core.numba_status import retry_without_numba
from ..core.progress import Progress, silent
from ..core.words import expand
from ..rules.base import Puzzle, Rules, State
from ..rules.toggle import Toggle
from ..rules.twisty import Twisty
from .goals_with_free_cells import merge_equal_pieces, restore_labels
from .optimal import solve_optimally
from .search import default_limit, goal_layers
from .solution import STEPS, TURNS, as_word
from .spaces import Enumeration

#: Maximum size in bytes of the distances of all positions (a few seconds of work).
MEMORY = 128 << 20

#: Number of positions counted before the total is extrapolated.
SMALL_SPACE = 10_000

#: Maximum number of positions in memory if there are several goals.
SCRAMBLES_LISTED = 100_000

#: Default time limit for one random walk, in seconds.
SECONDS = 60.0


class Scrambles(NamedTuple):
    """A distance, and an endless stream of positions at that distance.

    `uniform` is True if all positions at the distance are equally likely.
    """

    distance: int
    uniform: bool
    states: Iterator[State]


def scrambles(
    rules: Rules,
    distance: int | None,
    rng: Random,
    *,
    metric: str = STEPS,
    seconds: float = SECONDS,
    progress: Progress = silent,
) -> Scrambles:
    """Return random positions whose shortest solution has the given number of moves.

    If `distance` is None, the positions are at the greatest distance. Raises `OptionError` if no
    such position exists, and `LimitReachedError` if the greatest distance is unknown or a walk
    takes longer than `seconds`.

    >>> from puzzlekit import load, solve
    >>> rules = load("fifteen:3,height=2")
    >>> result = scrambles(rules, 15, Random(7))
    >>> solve(rules, next(result.states), optimal=True).length
    15
    >>> scrambles(rules, None, Random(7)).distance
    21
    """
    if not isinstance(rules, Puzzle):
        raise OptionError(f"{rules.name} has no goal position, so distances are undefined.")
    if not rules.goal_defines_solved:
        return _multi_goal_scrambles(rules, rules, distance, rng, metric, progress)
    merged, goal = merge_equal_pieces(rules, rules.goal)

    def walks() -> Scrambles:
        """Return the ends of random walks if positions cannot be counted."""
        if distance is None:
            many = "solved positions" if merged.free else "positions"
            raise LimitReachedError(
                f"{rules.name} has too many {many} to find the farthest ones. Set a number of "
                "moves."
            )
        return Scrambles(
            distance, False, _random_walk_ends(rules, distance, rng, metric, seconds, progress)
        )

    if merged.free:
        try:
            return _multi_goal_scrambles(rules, merged, distance, rng, metric, progress)
        except LimitReachedError:
            return walks()
    enumeration = Enumeration(merged, goal, metric=metric, backward=True, memory=MEMORY)
    draws = (
        restore_labels(rules, state, rng) if rules.free else state
        for state in enumeration.draws(rng)
    )
    counts: list[int] = []
    try:
        for count in enumeration.levels(progress=progress):
            counts.append(count)
            if len(counts) - 1 == distance:
                return Scrambles(distance, True, draws)
            if not enumeration.compiled and distance is not None:
                _check_feasible(rules, counts, distance)
    except LimitReachedError:
        return walks()
    return Scrambles(_check_farthest(rules, distance, len(counts) - 1, metric), True, draws)


def _unit(metric: str) -> str:
    return TURNS if metric == TURNS else "moves"


def _check_farthest(rules: Puzzle, distance: int | None, farthest: int, metric: str) -> int:
    """Return the greatest distance; raise `OptionError` if another distance was requested."""
    if distance is not None:
        raise OptionError(
            f"{rules.name} has no position {distance:,} {_unit(metric)} from the goal. The maximum "
            f"is {farthest:,}."
        )
    return farthest


def _multi_goal_scrambles(
    rules: Puzzle,
    whole: Puzzle,
    distance: int | None,
    rng: Random,
    metric: str,
    progress: Progress,
) -> Scrambles:
    """Return positions at a distance from the nearest of several goals."""
    levels: list[list[State]] = []
    limit = default_limit(whole, SCRAMBLES_LISTED)
    for level in goal_layers(whole, metric=metric, limit=limit, progress=progress):
        levels.append(level)
        if len(levels) - 1 == distance:
            break
    else:
        _check_farthest(rules, distance, len(levels) - 1, metric)
    every = (restore_labels(rules, rng.choice(levels[-1]), rng) for _ in repeat(None))
    return Scrambles(len(levels) - 1, True, every)


def _check_feasible(rules: Puzzle, counts: list[int], distance: int) -> None:
    """Raise `LimitReachedError` if the search is unlikely to reach the distance."""
    if sum(counts) > SMALL_SPACE:
        growth = counts[-1] / counts[-2]
        if counts[-1] * growth ** min(distance - len(counts) + 1, 100) > default_limit(rules):
            raise LimitReachedError("There are too many positions.")


def _random_walk_ends(
    rules: Puzzle, distance: int, rng: Random, metric: str, seconds: float, progress: Progress
) -> Iterator[State]:
    """Yield the ends of random walks that are exactly the given distance from the goal."""
    not_found = LimitReachedError(
        f"No position of {rules.name} with a proved distance of {distance:,} {_unit(metric)} was "
        "found in time. Set a smaller number of moves or allow more `seconds`."
    )
    while True:
        end = time.monotonic() + seconds

        def patient(what: str, done: int, total: int | None, end: float = end) -> None:
            if time.monotonic() > end:
                raise not_found
            progress(what, done, total)

        state, reached = rules.goal, 0
        while reached < distance:  # a walk of this length cannot exceed the distance
            for step in rules.random_walk(state, distance - reached, rng):
                state = step[1]
            try:
                solution = solve_optimally(rules, state, metric=metric, progress=patient)
            except LimitReachedError as error:
                raise not_found from error
            assert solution is not None  # the walk can be reversed
            reached = solution.length
            patient("moves from the goal", reached, distance)
        yield state


def undo_scramble(rules: Twisty, seed: int | None, moves: Sequence[str]) -> list[str] | None:
    """Return moves that undo the moves played and the scramble with the given seed.

    Loops in the scramble are removed. Returns None if the start is not the end of the standard
    random walk for the seed.

    >>> from puzzlekit import load
    >>> undo_scramble(load("cube:2"), None, ["U", "R"])
    ["R'", "U'"]
    """
    current = rules.start(None if seed is None else Random(seed))
    steps_back: dict[State, tuple[str, State]] = {}
    state = rules.goal
    if current != state and seed is not None:
        for move, before in rules.scramble_walk(Random(seed)):
            steps_back.setdefault(before, (move, state))
            state = before
    undone = [back for each in reversed(moves) if (back := rules.inverse_move(each)) is not None]
    if current not in (state, rules.goal) or len(undone) < len(moves):
        return None
    while current != rules.goal:
        move, current = steps_back[current]
        undone.append(move)
    return undone


def has_scrambles(rules: Rules) -> TypeGuard[Twisty | Toggle]:
    """Return whether people scramble a puzzle by moves from its goal, written in one line."""
    return isinstance(rules, Twisty | Toggle)


@retry_without_numba
def moves_from_goal(rules: Rules, state: State, progress: Progress = silent) -> str:
    """Return a short sequence of moves from the goal to a position, in the puzzle's notation.

    The tables for it may have to be built first (up to several minutes). Raises `OptionError` if
    the puzzle is not twisty, or if no moves lead to the position.

    >>> from puzzlekit import load
    >>> rules = load("cube:2")
    >>> moves_from_goal(rules, rules.play(rules.goal, "R"))
    'R'
    """
    from .short_solutions import find_solution  # slow to import

    if not has_scrambles(rules):
        raise OptionError(f"{rules.name} is not a twisty puzzle, so its scrambles have no moves.")
    goal = rules.goal if rules.free else None
    solution = find_solution(rules, state, to=goal, metric=TURNS, tables=True, progress=progress)
    if solution is None:
        raise OptionError(f"No moves of {rules.name} lead from its goal to the position.")
    turns = reversed(as_word(rules, solution.moves))
    moves = expand(((name, -exponent) for name, exponent in turns), rules.inverse_move)
    return rules.write_scramble(as_word(rules, moves))
