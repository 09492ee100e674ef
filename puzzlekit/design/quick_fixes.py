"""Quick fixes for unsolvable drawings: swap two pieces, or make two pieces equal."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, islice

from ..solving.invariants import unsolvable_reason
from .drawing import Drawing
from .edits import merge_labels, swap_labels
from .puzzle import rules_of_drawing

#: Maximum number of pairs of pieces to try.
MAX_TRIED = 300


def swap_two_pieces(drawing: Drawing) -> Drawing | None:
    """Swap two pieces so that no known obstacle remains; return the drawing, or None."""
    return _first_solvable(swap_labels(drawing, "start", a, b) for a, b in _pairs(drawing))


def make_two_equal(drawing: Drawing) -> Drawing | None:
    """Make two pieces equal so that no known obstacle remains; return the drawing, or None."""
    start = drawing.start
    return _first_solvable(merge_labels(drawing, start[a], start[b]) for a, b in _pairs(drawing))


def _first_solvable(changed: Iterable[Drawing]) -> Drawing | None:
    for drawing in islice(changed, MAX_TRIED):
        rules = rules_of_drawing(drawing)
        if unsolvable_reason(rules, drawing.start, rules.goal) is None:
            return drawing
    return None


def _pairs(drawing: Drawing) -> list[tuple[int, int]]:
    """Return the pairs of nodes with different pieces, those with misplaced pieces first."""
    start, goal = drawing.start, drawing.goal
    cells = [cell for cell, label in enumerate(start) if label]
    pairs = [(a, b) for a, b in combinations(cells, 2) if start[a] != start[b]]
    return sorted(pairs, key=lambda pair: sum(start[c] == goal[c] for c in pair))
