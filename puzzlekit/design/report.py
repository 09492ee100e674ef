"""Reports of known facts about a drawing."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..groups import GroupInfo
from ..rules.base import Puzzle
from ..solving.theorems import Theorem
from .drawing import Drawing
from .puzzle import rules_of_drawing
from .validation import DesignFault


class ReportPart(NamedTuple):
    """An orbit of nodes, with the order and name of the group that acts on it."""

    cells: tuple[int, ...]
    order: int
    name: str


class Report(NamedTuple):
    """The facts about a drawing; None means unknown.

    `pending` names the fields that are still being computed. `reasons` pairs each field that
    remains unknown with the reason, such as too many positions.
    """

    faults: tuple[DesignFault, ...] = ()
    group: GroupInfo | None = None
    parts: tuple[ReportPart, ...] | None = None
    theorems: tuple[Theorem, ...] | None = None
    #: Number of positions that can be reached from the goal and can reach it, and the formula for
    #: this number.
    positions: int | None = None
    positions_how: str = ""
    #: The reason why the start cannot be solved, or "" if it can be solved.
    obstacle: str | None = None
    #: A solution, and the number of shortest solutions if the solution is a shortest one.
    solution: tuple[str, ...] | None = None
    solutions: int | None = None
    #: Number of positions 0, 1, 2, ... moves from the goal, and one of the farthest positions.
    levels: tuple[int, ...] | None = None
    farthest: tuple[str, ...] | None = None
    #: The effect of the last edit, and the cause of this effect.
    why: str = ""
    pending: frozenset[str] = frozenset()
    reasons: tuple[tuple[str, str], ...] = ()

    def with_facts(self, **facts: Any) -> Report:
        """Return the report with the given facts, which are no longer pending."""
        return self._replace(**facts, pending=self.pending - facts.keys())

    def with_reason(self, reason: str, *names: str) -> Report:
        """Return the report with the reason why some fields remain unknown."""
        reasons = (*self.reasons, *((name, reason) for name in names))
        return self._replace(pending=self.pending.difference(names), reasons=reasons)


class SearchHit(NamedTuple):
    """A drawing found by a search, with a description and facts.

    For a variation, `before` contains the facts about the original drawing.
    """

    description: str
    drawing: Drawing
    facts: Report
    before: Report | None = None

    @property
    def rules(self) -> Puzzle:
        """The rules object for the drawing."""
        return rules_of_drawing(self.drawing)

    def __repr__(self) -> str:
        return f"<SearchHit: {self.description}>"

    def _repr_svg_(self) -> str:
        """Return the drawing as SVG for notebooks."""
        return self.rules._repr_svg_()
