"""Guided tutorials that change an example step by step."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..core.board import Point
from ..core.translation import _
from .drawing import Drawing, DrawnTurn, Node


class Step(NamedTuple):
    """An instruction, a comment on its effect, and a test of whether the user has followed it."""

    instruction: str
    comment: str
    is_done: Callable[[Drawing], bool]


class Guide(NamedTuple):
    """A tutorial: an example drawing, and the steps that change it."""

    title: str
    drawing: Callable[[], Drawing]
    steps: tuple[Step, ...]

    def advance(self, drawing: Drawing, reached: int = 0) -> int:
        """Return the index of the first step, from `reached` on, that has not been done."""
        while reached < len(self.steps) and self.steps[reached].is_done(drawing):
            reached += 1
        return reached


def three_and_a_hole() -> Drawing:
    """Return a drawing with three nodes in a row, one node below them, and one hole."""
    points = ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (1.0, -1.0))
    return Drawing(
        nodes=_numbered_nodes(points),
        ways=_two_way_edges((0, 1), (1, 2), (1, 3)),
        start=("2", "", "1", "3"),
        goal=("1", "", "2", "3"),
        title=_("Three and a hole"),
        rules=_("Move each piece to its place. This is impossible until you add an edge."),
    )


def nine_and_arrows() -> Drawing:
    """Return a drawing of nine nodes in three rows, with some one-way edges."""
    points = tuple((float(n % 3), -float(n // 3)) for n in range(9))
    two_way = _two_way_edges((0, 1), (1, 4), (2, 5), (3, 6), (6, 7), (7, 8))
    one_way = {(0, 3), (2, 1), (3, 4), (4, 7), (5, 4), (8, 5)}
    return Drawing(
        nodes=_numbered_nodes(points),
        ways=two_way | one_way,
        start=("4", "1", "8", "6", "", "2", "9", "7", "3"),
        goal=("1", "2", "3", "4", "", "6", "7", "8", "9"),
        motion="fly",
        title=_("One more arrow"),
        rules=_("Move every ball to its place. Add an arrow from 5 to 9 and see what changes."),
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
        nodes=_numbered_nodes(points),
        turns=(
            ("L", DrawnTurn((tuple(range(8)),))),
            ("R", DrawnTurn(((0, 13, 12, 11, 10, 9, 2, 8),))),
        ),
        start=labels,
        goal=labels,
        title=_("Two rings"),
        rules=_("Turn the rings until each colour is back in place. Try making more beads equal."),
    )


def _numbered_nodes(points: Iterable[Point]) -> tuple[Node, ...]:
    return tuple(Node(str(number), point) for number, point in enumerate(points, 1))


def _two_way_edges(*edges: tuple[int, int]) -> frozenset[tuple[int, int]]:
    return frozenset(arc for a, b in edges for arc in ((a, b), (b, a)))


def _has_edge(drawing: Drawing, a: str, b: str, *, one_way: bool = False) -> bool:
    """Return whether an edge leads from node a to b and, if `one_way`, no edge leads back."""
    number = {node.name: cell for cell, node in enumerate(drawing.nodes)}
    if not {a, b} <= number.keys():
        return False
    arc = number[a], number[b]
    return arc in drawing.ways and (not one_way or arc[::-1] not in drawing.ways)


GUIDES = (
    Guide(
        _("Three pieces and a hole"),
        three_and_a_hole,
        (
            Step(
                _("Press E and drag from node 1 to node 4."),
                _("This closes a loop of three nodes, so pieces can now rotate."),
                lambda drawing: _has_edge(drawing, "1", "4") or _has_edge(drawing, "4", "1"),
            ),
            Step(
                _("Now drag from node 3 to node 4."),
                _("The group has grown. There are more positions, and the start can be solved."),
                lambda drawing: _has_edge(drawing, "3", "4") or _has_edge(drawing, "4", "3"),
            ),
            Step(
                _("Press A and drag along an edge to make it one-way."),
                _("The number of positions stays the same, but solutions get longer."),
                lambda drawing: bool(drawing.arcs),
            ),
        ),
    ),
    Guide(
        _("One more arrow"),
        nine_and_arrows,
        (
            Step(
                _("Press A and drag from node 5 to node 9. Before releasing, look at the panel."),
                _(
                    "The group has doubled: this edge, unlike the others, "
                    "joins two nodes of the same shade."
                ),
                lambda drawing: _has_edge(drawing, "5", "9", one_way=True),
            ),
            Step(
                _("Undo the edge (Ctrl+Z), or erase it with X."),
                _("Only even permutations remain, which halves the number of positions."),
                lambda drawing: not _has_edge(drawing, "5", "9"),
            ),
        ),
    ),
    Guide(
        _("Two rings that share two beads"),
        two_rings,
        (
            Step(
                _("Press P, choose a new piece and place it on a bead."),
                _("Just one bead of a different kind allows many more positions."),
                lambda drawing: len(set(drawing.goal) | set(drawing.start)) > 3,
            ),
            Step(
                _("Press T and click beads along a closed path. End with the first bead."),
                _("With a third turn, the order of the group changes."),
                lambda drawing: len(drawing.turns) > 2,
            ),
        ),
    ),
)
