"""Hints for any puzzle: a series of ever shorter solutions, the last of which may be shortest.

Short solutions are found by breadth-first search. For longer ones, the method depends on the
puzzle:

- Sliding puzzles use pattern databases (`optimal`). If these take too long, the puzzle is solved
  piece by piece or by closed walks (`frame_walks`).
- Twisty puzzles use a subgroup chain (`chains`) if its tables are cached or quickly built, and
  otherwise a table of words (`factorization`).
- Puzzles with slides and turns are solved by slides after at most one turn.
- All other puzzles use search or closed walks.

Positions that `invariants` exclude are not searched. A known solution, such as the inverse of the
scramble, is used before slow methods. Every solution is checked by playing it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from ..core.capabilities import PLATFORM
from ..core.errors import FrameError, IllegalMoveError, LimitReachedError, OptionError
from ..core.progress import Progress, TimeUpError, silent
from ..core.words import expand
from ..rules.base import Puzzle, Rules, State
from ..rules.frames import is_standard
from ..rules.merged_moves import has_turn_metric
from ..rules.sliding import Sliding
from ..rules.sliding_twisty import SlidingTwisty
from ..rules.toggle import Toggle
from ..rules.twisty import Twisty
from .chains.api import find_chain, is_loaded, short_words
from .factorization.words import Factorization
from .frame_walks import FrameWalks, HoleWalks, remove_cycles
from .goals_with_free_cells import merge_equal_pieces, with_goal
from .group_facts import count_positions
from .invariants import unsolvable_reason
from .optimal import DEFAULT_MEMORY_BYTES, EXCLUDED_PREFIX, solve_optimally
from .piece_by_piece import DEFAULT_SECONDS, remove_loops, solve_piece_by_piece
from .search import default_limit, solve
from .solution import STEPS, TURNS, Solution, as_word

#: Limits for the first search for a shortest solution: number of positions, number of labels in
#: these positions, and number of labels before a known solution is used.
FIRST_SEARCH_STATES, FIRST_SEARCH_LABELS, KNOWN_FIRST_LABELS = 50_000, 5_000_000, 150_000

#: Limit for the search for a shortest solution after a first one was found by a chain: number of
#: labels in the positions (less than a tenth of a second).
NEAR_LABELS = 500_000

#: Maximum number of moves of a known solution that is shown while a shorter one is searched.
MAX_KNOWN_LENGTH = 100

#: Number of cells above which even the check for solvability is slow.
LARGE_BOARD = 150

#: Size in bytes of the pattern databases for a shortest solution, which are built once in seconds,
#: and maximum number of nodes in the search (a second or two).
MEMORY, MAX_NODES = 16 << 20, 5_000_000

#: Maximum number of positions for a proof that a word is shortest (about a second).
MAX_PROOF_POSITIONS = 10**14

#: Share of the time that the subgroup chain may use if a proof is possible.
TIME_SHARE = 0.1

#: Maximum number of cached tables. The least recently used tables are dropped.
MAX_TABLES = 3
_tables: dict[Any, Any] = {}

T = TypeVar("T")


class Hint(NamedTuple):
    """Moves to the goal. `shortest` is True if provably no shorter solution exists."""

    moves: list[str]
    shortest: bool


class WordTask(NamedTuple):
    """A search for moves between two positions; see `find_word`."""

    rules: Puzzle
    state: State
    goal: State
    seconds: float | None
    progress: Progress
    metric: str = STEPS
    make: bool = False

    def is_solved_by(self, moves: Sequence[str]) -> bool:
        """Return whether the moves are legal and lead to the goal."""
        state = self.state
        try:
            for move in moves:
                state = self.rules.play(state, move)
        except IllegalMoveError:
            return False
        return bool(state == self.goal)


def find_hint(
    rules: Rules,
    state: State,
    *,
    metric: str = STEPS,
    limit: int | None = None,
    progress: Progress = silent,
) -> Hint | None:
    """Return a solution (a shortest one if that is quick to find), or None if there is none.

    Raises `LimitReachedError` if a search of `limit` positions is inconclusive.

    >>> from puzzlekit import load
    >>> rules = load("pinball")
    >>> hint = find_hint(rules, rules.start())
    >>> len(hint.moves), hint.shortest
    (18, True)
    """
    hints = find_hints(rules, state, metric=metric, limit=limit, progress=progress)
    return [None, *hints][-1]


def find_solution(
    rules: Rules,
    state: State,
    *,
    to: State | None = None,
    metric: str = STEPS,
    seconds: float | None = None,
    tables: bool = False,
    limit: int | None = None,
    progress: Progress = silent,
) -> Solution | None:
    """Return a quickly found solution, which may not be shortest, or None if there is none.

    For the arguments and exceptions, see `find_word`.

    >>> from puzzlekit import load
    >>> rules = load("pinball")
    >>> find_solution(rules, rules.start()).length
    18
    """
    if isinstance(rules, Toggle):
        return solve_optimally(rules, state, to, metric=metric, progress=progress)
    has_hints = metric == STEPS or (metric == TURNS and has_turn_metric(rules))
    first = None
    if to is None and has_hints and not tables:
        hint = find_hint(rules, state, metric=metric, limit=limit, progress=progress)
        if hint is None:
            return None
        first = Solution(hint.moves, _length(rules, hint.moves, metric), hint.shortest)
        if hint.shortest or seconds is None:
            return first
    if is_standard(rules, Sliding) and metric == STEPS:
        with suppress(_WordTooLongError):
            shortest = _by_tables(rules, state, to, metric, progress)
            return None if shortest is None else Solution(shortest, len(shortest), True)
    found = _find_hint_to(rules, state, to, metric, seconds, tables, limit, progress)
    if found is None:
        return first
    better = Solution(found.moves, _length(rules, found.moves, metric), found.shortest)
    return better if first is None or better.length <= first.length else first


def _length(rules: Rules, moves: Sequence[str], metric: str) -> int:
    return len(moves if metric == STEPS else as_word(rules, moves))


def find_hints(
    rules: Rules,
    state: State,
    *,
    metric: str = STEPS,
    seconds: float | None = None,
    known: Callable[[], list[str] | None] = lambda: None,
    limit: int | None = None,
    progress: Progress = silent,
) -> Iterator[Hint]:
    """Yield ever shorter solutions, or nothing if there is no solution.

    The iterator ends after a shortest solution, or after `seconds`. Without a time limit, the
    solutions are reproducible. `known` returns a solution that is already known, perhaps a long
    one, or None; it is called before slow methods. The `metric` is as in `find_word`. Raises
    `LimitReachedError` if no solution is found within `limit` positions.

    >>> from puzzlekit import load
    >>> rules = load("pinball")
    >>> [len(hint.moves) for hint in find_hints(rules, rules.start())]
    [18]
    """
    best: Hint | None = None
    try:
        for each in _hints(rules, state, metric, seconds, known, limit, progress):
            length = _length(rules, each.moves, metric)
            if best is None or each.shortest or length < _length(rules, best.moves, metric):
                best = each
                yield best
            if best.shortest:
                return
    except LimitReachedError:
        if best is None:
            raise


def _hints(
    rules: Rules,
    state: State,
    metric: str,
    seconds: float | None,
    known: Callable[[], list[str] | None],
    limit: int | None,
    progress: Progress,
) -> Iterator[Hint]:
    """Yield solutions while there is time. A later solution may be longer than an earlier one."""
    started = time.monotonic()
    cells = len(rules.board)
    if isinstance(rules, Toggle):
        yield from _as_hints(_by_tables(rules, state, None, metric, progress), True)
        return
    if isinstance(rules, Puzzle):
        rules, state = merge_equal_pieces(rules, state)
    limit = default_limit(rules) if limit is None else limit
    if not isinstance(rules, Puzzle) or not rules.goal_defines_solved:
        solution = solve(rules, state, metric=metric, limit=limit, progress=progress)
        yield from _as_hints(solution, True)
        return
    quick_limit = min(FIRST_SEARCH_STATES, limit, KNOWN_FIRST_LABELS // cells)
    task = WordTask(rules, state, rules.goal, seconds, progress, metric)

    def quick_hint() -> Hint | None:
        moves = None
        with suppress(LimitReachedError):
            solution = solve(rules, state, metric=metric, limit=quick_limit, progress=progress)
            return None if solution is None else Hint(solution.moves, True)
        with suppress(LimitReachedError):
            if is_standard(rules, Twisty):
                moves = known()
                if moves is not None and not task.is_solved_by(moves):
                    return None
            elif is_standard(rules, Sliding) and seconds is not None:
                moves = solve_piece_by_piece(rules, state, rules.goal, seconds=0, progress=progress)
        return None if moves is None else Hint(moves, False)

    def is_ruled_out() -> bool:
        return unsolvable_reason(rules, state) is not None

    if cells <= LARGE_BOARD and is_ruled_out():
        return
    ready = is_standard(rules, Twisty) and is_loaded(rules, metric)
    first = None if ready else quick_hint()
    if first is None:
        if cells > LARGE_BOARD and is_ruled_out():
            return
    elif not PLATFORM.compiler:  # tables of words would take minutes
        yield first
        return
    elif not is_standard(rules, Twisty) or len(first.moves) <= MAX_KNOWN_LENGTH:
        yield first
    try:
        yield from _slow_hints(task, limit, started)
    except LimitReachedError:
        if first is None:
            raise
    if first is not None:  # perhaps for the first time
        yield first


def _slow_hints(task: WordTask, limit: int, started: float) -> Iterator[Hint]:
    """Yield solutions by tables, which may have to be built first, and by search."""
    rules, state, _, seconds, progress, metric, _ = task
    if is_standard(rules, Twisty):
        chain_hints = _by_chain(task)
        if better := next(chain_hints, None):
            yield better
            yield from chain_hints
            return
    quick_limit = min(FIRST_SEARCH_STATES, limit, FIRST_SEARCH_LABELS // len(rules.board))
    try:
        solution = solve(rules, state, metric=metric, limit=quick_limit, progress=progress)
    except LimitReachedError:
        if limit <= FIRST_SEARCH_STATES and not _has_special_methods(rules):
            raise
    else:
        yield from _as_hints(solution, True)
        return
    if is_standard(rules, Sliding):
        with suppress(_WordTooLongError):
            yield from _as_hints(_by_tables(rules, state, None, STEPS, progress), True)
            return
    moves = find_word(rules, state, metric=metric, limit=limit, progress=progress)
    yield from _as_hints(moves, False)
    remaining = 0.0 if seconds is None else started + seconds - time.monotonic()
    if not _has_special_methods(rules) and _can_enumerate(rules, state, limit):
        yield from _as_hints(solve(rules, state, limit=limit, progress=progress), True)
    elif remaining > 0:
        moves = find_word(
            rules, state, metric=metric, seconds=remaining, limit=limit, progress=progress
        )
        yield from _as_hints(moves, False)


def _as_hint(found: Solution | list[str] | None, shortest: bool) -> Hint | None:
    """Return the hint for a solution, or None if there is no solution."""
    moves = found.moves if isinstance(found, Solution) else found
    return None if moves is None else Hint(moves, shortest)


def _as_hints(found: Solution | list[str] | None, shortest: bool) -> list[Hint]:
    """Return a list with the hint for a solution, or [] if there is no solution."""
    hint = _as_hint(found, shortest)
    return [] if hint is None else [hint]


def _can_enumerate(rules: Rules, state: State, limit: int) -> bool:
    """Return whether a search of `limit` positions may reach all positions."""
    try:
        count = count_positions(rules, state)
    except (LimitReachedError, FrameError):
        return True
    return count is None or count <= limit


def _has_special_methods(rules: Rules) -> bool:
    """Return whether this type of puzzle has special solving methods."""
    return isinstance(rules, Puzzle) and (is_standard(rules, Twisty) or is_standard(rules, Sliding))


class _WordTooLongError(Exception):
    """Raised to abandon the search for a shortest solution."""


def _by_tables(
    rules: Puzzle, state: State, goal: State | None, metric: str, progress: Progress
) -> list[str] | None:
    """Return a shortest solution, if any; raise `_WordTooLongError` if that takes too long."""

    def limited_progress(what: str, done: int, total: int | None) -> None:
        if total is None and done > (FIRST_SEARCH_STATES if what == "states" else MAX_NODES):
            raise _WordTooLongError
        progress(what, done, total)

    try:
        solution = solve_optimally(
            rules, state, goal, metric=metric, memory=MEMORY, progress=limited_progress
        )
    except LimitReachedError as error:
        raise _WordTooLongError from error
    return None if solution is None else solution.moves


def find_word(
    rules: Rules,
    state: State,
    *,
    to: State | None = None,
    metric: str = STEPS,
    seconds: float | None = None,
    tables: bool = False,
    limit: int | None = None,
    progress: Progress = silent,
) -> list[str] | None:
    """Return legal moves from a state to the goal or to another state, or None if there are none.

    More `seconds` usually give a shorter solution, and so do `tables` of large puzzles (built once,
    in up to several minutes, then cached). The `metric` is what is short: steps or turns. Raises
    `LimitReachedError` if no solution was found although one may exist, and `OptionError` if the
    metric does not apply.

    >>> from puzzlekit import load
    >>> rules = load("fifteen#7")
    >>> len(find_word(rules, rules.start())) < 150
    True
    """
    found = _find_hint_to(rules, state, to, metric, seconds, tables, limit, progress)
    return None if found is None else found.moves


def _find_hint_to(
    rules: Rules,
    state: State,
    to: State | None,
    metric: str,
    seconds: float | None,
    tables: bool,
    limit: int | None,
    progress: Progress,
) -> Hint | None:
    """Return the moves of `find_word`, and whether they are proved shortest."""
    if metric not in (STEPS, TURNS):
        raise OptionError(f"Unknown metric {metric!r}. Options: {STEPS}, {TURNS}.")
    if metric == TURNS and not isinstance(rules, Twisty | Toggle):
        raise OptionError(f"{rules.name} has no twists. Omit the metric.")
    if not isinstance(rules, Puzzle) and to is not None:
        raise OptionError(f"{rules.name} can only be solved to its goal. Omit `to`.")
    if not isinstance(rules, Puzzle) or (to is None and not rules.goal_defines_solved):
        solution = solve(rules, state, limit=limit, progress=progress)
        return _as_hint(solution, metric == STEPS)
    if to is None:
        rules, state = merge_equal_pieces(rules, state)
    elif rules.free:
        rules = with_goal(rules, rules.goal)
    goal = rules.goal if to is None else to
    several = to is None and bool(rules.free)
    is_there = rules.outcome(state) is not None if several else state == goal
    if is_there:
        return Hint([], True)
    if unsolvable_reason(rules, state, to) is not None:
        return None
    if isinstance(rules, Toggle):
        return _as_hint(_by_tables(rules, state, to, metric, progress), True)
    task = WordTask(rules, state, goal, seconds, progress, metric, tables)
    if is_standard(rules, Twisty):
        short = _short_word(task)
        if short is not None:
            return short
    try:
        candidates = _find_words(task)
    except LimitReachedError:
        with suppress(LimitReachedError):  # a small group may act on too many cells for tables
            solution = solve(rules, state, to, limit=limit, progress=progress)
            return _as_hint(solution, metric == STEPS)
        raise
    if candidates is not None:
        for moves in candidates:
            if task.is_solved_by(moves):
                return Hint(moves, False)
        if not candidates and not several:
            return None
    solution = solve(rules, state, to, limit=limit, progress=progress)
    return _as_hint(solution, metric == STEPS)


def _short_word(task: WordTask) -> Hint | None:
    """Return a word found by the subgroup chain, or a shortest word if time permits."""
    # Few shortest words pass through the subgroups of a chain, so it hardly improves its words.
    seconds = chain_time(task)
    short = [None, *_by_chain(task._replace(seconds=seconds))][-1]
    if short is None:
        return None
    best = None
    if task.seconds and seconds is not None and seconds < task.seconds and not short.shortest:
        best = proved_word(task._replace(seconds=task.seconds - seconds))
    return short if best is None else Hint(best, True)


def chain_time(task: WordTask) -> float | None:
    """Return the seconds to spend on the chain. Depth-first search may use the rest."""
    rules, seconds = task.rules, task.seconds
    if seconds is None or not isinstance(rules, Twisty):
        return None
    chain = find_chain(rules, metric=task.metric, make=task.make, progress=task.progress)
    if chain is None or chain.near is not None or len(chain.stages) == 1:
        return seconds
    from .optimal.twisty import is_loaded, is_supported

    try:
        count = count_positions(rules, task.goal)
    except LimitReachedError:
        return seconds
    few = count is not None and count <= MAX_PROOF_POSITIONS and is_supported(rules, task.metric)
    if few and (task.make or is_loaded(rules, task.goal, task.metric, DEFAULT_MEMORY_BYTES)):
        return seconds * TIME_SHARE
    return seconds


def proved_word(task: WordTask) -> list[str] | None:
    """Return a shortest word, or None if time is up (not counting the time to build tables)."""
    times: list[float] = []

    def timed_progress(what: str, done: int, total: int | None) -> None:
        if what.startswith(EXCLUDED_PREFIX):
            times.append(time.monotonic())
            if times[-1] - times[0] > (task.seconds or 0):
                raise TimeUpError
        task.progress(what, done, total)

    try:
        solution = solve_optimally(*task[:3], metric=task.metric, progress=timed_progress)
    except (LimitReachedError, TimeUpError):
        return None
    return None if solution is None else solution.moves


def _find_words(task: WordTask) -> list[list[str]] | None:
    """Return candidate solutions, [] if there is provably no solution, or None if undecided."""
    rules, state, goal, seconds, progress = task[:5]
    if is_standard(rules, Twisty) and not rules.forbidden:
        moves = twisty_word(rules, state, goal, seconds, progress)
        return [] if moves is None else [moves]
    if is_standard(rules, SlidingTwisty) and (moves := _by_slides(task, rules)):
        return [moves]
    if not is_standard(rules, Sliding):
        return _by_frames(task)
    solution = solve_piece_by_piece(
        rules,
        state,
        goal,
        seconds=DEFAULT_SECONDS if seconds is None else seconds,
        progress=progress,
    )
    if solution is not None:
        return [solution]
    if "" not in goal:
        return []
    key = tuple(rules.all_moves()), goal
    walks = _cached_table(key, lambda: HoleWalks(rules, goal, progress))
    steps = walks.solution(state, seconds=seconds, progress=progress)
    if steps is None:
        return [] if walks.is_conclusive(state) else None
    cells = rules.board.cells
    return [[f"{cells[a]}-{cells[b]}" for a, b in remove_loops(state, steps)]]


def _by_slides(task: WordTask, rules: SlidingTwisty) -> list[str] | None:
    """Return a solution of at most one turn followed by slides, or None if none is found."""
    _, state, goal, _, progress = task[:5]
    plain = Sliding(rules.board, goal)
    for turn in ([], *([name] for name in rules.twists)):
        turned = rules.apply(state, turn[0]) if turn else state
        with suppress(LimitReachedError):
            if unsolvable_reason(plain, turned, goal) is None:
                moves = solve_piece_by_piece(plain, turned, goal, seconds=0, progress=progress)
                if moves is not None:
                    return turn + moves
    return None


def _by_frames(task: WordTask) -> list[list[str]] | None:
    """Return a solution by closed walks on the graph of frames, or None if this method fails."""
    rules, state, goal, seconds, progress = task[:5]
    try:
        walks = _cached_table((rules, goal), lambda: FrameWalks(rules, goal, progress))
        moves = walks.solution(state, seconds=seconds, progress=progress)
    except (FrameError, LimitReachedError):
        return None
    if moves is None:
        return None
    walk = remove_cycles(rules, state, moves)
    if not isinstance(rules, Twisty):
        return [walk]
    return [expand(as_word(rules, walk), rules.inverse_move), walk]  # U' U' U' is U, if U is legal


def _by_chain(task: WordTask) -> Iterator[Hint]:
    """Yield the solutions found by a subgroup chain, or nothing if there is no chain.

    If the table of words gives a shorter word than the chain, it is used instead.
    """
    rules, state, goal, seconds, progress, metric, make = task
    assert isinstance(rules, Twisty)
    chain = find_chain(rules, metric=metric, make=make, progress=progress)
    if chain is None:
        return
    other = None if chain.is_quick else _by_words(task._replace(seconds=None))
    with suppress(LimitReachedError):
        words = short_words(chain, state, goal, seconds=seconds, progress=progress)
        for number, each in enumerate(words):
            moves = expand(each.word, rules.inverse_move)
            if number == 0 and other and _length(rules, other, metric) < each.cost:
                break
            if task.is_solved_by(moves):
                yield Hint(moves, each.optimal and not rules.free)
            is_first = number == 0 and not each.optimal and chain.near is None
            if is_first and (near := _near_word(task)):
                yield Hint(near, not rules.free)
                return
        else:
            return
    if other:
        yield Hint(other, False)
        if seconds is not None and (better := _by_words(task)):
            yield Hint(better, False)


def _by_words(task: WordTask) -> list[str] | None:
    """Return a solution by the table of words, or None if there is no table or no solution."""
    rules, state, goal, seconds, progress = task[:5]
    if not isinstance(rules, Twisty) or rules.forbidden:
        return None
    with suppress(LimitReachedError):
        moves = twisty_word(rules, state, goal, seconds, progress)
        return moves if moves is not None and task.is_solved_by(moves) else None
    return None


def _near_word(task: WordTask) -> list[str] | None:
    """Return a shortest word if the goal is only a few moves away."""
    rules, state, goal, _, progress, metric, _ = task
    limit = NEAR_LABELS // len(rules.board)
    with suppress(LimitReachedError):
        solution = solve(rules, state, goal, metric=metric, limit=limit, progress=progress)
        return None if solution is None else solution.moves
    return None


def _cached_table(key: Any, make: Callable[[], T]) -> T:
    """Return the cached value for a key, or make it; drop the least recently used value."""
    table: T = _tables.pop(key) if key in _tables else make()
    _tables[key] = table
    for old in list(_tables)[:-MAX_TABLES]:
        del _tables[old]
    return table


def word_table(rules: Twisty, progress: Progress = silent) -> Factorization:
    """Return a cached or new table of words; raise `LimitReachedError` if it is too large."""
    generators = rules.generators(rules.goal)
    key = tuple(generators.items()), rules.goal
    return _cached_table(key, lambda: Factorization(generators, goal=rules.goal, progress=progress))


def twisty_word(
    rules: Twisty, state: State, goal: State, seconds: float | None, progress: Progress
) -> list[str] | None:
    """Return moves (not checked) from one arrangement to another, or None if there are none."""
    factors = word_table(rules, progress)
    word = factors.find_word(state, goal, seconds=seconds, progress=progress)
    return None if word is None else expand(word, rules.inverse_move)
