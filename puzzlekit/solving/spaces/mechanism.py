"""A puzzle as its spaces see it: labels on cells, and moves that carry them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ...core.permutation import Images, inverse
from ...rules.rule_book import Puzzle
from ...rules.sliding import Sliding
from ...rules.twisty import Twisty

#: What counts as one move.
STEPS, TURNS = "steps", "turns"
METRICS = STEPS, TURNS


class Mechanism(NamedTuple):
    """Moves as sources: where each cell takes its label from; and which of them are legal.

    `legal` is told of each cell whether it is empty, and returns numbers of sources.
    """

    sources: tuple[Images, ...]
    legal: Callable[[Sequence[bool]], Iterable[int]]
    holes: bool


def mechanism(rules: Puzzle, metric: str = STEPS) -> Mechanism | None:
    """Return the moves of a puzzle in a metric, None if they are of no kind that is known.

    A step is a move of the rule book. A turn is any power of one; sliding puzzles have no turns.

    >>> from puzzlekit import load
    >>> [len(mechanism(load("cube:2"), metric).sources) for metric in METRICS]
    [6, 9]
    """
    if isinstance(rules, Twisty) and not rules.forbidden:
        moves = [*rules.twists.values()]
        if metric == TURNS:
            moves = [power for images in moves for power in _powers(images)]
        found = tuple(dict.fromkeys(map(inverse, moves)))
        return Mechanism(found, lambda empty: range(len(found)), False)
    if isinstance(rules, Sliding) and metric == STEPS:
        return _sliding(rules)
    return None


def _powers(images: Images) -> list[Images]:
    """Return all powers of a permutation but the identity."""
    found, power = [], images
    while power != tuple(range(len(images))):
        found.append(power)
        power = tuple([images[point] for point in power])
    return found


def _sliding(rules: Sliding) -> Mechanism:
    sources: list[Images] = []
    into: list[list[tuple[int, int]]] = []
    for hole, origins in enumerate(rules.board.sources):
        into.append([(a, len(sources) + number) for number, a in enumerate(origins)])
        for a in origins:
            images = list(range(len(rules.board)))
            images[a], images[hole] = hole, a
            sources.append(tuple(images))

    def legal(empty: Sequence[bool]) -> list[int]:
        holes = [cell for cell, is_hole in enumerate(empty) if is_hole]
        return [number for hole in holes for a, number in into[hole] if not empty[a]]

    return Mechanism(tuple(sources), legal, True)
