"""Guided tutorials that change an example step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..core.translation import _
from .drawing import Drawing
from .examples import nine_and_arrows, three_and_a_hole, two_rings


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


def _joins(drawing: Drawing, a: str, b: str, *, one_way: bool = False) -> bool:
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
                lambda drawing: _joins(drawing, "1", "4") or _joins(drawing, "4", "1"),
            ),
            Step(
                _("Now drag from node 3 to node 4."),
                _("The group has grown. There are more positions, and the start can be solved."),
                lambda drawing: _joins(drawing, "3", "4") or _joins(drawing, "4", "3"),
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
                _("The group has doubled: this edge, unlike the others, joins nodes of one shade."),
                lambda drawing: _joins(drawing, "5", "9", one_way=True),
            ),
            Step(
                _("Undo the edge (Ctrl+Z), or erase it with X."),
                _("Only even permutations remain, which halves the number of positions."),
                lambda drawing: not _joins(drawing, "5", "9"),
            ),
        ),
    ),
    Guide(
        _("Two rings that share two beads"),
        two_rings,
        (
            Step(
                _("Press P, choose a new piece and place it on a bead."),
                _("A single different bead allows many more positions."),
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
