"""The next moves of any puzzle: better and better ways to the goal, up to a shortest one.

A plain search finds the shortest way of a few moves; pattern databases (`optimal`) longer ones of
sliding puzzles. Twisty puzzles get a word: by a chain of subgroups (`chains`) if its tables are
cached, else by a table of words (`factorization`). Other sliding puzzles are solved piece by piece
(`piece_by_piece`) or by closed walks (`frame_walks`), mixed ones by slides after one turn at most;
all others are searched, or solved by closed walks. What `invariants` rule out is not searched for.
A known way, such as back through a scramble, comes before what takes long. Every way is replayed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from ..core.errors import FrameError, IllegalMoveError, LimitReachedError, OptionError
from ..core.progress import Progress, silent
from ..core.words import Word, expand, simplify
from ..rules.base import Puzzle, Rules, State
from ..rules.frames import is_standard
from ..rules.sliding import Sliding
from ..rules.sliding_twisty import SlidingTwisty
from ..rules.twisty import Twisty
from .chains.api import chain_for, is_loaded, short_words
from .factorization.words import Factorization
from .frame_walks import FrameWalks, HoleWalks, without_returns
from .free_cells import merge_kinds, only_kind
from .invariants import unsolvable_reason
from .piece_by_piece import USUAL, solve_piece_by_piece, without_loops
from .search import default_limit, solve
from .short_words import chain_time, proved_word
from .spaces.mechanism import STEPS, TURNS

#: Positions that are searched for a shortest solution before a way is looked for, with so many
#: labels at most, and labels before a way is taken that is known.
QUICK, QUICK_LABELS, AT_ONCE = 50_000, 1_000_000, 150_000

#: Cells above which even to see that there is no way takes long.
LARGE_BOARD = 150

#: Bytes of the tables for a shortest solution, which are made once, in seconds, and nodes of the
#: search through them at most: a second or two.
MEMORY, NODES = 16 << 20, 5_000_000

#: Tables that are kept, of the puzzles used last.
MAX_TABLES = 3
_tables: dict[Any, Any] = {}


T = TypeVar("T")


class Hint(NamedTuple):
    """Moves to the goal, and whether it is proved that there is no shorter way."""

    moves: list[str]
    shortest: bool


def find_hint(
    rules: Rules, state: State, *, limit: int | None = None, progress: Progress = silent
) -> Hint | None:
    """Return a solution from a state, a shortest one if that is quick, or None if there is none.

    Raises `LimitReachedError` if it was not found out, after a search of `limit` positions.

    >>> from puzzlekit import load
    >>> rules = load("pinball")
    >>> found = hint(rules, rules.start())
    >>> len(found.moves), found.shortest
    (18, True)
    """
    return _last_hint(find_hints(rules, state, limit=limit, progress=progress))


def find_hints(
    rules: Rules,
    state: State,
    *,
    seconds: float | None = None,
    known: Callable[[], list[str] | None] = lambda: None,
    limit: int | None = None,
    progress: Progress = silent,
) -> Iterator[Hint]:
    """Yield better and better solutions from a state, none if there is none.

    They end with a shortest one, or after so many `seconds`; without these they are always the
    same. `known` gives a solution that may be long, which is asked for before what takes long.
    Raises `LimitReachedError` if none was found, after a search of `limit` positions.

    >>> from puzzlekit import load
    >>> rules = load("pinball")
    >>> [len(each.moves) for each in hints(rules, rules.start())]
    [18]
    """
    best: Hint | None = None
    try:
        for each in _hints(rules, state, seconds, known, limit, progress):
            if best is None or each.shortest or len(each.moves) < len(best.moves):
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
    seconds: float | None,
    known: Callable[[], list[str] | None],
    limit: int | None,
    progress: Progress,
) -> Iterator[Hint]:
    """Yield solutions, of which a later one may be worse, as long as there is time."""
    begun, cells = time.monotonic(), len(rules.board)
    if isinstance(rules, Puzzle):
        rules, state = merge_kinds(rules, state)
    limit = default_limit(rules) if limit is None else limit
    if isinstance(rules, Puzzle) and not rules.ends_at_goal:
        found = solve(rules, state, limit=limit, progress=progress)
        yield from () if found is None else [Hint(found.moves, True)]
        return
    quick = min(QUICK, limit, QUICK_LABELS // cells)
    goal: State = rules.goal if isinstance(rules, Puzzle) else None

    def at_once() -> Hint | None:
        moves = None
        with suppress(LimitReachedError):
            found = solve(rules, state, limit=min(quick, AT_ONCE // cells), progress=progress)
            return None if found is None else Hint(found.moves, True)
        with suppress(LimitReachedError):
            if is_standard(rules, Twisty):
                moves = known()
                if moves is not None and not _leads(rules, state, moves, goal):
                    return None
            elif is_standard(rules, Sliding) and seconds is not None:
                moves = solve_piece_by_piece(rules, state, goal, seconds=0, progress=progress)
        return None if moves is None else Hint(moves, False)

    def is_ruled_out() -> bool:
        return isinstance(rules, Puzzle) and unsolvable_reason(rules, state) is not None

    if cells <= LARGE_BOARD and is_ruled_out():
        return
    ready = is_standard(rules, Twisty) and is_loaded(rules)
    first = None if ready else at_once()
    if first is not None:
        yield first
    elif cells > LARGE_BOARD and is_ruled_out():
        return
    if is_standard(rules, Twisty):
        by_chain = _by_chain(rules, state, goal, seconds, progress)
        if better := next(by_chain, None):
            yield better
            yield from by_chain
            return
    try:
        found = solve(rules, state, limit=quick, progress=progress)
    except LimitReachedError:
        if limit <= QUICK and not _has_kind(rules):
            raise
    else:
        if found is not None:
            yield Hint(found.moves, True)
        return
    if is_standard(rules, Sliding):
        with suppress(_WordTooLongError):
            shortest = _by_tables(rules, state, None, progress)
            if shortest is not None:
                yield shortest
            return
    yield from _if_any(find_word(rules, state, limit=limit, progress=progress))
    left = 0.0 if seconds is None else begun + seconds - time.monotonic()
    if not _has_kind(rules):
        found = solve(rules, state, limit=limit, progress=progress)
        yield from () if found is None else [Hint(found.moves, True)]
    elif left > 0:
        yield from _if_any(find_word(rules, state, seconds=left, limit=limit, progress=progress))


def _has_kind(rules: Rules) -> bool:
    """Return whether a puzzle is of a kind with methods of its own."""
    return isinstance(rules, Puzzle) and (is_standard(rules, Twisty) or is_standard(rules, Sliding))


def _last_hint(found: Iterator[Hint]) -> Hint | None:
    best = None
    for each in found:
        best = each
    return best


def _if_any(moves: list[str] | None) -> Iterator[Hint]:
    """Yield a way that may be longer than others, if there is one."""
    if moves is not None:
        yield Hint(moves, False)


class _WordTooLongError(Exception):
    """The search for a shortest solution is given up."""


def _by_tables(rules: Puzzle, state: State, goal: State | None, progress: Progress) -> Hint | None:
    """Return a shortest solution or None; raise `_TooLong` if it is not soon found."""
    from .optimal import solve_optimally

    def patient(what: str, done: int, total: int | None) -> None:
        if total is None and done > (QUICK if what == "states" else NODES):
            raise _WordTooLongError
        progress(what, done, total)

    try:
        found = solve_optimally(rules, state, goal, memory=MEMORY, progress=patient)
    except LimitReachedError as error:
        raise _WordTooLongError from error
    return None if found is None else Hint(found.moves, True)


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
    """Return legal moves from a state to the goal, or to another state; None if none lead there.

    More `seconds` make it shorter, and so do `tables`, which are made once, in a minute, and kept;
    with them it is short in the `metric`: moves of the rule book, or turns. Raises `LimitReachedError`
    if no way was found, though there may be one.

    >>> from puzzlekit import load
    >>> rules = load("fifteen#7")
    >>> len(word_for(rules, rules.start())) < 150
    True
    """
    if metric not in (STEPS, TURNS):
        raise OptionError(f"There is no metric {metric!r}; choose from {STEPS}, {TURNS}.")
    if metric == TURNS and not isinstance(rules, Twisty):
        raise OptionError(f"{rules.name} has no twists; leave the metric out.")
    if not isinstance(rules, Puzzle):
        if to is not None:
            raise OptionError(f"Ways to other positions than the goal of {rules.name} are unknown.")
        found = solve(rules, state, limit=limit, progress=progress)
        return found.moves if found else None
    rules, state = merge_kinds(rules, state) if to is None else (only_kind(rules), state)
    goal = rules.goal if to is None else to
    several = to is None and (bool(rules.free) or not rules.ends_at_goal)
    if state == goal or (several and rules.outcome(state) is not None):
        return []
    if unsolvable_reason(rules, state, to) is not None:
        return None
    if is_standard(rules, Twisty):
        short = _short_word(rules, state, goal, seconds, metric, tables, progress)
        if short is not None:
            return short
    elif tables and is_standard(rules, Sliding):
        with suppress(_WordTooLongError):
            shortest = _by_tables(rules, state, to, progress)
            return None if shortest is None else shortest.moves
    ways = _find_words(rules, state, goal, seconds, progress)
    if ways is not None:
        for moves in ways:
            if _leads(rules, state, moves, goal):
                return moves
        if not ways and not several:
            return None
    found = solve(rules, state, to, limit=limit, progress=progress)
    return found.moves if found else None


def _short_word(
    rules: Twisty,
    state: State,
    goal: State,
    seconds: float | None,
    metric: str,
    make: bool,
    progress: Progress,
) -> list[str] | None:
    """Return a word of the chain, or a shorter one where there is time to find a shortest one."""
    own = chain_time(rules, goal, seconds, metric=metric, make=make, progress=progress)
    short = _last_hint(_by_chain(rules, state, goal, own, progress, metric=metric, make=make))
    if short is None:
        return None
    best = None
    if seconds is not None and own is not None and own < seconds and not short.shortest:
        left = seconds - own
        best = proved_word(rules, state, goal, left, metric=metric, progress=progress)
    return short.moves if best is None else best


def _find_words(
    rules: Puzzle, state: State, goal: State, seconds: float | None, progress: Progress
) -> list[list[str]] | None:
    """Return ways to try, () if there certainly is no solution, None if nothing is known."""
    if is_standard(rules, Twisty) and not rules.forbidden:
        moves = twisty_word(rules, state, goal, seconds, progress)
        return [] if moves is None else [moves]
    if is_standard(rules, SlidingTwisty) and (moves := _by_slides(rules, state, goal, progress)):
        return [moves]
    if not is_standard(rules, Sliding):
        return _by_frames(rules, state, goal, seconds, progress)
    found = solve_piece_by_piece(
        rules, state, goal, seconds=USUAL if seconds is None else seconds, progress=progress
    )
    if found is not None:
        return [found]
    if "" not in goal:
        return []
    key = tuple(rules.all_moves()), goal
    walks = _cached_table(key, lambda: HoleWalks(rules, goal, progress))
    steps = walks.solution(state, seconds=seconds, progress=progress)
    if steps is None:
        return [] if walks.decides(state) else None
    cells = rules.board.cells
    return [[f"{cells[a]}-{cells[b]}" for a, b in without_loops(state, steps)]]


def _by_slides(
    rules: SlidingTwisty, state: State, goal: State, progress: Progress
) -> list[str] | None:
    """Return a solution of slides alone, or of slides after one turn; None if none was found."""
    plain = Sliding(rules.board, goal)
    for turn in ([], *([name] for name in rules.twists)):
        begun = rules.apply(state, turn[0]) if turn else state
        with suppress(LimitReachedError):
            if unsolvable_reason(plain, begun, goal) is None:
                moves = solve_piece_by_piece(plain, begun, goal, seconds=0, progress=progress)
                if moves is not None:
                    return turn + moves
    return None


def _by_frames(
    rules: Puzzle, state: State, goal: State, seconds: float | None, progress: Progress
) -> list[list[str]] | None:
    """Return a solution by closed walks of the frames, if the puzzle has frames."""
    try:
        walks = _cached_table((rules, goal), lambda: FrameWalks(rules, goal, progress))
        moves = walks.solution(state, seconds=seconds, progress=progress)
    except (FrameError, LimitReachedError):
        return None
    return None if moves is None else [without_returns(rules, state, moves)]


def _by_chain(
    rules: Twisty,
    state: State,
    goal: State,
    seconds: float | None,
    progress: Progress,
    *,
    metric: str = STEPS,
    make: bool = False,
) -> Iterator[Hint]:
    """Yield the ways that a chain of subgroups finds; none if there is none, or none is made."""
    chain = chain_for(rules, metric=metric, make=make, progress=progress)
    if chain is not None:
        with suppress(LimitReachedError):
            for each in short_words(chain, state, goal, seconds=seconds, progress=progress):
                moves = expand(each.word, rules.inverse_move)
                if _leads(rules, state, moves, goal):
                    yield Hint(moves, each.optimal and metric == STEPS and not rules.free)


def _cached_table(key: Any, make: Callable[[], T]) -> T:
    """Return what is kept under a key, or make it; what was not used for long is given up."""
    found: T = _tables.pop(key) if key in _tables else make()
    _tables[key] = found
    for old in list(_tables)[:-MAX_TABLES]:
        del _tables[old]
    return found


def word_table(rules: Twisty, progress: Progress = silent) -> Factorization:
    """Return a cached or new table of words; raise `LimitReachedError` if there is no room for it."""
    generators = rules.generators(rules.goal)
    key = tuple(generators.items()), rules.goal
    return _cached_table(key, lambda: Factorization(generators, goal=rules.goal, progress=progress))


def twisty_word(
    rules: Twisty, state: State, goal: State, seconds: float | None, progress: Progress
) -> list[str] | None:
    """Return the moves of a word between two arrangements, or None; legality is not checked."""
    factors = word_table(rules, progress)
    word = factors.find_word(state, goal, seconds=seconds, progress=progress)
    return None if word is None else expand(word, rules.inverse_move)


def _leads(rules: Puzzle, state: State, moves: Sequence[str], goal: State) -> bool:
    """Return whether the moves are legal and lead to the goal."""
    try:
        for move in moves:
            state = rules.play(state, move)
    except IllegalMoveError:
        return False
    return bool(state == goal)


def as_word(rules: Rules, moves: Sequence[str]) -> Word:
    """Return single moves as a word, merging repeats into powers.

    >>> from puzzlekit import load
    >>> as_word(load("cube:2"), ["U", "U", "R'"])
    (('U', 2), ('R', -1))
    """
    names = rules.all_moves() if isinstance(rules, Puzzle) else ()
    return simplify(
        (move[:-1], -1) if move.endswith("'") and move[:-1] in names else (move, 1)
        for move in moves
    )
