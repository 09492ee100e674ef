"""What makes a drawing solvable that is not: two pieces exchanged, or two made equal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..solving.invariants import unsolvable_reason
from .drawing import ANY, Drawing
from .edits import exchanged
from .puzzle import rule_book

#: Pairs of pieces that are tried.
MAX_TRIED = 300


def with_two_exchanged(drawing: Drawing) -> Drawing | None:
    """Return the drawing with two start pieces exchanged to be solvable, or None."""
    return next(_fixed(_exchanges(drawing)), None)


def with_two_equal(drawing: Drawing) -> Drawing | None:
    """Return the drawing with two pieces made equal to be solvable, or None."""
    return next(_fixed(_equals(drawing)), None)


def _fixed(changed: Iterator[Drawing]) -> Iterator[Drawing]:
    """Yield the changed drawings whose start is not known to be out of reach."""
    for _, each in zip(range(MAX_TRIED), changed, strict=False):
        rules = rule_book(each)
        if unsolvable_reason(rules, each.start, rules.goal) is None:
            yield each


def _wrong_first(drawing: Drawing) -> list[tuple[int, int]]:
    """Return all pairs of nodes with different pieces, those that are not as at the goal first."""
    start, goal = drawing.start, drawing.goal
    cells = [cell for cell, label in enumerate(start) if label]
    pairs = [(a, b) for a, b in combinations(cells, 2) if start[a] != start[b]]
    return sorted(pairs, key=lambda pair: sum(start[c] == goal[c] for c in pair))


def _exchanges(drawing: Drawing) -> Iterator[Drawing]:
    for a, b in _wrong_first(drawing):
        yield exchanged(drawing, "start", a, b)


def _equals(drawing: Drawing) -> Iterator[Drawing]:
    looks = drawing.pieces
    for a, b in _wrong_first(drawing):
        kept, gone = drawing.start[a], drawing.start[b]
        start = tuple(kept if label == gone else label for label in drawing.start)
        goal = tuple(kept if label == gone else label for label in drawing.goal)
        left = {label: look for label, look in looks.items() if label not in (gone, ANY)}
        yield drawing._replace(start=start, goal=goal, looks=tuple(left.items()))
