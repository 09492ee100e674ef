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
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

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
from .frame_walks import FrameWalks, remove_cycles
from .goals_with_free_cells import is_solved, merge_equal_pieces, with_goal
from .group_facts import count_positions
from .invariants import unsolvable_reason
from .optimal import DEFAULT_MEMORY_BYTES, EXCLUDED_PREFIX, solve_optimally
from .optimal.commuting_puzzles import short_solution
from .piece_by_piece import solve_piece_by_piece
from .search import default_limit, solve
from .solution import STEPS, TURNS, Solution, as_word

if TYPE_CHECKING:
    from .chains.chain import SubgroupChain

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


class SolveTask(NamedTuple):
    """A search for moves from a state to another state, or to a goal of the puzzle."""

    rules: Puzzle
    state: State
    #: The state to reach; None stands for any goal.
    to: State | None
    metric: str
    seconds: float | None
    tables: bool
    limit: int
    progress: Progress

    @property
    def goal(self) -> State:
        """A state to reach."""
        return self.rules.goal if self.to is None else self.to

    @property
    def has_several_goals(self) -> bool:
        """Return whether `goal` is only one of several goals."""
        return self.to is None and bool(self.rules.free)

    def is_solved_by(self, moves: Sequence[str]) -> bool:
        """Return whether the moves are legal and lead to `goal`."""
        state = self.state
        try:
            for move in moves:
                state = self.rules.play(state, move)
        except IllegalMoveError:
            return False
        return bool(state == self.goal)

    def search(self, limit: int) -> Hint | None:
        """Search breadth-first among `limit` states."""
        return _search(self.rules, self.state, self.to, self.metric, limit, self.progress)


def _search(
    rules: Rules, state: State, to: State | None, metric: str, limit: int, progress: Progress
) -> Hint | None:
    """Return a shortest solution, in steps if no search counts turns; None if there is none."""
    is_exact = metric == STEPS or (isinstance(rules, Twisty) and has_turn_metric(rules))
    searched = metric if is_exact else STEPS
    solution = solve(rules, state, to, metric=searched, limit=limit, progress=progress)
    return _as_hint(solution, is_exact)


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
    """Return the last solution of `find_hints`, or None if there is none.

    >>> from puzzlekit import load
    >>> rules = load("pinball")
    >>> find_solution(rules, rules.start()).length
    18
    """
    hints = find_hints(
        rules,
        state,
        to=to,
        metric=metric,
        seconds=seconds,
        tables=tables,
        limit=limit,
        progress=progress,
    )
    best = [None, *hints][-1]
    return best and Solution(best.moves, _length(rules, best, metric), best.shortest)


def _length(rules: Rules, hint: Hint, metric: str) -> int:
    return len(hint.moves if metric == STEPS else as_word(rules, hint.moves))


