"""Plain exhaustive search over any rule book: perft, reachable states, shortest solutions.

Every function takes a `Progress` that is told how far it has come and may stop it by
raising; so the command line shows a bar and Ctrl-C works.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from ..core.errors import LimitReachedError, OptionError
from ..core.progress import Progress, silent
from ..rules.base import Puzzle, Rules, State
from ..rules.compiled import CompiledRules
from .free_cells import count_goals, goals, merge_kinds

#: States that a search keeps at most unless it is told otherwise.
MAX_STATES = 1_000_000

#: Labels in all states of a puzzle together that a search keeps at most, in some 200 MB.
MAX_LABELS = 25_000_000

#: Solved positions at most from which a search goes back.
MAX_GOALS = 10_000

#: States that are looked at between two words about how far it has come.
SLICE = 1_000

#: Plies that compiled code counts at a stretch, between which Ctrl-C is heard.
COMPILED = 2


def default_limit(rules: Rules) -> int:
    """Return the default limit of states kept by a search."""
    room = MAX_LABELS // len(rules.board) if isinstance(rules, Puzzle) else MAX_STATES
    return min(MAX_STATES, room)


def perft(
    rules: Rules, depth: int, *, distinct: bool = False, progress: Progress = silent
) -> Iterator[int]:
    """Yield, for depths 1, 2, ..., how many lines of play (or distinct positions) there are.

    Finished games are not extended. From depth 3 on a fast path is used. See https://www.chessprogramming.org/Perft.

    >>> from puzzlekit import load
    >>> list(perft(load("permute:4,swap=off"), 2))
    [36, 928]
    >>> list(perft(load("permute:4,swap=off"), 2, distinct=True))
    [18, 336]
    """
    if depth < 1:
        raise OptionError(f"The depth {depth} will not do: it must be 1 or more.")
    if distinct:
        yield from _distinct(rules, depth, progress)
        return
    start = rules.start()
    for level in range(1, depth + 1):
        moves = rules.legal_moves(start)
        if level == 1:
            yield len(moves)
            continue
        total = 0
        for number, move in enumerate(moves, 1):
            total += _leaves(rules, rules.apply_unchecked(start, move), level - 1)
            progress(f"depth {level}", number, len(moves))
        yield total


def _leaves(rules: Rules, state: State, depth: int) -> int:
    if depth == COMPILED and rules.compiled is not None:
        return _compiled(rules.compiled, state, depth)
    moves = rules.legal_moves(state)
    if depth == 1:
        return len(moves)  # no need to play what is only counted
    return sum(_leaves(rules, rules.apply_unchecked(state, move), depth - 1) for move in moves)


def _compiled(fast: CompiledRules, state: State, depth: int) -> int:
    import numpy

    from .perft_kernel import leaves

    states = numpy.empty((depth + 1, fast.size), numpy.int32)
    lists = numpy.empty((depth + 1, fast.max_moves), numpy.int32)
    states[depth] = fast.encode(state)
    return int(leaves(fast.kernel.legal_moves, fast.kernel.play, fast.table, depth, states, lists))


def _distinct(rules: Rules, depth: int, progress: Progress) -> Iterator[int]:
    level = {rules.start()}
    for number in range(1, depth + 1):
        onward: set[State] = set()
        for done, state in enumerate(level, 1):
            onward.update(rules.apply_unchecked(state, move) for move in rules.legal_moves(state))
            if done % 1000 == 0:
                progress(f"depth {number}", done, len(level))
        level = onward
        yield len(level)


def bfs_layers(
    rules: Rules,
    start: State | None = None,
    *,
    backward: bool = False,
    limit: int | None = None,
    progress: Progress = silent,
) -> Iterator[list[State]]:
    """Yield the states by distance from the start; backward, those from which it is reached."""
    limit = default_limit(rules) if limit is None else limit
    begin = rules.start() if start is None else start
    if not backward:
        return _levels([begin], partial(_successors, rules), limit, progress)
    if not (
        isinstance(rules, Puzzle) and all(map(rules.has_all_predecessors, (begin, rules.start())))
    ):
        raise _unsolvable(rules)
    return _levels([begin], partial(_predecessors, rules), limit, progress)


def goal_layers(
    rules: Puzzle, *, limit: int | None = None, progress: Progress = silent
) -> Iterator[list[State]]:
    """Yield the states by their distance to the nearest solved one.

    Raises `LimitReachedError` if too many are solved, `OptionError` if it is not known which moves lead
    to a state.

    >>> from puzzlekit import Twisty, ring
    >>> rules = Twisty(ring(4), "abca", {"S": [(0, 1)], "L": [range(4)]}, free=[1, 3])
    >>> [len(level) for level in levels_to_goals(rules)]
    [2, 5, 5]
    """
    limit = default_limit(rules) if limit is None else limit
    if not rules.ends_at_goal:
        raise LimitReachedError(
            f"{rules.name} decides by itself what is solved; its goals are unknown."
        )
    _check(count_goals(rules), limit)
    starts = _known_goals(rules)
    if not starts or not rules.has_all_predecessors(rules.start()):
        raise _unsolvable(rules)
    return _levels(starts, partial(_predecessors, rules), limit, progress)


def _levels(
    starts: Iterable[State],
    steps: Callable[[State], Iterable[State]],
    limit: int,
    progress: Progress,
) -> Iterator[list[State]]:
    level = list(starts)
    seen = set(level)
    while level:
        yield level
        onward = []
        for number, state in enumerate(level, 1):
            if number % SLICE == 0:
                progress("states", len(seen), None)
            for reached in steps(state):
                if reached not in seen:
                    seen.add(reached)
                    onward.append(reached)
            _check(len(seen), limit)
        level = onward
        progress("states", len(seen), None)


def _successors(rules: Rules, state: State) -> Iterator[State]:
    return (rules.apply_unchecked(state, move) for move in rules.legal_moves(state))


def _predecessors(rules: Puzzle, state: State) -> Iterator[State]:
    return (origin for _, origin in rules.predecessors(state))


def _known_goals(rules: Puzzle) -> list[State]:
    """Return the solved states that a search back can start from."""
    return [goal for goal in goals(rules) if rules.has_all_predecessors(goal)]


def _unsolvable(rules: Rules) -> OptionError:
    return OptionError(f"{rules.name} cannot be played backward; count from its start.")


class ShortestSolution(NamedTuple):
    """A shortest solution, and how many there are of that length."""

    moves: list[str]
    solution_count: int

    @property
    def length(self) -> int:
        """How many moves it takes."""
        return len(self.moves)


class _SearchFront:
    """One side of a breadth-first search: levels of states, with the number of ways to each."""

    def __init__(
        self, starts: Iterable[State], steps: Callable[[State], Iterable[tuple[str, State]]]
    ) -> None:
        self.steps = steps
        self.level = list(starts)
        self.ways: dict[State, int] = dict.fromkeys(self.level, 1)
        self.origins: dict[State, list[tuple[str, State]]] = {start: [] for start in self.level}

    def grow(self, room: int, limit: int, progress: Progress) -> None:
        """Go one move further, if there is room for so many states."""
        onward: dict[State, None] = {}
        for number, state in enumerate(self.level, 1):
            if number % SLICE == 0:
                progress("states", limit - room + len(onward), None)
            for move, reached in self.steps(state):
                if reached not in self.origins:
                    self.origins[reached] = []
                    self.ways[reached] = 0
                    onward[reached] = None
                    _check(limit - room + len(onward), limit)
                if reached in onward:
                    self.origins[reached].append((move, state))
                    self.ways[reached] += self.ways[state]
        self.level = list(onward)

    def paths(self, state: State) -> Iterator[list[str]]:
        """Yield the shortest ways from a state to a start of this side, as moves."""
        found: list[str] = []
        steps = [iter(self.origins[state])]
        if not self.origins[state]:
            yield []
        while steps:
            step = next(steps[-1], None)
            if step is None:
                steps.pop()
                found = found[:-1]
                continue
            found = [*found, step[0]]
            if not self.origins[step[1]]:
                yield found
            steps.append(iter(self.origins[step[1]]))


def solve(
    rules: Rules,
    state: State | None = None,
    goal: State | None = None,
    *,
    limit: int | None = None,
    progress: Progress = silent,
) -> ShortestSolution | None:
    """Return a shortest solution and how many there are, or None if there is no solution.

    It leads from a state, by default the start, to a goal, by default that of the rule book.
    Searches from both ends where the goals are few and the rule book knows what comes
    `predecessors` a state, else from the start alone. Raises `LimitReachedError` beyond `limit` states, by
    default as many as there is room for.

    >>> from puzzlekit import load
    >>> solution = solve(load("pinball"))
    >>> solution.length, solution.ways
    (18, 1)
    """
    found = solutions(rules, state, goal, limit=limit, progress=progress)
    return (
        None if found is None else ShortestSolution(next(found.is_complete), found.solution_count)
    )


class SolutionList(NamedTuple):
    """How many shortest solutions there are, and the moves of each."""

    solution_count: int
    is_complete: Iterator[list[str]]


def solutions(
    rules: Rules,
    state: State | None = None,
    goal: State | None = None,
    *,
    limit: int | None = None,
    progress: Progress = silent,
) -> SolutionList | None:
    """Return all shortest solutions as `solve` does one."""
    if rules.is_game():
        raise OptionError(f"{rules.name} is a game for two, so it has no solution; try a puzzle.")
    limit = default_limit(rules) if limit is None else limit
    state = rules.start() if state is None else state
    if goal is None and isinstance(rules, Puzzle):
        rules, state = merge_kinds(rules, state)
    here = _SearchFront(
        [state],
        lambda each: [
            (move, rules.apply_unchecked(each, move)) for move in rules.legal_moves(each)
        ],
    )
    ends = (lambda each: rules.outcome(each) is not None) if goal is None else goal.__eq__
    starts = _end_states(rules) if goal is None else [goal]
    there = None
    if starts and isinstance(rules, Puzzle) and rules.has_all_predecessors(state):
        there = _SearchFront(starts, rules.predecessors)
    while here.level and (there is None or there.level):
        if there is None:
            meeting = [each for each in here.level if ends(each)]
        else:
            small, large = sorted((here.level, there.level), key=len)
            common = set(large)
            meeting = [each for each in small if each in common]
        if meeting:
            ways = sum(here.ways[m] * (there.ways[m] if there else 1) for m in meeting)
            return SolutionList(ways, _joined(here, there, meeting))
        side = there if there and len(there.level) < len(here.level) else here
        known = len(here.origins) + (len(there.origins) if there else 0)
        side.grow(limit - known, limit, progress)
        progress("states", known, None)
    return None


def _end_states(rules: Rules) -> list[State]:
    """Return the positions where a solution ends; none if they are many, or not known."""
    if isinstance(rules, Puzzle) and not rules.ends_at_goal:
        return []
    if isinstance(rules, Puzzle) and rules.free:
        return _known_goals(rules) if count_goals(rules) <= MAX_GOALS else []
    goal = getattr(rules, "goal", None)
    return [] if goal is None else [goal]


def _joined(
    here: _SearchFront, there: _SearchFront | None, meeting: list[State]
) -> Iterator[list[str]]:
    for middle in meeting:
        for way in here.paths(middle):
            for rest in there.paths(middle) if there else [[]]:
                yield way[::-1] + rest


def _check(known: int, limit: int) -> None:
    if known > limit:
        raise LimitReachedError(
            f"The search has met more than {limit:,} states and stops; "
            "raise the `limit` if there is memory for more."
        )
