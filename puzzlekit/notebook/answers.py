"""The answers of commands as values: orders, groups, counts, solutions, words, other formats."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from .. import formats
from ..core import words
from ..core.errors import LimitReachedError
from ..core.progress import Progress, silent
from ..formats.as_rules import definition_of, with_moves
from ..groups import describe
from ..plugin.errors import plugin_boundary
from ..rules.base import Rules, State
from ..solving import forced_wins, group_facts, hints, outcomes, search, spaces
from ..solving import optimal as shortest
from ..solving.spaces import MEMORY, STEPS
from .coerce import PuzzleLike, as_generators, as_rules, as_state, find_rules

#: Positions that `solve` keeps before it looks for tables, which lead further.
SEARCH_POSITIONS = 50_000


class MoveSequence(NamedTuple):
    """Moves that lead from one position to another, and how they are written as a word."""

    moves: list[str]
    word: str

    @property
    def length(self) -> int:
        """How many moves there are."""
        return len(self.moves)

    def __str__(self) -> str:
        return self.word


@contextmanager
def _using(given: PuzzleLike) -> Iterator[Rules]:
    book = as_rules(given)
    with plugin_boundary(book):
        yield book


def order(rules: PuzzleLike) -> int:
    """Return the order of the group that acts at the start of a puzzle, or that is generated.

    >>> order("cube:3"), order(["(0 1 2 3 4)", "(0 1 2)"])
    (43252003274489856000, 60)
    """
    book = find_rules(rules)
    if book is None:
        return describe(as_generators(rules).values()).order
    with plugin_boundary(book):
        return describe(book.sparse_generators(book.start()).values()).order


def group(rules: PuzzleLike, state: State | None = None) -> group_facts.Facts:
    """Return the facts of the group that acts on a position: its name, orbits, base, theorems.

    >>> found = group(["(0 1 2 3)", "(0 1)"])
    >>> found.info.name, found.info.order, found.base
    ('S4', 24, ('0', '1', '2'))
    """
    with _using(rules) as book:
        return group_facts.facts(book, as_state(book, state))


def states(
    rules: PuzzleLike,
    start: State | None = None,
    *,
    metric: str = STEPS,
    limit: int | None = None,
    memory: int = MEMORY,
    cores: int | None = None,
    progress: Progress = silent,
) -> Iterator[int]:
    """Yield how many positions can be reached, by their distance from the start.

    What counts one is a move of the rule book or, by the `metric`, `turns`, `runs` or `lines`.
    Raises `LimitReachedError` where there are more than `limit`, or than so much `memory` has room for.

    >>> list(states("fifteen:2,height=2"))
    [1, 2, 2, 2, 2, 2, 1]
    >>> sum(states("cube:2", metric="turns"))
    3674160
    """
    with _using(rules) as book:
        found = spaces.enumerate_states(
            book,
            as_state(book, start),
            metric=metric,
            limit=limit,
            memory=memory,
            cores=cores,
            progress=progress,
        )
    return _guarded(book, found)


def solve(
    rules: PuzzleLike,
    state: State | None = None,
    goal: State | None = None,
    *,
    limit: int | None = None,
    progress: Progress = silent,
) -> search.ShortestSolution | None:
    """Return a shortest solution and how many there are, or None if there is no solution.

    It leads from a state, by default the start, to a goal, by default that of the rule book.
    With a `limit` so many positions are kept at most. Raises `LimitReachedError` where the search would
    meet too many.

    >>> solution = solve("pinball")
    >>> solution.length, solution.ways
    (18, 1)
    """
    with _using(rules) as book:
        state = as_state(book, state)
        goal = None if goal is None else as_state(book, goal)
        few = min(SEARCH_POSITIONS, search.default_limit(book)) if limit is None else limit
        try:
            return search.solve(book, state, goal, limit=few, progress=progress)
        except LimitReachedError:
            if limit is not None:
                raise
        found = shortest.solve_optimally(book, state, goal, every=True, most=0, progress=progress)
        return (
            None
            if found is None
            else search.ShortestSolution(found.moves, found.solution_count or 0)
        )


def optimal(
    rules: PuzzleLike,
    state: State | None = None,
    goal: State | None = None,
    *,
    metric: str = STEPS,
    every: bool = False,
    most: int = shortest.MAX_LISTED,
    memory: int = shortest.MEMORY,
    limit: int | None = None,
    progress: Progress = silent,
) -> shortest.OptimalSolution | None:
    """Return a shortest solution, or None if there is none.

    What counts one is a move of the rule book or, by the `metric` `turns`, any power of a twist.
    With `every` all shortest solutions are counted, and `most` of them listed. Tables take so many
    bytes of `memory`; with a `limit` there are none, and so many positions are kept at most.

    >>> found = optimal("pinball", every=True)
    >>> found.length, found.ways
    (18, 1)
    """
    with _using(rules) as book:
        return shortest.solve_optimally(
            book,
            as_state(book, state),
            None if goal is None else as_state(book, goal),
            metric=metric,
            every=every,
            most=most,
            memory=memory,
            limit=limit,
            progress=progress,
        )


def word(
    rules: PuzzleLike,
    state: State | None = None,
    to: State | None = None,
    *,
    metric: str = STEPS,
    seconds: float | None = None,
    tables: bool = False,
    progress: Progress = silent,
) -> MoveSequence | None:
    """Return moves from a state to the goal or to another position, None if none lead there.

    They are soon found and need not be the fewest; more `seconds` make them fewer, and so do
    `tables`, which are made once, in up to some minutes, and kept. What counts one is a move of the
    rule book or, by the `metric` `turns`, any power of a twist.

    >>> str(word(["(0 1 2 3)", "(0 1)"], to="(0 2)(1 3)"))
    'a2'
    """
    with _using(rules) as book:
        moves = hints.find_word(
            book,
            as_state(book, state),
            to=None if to is None else as_state(book, to),
            metric=metric,
            seconds=seconds,
            tables=tables,
            progress=progress,
        )
        return (
            None if moves is None else MoveSequence(moves, words.write(hints.as_word(book, moves)))
        )


def hint(
    rules: PuzzleLike, state: State | None = None, *, progress: Progress = silent
) -> hints.Hint | None:
    """Return moves to the goal, and whether they are the fewest; None if it cannot be reached.

    >>> found = hint("pinball")
    >>> len(found.moves), found.shortest
    (18, True)
    """
    with _using(rules) as book:
        return hints.find_hint(book, as_state(book, state), progress=progress)


def outcome(
    rules: PuzzleLike,
    state: State | None = None,
    *,
    every: bool = False,
    seconds: float | None = None,
    memory: int = outcomes.MEMORY,
    progress: Progress = silent,
) -> outcomes.Outcome:
    """Return how a game for two ends from a state, by default the start, under best play.

    With `every` the outcome of each first move is proved. After so many `seconds` what has been
    proved by then is returned. The table of known positions takes so many bytes of `memory`. Raises
    `OptionError` for puzzles, more players and games that are over, and `LimitReachedError` for games
    that go on for too long to be searched.

    >>> rules = rule_book("hex:2")
    >>> rules.fast_path = None  # nothing need be compiled for so small a board
    >>> found = outcome(rules)
    >>> str(found), found.line
    ('loss', ['a1', 'a2', 'b1', 'b2'])
    """
    with _using(rules) as book:
        proving = outcomes.OutcomeSearch(book, as_state(book, state), every=every, memory=memory)
        proving.run(seconds, progress)
        return proving.result()


def perft(
    rules: PuzzleLike, depth: int, *, distinct: bool = False, progress: Progress = silent
) -> Iterator[int]:
    """Yield, for depths 1, 2, ..., how many lines of play (or distinct positions) there are.

    Finished games are not extended. See https://www.chessprogramming.org/Perft.

    >>> list(perft("permute:4,swap=off", 2)), list(perft(["(0 1 2)", "(0 1)"], 3, distinct=True))
    ([36, 928], [3, 5, 6])
    """
    book = as_rules(rules)
    return _guarded(book, search.perft(book, depth, distinct=distinct, progress=progress))


def _guarded(book: Rules, values: Iterator[int]) -> Iterator[int]:
    with plugin_boundary(book):
        yield from values


def prove(
    rules: PuzzleLike,
    state: State | None = None,
    *,
    seat: int | None = None,
    turns: int | None = None,
    limit: int = forced_wins.MAX_POSITIONS,
    seconds: float | None = None,
    progress: Progress = silent,
) -> forced_wins.Proof | None:
    """Return a proof that a seat wins, by default the one that moves, or None if there is none.

    With `turns` the proof takes at most so many turns of the winner. Raises `LimitReachedError` when
    `limit` positions have been looked at, or so many `seconds` are over.

    >>> prove("hex:3,swap=off").turns
    3
    """
    with _using(rules) as book:
        return forced_wins.prove(
            book,
            as_state(book, state),
            seat=seat,
            turns=turns,
            limit=limit,
            seconds=seconds,
            progress=progress,
        )


def check(
    rules: PuzzleLike,
    *,
    games: int = 3,
    plies: int = 60,
    seed: int = 0,
    seconds: float | None = None,
) -> list[str]:
    """Return what is wrong with a rule book, one sentence each; an empty list if nothing is.

    Plays `games` random games of at most `plies` moves and holds every answer against the contract,
    in a process of its own, within some `seconds`, 300 by default.

    >>> check("pinball")
    []
    """
    from ..testing import subprocess_check  # late, since others need none of it

    limit = subprocess_check.SECONDS if seconds is None else seconds
    with _using(rules) as book:
        return subprocess_check.check(book, games=games, plies=plies, seed=seed, seconds=limit)


def convert(rules: PuzzleLike, to: str) -> str:
    """Return a puzzle as a text in a format: `gap`, `kpuzzle`, `tws` or `toml`.

    What the format cannot hold is left out with a warning. Raises `FormatError` for another
    format, and for a game.

    >>> print(convert({"L": "(0 1 2)", "R": "(2 3)"}, "gap"))
    # Generators: 4 points
    L:=(1,2,3);
    R:=(3,4);
    Group(L,R);
    <BLANKLINE>
    """
    with _using(rules) as book:
        definition = definition_of(book)
    text = formats.write(
        definition if to in formats.COMPLETE_FORMATS else with_moves(definition), to
    )
    if lost := formats.lost_features(definition, to):
        warnings.warn(f"{to} cannot hold {', '.join(lost)}; left out.", stacklevel=2)
    return text
