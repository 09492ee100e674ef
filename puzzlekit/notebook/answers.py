"""Python API of the commands: orders, groups, counts, solutions, words and formats."""

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

#: Positions that `solve` stores before it switches to pattern databases, which reach further.
SEARCH_POSITIONS = 50_000


class MoveSequence(NamedTuple):
    """Moves that lead from one position to another, and the same as a word."""

    moves: list[str]
    word: str

    @property
    def length(self) -> int:
        """The number of moves."""
        return len(self.moves)

    def __str__(self) -> str:
        return self.word


@contextmanager
def _open_rules(puzzle: PuzzleLike) -> Iterator[Rules]:
    loaded = as_rules(puzzle)
    with plugin_boundary(loaded):
        yield loaded


def order(rules: PuzzleLike) -> int:
    """Return the order of the group that acts at the start of a puzzle, or of a generated group.

    >>> order("cube:3"), order(["(0 1 2 3 4)", "(0 1 2)"])
    (43252003274489856000, 60)
    """
    loaded = find_rules(rules)
    if loaded is None:
        return describe(as_generators(rules).values()).order
    with plugin_boundary(loaded):
        return describe(loaded.sparse_generators(loaded.start()).values()).order


def group(rules: PuzzleLike, state: State | None = None) -> group_facts.Facts:
    """Return facts about the group that acts at a position: name, orbits, base, theorems.

    >>> facts = group(["(0 1 2 3)", "(0 1)"])
    >>> facts.info.name, facts.info.order, facts.base
    ('S4', 24, ('0', '1', '2'))
    """
    with _open_rules(rules) as loaded:
        return group_facts.facts(loaded, as_state(loaded, state))


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
    """Yield the number of reachable positions at each distance from the start.

    With `metric`, a move is a step of the rules, or one of `turns`, `runs` or `lines`. Raises
    `LimitReachedError` if there are more than `limit` positions, or too many for `memory` bytes.

    >>> list(states("fifteen:2,height=2"))
    [1, 2, 2, 2, 2, 2, 1]
    >>> sum(states("cube:2", metric="turns"))
    3674160
    """
    with _open_rules(rules) as loaded:
        counts = spaces.enumerate_states(
            loaded,
            as_state(loaded, start),
            metric=metric,
            limit=limit,
            memory=memory,
            cores=cores,
            progress=progress,
        )
    return _iterate_guarded(loaded, counts)


def solve(
    rules: PuzzleLike,
    state: State | None = None,
    goal: State | None = None,
    *,
    limit: int | None = None,
    progress: Progress = silent,
) -> search.ShortestSolution | None:
    """Return a shortest solution and the number of them, or None if there is none.

    It leads from `state` (the start by default) to `goal` (the goal of the rules by default).
    Raises `LimitReachedError` if the search would have to store more than `limit` positions.

    >>> solution = solve("pinball")
    >>> solution.length, solution.solution_count
    (18, 1)
    """
    with _open_rules(rules) as loaded:
        state = as_state(loaded, state)
        goal = None if goal is None else as_state(loaded, goal)
        node_limit = min(SEARCH_POSITIONS, search.default_limit(loaded)) if limit is None else limit
        try:
            return search.solve(loaded, state, goal, limit=node_limit, progress=progress)
        except LimitReachedError:
            if limit is not None:
                raise
        solution = shortest.solve_optimally(
            loaded, state, goal, every=True, most=0, progress=progress
        )
        return (
            None
            if solution is None
            else search.ShortestSolution(solution.moves, solution.solution_count or 0)
        )


