"""Choice of the right search for shortest solutions of a puzzle."""

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
from ...rules.toggle import Toggle
from ...rules.twisty import Twisty
from ..goals_with_free_cells import is_solved, merge_equal_pieces
from ..group_facts import count_positions
from ..invariants import unsolvable_reason
from ..search import default_limit, solutions
from ..solution import RUNS, STEPS, TURNS, Solution, Turns
from . import commuting_puzzles

#: Default maximum size in bytes of all tables for a puzzle. Tables of this size take seconds.
DEFAULT_MEMORY_BYTES = 128 << 20

#: Try a breadth-first search of this many positions before building tables.
SMALL_PUZZLE = 3_000

#: Default maximum number of listed solutions.
MAX_LISTED = 1_000


def solve_optimally(
    rules: Rules,
    state: State | None = None,
    goal: State | None = None,
    *,
    metric: str = STEPS,
    every: bool = False,
    max_listed: int = MAX_LISTED,
    memory: int = DEFAULT_MEMORY_BYTES,
    limit: int | None = None,
    progress: Progress = silent,
) -> Solution | None:
    """Return a shortest solution, or None if there is none.

    The solution leads from `state` (by default the start) to `goal` (by default the goal of the
    rules). The `metric` counts steps (moves in the rules), turns (any power of a twist) or runs
    (any number of steps of one sliding piece or block). If `every` is true, all shortest solutions
    are counted, and up to `max_listed` are listed. Tables use up to `memory` bytes. If a `limit` is
    given, a breadth-first search of at most that many positions is used instead. Raises
    `LimitReachedError` if a search without tables exceeds its limit.

    >>> from puzzlekit import load
    >>> solution = solve_optimally(load("pinball"), every=True)
    >>> solution.length, solution.count
    (18, 1)
    """
    if metric not in (STEPS, TURNS, RUNS):
        raise OptionError(f"Unknown metric {metric!r}. Use {STEPS}, {TURNS} or {RUNS}.")
    state = rules.start() if state is None else state
    if isinstance(rules, Toggle) and (goal is not None or rules.goal_defines_solved):
        goal = rules.goal if goal is None else goal
        if limit is None and metric != RUNS:
            by_equations = commuting_puzzles.solutions(rules, state, goal, turns=metric == TURNS)
            if by_equations is not None:
                return _answer(*by_equations, every, max_listed)
        if metric == TURNS:
            state, goal, rules = rules.arrangement(state), rules.arrangement(goal), rules.twisty

    def plain(limit: int | None) -> Solution | None:
        """Return the solution found by breadth-first search."""
        result = solutions(rules, state, goal, metric=metric, limit=limit, progress=progress)
        return None if result is None else _answer(*result, every, max_listed)

    if not isinstance(rules, Puzzle) or limit is not None or metric == RUNS:
        return plain(limit)
    if goal is None:
        rules, state = merge_equal_pieces(rules, state)
    target = rules.goal if goal is None else goal
    many_goals = goal is None and (bool(rules.free) or not rules.goal_defines_solved)
    if is_solved(rules, state) if many_goals else state == target:
        return _answer(iter([[]]), 1, every, max_listed)
    if unsolvable_reason(rules, state, goal) is not None:
        return None
    if (
        not many_goals
        and is_standard(rules, Twisty)
        and commuting_puzzles.has_commuting_moves(rules)
    ):
        by_equations = commuting_puzzles.solutions(rules, state, target, turns=metric == TURNS)
        if by_equations is not None:
            return _answer(*by_equations, every, max_listed)
    if metric == STEPS:
        with suppress(LimitReachedError):
            return plain(SMALL_PUZZLE)
    by_tables = None
    if has_numba() and not many_goals:
        if is_standard(rules, Sliding) and metric == STEPS:
            from . import sliding

            if sliding.is_supported(rules, target, memory) and not _is_small(rules, target):
                by_tables = sliding.solutions(rules, state, target, memory, progress)
        elif is_standard(rules, Twisty):
            from . import twisty

            if twisty.is_supported(rules, metric) and not (
                metric == STEPS and _is_small(rules, target)
            ):
                by_tables = twisty.solutions(rules, state, target, metric, every, memory, progress)
    return plain(None) if by_tables is None else _answer(by_tables, None, every, max_listed)


def _is_small(rules: Puzzle, goal: State) -> bool:
    """Return whether breadth-first search can visit all positions."""
    try:
        count = count_positions(rules, goal)
    except LimitReachedError:
        return False
    return count is not None and count <= default_limit(rules)


def _answer(
    solutions: Iterator[Turns], count: int | None, every: bool, max_listed: int
) -> Solution | None:
    """Return the first solution; if `every` is true, also count and list the solutions."""
    first = next(solutions, None)
    if first is None:
        return None
    number, listed = 0, list[list[str]]()
    for turns in chain([first], solutions) if every else ():
        if len(listed) < max_listed:
            listed.append(list(chain.from_iterable(turns)))
        elif count is not None:
            break
        number += 1
    if every and count is None:
        count = number
    return Solution(list(chain.from_iterable(first)), len(first), True, count, listed)