def find_hints(
    rules: Rules,
    state: State,
    *,
    to: State | None = None,
    metric: str = STEPS,
    seconds: float | None = None,
    tables: bool = False,
    known: Callable[[], list[str] | None] = lambda: None,
    limit: int | None = None,
    progress: Progress = silent,
) -> Iterator[Hint]:
    """Yield ever shorter solutions to the goal or to another state, or nothing if there is none.

    The iterator ends after a shortest solution, or after `seconds` (not counting the time for a
    first solution). Without a time limit, the solutions are reproducible. `tables` of large puzzles
    (built once, in up to several minutes, then cached) make them shorter. The `metric` counts steps
    or turns. `known` returns a solution that is already known, perhaps a long one, or
    None; it is called before slow methods. Raises `LimitReachedError` if no solution is found
    within `limit` positions although one may exist, and `OptionError` if the metric does not apply.

    >>> from puzzlekit import load
    >>> rules = load("pinball")
    >>> [len(hint.moves) for hint in find_hints(rules, rules.start())]
    [18]
    """
    if metric not in (STEPS, TURNS):
        raise OptionError(f"Unknown metric {metric!r}. Options: {STEPS}, {TURNS}.")
    if metric == TURNS and not isinstance(rules, Twisty | Toggle):
        raise OptionError(f"{rules.name} has no twists. Omit the metric.")
    if not isinstance(rules, Puzzle) and to is not None:
        raise OptionError(f"{rules.name} can only be solved to its goal. Omit `to`.")
    limit = default_limit(rules) if limit is None else limit
    hints: Iterable[Hint]  # a later one may be longer than an earlier one
    if isinstance(rules, Toggle) and (to is not None or rules.goal_defines_solved):
        hints = _toggle_hint(rules, state, to, metric, progress)
    elif not isinstance(rules, Puzzle) or (to is None and not rules.goal_defines_solved):
        hints = _present(_search(rules, state, to, metric, limit, progress))
    else:
        if to is None:
            rules, state = merge_equal_pieces(rules, state)
        elif rules.free:
            rules = with_goal(rules, rules.goal)
        task = SolveTask(rules, state, to, metric, seconds, tables, limit, progress)
        hints = _task_hints(task, known)
    best: Hint | None = None
    try:
        for each in hints:
            shorter = best and _length(rules, each, metric) < _length(rules, best, metric)
            if best is None or each.shortest or shorter:
                best = each
                yield best
            if best.shortest:
                return
    except LimitReachedError:
        if best is None:
            raise


def _toggle_hint(
    rules: Toggle, state: State, to: State | None, metric: str, progress: Progress
) -> list[Hint]:
    """Return a shortest solution, or a short one if too many have to be compared."""
    try:
        solution = solve_optimally(rules, state, to, metric=metric, progress=progress)
        return _present(_as_hint(solution, True))
    except LimitReachedError:
        goal = rules.goal if to is None else to
        word = short_solution(rules, state, goal, turns=metric == TURNS)
        return _present(_as_hint(word, False))


def _task_hints(task: SolveTask, known: Callable[[], list[str] | None]) -> Iterator[Hint]:
    rules, state, to = task.rules, task.state, task.to
    if is_solved(rules, state) if task.has_several_goals else state == task.goal:
        yield Hint([], True)
        return
    is_large = len(rules.board) > LARGE_BOARD
    if not is_large and unsolvable_reason(rules, state, to) is not None:
        return
    first = None
    if not (is_standard(rules, Twisty) and is_loaded(rules, task.metric)):
        try:
            first = task.search(_limit(task, KNOWN_FIRST_LABELS))
            if first is None:
                return
        except LimitReachedError:
            first = _first_hint(task, known)
    if first is None:
        if is_large and unsolvable_reason(rules, state, to) is not None:
            return
    elif first.shortest or not PLATFORM.compiler:  # tables of words would take minutes
        yield first
        return
    elif not is_standard(rules, Twisty) or len(first.moves) <= MAX_KNOWN_LENGTH:
        yield first
    try:
        yield from _slow_hints(task)
    except LimitReachedError:
        if first is None:
            raise
    if first is not None:  # perhaps for the first time
        yield first


