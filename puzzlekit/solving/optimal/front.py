"""The front door: which search answers for a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain

from ...core.errors import LimitReachedError, OptionError
from ...core.numba_status import has_numba
from ...core.progress import Progress, silent
from ...rules.base import Puzzle, Rules, State
from ...rules.frames import is_standard
from ...rules.sliding import Sliding
from ...rules.twisty import Twisty
from ..free_cells import merge_kinds
from ..group_facts import count_positions
from ..invariants import unsolvable_reason
from ..search import default_limit, solutions
from ..spaces.mechanism import STEPS, TURNS
from .shortest import OptimalSolution, Turns

#: Bytes of all tables of a puzzle: such as are made in seconds.
MEMORY = 128 << 20

#: Positions that the plain search looks at before tables are made.
SMALL_PUZZLE = 3_000

#: Solutions that are listed at most.
MAX_LISTED = 1_000


def solve_optimally(
    rules: Rules,
    state: State | None = None,
    goal: State | None = None,
    *,
    metric: str = STEPS,
    every: bool = False,
    most: int = MAX_LISTED,
    memory: int = MEMORY,
    limit: int | None = None,
    progress: Progress = silent,
) -> OptimalSolution | None:
    """Return a shortest solution, or None if there is none.

    It leads from a state, by default the start, to a goal, by default that of the rule book. What
    counts one is a step, a move of the rule book, or a turn, any power of a twist. With `every`
    all shortest solutions are counted, and `most` of them listed. Tables take so many bytes of
    `memory`; with a `limit` there are none, and so many positions are kept at most. Raises
    `LimitReachedError` where a search without tables meets too many positions.

    >>> from puzzlekit import load
    >>> found = optimal(load("pinball"), every=True)
    >>> found.length, found.ways
    (18, 1)
    """
    if metric not in (STEPS, TURNS):
        raise OptionError(f"There is no metric {metric!r}; choose from {STEPS}, {TURNS}.")
    state = rules.start() if state is None else state

    def plain(limit: int | None) -> OptimalSolution | None:
        """Return the answer of the search that keeps all positions it has met."""
        found = solutions(rules, state, goal, limit=limit, progress=progress)
        if found is None:
            return None
        turns: Iterator[Turns] = ([(move,) for move in moves] for moves in found.is_complete)
        return _answer(turns, found.solution_count, every, most)

    if not isinstance(rules, Puzzle) or limit is not None:
        _check_steps(rules, metric)
        return plain(limit)
    if goal is None:
        rules, state = merge_kinds(rules, state)
    there = rules.goal if goal is None else goal
    several = goal is None and (bool(rules.free) or not rules.ends_at_goal)
    if state == there or (several and rules.outcome(state) is not None):
        return _answer(iter([[]]), 1, every, most)
    if unsolvable_reason(rules, state, goal) is not None:
        return None
    if metric == STEPS:
        with suppress(LimitReachedError):
            return plain(SMALL_PUZZLE)
    found = None
    if not several:
        found = _by_tables(rules, state, there, metric, every, memory, progress)
    if found is not None:
        return _answer(found, None, every, most)
    _check_steps(rules, metric)
    return plain(None)


def _check_steps(rules: Rules, metric: str) -> None:
    if metric != STEPS:
        raise OptionError(
            f"{rules.name} cannot be solved in {metric} without tables; leave the `metric` out."
        )


def _by_tables(
    rules: Puzzle,
    state: State,
    goal: State,
    metric: str,
    every: bool,
    memory: int,
    progress: Progress,
) -> Iterator[Turns] | None:
    """Return all shortest solutions by tables; None where there are none, or no need of them."""
    if not has_numba():
        return None
    if is_standard(rules, Sliding) and metric == STEPS:
        from . import sliding

        if sliding.is_supported(rules, goal, memory) and not _is_small(rules, goal):
            return sliding.solutions(rules, state, goal, memory, progress)
    if is_standard(rules, Twisty):
        from . import twisty

        if twisty.is_supported(rules, metric) and not (metric == STEPS and _is_small(rules, goal)):
            return twisty.solutions(
                *(rules, state, goal), metric=metric, every=every, memory=memory, progress=progress
            )
    return None


def _is_small(rules: Puzzle, goal: State) -> bool:
    """Return whether the plain search can keep all positions, where tables may not lead far."""
    try:
        count = count_positions(rules, goal)
    except LimitReachedError:
        return False
    return count is not None and count <= default_limit(rules)


def _answer(
    found: Iterator[Turns], ways: int | None, every: bool, most: int
) -> OptimalSolution | None:
    """Return the first of some solutions; with `every` count all, if need be, and list many."""
    first = next(found, None)
    if first is None:
        return None
    count, listed = 0, list[list[str]]()
    for turns in chain([first], found) if every else ():
        if len(listed) < most:
            listed.append(_moves(turns))
        elif ways is not None:
            break
        count += 1
    if every and ways is None:
        ways = count
    return OptimalSolution(_moves(first), len(first), ways, listed)


def _moves(turns: Turns) -> list[str]:
    return [move for turn in turns for move in turn]
