"""What is known of a drawing so far: the values that fill the panel while one draws."""

from __future__ import annotations

from typing import NamedTuple

from ..groups import GroupInfo
from ..rules.base import Puzzle
from ..solving.theorems import Theorem
from .drawing import Drawing
from .puzzle import rule_book
from .validation import DesignFault


class ReportPart(NamedTuple):
    """Nodes between which pieces can be carried: their group alone, and what it is called."""

    cells: tuple[int, ...]
    order: int
    name: str


class Report(NamedTuple):
    """The facts of a drawing. None is what is not known, yet or at all; `pending` says what is due.

    The names in `pending` are those of the fields. `reasons` says of a field in words why it will
    stay unknown, such as too many positions to walk through.
    """

    faults: tuple[DesignFault, ...] = ()
    group: GroupInfo | None = None
    parts: tuple[ReportPart, ...] | None = None
    theorems: tuple[Theorem, ...] | None = None
    #: Positions from which there is a way back, and how that number comes about.
    positions: int | None = None
    positions_how: str = ""
    #: Why the start cannot be solved; "" if nothing forbids it.
    obstacle: str | None = None
    #: A shortest solution, how many there are of that length, and whether it was proved.
    solution: tuple[str, ...] | None = None
    solutions: int | None = None
    #: How many positions are 0, 1, 2 ... moves from the goal, and one that is farthest.
    levels: tuple[int, ...] | None = None
    farthest: tuple[str, ...] | None = None
    #: What the last edit did and why, in a sentence or two.
    why: str = ""
    pending: frozenset[str] = frozenset()
    reasons: tuple[tuple[str, str], ...] = ()


class SearchHit(NamedTuple):
    """A drawing that was found: what is to be said of it, and its facts.

    `predecessors` are the facts of the drawing of which it is a variation.
    """

    description: str
    drawing: Drawing
    facts: Report
    before: Report | None = None

    @property
    def rules(self) -> Puzzle:
        """The rule book of the drawing, to be solved, counted or played."""
        return rule_book(self.drawing)

    def __repr__(self) -> str:
        return f"<Found: {self.description}>"

    def _repr_svg_(self) -> str:
        """Return a picture of the drawing, which notebooks show."""
        return self.rules._repr_svg_()