def _limit(task: SolveTask, labels: int) -> int:
    """Return the number of states to search breadth-first if these may have `labels` labels."""
    return min(FIRST_SEARCH_STATES, task.limit, labels // len(task.rules.board))


def _first_hint(task: SolveTask, known: Callable[[], list[str] | None]) -> Hint | None:
    """Return a known or quickly found solution, or None."""
    rules, moves = task.rules, None
    with suppress(LimitReachedError):
        if is_standard(rules, Twisty):
            moves = known()
            if moves is not None and not task.is_solved_by(moves):
                return None
        elif is_standard(rules, Sliding) and task.seconds is not None:
            moves = solve_piece_by_piece(
                rules, task.state, task.goal, seconds=0, progress=task.progress
            )
    return _as_hint(moves, False)


def _slow_hints(task: SolveTask) -> Iterator[Hint]:
    """Yield solutions by tables, which may have to be built first, and by search."""
    rules = task.rules
    if is_standard(rules, Twisty):
        chain_hints = _by_chain(task, rules)
        if better := next(chain_hints, None):
            yield better
            yield from chain_hints
            return
    with suppress(LimitReachedError):
        hint = task.search(_limit(task, FIRST_SEARCH_LABELS))
        yield from _present(hint)
        if hint is None or hint.shortest:
            return
    if is_standard(rules, Sliding):
        with suppress(LimitReachedError):
            yield from _present(_by_tables(task))
            return
    with suppress(LimitReachedError) if task.seconds else nullcontext():
        hint = _find_hint(task._replace(seconds=None))
        yield from _present(hint)
        if hint is None:
            return
    has_own_methods = is_standard(rules, Twisty) or is_standard(rules, Sliding)
    if not has_own_methods and _can_enumerate(rules, task.state, task.limit):
        yield from _present(task.search(task.limit))
    elif task.seconds:
        yield from _present(_find_hint(task))


def _as_hint(found: Solution | list[str] | None, shortest: bool) -> Hint | None:
    moves = found.moves if isinstance(found, Solution) else found
    return None if moves is None else Hint(moves, shortest)


def _present(hint: Hint | None) -> list[Hint]:
    return [] if hint is None else [hint]


def _can_enumerate(rules: Rules, state: State, limit: int) -> bool:
    """Return whether a search of `limit` positions may reach all positions."""
    try:
        count = count_positions(rules, state)
    except (LimitReachedError, FrameError):
        return True
    return count is None or count <= limit


def _by_tables(task: SolveTask) -> Hint | None:
    """Return a shortest solution, if any; raise `LimitReachedError` if that takes too long."""

    def limited_progress(what: str, done: int, total: int | None) -> None:
        if total is None and done > (FIRST_SEARCH_STATES if what == "states" else MAX_NODES):
            raise LimitReachedError("The search for a shortest solution takes too long.")
        task.progress(what, done, total)

    solution = solve_optimally(
        task.rules, task.state, task.to, memory=MEMORY, progress=limited_progress
    )
    return _as_hint(solution, True)


def _find_hint(task: SolveTask) -> Hint | None:
    """Return a solution by the method for this type of puzzle, or by search if the method fails."""
    try:
        candidates = _find_words(task)
    except LimitReachedError as error:
        try:  # a small group may act on too many cells for tables
            return task.search(task.limit)
        except LimitReachedError:
            raise error from None
    if candidates == [] and not task.has_several_goals:
        return None
    moves = next(filter(task.is_solved_by, candidates or ()), None)
    return task.search(task.limit) if moves is None else Hint(moves, False)


def chain_time(task: SolveTask, rules: Twisty, chain: SubgroupChain) -> float | None:
    """Return the seconds to spend on the chain. Depth-first search may use the rest."""
    if task.seconds is None or chain.near is not None or len(chain.stages) == 1:
        return task.seconds
    from .optimal.twisty import is_loaded, is_supported

    with suppress(LimitReachedError):
        goal, metric = task.goal, task.metric
        count = count_positions(rules, goal)
        few = count is not None and count <= MAX_PROOF_POSITIONS and is_supported(rules, metric)
        if few and (task.tables or is_loaded(rules, goal, metric, DEFAULT_MEMORY_BYTES)):
            return task.seconds * TIME_SHARE
    return task.seconds


def proved_word(task: SolveTask) -> list[str] | None:
    """Return a shortest word, or None if time is up (not counting the time to build tables)."""
    times: list[float] = []

    def timed_progress(what: str, done: int, total: int | None) -> None:
        if what.startswith(EXCLUDED_PREFIX):
            times.append(time.monotonic())
            if times[-1] - times[0] > (task.seconds or 0):
                raise TimeUpError
        task.progress(what, done, total)

    rules, state, metric = task.rules, task.state, task.metric
    try:
        solution = solve_optimally(rules, state, task.goal, metric=metric, progress=timed_progress)
    except (LimitReachedError, TimeUpError):
        return None
    return None if solution is None else solution.moves


def _find_words(task: SolveTask) -> list[list[str]] | None:
    """Return candidate solutions, [] if there is provably no solution, or None if undecided."""
    rules, state, goal = task.rules, task.state, task.goal
    seconds, progress = task.seconds, task.progress
    if is_standard(rules, Twisty) and not rules.forbidden:
        moves = twisty_word(rules, state, goal, seconds, progress)
        return [] if moves is None else [moves]
    if is_standard(rules, SlidingTwisty) and (moves := _by_slides(task, rules)):
        return [moves]
    if is_standard(rules, Sliding):
        moves = solve_piece_by_piece(rules, state, goal, seconds=seconds, progress=progress)
        if moves is not None:
            return [moves]
    return _by_frames(task)


def _by_slides(task: SolveTask, rules: SlidingTwisty) -> list[str] | None:
    """Return a solution of at most one turn followed by slides, or None if none is found."""
    state, goal, progress = task.state, task.goal, task.progress
    plain = Sliding(rules.board, goal)
    for turn in ([], *([name] for name in rules.twists)):
        turned = rules.apply(state, turn[0]) if turn else state
        with suppress(LimitReachedError):
            if unsolvable_reason(plain, turned, goal) is None:
                moves = solve_piece_by_piece(plain, turned, goal, seconds=0, progress=progress)
                if moves is not None:
                    return turn + moves
    return None


def _by_frames(task: SolveTask) -> list[list[str]] | None:
    """Return a solution by closed walks on the graph of frames, or None if this method fails."""
    rules, state, goal, progress = task.rules, task.state, task.goal, task.progress
    try:
        walks = _cached_table((rules, goal), lambda: FrameWalks(rules, goal, progress))
        moves = walks.solution(state, seconds=task.seconds, progress=progress)
    except (FrameError, LimitReachedError):
        return None
    if moves is None:
        return None
    walk = remove_cycles(rules, state, moves)
    if not isinstance(rules, Twisty):
        return [walk]
    return [expand(as_word(rules, walk), rules.inverse_move), walk]  # U' U' U' is U, if U is legal


def _by_chain(task: SolveTask, rules: Twisty) -> Iterator[Hint]:
    """Yield the solutions found by a subgroup chain, or nothing if there is no chain.

    If the table of words gives a shorter solution, it is used instead. Few shortest words pass
    through the subgroups of a chain, so a search for a shortest word may get a share of the time.
    """
    metric = task.metric
    chain = find_chain(rules, metric=metric, make=task.tables, progress=task.progress)
    if chain is None:
        return
    other = None if chain.is_quick else _by_words(task._replace(seconds=None), rules)
    seconds = chain_time(task, rules, chain)
    words = short_words(chain, task.state, task.goal, seconds=seconds, progress=task.progress)
    hints = (
        Hint(moves, each.optimal and not task.has_several_goals)
        for each in words
        if task.is_solved_by(moves := expand(each.word, rules.inverse_move))
    )
    first = None
    with suppress(LimitReachedError):
        first = next(hints, None)
    if other and (first is None or _length(rules, other, metric) < _length(rules, first, metric)):
        yield other
        if seconds is not None:
            yield from _present(_by_words(task, rules))
    elif first is None:
        return
    else:
        yield first
        if not first.shortest and chain.near is None:
            with suppress(LimitReachedError):
                yield from _present(task.search(_limit(task, NEAR_LABELS)))
        with suppress(LimitReachedError):
            yield from hints
    if seconds is not None and task.seconds and seconds < task.seconds:
        best = proved_word(task._replace(seconds=task.seconds - seconds))
        yield from _present(_as_hint(best, not task.has_several_goals))


def _by_words(task: SolveTask, rules: Twisty) -> Hint | None:
    """Return a solution by the table of words, or None if there is no table or no solution."""
    moves = None
    if not rules.forbidden:
        with suppress(LimitReachedError):
            moves = twisty_word(rules, task.state, task.goal, task.seconds, task.progress)
    return None if moves is None or not task.is_solved_by(moves) else Hint(moves, False)


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
