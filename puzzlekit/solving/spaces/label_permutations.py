"""Conversion of a puzzle's moves to permutations of the labels on its cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ...core.board import Board
from ...core.permutation import Images, inverse, powers
from ...rules.base import Puzzle
from ...rules.frames import is_standard
from ...rules.sliding import Sliding
from ...rules.sliding_twisty import SlidingTwisty
from ...rules.twisty import Twisty
from ..solution import LINES, RUNS, STEPS, TURNS

#: Default maximum size in bytes of the distances of all positions.
MEMORY = 1 << 30

#: Maximum number of moves in a sliding puzzle.
MAX_MOVES = 5_000


class LabelMove(NamedTuple):
    """A permutation of the labels, given by the cell from which each cell takes its label.

    It is legal if all cells in `empty` are holes and no cell in `full` is a hole.
    """

    source: Images
    empty: Images = ()
    full: Images = ()

    def inverted(self) -> LabelMove:
        """Return the inverse move."""
        images = inverse(self.source)
        empty, full = (tuple(images[cell] for cell in cells) for cells in self[1:])
        return LabelMove(images, empty, full)


class Mechanism(NamedTuple):
    """The moves of a puzzle. `holes` is True if some cells are holes."""

    moves: tuple[LabelMove, ...]
    holes: bool = False

    @property
    def sources(self) -> list[Images]:
        """The sources of all moves."""
        return [move.source for move in self.moves]

    def legal(self, holes: Any) -> Any:
        """Return a mask of the legal moves (n, moves) for an array of holes (n, cells)."""
        import numpy

        legal = numpy.ones((len(holes), len(self.moves)), bool)
        for number, move in enumerate(self.moves):
            for cell in move.empty:
                legal[:, number] &= holes[:, cell]
            for cell in move.full:
                legal[:, number] &= ~holes[:, cell]
        return legal

    def inverted(self) -> Mechanism:
        """Return the inverse moves."""
        return Mechanism(tuple(move.inverted() for move in self.moves), self.holes)

    @property
    def two_way(self) -> bool:
        """True if each move has an inverse move."""

        def moves(puzzle: Mechanism) -> set[object]:
            return {(each.source, *map(frozenset, each[1:])) for each in puzzle.moves}

        return moves(self) == moves(self.inverted())


def always_legal(sources: Iterable[Images]) -> Mechanism:
    """Return a mechanism whose moves are always legal."""
    return Mechanism(tuple(map(LabelMove, sources)))


def make_mechanism(
    rules: Puzzle, metric: str = STEPS, *, backward: bool = False
) -> Mechanism | None:
    """Return the moves of a puzzle in a metric, or None if they are not supported.

    If `backward` is true, the moves are inverted.

    >>> from puzzlekit import load
    >>> [len(make_mechanism(load("cube:2"), metric).sources) for metric in ("steps", "turns")]
    [6, 9]
    >>> [len(make_mechanism(load("fifteen"), metric).sources) for metric in ("steps", "lines")]
    [48, 96]
    """
    mechanism = None
    if is_standard(rules, Twisty) and not rules.forbidden and metric in (STEPS, TURNS):
        moves = list(rules.twists.values())
        if metric == TURNS:
            moves = [power for images in moves for power in powers(images)]
        mechanism = always_legal(dict.fromkeys(map(inverse, moves)))
    elif is_standard(rules, Sliding) and metric in (STEPS, RUNS, LINES):
        mechanism = _sliding_moves(rules, metric)
    elif is_standard(rules, SlidingTwisty) and metric == STEPS:
        mechanism = _sliding_moves(rules, metric)
        if mechanism is not None:
            turns = always_legal(dict.fromkeys(map(inverse, rules.twists.values())))
            mechanism = Mechanism(mechanism.moves + turns.moves, holes=True)
    return mechanism.inverted() if mechanism is not None and backward else mechanism


def _sliding_moves(rules: Sliding | SlidingTwisty, metric: str) -> Mechanism | None:
    """Return the moves of one piece along a path or, for `lines`, of all pieces on it by a step."""
    board = rules.board
    moves: list[LabelMove] = []
    for path in _paths(board, metric, rules.goal.count("")):
        images = list(range(len(board)))
        if metric == LINES:
            for origin, to in zip(path, (*path[1:], path[0]), strict=True):
                images[to] = origin
            empty, full = path[-1:], path[:-1]
        else:
            images[path[-1]], images[path[0]] = path[0], path[-1]
            empty, full = path[1:], path[:1]
        moves.append(LabelMove(tuple(images), empty, full))
        if len(moves) > MAX_MOVES:
            return None
    return Mechanism(tuple(moves), holes=True)


def _paths(board: Board, metric: str, holes: int) -> Iterator[tuple[int, ...]]:
    """Yield paths of cells, which are straight lines or walks of a piece through holes."""
    for cell in range(len(board)):
        if metric == LINES:
            for ray in board.lines_from[cell]:
                for end in range(1, len(ray) + 1):
                    yield (cell, *ray[:end])
        else:
            yield from _extend_path(board, (cell,), holes if metric == RUNS else 1)


def _extend_path(board: Board, path: tuple[int, ...], steps: int) -> Iterator[tuple[int, ...]]:
    for to in board.neighbours[path[-1]]:
        if to not in path:
            yield (*path, to)
            if steps > 1:
                yield from _extend_path(board, (*path, to), steps - 1)