def optimal(
    rules: PuzzleLike,
    state: State | None = None,
    goal: State | None = None,
    *,
    metric: str = STEPS,
    every: bool = False,
    most: int = shortest.MAX_LISTED,
    memory: int = shortest.DEFAULT_MEMORY_BYTES,
    limit: int | None = None,
    progress: Progress = silent,
) -> shortest.OptimalSolution | None:
    """Return a shortest solution, or None if there is none.

    With `metric` `turns`, any power of a twist counts as one move. With `every`, all shortest
    solutions are counted, and up to `most` of them listed. Pattern databases take up to `memory`
    bytes; with a `limit` there are none, and up to `limit` positions are stored.

    >>> solution = optimal("pinball", every=True)
    >>> solution.length, solution.solution_count
    (18, 1)
    """
    with _open_rules(rules) as loaded:
        return shortest.solve_optimally(
            loaded,
            as_state(loaded, state),
            None if goal is None else as_state(loaded, goal),
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
    """Return moves from a state to the goal or another position, or None if there are none.

    The moves need not be the fewest; spending more `seconds` makes them fewer, and so do
    `tables`, which are built once, in up to some minutes, and cached. With `metric` `turns`, any
    power of a twist counts as one move.

    >>> str(word(["(0 1 2 3)", "(0 1)"], to="(0 2)(1 3)"))
    'a2'
    """
    with _open_rules(rules) as loaded:
        moves = hints.find_word(
            loaded,
            as_state(loaded, state),
            to=None if to is None else as_state(loaded, to),
            metric=metric,
            seconds=seconds,
            tables=tables,
            progress=progress,
        )
        return (
            None
            if moves is None
            else MoveSequence(moves, words.write(hints.as_word(loaded, moves)))
        )


def hint(
    rules: PuzzleLike, state: State | None = None, *, progress: Progress = silent
) -> hints.Hint | None:
    """Return moves to the goal and whether they are the fewest, or None if it is unreachable.

    >>> result = hint("pinball")
    >>> len(result.moves), result.shortest
    (18, True)
    """
    with _open_rules(rules) as loaded:
        return hints.find_hint(loaded, as_state(loaded, state), progress=progress)


def outcome(
    rules: PuzzleLike,
    state: State | None = None,
    *,
    every: bool = False,
    seconds: float | None = None,
    memory: int = outcomes.MEMORY,
    progress: Progress = silent,
) -> outcomes.Outcome:
    """Return the outcome of a two-player game from a state (default: the start) under best play.

    With `every`, the outcome of each first move is proved. After `seconds`, the search returns
    what it has proved so far. `memory` is the size of the transposition table in bytes. Raises
    `OptionError` for puzzles, for games of more than two players and for finished games, and
    `LimitReachedError` for games that are too long to search.

    >>> rules = as_rules("hex:2")
    >>> rules.compiled = None  # a board this small needs no compiled code
    >>> result = outcome(rules)
    >>> str(result), result.line
    ('loss', ['a1', 'a2', 'b1', 'b2'])
    """
    with _open_rules(rules) as loaded:
        search = outcomes.OutcomeSearch(loaded, as_state(loaded, state), every=every, memory=memory)
        search.run(seconds, progress)
        return search.result()


def perft(
    rules: PuzzleLike, depth: int, *, distinct: bool = False, progress: Progress = silent
) -> Iterator[int]:
    """Yield the number of lines of play (or distinct positions) at depths 1, 2, ....

    Finished games are not extended. See https://www.chessprogramming.org/Perft.

    >>> list(perft("permute:4,swap=off", 2)), list(perft(["(0 1 2)", "(0 1)"], 3, distinct=True))
    ([36, 928], [3, 5, 6])
    """
    loaded = as_rules(rules)
    return _iterate_guarded(
        loaded, search.perft(loaded, depth, distinct=distinct, progress=progress)
    )


def _iterate_guarded(loaded: Rules, values: Iterator[int]) -> Iterator[int]:
    with plugin_boundary(loaded):
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
    """Return a proof of a forced win for a seat (default: the side to move), or None.

    With `turns`, the proof takes at most that many turns of the winner. Raises
    `LimitReachedError` after `limit` positions or `seconds`.

    >>> prove("hex:3,swap=off").turns
    3
    """
    with _open_rules(rules) as loaded:
        return forced_wins.prove(
            loaded,
            as_state(loaded, state),
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
    """Return the contract violations of rules, one sentence each; an empty list if there are none.

    Plays `games` random games of up to `plies` moves in a separate process and checks every
    return value, for up to `seconds` (default: 300).

    >>> check("pinball")
    []
    """
    from ..testing import subprocess_check  # only needed here

    limit = subprocess_check.SECONDS if seconds is None else seconds
    with _open_rules(rules) as loaded:
        return subprocess_check.check(loaded, games=games, plies=plies, seed=seed, seconds=limit)


def convert(rules: PuzzleLike, to: str) -> str:
    """Return a puzzle as text in a format: `gap`, `kpuzzle`, `tws` or `toml`.

    Features that the format cannot represent are left out with a warning. Raises `FormatError`
    for games and unknown formats.

    >>> print(convert({"L": "(0 1 2)", "R": "(2 3)"}, "gap"))
    # Generators: 4 points
    L:=(1,2,3);
    R:=(3,4);
    Group(L,R);
    <BLANKLINE>
    """
    with _open_rules(rules) as loaded:
        definition = definition_of(loaded)
    text = formats.write(
        definition if to in formats.COMPLETE_FORMATS else with_moves(definition), to
    )
    if lost := formats.lost_features(definition, to):
        warnings.warn(f"{to} cannot represent {', '.join(lost)}; left out.", stacklevel=2)
    return text
