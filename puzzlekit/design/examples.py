"""Three small example drawings."""

from __future__ import annotations

import math

from .drawing import Drawing, DrawnTurn, Node


def three_and_a_hole() -> Drawing:
    """Return a drawing with three nodes in a row, one node below them, and one hole."""
    points = ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (1.0, -1.0))
    return Drawing(
        nodes=tuple(Node(str(n), point) for n, point in enumerate(points, 1)),
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
        nodes=tuple(Node(str(n), point) for n, point in enumerate(points, 1)),
        ways=two_way | one_way,
        start=("4", "1", "8", "6", "", "2", "9", "7", "3"),
        goal=("1", "2", "3", "4", "", "6", "7", "8", "9"),
        motion="fly",
        title="One more arrow",
        rules="Move every ball to its place. Add an arrow from 5 to 9 and see what changes.",
    )


def two_rings(beads: int = 8) -> Drawing:
    """Return a drawing of two rings of beads that share two beads, with a turn for each ring."""
    radius, half = 1.5, 2 * math.pi / beads
    centre = radius * math.cos(half)
    left = [_on_ring(-centre, radius, half - k * 2 * math.pi / beads) for k in range(beads)]
    angles = [math.pi - half + k * 2 * math.pi / beads for k in range(beads)]
    right = [_on_ring(centre, radius, angle) for angle in angles]
    # Both rings begin at the upper crossing; the lower crossing is two beads further.
    number = {0: 0, 2: 2}
    for k in range(beads):
        number.setdefault(k, beads + len(number) - 2)
    points = left + [right[k] for k in range(beads) if k not in (0, 2)]
    labels = tuple(
        "left" if cell < beads and cell not in (0, 2) else "right" if cell >= beads else "both"
        for cell in range(len(points))
    )
    return Drawing(
        nodes=tuple(Node(str(n), point) for n, point in enumerate(points, 1)),
        turns=(
            ("L", DrawnTurn((tuple(range(beads)),))),
            ("R", DrawnTurn((tuple(number[-k % beads] for k in range(beads)),))),
        ),
        start=labels,
        goal=labels,
        title="Two rings",
        rules="Turn the rings until each colour is back in place. Try making more beads equal.",
    )


def _on_ring(x: float, radius: float, angle: float) -> tuple[float, float]:
    return round(x + radius * math.cos(angle), 6) + 0.0, round(radius * math.sin(angle), 6) + 0.0


def _both(*edges: tuple[int, int]) -> frozenset[tuple[int, int]]:
    return frozenset(arc for a, b in edges for arc in ((a, b), (b, a)))
