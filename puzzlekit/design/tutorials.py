"""Guided beginnings: an example, and what to change in it, step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .drawing import Drawing
from .examples import nine_and_arrows, three_and_a_hole, two_rings


class Step(NamedTuple):
    """What to do, what to look at then, and when it is done."""

    says: str
    look: str
    is_done: Callable[[Drawing], bool]


class Guide(NamedTuple):
    """An example and its steps."""

    title: str
    drawing: Callable[[], Drawing]
    steps: tuple[Step, ...]

    def at(self, drawing: Drawing, reached: int = 0) -> int:
        """Return the first step that is not done, from one that was reached already."""
        while reached < len(self.steps) and self.steps[reached].is_done(drawing):
            reached += 1
        return reached


def _joins(drawing: Drawing, a: str, b: str, *, one_way: bool = False) -> bool:
    """Return whether a street leads from one node to another, and, if need be, only there."""
    number = {node.name: cell for cell, node in enumerate(drawing.nodes)}
    if not {a, b} <= number.keys():
        return False
    way = number[a], number[b]
    return way in drawing.ways and (not one_way or way[::-1] not in drawing.ways)


GUIDES = (
    Guide(
        "Three pieces and a hole",
        three_and_a_hole,
        (
            Step(
                "Press E and drag from node 1 to node 4.",
                "A loop of three: now pieces can go round.",
                lambda drawing: _joins(drawing, "1", "4") or _joins(drawing, "4", "1"),
            ),
            Step(
                "Drag from node 3 to node 4 too.",
                "The group has grown: more positions, and the start can be solved.",
                lambda drawing: _joins(drawing, "3", "4") or _joins(drawing, "4", "3"),
            ),
            Step(
                "Press A and drag along a street: it becomes one-way.",
                "The positions stay, the ways get longer.",
                lambda drawing: bool(drawing.arcs),
            ),
        ),
    ),
    Guide(
        "Arrows, and one more",
        nine_and_arrows,
        (
            Step(
                "Press A and drag from node 5 to node 9. Stop over 9 first and look at the panel.",
                "The group has doubled: this street joins what no other one did.",
                lambda drawing: _joins(drawing, "5", "9", one_way=True),
            ),
            Step(
                "Undo it (Ctrl Z), or erase it with X.",
                "Even permutations only: half of all positions.",
                lambda drawing: not _joins(drawing, "5", "9"),
            ),
        ),
    ),
    Guide(
        "Two rings that share two beads",
        two_rings,
        (
            Step(
                "Press P, choose a new piece and lay it on a bead.",
                "One bead that differs: many more positions.",
                lambda drawing: len(set(drawing.goal) | set(drawing.start)) > 3,
            ),
            Step(
                "Press T and click some beads round a closed path, the first one again at the end.",
                "A third turn: look at the order of the group.",
                lambda drawing: len(drawing.turns) > 2,
            ),
        ),
    ),
)
