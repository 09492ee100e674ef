"""Exhaustive search in plain Python: perft, reachable states and shortest solutions.

Every function takes a `Progress` callback, which can stop the search by raising an exception.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from ..core.errors import LimitReachedError, OptionError
from ..core.permutation import Images, inverse, order
from ..core.progress import Progress, silent
from ..rules.base import Puzzle, Rules, State, checked_moves
from ..rules.blocks import Blocks
from ..rules.compiled import CompiledRules
from ..rules.frames import is_standard
from ..rules.sliding import Sliding, runs
from ..rules.twisty import Twisty
from .goals_with_free_cells import count_goals, goals, is_solved, merge_equal_pieces
from .solution import RUNS, STEPS, TURNS, Solution, Turn, Turns

#: Default maximum number of states in memory.
MAX_STATES = 1_000_000

#: Maximum number of labels in all states in memory (about 200 MB).
MAX_LABELS = 25_000_000

#: Maximum number of goals for a backward search.
MAX_GOALS = 10_000

#: Number of states between two progress reports.
REPORT_INTERVAL = 1_000

#: Number of plies counted by one call of compiled code. Ctrl+C takes effect between calls.
COMPILED_DEPTH = 2

#: A function that returns the turns from a state (or to it), each with the state at its other end.
Steps = Callable[[State], Sequence[tuple[Turn, State]]]


def default_limit(rules: Rules, most: int = MAX_STATES) -> int:
    """Return a limit on the number of states in memory: `most`, or fewer on a large board."""
    return min(most, MAX_LABELS // len(rules.board)) if isinstance(rules, Puzzle) else most


def perft(
    rules: Rules, depth: int, *, distinct: bool = False, progress: Progress = silent
) -> Iterator[int]:
    """Yield the number of lines of play (or distinct positions) at depths 1, 2, ...

    Finished games are not extended. Compiled rules are used from depth 3 on. Raises `OptionError`
    for a depth below 1. See https://www.chessprogramming.org/Perft.

    >>> from puzzlekit import load
    >>> list(perft(load("permute:4,swap=off"), 2))
    [36, 928]
    >>> list(perft(load("permute:4,swap=off"), 2, distinct=True))
    [18, 336]
    """
    if depth < 1:
        raise OptionError(f"Invalid depth {depth}: it must be 1 or more.")
    if distinct:
        yield from _count_distinct(rules, depth, progress)
        return
    start = rules.start()
    for level in range(1, depth + 1):
        moves = checked_moves(rules, start)
        if level == 1:
            yield len(moves)
            continue
        total = 0
        for number, move in enumerate(moves, 1):
            after = rules.apply_unchecked(start, move)
            total += _leaves(rules, after, level - 1)
            progress(f"depth {level}", number, len(moves))
        yield total


def _leaves(rules: Rules, state: State, depth: int) -> int:
    if depth == COMPILED_DEPTH and rules.compiled is not None:
        return _compiled_leaves(rules.compiled, state, depth)
    moves = checked_moves(rules, state)
    if depth == 1:
        return len(moves)  # bulk counting
    return sum(_leaves(rules, rules.apply_unchecked(state, move), depth - 1) for move in moves)


def _compiled_leaves(fast: CompiledRules, state: State, depth: int) -> int:
    import numpy

    from .search_kernel import count_leaves

    states = numpy.empty((depth + 1, fast.size), numpy.int32)
    lists = numpy.empty((depth + 1, fast.max_moves), numpy.int32)
    states[depth] = fast.encode(state)
    return int(
        count_leaves(fast.kernel.legal_moves, fast.kernel.play, fast.table, depth, states, lists)
    )


def _count_distinct(rules: Rules, depth: int, progress: Progress) -> Iterator[int]:
    level = {rules.start()}
    for number in range(1, depth + 1):
        next_level: set[State] = set()
        for done, state in enumerate(level, 1):
            next_level.update(
                rules.apply_unchecked(state, move) for move in checked_moves(rules, state)
            )
            if done % 1000 == 0:
                progress(f"depth {number}", done, len(level))
        level = next_level
        yield len(level)


def bfs_layers(
    rules: Rules,
    start: State | None = None,
    *,
    backward: bool = False,
    metric: str = STEPS,
    limit: int | None = None,
    progress: Progress = silent,
) -> Iterator[list[State]]:
    """Yield lists of the states at each distance from the start or, if `backward`, to the start.

    The metric is `steps`, `turns` or `runs`.
    """
    limit = default_limit(rules) if limit is None else limit
    begin = rules.start() if start is None else start
    if (
        backward
        and metric == STEPS
        and not (
            isinstance(rules, Puzzle)
            and all(map(rules.has_all_predecessors, (begin, rules.start())))
        )
    ):
        raise _no_backward_search(rules)
    return _bfs_levels([begin], _steps(rules, metric)[backward], limit, progress)


def goal_layers(
    rules: Puzzle, *, metric: str = STEPS, limit: int | None = None, progress: Progress = silent
) -> Iterator[list[State]]:
    """Yield lists of the states at each distance from the nearest solved state.

    If a puzzle has its own test for solved states, a search from the start finds them first. Raises
    `LimitReachedError` if there are too many states, and `OptionError` if the predecessors of
    states are unknown.

    >>> from puzzlekit import Twisty, ring
    >>> rules = Twisty(ring(4), "abca", {"S": [(0, 1)], "L": [range(4)]}, free=[1, 3])
    >>> [len(layer) for layer in goal_layers(rules)]
    [2, 5, 5]
    """
    limit = default_limit(rules) if limit is None else limit
    forward, backward = _steps(rules, metric)
    if rules.goal_defines_solved:
        _check_limit(count_goals(rules), limit)
        starts = _known_goals(rules)
    else:  # the puzzle has its own test for solved states
        levels = _bfs_levels([rules.start()], forward, limit, progress)
        starts = [state for level in levels for state in level if rules.outcome(state) is not None]
    if not starts or not rules.has_all_predecessors(rules.start()):
        raise _no_backward_search(rules)
    return _bfs_levels(starts, backward, limit, progress)


def _bfs_levels(
    starts: Iterable[State],
    steps: Steps,
    limit: int,
    progress: Progress,
) -> Iterator[list[State]]:
    level = list(starts)
    seen = set(level)
    while level:
        yield level
        next_level = []
        for number, state in enumerate(level, 1):
            if number % REPORT_INTERVAL == 0:
                progress("states", len(seen), None)
            for _move, reached in steps(state):
                if reached not in seen:
                    seen.add(reached)
                    next_level.append(reached)
            _check_limit(len(seen), limit)
        level = next_level
        progress("states", len(seen), None)


def _moves_from(rules: Rules, state: State) -> list[tuple[Turn, State]]:
    return [((move,), rules.apply_unchecked(state, move)) for move in rules.legal_moves(state)]


def _moves_to(rules: Rules, state: State) -> list[tuple[Turn, State]]:
    assert isinstance(rules, Puzzle)  # games are not searched backward
    return [((move,), before) for move, before in rules.predecessors(state)]


def _known_goals(rules: Puzzle) -> list[State]:
    """Return the solved states from which a backward search can start."""
    return [goal for goal in goals(rules) if rules.has_all_predecessors(goal)]


def _no_backward_search(rules: Rules) -> OptionError:
    return OptionError(f"{rules.name} cannot be searched backward. Search from its start.")


class _SearchFront:
    """One side of a breadth-first search, with the number of paths to each state."""

    def __init__(self, starts: Iterable[State], steps: Steps) -> None:
        self.steps = steps
        self.level = list(starts)
        self.counts: dict[State, int] = dict.fromkeys(self.level, 1)
        self.origins: dict[State, list[tuple[Turn, State]]] = {start: [] for start in self.level}

    def grow(self, visited: int, limit: int, progress: Progress) -> None:
        """Expand the current level. The whole search may visit `limit` states."""
        next_level: dict[State, None] = {}
        for number, state in enumerate(self.level, 1):
            if number % REPORT_INTERVAL == 0:
                progress("states", visited + len(next_level), None)
            for turn, reached in self.steps(state):
                if reached not in self.origins:
                    self.origins[reached] = []
                    self.counts[reached] = 0
                    next_level[reached] = None
                    _check_limit(visited + len(next_level), limit)
                if reached in next_level:
                    self.origins[reached].append((turn, state))
                    self.counts[reached] += self.counts[state]
        self.level = list(next_level)

    def paths(self, state: State) -> Iterator[Turns]:
        """Yield the shortest sequences of turns from a state to a start of this side."""
        path: Turns = []
        steps = [iter(self.origins[state])]
        if not self.origins[state]:
            yield []
        while steps:
            step = next(steps[-1], None)
            if step is None:
                steps.pop()
                path = path[:-1]
                continue
            path = [*path, step[0]]
            if not self.origins[step[1]]:
                yield path
            steps.append(iter(self.origins[step[1]]))


def solve(
    rules: Rules,
    state: State | None = None,
    goal: State | None = None,
    *,
    metric: str = STEPS,
    limit: int | None = None,
    progress: Progress = silent,
) -> Solution | None:
    """Return a shortest solution and the number of shortest solutions, or None if unsolvable.

    By default, the solution leads from the start to the goal of the rules. The search is
    bidirectional if there are few goals and the rules have `predecessors`. Raises
    `LimitReachedError` beyond `limit` states (by default `default_limit`), and `OptionError` for a
    game.

    >>> from puzzlekit import load
    >>> solution = solve(load("pinball"))
    >>> solution.length, solution.count
    (18, 1)
    """
    result = solutions(rules, state, goal, metric=metric, limit=limit, progress=progress)
    if result is None:
        return None
    path = next(result.paths)
    return Solution(list(chain.from_iterable(path)), len(path), True, result.number)


class ShortestPaths(NamedTuple):
    """An iterator over the shortest solutions, and their number."""

    paths: Iterator[Turns]
    number: int


def solutions(
    rules: Rules,
    state: State | None = None,
    goal: State | None = None,
    *,
    metric: str = STEPS,
    limit: int | None = None,
    progress: Progress = silent,
) -> ShortestPaths | None:
    """Return all shortest solutions. For the arguments, see `solve`."""
    if rules.is_game():
        raise OptionError(f"{rules.name} is a game, so it has no solution. Choose a puzzle.")
    limit = default_limit(rules) if limit is None else limit
    state = rules.start() if state is None else state
    if goal is None and isinstance(rules, Puzzle):
        rules, state = merge_equal_pieces(rules, state)
    next_steps, previous_steps = _steps(rules, metric)
    forward = _SearchFront([state], next_steps)
    starts = _end_states(rules) if goal is None else [goal]
    backward = None
    if starts and isinstance(rules, Puzzle) and rules.has_all_predecessors(state):
        backward = _SearchFront(starts, previous_steps)
    while forward.level and (backward is None or backward.level):
        if backward is None:
            meeting = [
                each
                for each in forward.level
                if (is_solved(rules, each) if goal is None else each == goal)
            ]
        else:
            small, large = sorted((forward.level, backward.level), key=len)
            common = set(large)
            meeting = [each for each in small if each in common]
        if meeting:
            others = backward.counts if backward else dict.fromkeys(meeting, 1)
            count = sum(forward.counts[m] * others[m] for m in meeting)
            return ShortestPaths(_join_paths(forward, backward, meeting), count)
        side = backward if backward and len(backward.level) < len(forward.level) else forward
        visited = len(forward.origins) + (len(backward.origins) if backward else 0)
        side.grow(visited, limit, progress)
        progress("states", visited, None)
    return None


def _end_states(rules: Rules) -> list[State]:
    """Return the goals, or [] if there are too many goals or the goals are unknown."""
    if not isinstance(rules, Puzzle) or not rules.goal_defines_solved:
        return []
    if not rules.free:
        return list(filter(rules.is_allowed, [rules.goal]))
    return _known_goals(rules) if count_goals(rules) <= MAX_GOALS else []


def _join_paths(
    forward: _SearchFront, backward: _SearchFront | None, meeting: list[State]
) -> Iterator[Turns]:
    for middle in meeting:
        for path in forward.paths(middle):
            for rest in backward.paths(middle) if backward else [[]]:
                yield path[::-1] + rest


def _check_limit(visited: int, limit: int) -> None:
    if visited > limit:
        raise LimitReachedError(
            f"There are more than {limit:,} states. If memory allows, raise the `limit`."
        )


def _steps(rules: Rules, metric: str) -> tuple[Steps, Steps]:
    """Return functions for the moves from a state and for the moves to a state in a metric."""
    if metric == STEPS:
        return partial(_moves_from, rules), partial(_moves_to, rules)
    if metric == RUNS:
        return run_steps(rules)
    if metric == TURNS:
        return turn_steps(rules)
    raise OptionError(f"{rules.name} does not support the metric {metric}. Omit the `metric`.")


def turn_steps(rules: Rules) -> tuple[Steps, Steps]:
    """Return a function for the turns from a state and a function for the turns to a state.

    A turn consists of equal moves, all of them legal; of several turns with the same effect, the
    shortest is returned. Raises `OptionError` for other puzzles than `Twisty`.
    """
    if not is_standard(rules, Twisty):
        raise OptionError(f"{rules.name} does not support the metric turns. Omit the `metric`.")
    limits: dict[str, int] = {}
    for move, images in rules.twists.items():
        if rules.forbidden:  # the inverse may be illegal where a higher power is legal
            limits[move] = max(1, order(images) - 1)
        else:
            limits[move] = max(1, (order(images) - (rules.inverse_move(move) in limits)) // 2)

    def steps(state: State, twists: Mapping[str, Images]) -> list[tuple[Turn, State]]:
        found: list[tuple[Turn, State]] = []
        for move, limit in limits.items():
            end = state
            for count in range(1, limit + 1):
                end = tuple([end[cell] for cell in twists[move]])
                if rules.forbidden and not rules.is_allowed(end):
                    break
                found.append(((move,) * count, end))
        return _shortest_turns(rules, found) if rules.forbidden else found

    inverses = {move: inverse(images) for move, images in rules.twists.items()}
    return partial(steps, twists=inverses), partial(steps, twists=rules.twists)


def _shortest_turns(rules: Twisty, steps: list[tuple[Turn, State]]) -> list[tuple[Turn, State]]:
    """Return the turns without those that have the same effect as a shorter turn of a layer."""
    best: dict[tuple[frozenset[str | None], State], Turn] = {}
    for turn, end in sorted(steps, key=lambda step: len(step[0])):
        best.setdefault((frozenset([turn[0], rules.inverse_move(turn[0])]), end), turn)
    return [(turn, end) for (_, end), turn in best.items()]


def run_steps(rules: Rules) -> tuple[Steps, Steps]:
    """Return a function for the runs from a state and a function for the runs to a state.

    Raises `OptionError` unless all moves of a puzzle can be undone.
    """
    puzzle: Blocks | Sliding
    if isinstance(rules, Blocks) or (is_standard(rules, Sliding) and not rules.board.arcs):
        puzzle = rules
    else:
        raise OptionError(f"{rules.name} does not support the metric runs. Omit the `metric`.")

    def undo(move: str) -> str:
        back = puzzle.inverse_move(move)
        assert back is not None  # there are no arcs
        return back

    def backward(state: State) -> list[tuple[Turn, State]]:
        return [(tuple(map(undo, reversed(moves))), end) for moves, end in runs(puzzle, state)]

    return partial(runs, puzzle), backward
