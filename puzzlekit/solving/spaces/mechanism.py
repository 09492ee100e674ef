"""A puzzle as its spaces see it: labels on cells, and moves that carry them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ...core.board import Board
from ...core.permutation import Images, inverse
from ...rules.base import Puzzle
from ...rules.frames import is_standard
from ...rules.sliding import Sliding
from ...rules.sliding_twisty import SlidingTwisty
from ...rules.twisty import Twisty

#: What counts as one move: a move of the rule book, any power of a twist, any number of steps of
#: one sliding piece, or a step of several in a line.
STEPS, TURNS, RUNS, LINES = "steps", "turns", "runs", "lines"
METRICS = STEPS, TURNS, RUNS, LINES

#: Bytes of the distances of all positions at most, unless more is asked for.
MEMORY = 1 << 30

#: Moves of a sliding puzzle at most; more take too long to look at.
MAX_MOVES = 5_000


class Mechanism(NamedTuple):
    """Moves as sources: where each cell takes its label from.

    For a move to be legal, the cells `empty` must be holes, and the cells `full` must not.
    """

    sources: tuple[Images, ...]
    empty: tuple[Images, ...]
    full: tuple[Images, ...]
    holes: bool

    def legal(self, holes: Any) -> Any:
        """Tell, for arrays (n, cells) of where the holes are, which moves are legal: (n, moves)."""
        import numpy

        found = numpy.ones((len(holes), len(self.sources)), bool)
        for move, (empty, full) in enumerate(zip(self.empty, self.full, strict=True)):
            for cell in empty:
                found[:, move] &= holes[:, cell]
            for cell in full:
                found[:, move] &= ~holes[:, cell]
        return found

    def undone(self) -> Mechanism:
        """Return the moves that undo these."""

        def moved(cells: tuple[Images, ...]) -> tuple[Images, ...]:
            pairs = zip(self.sources, cells, strict=True)
            return tuple(tuple(inverse(source)[cell] for cell in each) for source, each in pairs)

        return Mechanism(
            tuple(map(inverse, self.sources)), moved(self.empty), moved(self.full), self.holes
        )

    @property
    def two_way(self) -> bool:
        """Whether each move can be undone by one."""

        def moves(puzzle: Mechanism) -> set[object]:
            cells = map(frozenset, puzzle.empty), map(frozenset, puzzle.full)
            return set(zip(puzzle.sources, *cells, strict=True))

        return moves(self) == moves(self.undone())


def always_legal(sources: Iterable[Images]) -> Mechanism:
    """Return the mechanism of moves that are always legal."""
    moves = tuple(sources)
    free: tuple[Images, ...] = ((),) * len(moves)
    return Mechanism(moves, free, free, False)


def make_mechanism(
    rules: Puzzle, metric: str = STEPS, *, backward: bool = False
) -> Mechanism | None:
    """Return the moves of a puzzle in a metric (backward: undone), or None for an unknown kind.

    >>> from puzzlekit import load
    >>> [len(mechanism(load("cube:2"), metric).sources) for metric in ("steps", "turns")]
    [6, 9]
    >>> [len(mechanism(load("fifteen"), metric).sources) for metric in ("steps", "lines")]
    [48, 96]
    """
    found = None
    if is_standard(rules, Twisty) and not rules.forbidden and metric in (STEPS, TURNS):
        found = _twisting(rules, metric)
    elif is_standard(rules, Sliding) and metric in (STEPS, RUNS, LINES):
        found = _sliding(rules, metric)
    elif is_standard(rules, SlidingTwisty) and metric == STEPS:
        found = _mixing(rules)
    return found.undone() if found is not None and backward else found


def _twisting(rules: Twisty, metric: str) -> Mechanism:
    moves = [*rules.twists.values()]
    if metric == TURNS:
        moves = [power for images in moves for power in _powers(images)]
    return always_legal(dict.fromkeys(map(inverse, moves)))


def _powers(images: Images) -> list[Images]:
    """Return all powers of a permutation but the identity."""
    found, power = [], images
    while power != tuple(range(len(images))):
        found.append(power)
        power = tuple([images[point] for point in power])
    return found


def _mixing(rules: SlidingTwisty) -> Mechanism | None:
    """Return the slides and the turns, which are always legal."""
    slides = _sliding(rules, STEPS)
    if slides is None:
        return None
    turns = always_legal(dict.fromkeys(map(inverse, rules.twists.values())))
    return Mechanism(
        slides.sources + turns.sources, slides.empty + turns.empty, slides.full + turns.full, True
    )


def _sliding(rules: Sliding | SlidingTwisty, metric: str) -> Mechanism | None:
    """Return the moves along ways: a piece goes to their end, or several each to the next cell."""
    board = rules.board
    sources: list[Images] = []
    empty: list[Images] = []
    full: list[Images] = []
    for way in _ways(board, metric, rules.goal.count("")):
        images = list(range(len(board)))
        if metric == LINES:
            for origin, to in zip(way, (*way[1:], way[0]), strict=True):
                images[to] = origin
            empty.append(way[-1:])
            full.append(way[:-1])
        else:
            images[way[-1]], images[way[0]] = way[0], way[-1]
            empty.append(way[1:])
            full.append(way[:1])
        sources.append(tuple(images))
        if len(sources) > MAX_MOVES:
            return None
    return Mechanism(tuple(sources), tuple(empty), tuple(full), True)


def _ways(board: Board, metric: str, holes: int) -> Iterator[tuple[int, ...]]:
    """Yield ways of some cells: straight on, or of a piece through the holes."""
    for cell in range(len(board)):
        if metric == LINES:
            for ray in board.lines_from[cell]:
                for end in range(1, len(ray) + 1):
                    yield (cell, *ray[:end])
        else:
            yield from _onward(board, (cell,), holes if metric == RUNS else 1)


def _onward(board: Board, way: tuple[int, ...], steps: int) -> Iterator[tuple[int, ...]]:
    for to in board.neighbours[way[-1]]:
        if to not in way:
            yield (*way, to)
            if steps > 1:
                yield from _onward(board, (*way, to), steps - 1)
