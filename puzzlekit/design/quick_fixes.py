"""Quick fixes for unsolvable drawings: swap two pieces, or make two pieces equal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..solving.invariants import unsolvable_reason
from .drawing import Drawing
from .edits import merge_labels, swap_labels
from .puzzle import rules_of_drawing

#: Maximum number of pairs of pieces to try.
MAX_TRIED = 300


def swap_two_pieces(drawing: Drawing) -> Drawing | None:
    """Swap two pieces so that no known obstacle remains; return the drawing, or None."""
    return next(_solvable(_swaps(drawing)), None)


def make_two_equal(drawing: Drawing) -> Drawing | None:
    """Make two pieces equal so that no known obstacle remains; return the drawing, or None."""
    return next(_solvable(_merges(drawing)), None)


def _solvable(changed: Iterator[Drawing]) -> Iterator[Drawing]:
    """Yield the drawings whose start is not known to be unsolvable."""
    for _, drawing in zip(range(MAX_TRIED), changed, strict=False):
        rules = rules_of_drawing(drawing)
        if unsolvable_reason(rules, drawing.start, rules.goal) is None:
            yield drawing


def _wrong_first(drawing: Drawing) -> list[tuple[int, int]]:
    """Return the pairs of nodes with different pieces, those with misplaced pieces first."""
    start, goal = drawing.start, drawing.goal
    cells = [cell for cell, label in enumerate(start) if label]
    pairs = [(a, b) for a, b in combinations(cells, 2) if start[a] != start[b]]
    return sorted(pairs, key=lambda pair: sum(start[c] == goal[c] for c in pair))


def _swaps(drawing: Drawing) -> Iterator[Drawing]:
    for a, b in _wrong_first(drawing):
        yield swap_labels(drawing, "start", a, b)


def _merges(drawing: Drawing) -> Iterator[Drawing]:
    for a, b in _wrong_first(drawing):
        yield merge_labels(drawing, drawing.start[a], drawing.start[b])
