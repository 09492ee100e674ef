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


class Mechanism(NamedTuple):
    """The moves of a puzzle as permutations.

    `sources` gives, for each move, the cell from which each cell takes its label. A move is legal
    if all cells in `empty` are holes and no cell in `full` is a hole.
    """

    sources: tuple[Images, ...]
    empty: tuple[Images, ...]
    full: tuple[Images, ...]
    holes: bool

    def legal(self, holes: Any) -> Any:
        """Return a mask of the legal moves (n, moves) for an array of holes (n, cells)."""
        import numpy

        legal = numpy.ones((len(holes), len(self.sources)), bool)
        for move, (empty, full) in enumerate(zip(self.empty, self.full, strict=True)):
            for cell in empty:
                legal[:, move] &= holes[:, cell]
            for cell in full:
                legal[:, move] &= ~holes[:, cell]
        return legal

    def inverted(self) -> Mechanism:
        """Return the inverse moves."""

        def moved(cells: tuple[Images, ...]) -> tuple[Images, ...]:
            pairs = zip(self.sources, cells, strict=True)
            return tuple(tuple(inverse(source)[cell] for cell in each) for source, each in pairs)

        return Mechanism(
            tuple(map(inverse, self.sources)), moved(self.empty), moved(self.full), self.holes
        )

    @property
    def two_way(self) -> bool:
        """True if each move has an inverse move."""

        def moves(puzzle: Mechanism) -> set[object]:
            cells = map(frozenset, puzzle.empty), map(frozenset, puzzle.full)
            return set(zip(puzzle.sources, *cells, strict=True))

        return moves(self) == moves(self.inverted())


def always_legal(sources: Iterable[Images]) -> Mechanism:
    """Return a mechanism whose moves are always legal."""
    moves = tuple(sources)
    free: tuple[Images, ...] = ((),) * len(moves)
    return Mechanism(moves, free, free, False)


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
        mechanism = _mixed_moves(rules)
    return mechanism.inverted() if mechanism is not None and backward else mechanism


def _mixed_moves(rules: SlidingTwisty) -> Mechanism | None:
    """Return the slides and the turns, which are always legal."""
    slides = _sliding_moves(rules, STEPS)
    if slides is None:
        return None
    turns = always_legal(dict.fromkeys(map(inverse, rules.twists.values())))
    return Mechanism(
        slides.sources + turns.sources, slides.empty + turns.empty, slides.full + turns.full, True
    )


def _sliding_moves(rules: Sliding | SlidingTwisty, metric: str) -> Mechanism | None:
    """Return the moves of one piece along a path or, for `lines`, of all pieces on it by a step."""
    board = rules.board
    sources: list[Images] = []
    empty: list[Images] = []
    full: list[Images] = []
    for path in _paths(board, metric, rules.goal.count("")):
        images = list(range(len(board)))
        if metric == LINES:
            for origin, to in zip(path, (*path[1:], path[0]), strict=True):
                images[to] = origin
            empty.append(path[-1:])
            full.append(path[:-1])
        else:
            images[path[-1]], images[path[0]] = path[0], path[-1]
            empty.append(path[1:])
            full.append(path[:1])
        sources.append(tuple(images))
        if len(sources) > MAX_MOVES:
            return None
    return Mechanism(tuple(sources), tuple(empty), tuple(full), True)


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
