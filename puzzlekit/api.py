"""Functions for scripts and notebooks: groups, solutions, counts, proofs, formats and pictures.

They accept puzzles and games in any form that `load` accepts.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import contextmanager
from dataclasses import replace
from functools import partial, reduce
from typing import TYPE_CHECKING

from .core.errors import NotationError, OptionError, PuzzlekitError, short_repr, shorten_path
from .core.numba_status import continue_without_numba, retry_without_numba
from .core.permutation import identity
from .core.progress import Progress, silent
from .core.values import DistanceMetric, Metric, Theme
from .groups import as_permutations, prove_factors
from .play.api_arguments import PuzzleLike, as_generators, as_state, as_targets, find_rules, load
from .play.parse_moves import read_line
from .plugin.errors import plugin_boundary
from .rules.base import Puzzle, Rules, State
from .rules.merged_moves import default_metric
from .solving import forced_wins, outcomes, search, spaces
from .solving import optimal as shortest
from .solving.goal_patterns import differing_cells
from .solving.goals_with_free_cells import single_goal
from .solving.invariants import unsolvable_reason
from .solving.solution import Solution, as_word, write_moves

if TYPE_CHECKING:
    from .solving.puzzle_group import PuzzleGroup

#: Without `optimal`, `solve` stops after this many solutions that are not proved shortest. Goals
#: that differ least from the position come first.
MAX_SOLUTIONS = 4


@contextmanager
def _guarded_rules(puzzle: PuzzleLike) -> Iterator[Rules]:
    loaded = load(puzzle)
    with plugin_boundary(loaded):
        yield loaded


@retry_without_numba
def order(puzzle: PuzzleLike) -> int:
    """Return the order of a puzzle's group at its start, or of a group given by generators.

    >>> order("cube:3"), order(["(0 1 2 3 4)", "(0 1 2)"])
    (43252003274489856000, 60)
    """
    loaded = find_rules(puzzle)
    if loaded is None:
        factors = prove_factors(list(as_generators(puzzle).values()))
    else:
        with plugin_boundary(loaded):
            factors = prove_factors(as_permutations(loaded.sparse_generators(loaded.start())))
    return math.prod(proved.order for _, proved in factors)


@retry_without_numba
def group(puzzle: PuzzleLike, state: State | None = None) -> PuzzleGroup:
    """Return a puzzle's group at a position (default: the start), as a SymPy group.

    >>> symmetric = group(["(0 1 2 3)", "(0 1)"])
    >>> symmetric.name, symmetric.order(), symmetric.facts.base
    ('S4', 24, ('0', '1', '2'))
    """
    from .solving.puzzle_group import PuzzleGroup  # imports SymPy, which is slow

    with _guarded_rules(puzzle) as loaded:
        state = as_state(loaded, state)
        points = len(loaded.board) + loaded.reserve
        generators = list(loaded.generators(state).values()) or [identity(points)]
        return PuzzleGroup(generators, prove_factors(generators), loaded, state)


def distances(
    puzzle: PuzzleLike,
    start: State | None = None,
    *,
    to_goal: bool = False,
    metric: DistanceMetric | None = None,
    limit: int | None = None,
    memory: int = spaces.MEMORY,
    cores: int | None = None,
    progress: Progress = silent,
) -> Iterator[int]:
    """Yield the number of positions at each distance from the start, from 0 on.

    If `to_goal` is true, the positions from which the goal can be reached are counted by their
    distance to it. The metric determines what counts as one move: in `turns`, the default for
    solids such as the cube, any power of a twist; in `steps`, the default for other puzzles, a
    single move; in `runs`, any number of steps of one sliding piece; in `lines`, a step of several
    pieces in a line.
    Raises `LimitReachedError` if there are more than `limit` positions, or more than fit into
    `memory` bytes, and `OptionError` if `to_goal` is combined with `start` or there is no goal. For
    the distances of single positions, see `puzzlekit.solving.spaces.space.open_space`.

    >>> list(distances("fifteen:2,height=2"))
    [1, 2, 2, 2, 2, 2, 1]
    >>> sum(distances("cube:2"))
    3674160
    """
    with _guarded_rules(puzzle) as loaded:
        metric = metric or default_metric(loaded)
        if to_goal and start is not None:
            raise OptionError("`to_goal` and `start` cannot be combined; omit one of them.")
        rules, state = single_goal(loaded) if to_goal else (loaded, as_state(loaded, start))
        found = spaces.Enumeration(
            rules, state, metric=metric, backward=to_goal, limit=limit, memory=memory
        )
    return _iterate_guarded(loaded, partial(found.levels, cores=cores, progress=progress))


@retry_without_numba
def solve(
    puzzle: PuzzleLike,
    state: State | None = None,
    *,
    to: State | Set[State] | None = None,
    optimal: bool = False,
    count: bool = False,
    metric: Metric | None = None,
    seconds: float | None = None,
    tables: bool = False,
    memory: int = shortest.DEFAULT_MEMORY_BYTES,
    limit: int | None = None,
    progress: Progress = silent,
) -> Solution | None:
    """Return moves from a state (default: the start) to the goal, or None if there are none.

    If `to` is given, the moves lead to that state instead, or to the nearest one in a set of
    states. In a string of labels, `?` stands for any label; `any-rotation` is the goal of a solid,
    rotated as a whole; the path of a KPattern (`.json`) with equal pieces makes them
    interchangeable. By default, a short solution is returned at once, which need not be a
    shortest one. More `seconds` usually give a shorter one, and so do `tables`, which are built
    once (in up to several minutes) and then cached. If `optimal` is true, the solution is a
    shortest one. If `count` is true, all shortest solutions are counted, and up to a thousand are
    listed. This search uses pattern databases of up to `memory` bytes, or, with a
    `limit`, no databases but up to `limit` stored positions. In the metric `turns`, the default for
    solids such as the cube, any power of a twist is one move; in `steps`, each move counts; in
    `runs`, any number of steps of one sliding piece or block is one move, and the solution is
    always a shortest one. Raises `LimitReachedError` if a limit stops the search, and
    `OptionError` for a game, or for `seconds` or `tables` in a search for a shortest solution.

    >>> solution = solve("pinball", optimal=True, count=True)
    >>> solution.length, solution.proved_optimal, solution.count
    (18, True, 1)
    >>> print(solve(["(0 1 2 3)", "(0 1)"], to="(0 2)(1 3)"))
    a2
    >>> print(solve(["(0 1 2 3)", "(0 1)"], to={"3 ? 1 ?", "3 2 1 0"}))
    a

    Cycles and lists of integers are permutations, which take the piece on cell i to its image. A
    string of labels gives the piece on each cell, so the same numbers mean the inverse permutation:

    >>> print(solve(["(0 1 2)"], to=[1, 2, 0]), solve(["(0 1 2)"], to="1 2 0"))
    a a'
    """
    optimal |= count or metric == "runs"
    if optimal and (tables or seconds is not None):
        raise OptionError(
            "`seconds` and `tables` are for short solutions; omit them, or omit `optimal`, `count` "
            "and the metric `runs`."
        )
    with _guarded_rules(puzzle) as loaded:
        metric = metric or default_metric(loaded)
        state = as_state(loaded, state)
        targets = as_targets(loaded, state, to)
        if count and len(targets) > 1:
            raise OptionError(
                "Solutions can be counted for a single goal only; omit `count`, or give one goal."
            )
        if not optimal:
            targets.sort(key=differing_cells)
        found: list[Solution] = []
        for target in targets:
            if sum(not each.proved_optimal for each in found) == MAX_SOLUTIONS and not optimal:
                break
            if optimal:
                solution = shortest.solve_optimally(
                    *target,
                    metric=metric,
                    every=count,
                    memory=memory,
                    limit=limit,
                    progress=progress,
                )
            else:
                from .solving.short_solutions import find_solution  # slow to import

                solution = find_solution(
                    *target[:2],
                    to=target.goal,
                    metric=metric,
                    seconds=seconds and seconds / min(len(targets), MAX_SOLUTIONS),
                    tables=tables,
                    limit=limit,
                    progress=progress,
                )
            if solution is not None:
                found.append(solution)
                if not solution.length:
                    break
        best = min(found, key=lambda each: each.length, default=None)
        return best and replace(
            best,
            word=as_word(loaded, best.moves),
            text=write_moves(loaded, best.moves),
            proved_optimal=best.length <= 1 or all(each.proved_optimal for each in found),
        )


def play_moves(puzzle: PuzzleLike, moves: str | Iterable[str], state: State | None = None) -> State:
    """Return the position after moves (default: from the start).

    The moves are a string as players type it, or a list of legal moves, such as the `moves` of a
    solution. In a game, a string is a single move. Raises `NotationError` or `IllegalMoveError` if
    the moves cannot be read or played.

    >>> after = play_moves("cube:2", "R U R' U'")
    >>> print(solve("cube:2", after))
    U R U' R'
    >>> play_moves("hex:3", ["b2", "c1"]).ply
    2
    """
    with _guarded_rules(puzzle) as loaded:
        state = as_state(loaded, state)
        if not isinstance(moves, Iterable):
            raise NotationError(
                f"{short_repr(moves)} is not a sequence of moves; write a string or a list."
            )
        if not isinstance(moves, str):
            return reduce(loaded.play, moves, state)
        return [state, *(after for _, after in read_line(loaded, state, moves))][-1]


def explain_unsolvable(
    puzzle: PuzzleLike, state: State | None = None, *, to: State | None = None
) -> str | None:
    """Return why no moves lead from a state (default: the start) to the goal, or to another state.

    Returns None if there are moves, or if the reason is not known. Raises `NotationError` if the
    state does not have the pieces of the puzzle, and `OptionError` for a game.

    >>> explain_unsolvable("cube:3", "(U8 F2)")[:20]
    'An edge is flipped: '
    """
    with _guarded_rules(puzzle) as loaded:
        if not isinstance(loaded, Puzzle):
            raise OptionError(f"{loaded.name} is a game; only puzzles can be unsolvable.")
        goal = None if to is None else as_state(loaded, to)
        return unsolvable_reason(loaded, as_state(loaded, state), goal)


@retry_without_numba
def outcome(
    puzzle: PuzzleLike,
    state: State | None = None,
    *,
    every: bool = False,
    seconds: float | None = None,
    memory: int = outcomes.MEMORY,
    progress: Progress = silent,
) -> outcomes.Outcome:
    """Return the outcome of a two-player game from a state (default: the start) under best play.

    If `every` is true, the outcome of each first move is proved too. After `seconds`, the function
    returns what has been proved so far. `memory` is the size of the transposition table in bytes.
    Raises `OptionError` for puzzles, for games of more than two players and for finished games, and
    `LimitReachedError` for games that are too long to search.

    >>> result = outcome("hex:2")
    >>> str(result), result.line
    ('loss', ['a1', 'a2', 'b1', 'b2'])
    """
    with _guarded_rules(puzzle) as loaded:
        search = outcomes.OutcomeSearch(loaded, as_state(loaded, state), every=every, memory=memory)
        search.run(seconds, progress)
        return search.result()


def perft(
    puzzle: PuzzleLike, depth: int, *, distinct: bool = False, progress: Progress = silent
) -> Iterator[int]:
    """Yield the number of lines of play (or distinct positions) at each depth, from 1 on.

    Games are not continued after their end. In a game with `repetition` or `max_plies`, positions
    with different histories are distinct. See https://www.chessprogramming.org/Perft.

    >>> list(perft("permute:4,swap=off", 2)), list(perft(["(0 1 2)", "(0 1)"], 3, distinct=True))
    ([36, 928], [3, 5, 6])
    """
    loaded = load(puzzle)
    counts = partial(search.perft, loaded, depth, distinct=distinct, progress=progress)
    return _iterate_guarded(loaded, counts)


def _iterate_guarded(loaded: Rules, values: Callable[[], Iterator[int]]) -> Iterator[int]:
    with plugin_boundary(loaded):
        yield from continue_without_numba(values)


@retry_without_numba
def prove(
    puzzle: PuzzleLike,
    state: State | None = None,
    *,
    seat: int | None = None,
    turns: int | None = None,
    limit: int = forced_wins.MAX_POSITIONS,
    seconds: float | None = None,
    progress: Progress = silent,
) -> forced_wins.Proof | None:
    """Return a proof of a forced win by a seat (default: side to move), or None if none is found.

    If `turns` is given, the winner may take at most that many turns. Raises
    `LimitReachedError` after `limit` positions or `seconds`, and `OptionError` for an unknown seat.

    >>> prove("hex:3,swap=off").turns
    3
    """
    with _guarded_rules(puzzle) as loaded:
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
    puzzle: PuzzleLike,
    *,
    games: int = 3,
    plies: int = 60,
    seed: int = 0,
    seconds: float | None = None,
) -> list[str]:
    """Return the contract violations of a plugin as sentences, or an empty list if there are none.

    Plays `games` random games of up to `plies` moves in a separate process and checks every
    return value, for up to `seconds` (default: 300).

    >>> check("knights")
    []
    """
    from .testing import subprocess_check  # only needed here

    limit = subprocess_check.SECONDS if seconds is None else seconds
    with _guarded_rules(puzzle) as loaded:
        return subprocess_check.check(loaded, games=games, plies=plies, seed=seed, seconds=limit)


def convert(puzzle: PuzzleLike, to: str) -> str:
    """Return a puzzle as a string in a file format: `gap`, `kpuzzle`, `tws`, `toml` or `python`.

    Features that the format cannot represent are left out with a warning. Raises `FormatError`
    for games and unknown formats.

    >>> print(convert({"L": "(0 1 2)", "R": "(2 3)"}, "gap"))
    # Generators: 4 points
    L:=(1,2,3);
    R:=(3,4);
    Group(L,R);
    <BLANKLINE>
    """
    from .formats import as_rules, lost_features  # other functions do not need them

    with _guarded_rules(puzzle) as loaded:
        definition = as_rules.definition_of(loaded)
    text = as_rules.convert(definition, to)
    if lost := lost_features(definition, to):
        warnings.warn(f"{to} cannot represent {', '.join(lost)}; left out.", stacklevel=2)
    return text


class Picture:
    """A position that notebooks display as a picture.

    `svg` is the SVG source, and `state` is the position.
    """

    def __init__(self, rules: Rules, state: State, theme: Theme, net: bool) -> None:
        from .ui.svg import picture  # only needed here

        self.rules, self.state = rules, state
        self.svg = picture(rules, state, theme=theme, net=net)

    def __repr__(self) -> str:
        try:
            line = self.rules.encode(self.state)
        except PuzzlekitError:  # the position cannot be encoded
            line = "a position"
        return f"<{self.rules.name}: {shorten_path(line)}>"

    def _repr_svg_(self) -> str:
        return self.svg


def show(
    puzzle: PuzzleLike, state: State | None = None, *, theme: Theme = "light", net: bool = False
) -> Picture:
    """Return a picture of a position (default: the start) in the theme `light` or `dark`.

    Solids are drawn in 3D, or unfolded with `net`. Raises `NotationError` for an invalid position
    and `OptionError` for an unknown theme.

    >>> show("fifteen:2,height=2", "1 2 . 3")
    <15-puzzle: 12_3>
    >>> show("fifteen:2,height=2").svg.count("<text")
    7
    """
    loaded = load(puzzle)
    return Picture(loaded, as_state(loaded, state), theme, net)
