"""Three small example drawings."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ..core.board import Point
from .drawing import Drawing, DrawnTurn, Node


def three_and_a_hole() -> Drawing:
    """Return a drawing with three nodes in a row, one node below them, and one hole."""
    points = ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (1.0, -1.0))
    return Drawing(
        nodes=_numbered(points),
        ways=_both((0, 1), (1, 2), (1, 3)),
        start=("2", "", "1", "3"),
        goal=("1", "", "2", "3"),
        title="Three and a hole",
        rules="Move each piece to its place. This is impossible until you add an edge.",
    )


def nine_and_arrows() -> Drawing:
    """Return a drawing of nine nodes in three rows, with some one-way edges."""
    points = tuple((float(n % 3), -float(n // 3)) for n in range(9))
    two_way = _both((0, 1), (1, 4), (2, 5), (3, 6), (6, 7), (7, 8))
    one_way = {(0, 3), (2, 1), (3, 4), (4, 7), (5, 4), (8, 5)}
    return Drawing(
        nodes=_numbered(points),
        ways=two_way | one_way,
        start=("4", "1", "8", "6", "", "2", "9", "7", "3"),
        goal=("1", "2", "3", "4", "", "6", "7", "8", "9"),
        motion="fly",
        title="One more arrow",
        rules="Move every ball to its place. Add an arrow from 5 to 9 and see what changes.",
    )


def two_rings() -> Drawing:
    """Return a drawing of two rings of eight beads that share two beads, with a turn for each."""
    eighth, radius = math.pi / 4, 1.5
    angles = [eighth * (1 - bead) for bead in range(8)]
    left = [(math.cos(angle) - math.cos(eighth), math.sin(angle)) for angle in angles]
    # Both rings begin at the upper crossing, bead 0; the lower crossing is bead 2.
    right = [(-x, y) for bead, (x, y) in enumerate(left) if bead not in (0, 2)]
    points = [(round(radius * x, 6) + 0.0, round(radius * y, 6) + 0.0) for x, y in left + right]
    labels = ("both", "left", "both", *["left"] * 5, *["right"] * 6)
    return Drawing(
        nodes=_numbered(points),
        turns=(
            ("L", DrawnTurn((tuple(range(8)),))),
            ("R", DrawnTurn(((0, 13, 12, 11, 10, 9, 2, 8),))),
        ),
        start=labels,
        goal=labels,
        title="Two rings",
        rules="Turn the rings until each colour is back in place. Try making more beads equal.",
    )


def _numbered(points: Iterable[Point]) -> tuple[Node, ...]:
    return tuple(Node(str(number), point) for number, point in enumerate(points, 1))


def _both(*edges: tuple[int, int]) -> frozenset[tuple[int, int]]:
    return frozenset(arc for a, b in edges for arc in ((a, b), (b, a)))
