"""The facts of a drawing, one after the other: what is quick comes first.

A fact depends on as little of the drawing as possible: the group on streets, turns and holes
alone, so that it is kept while pieces and nodes are moved about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from ..core.errors import LimitReachedError, PuzzlekitError, join_names
from ..core.formatting import format_number
from ..core.progress import Progress, silent
from ..groups.arrangements import count_arrangements
from ..rules.base import Puzzle, State
from ..rules.sliding import Sliding
from ..solving.piece_by_piece import solve_piece_by_piece
from ..solving.search import solve
from ..solving.spaces import Enumeration
from ..solving.theorems import theorems
from .distances import DistanceTable, solved_positions
from .drawing import Drawing
from .explain_edit import explain_change
from .puzzle import rule_book
from .report import Report
from .solvability import find_obstacle
from .structure import GroupStructure, find_structure
from .validation import DesignFault, find_faults

#: Positions that are walked through one by one, and by compiled code, at most.
FEW, MOST = 20_000, 4_000_000

#: Positions that are met at most in the search for a shortest solution, with so many labels at
#: most, and seconds in which a longer one is made shorter where that was in vain.
SEARCHED, LABELS, SECONDS = 200_000, 4_000_000, 1.0

#: Solved positions at most that are looked at where some nodes do not matter.
SOLVED, TRIED = 2_000, 64

#: What is worked out.
DUE_SECONDS = frozenset(
    (
        *("group", "theorems", "parts", "positions", "obstacle", "why"),
        *("solution", "solutions", "levels", "farthest"),
    )
)

#: What is said where a fact stays unknown, and of a start that cannot be solved.
MANY = "There are too many positions to walk through."
_LONGER = "The solution that was found may be longer than others."
_NO_TIME = "There was no time to prove the order of the group."
_SEARCHED = "No moves lead there: all positions from which it can be reached were looked at."


def reports(
    drawing: Drawing, before: tuple[Drawing, Report] | None = None, *, progress: Progress = silent
) -> Iterator[Report]:
    """Yield ever fuller reports of a drawing; `predecessors` is what the last edit began with.

    From one to the next takes some hundredths of a second, or `progress` is called as often.

    >>> from puzzlekit import load
    >>> from puzzlekit.design.load import drawing_of
    >>> *_, last = reports(drawing_of(load("fifteen:3,height=2")))
    >>> last.group.name, last.positions, last.positions_how, len(last.levels) - 1
    ('A5', 360, '6 places of the hole x 60', 21)
    """
    wrong = find_faults(drawing)
    try:
        rules = rule_book(drawing)
    except PuzzlekitError as error:
        if not any(fault.grave for fault in wrong):
            wrong = [DesignFault(str(error).rstrip(".")), *wrong]
        yield Report(tuple(wrong))
        return
    report = Report(tuple(wrong), pending=DUE_SECONDS)
    yield report
    work = _Work(drawing, rules, before, progress)
    for step in _STEPS:
        known, reasons = step(work, report)
        report = report._replace(
            **known,
            pending=report.pending - known.keys() - reasons.keys(),
            reasons=(*report.reasons, *reasons.items()),
        )
        yield report


KnownFacts = tuple[dict[str, Any], dict[str, str]]


class _Work:
    """Works out the steps; each returns the fields that are known now, and why others stay not."""

    def __init__(
        self,
        drawing: Drawing,
        rules: Puzzle,
        before: tuple[Drawing, Report] | None,
        progress: Progress,
    ) -> None:
        self.drawing, self.rules, self.before, self.progress = drawing, rules, before, progress
        self.structure: GroupStructure | None = None
        self.spread: DistanceTable | None = None

    def group(self, report: Report) -> KnownFacts:
        try:
            self.structure = find_structure(self.drawing)
        except LimitReachedError as error:
            return {}, dict.fromkeys(("group", "parts", "positions"), str(error))
        return {"group": self.structure.info}, {}

    def theorems(self, report: Report) -> KnownFacts:
        known: dict[str, Any] = {"theorems": theorems(self.rules, self.drawing.start)}
        if self.structure is not None:
            known["parts"] = self.structure.parts
        return known, {}

    def positions(self, report: Report) -> KnownFacts:
        if self.structure is None:
            return {}, {}
        if not self.structure.info.certain:
            return {}, {"positions": _NO_TIME}
        try:
            count = count_arrangements(self.structure.generators, self.drawing.start)
        except LimitReachedError as error:
            return {}, {"positions": str(error)}
        how = _how(self.drawing, self.structure, count)
        return {"positions": count * self.structure.places, "positions_how": how}, {}

    def obstacle(self, report: Report) -> KnownFacts:
        found = self._hindrance()
        told = report._replace(obstacle=found)
        known = {"why": explain_change(*self.before, self.drawing, told) if self.before else ""}
        return known if found is None else known | {"obstacle": found}, {}

    def _hindrance(self) -> str | None:
        """Return what the group says, "" if it forbids nothing, or None if it says nothing."""
        if self.structure is None:
            return None
        told = None
        with suppress(LimitReachedError):
            ends = solved_positions(self.rules, TRIED)
            for end in ends:
                told = find_obstacle(self.rules, self.drawing, end, self.structure)
                if not told:
                    return told
            if len(ends) > 1:
                return f"Whatever lies where it does not matter: {told}"
        return told

    def solution(self, report: Report) -> KnownFacts:
        few = report.positions is None or report.positions <= FEW
        with suppress(LimitReachedError):
            ends = solved_positions(self.rules, SOLVED)
            self.spread = DistanceTable(self.rules, ends, FEW if few else SOLVED, self.progress)
        start = self.drawing.start
        if self.spread is not None and start in self.spread.ways:
            return _solved(self.spread.solution(start), self.spread.ways[start])
        if self.spread is not None or report.obstacle:
            return _unsolved(report.obstacle or _SEARCHED)
        try:
            limit = min(SEARCHED, LABELS // len(start))
            found = solve(self.rules, start, limit=limit, progress=self.progress)
        except LimitReachedError:
            return self._longer(report)
        return _unsolved(_SEARCHED) if found is None else _solved(found.moves, found.solution_count)

    def _longer(self, report: Report) -> KnownFacts:
        """Return a solution that may be longer than others: piece by piece."""
        rules, start = self.rules, self.drawing.start
        moves = None
        if isinstance(rules, Sliding):
            moves = solve_piece_by_piece(
                rules, start, rules.goal, seconds=SECONDS, progress=self.progress
            )
        if moves is None or not _leads(rules, start, moves):
            return _unknown(report)
        known, _ = _solved(moves, None)
        return known, {"solutions": _LONGER}

    def levels(self, report: Report) -> KnownFacts:
        if self.spread is not None:
            levels, farthest = self.spread.levels, self.spread.farthest
        elif self.drawing.free or report.positions is None or report.positions > MOST:
            return {}, {"levels": MANY, "farthest": MANY}
        else:
            try:
                every = Enumeration(self.rules, self.drawing.goal, backward=True, limit=MOST)
                levels = list(every.levels(progress=self.progress))
                farthest = every.antipodes(1)
            except LimitReachedError:
                return {}, {"levels": MANY, "farthest": MANY}
        return {"levels": tuple(levels), "farthest": farthest[0]}, {}


_STEPS = (
    _Work.group,
    _Work.theorems,
    _Work.positions,
    _Work.obstacle,
    _Work.solution,
    _Work.levels,
)


def _leads(rules: Puzzle, state: State, moves: Sequence[str]) -> bool:
    for move in moves:
        state = rules.play(state, move)
    return bool(state == rules.goal)


def _solved(moves: Sequence[str], ways: int | None) -> KnownFacts:
    return {"obstacle": "", "solution": tuple(moves), "solutions": ways}, {}


def _unsolved(obstacle: str) -> KnownFacts:
    return {"obstacle": obstacle, "solution": None, "solutions": 0}, {}


def _unknown(report: Report) -> KnownFacts:
    names = ("solution", "solutions", "obstacle")
    return {}, {name: MANY for name in names if name in report.pending}


def _how(drawing: Drawing, structure: GroupStructure, count: int) -> str:
    """Return how a number of positions comes about."""
    order = structure.info.order
    holes = drawing.start.count("")
    parts = []
    if structure.places > 1:
        of = "the hole" if holes == 1 else f"the {holes} holes"
        parts.append(f"{structure.places:,} places of {of}")
    parts.append(format_number(order))
    how = " x ".join(parts)
    if count == order:
        return how
    alike = {
        label: size
        for part in structure.parts
        for label, size in Counter(drawing.start[cell] for cell in part.cells).items()
        if size > 1
    }
    shown = [
        f"{label or 'hole'} = {label or 'hole'}" if size == 2 else f"{size} x {label or 'hole'}"
        for label, size in alike.items()
    ]
    return f"{how} / {format_number(order // count)} for {join_names(shown, 4)}"
