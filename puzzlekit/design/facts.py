"""Computation of the facts about a drawing, step by step, with the fastest first.

Each fact depends on as little of the drawing as possible. For example, the group depends only on
edges, turns and holes, so it stays the same when pieces or nodes are moved.
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
from .puzzle import rules_of_drawing
from .report import Report
from .solvability import find_obstacle
from .structure import GroupStructure, find_structure
from .validation import DesignFault, find_faults

#: Maximum number of positions enumerated in plain Python and in compiled code.
MAX_PLAIN_POSITIONS, MAX_POSITIONS = 20_000, 4_000_000

#: Limits of the search for a shortest solution: number of positions, and total number of labels in
#: these positions. If the search fails, another solution is shortened for some seconds.
MAX_SEARCHED_POSITIONS, MAX_LABELS, SHORTEN_SECONDS = 200_000, 4_000_000, 1.0

#: Maximum number of goals for distances and for obstacles, if some nodes accept any piece.
MAX_GOALS, MAX_TESTED_GOALS = 2_000, 64

#: The report fields that are computed.
COMPUTED_FIELDS = frozenset(
    (
        *("group", "theorems", "parts", "positions", "obstacle", "why"),
        *("solution", "solutions", "levels", "farthest"),
    )
)

#: Reasons why facts are unknown or why the start cannot be solved.
TOO_MANY = "There are too many positions to enumerate."
_LONGER = "The solution may not be the shortest."
_NO_TIME = "Time ran out before the order of the group was proved."
_EXHAUSTED = "The goal cannot be reached: an exhaustive search found no solution."


def reports(
    drawing: Drawing, before: tuple[Drawing, Report] | None = None, *, progress: Progress = silent
) -> Iterator[Report]:
    """Yield increasingly complete reports on a drawing.

    `before` is the drawing before the last edit, with its report. Each step takes a few hundredths
    of a second, or calls `progress` at such intervals.

    >>> from puzzlekit import load
    >>> from puzzlekit.design.load import load_drawing
    >>> *_, last = reports(load_drawing(load("fifteen:3,height=2")))
    >>> last.group.name, last.positions, last.positions_how, len(last.levels) - 1
    ('A5', 360, '6 places of the hole × 60', 21)
    """
    wrong = find_faults(drawing)
    try:
        rules = rules_of_drawing(drawing)
    except PuzzlekitError as error:
        if not any(fault.is_fatal for fault in wrong):
            wrong = [DesignFault(str(error).rstrip(".")), *wrong]
        yield Report(tuple(wrong))
        return
    report = Report(tuple(wrong), pending=COMPUTED_FIELDS)
    yield report
    builder = _ReportBuilder(drawing, rules, before, progress)
    for step in _STEPS:
        known, reasons = step(builder, report)
        report = report._replace(
            **known,
            pending=report.pending - known.keys() - reasons.keys(),
            reasons=(*report.reasons, *reasons.items()),
        )
        yield report


KnownFacts = tuple[dict[str, Any], dict[str, str]]


class _ReportBuilder:
    """The steps of a report. Each returns new fields, and reasons why other fields are unknown."""

    def __init__(
        self,
        drawing: Drawing,
        rules: Puzzle,
        before: tuple[Drawing, Report] | None,
        progress: Progress,
    ) -> None:
        self.drawing, self.rules, self.before, self.progress = drawing, rules, before, progress
        self.structure: GroupStructure | None = None
        self.distances: DistanceTable | None = None

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
        how = _positions_formula(self.drawing, self.structure, count)
        return {"positions": count * self.structure.places, "positions_how": how}, {}

    def obstacle(self, report: Report) -> KnownFacts:
        obstacle = self._find_obstacle()
        report = report._replace(obstacle=obstacle)
        known = {"why": explain_change(*self.before, self.drawing, report) if self.before else ""}
        return known if obstacle is None else known | {"obstacle": obstacle}, {}

    def _find_obstacle(self) -> str | None:
        """Return the obstacle that the group implies, "" if there is none, or None if unknown."""
        if self.structure is None:
            return None
        obstacle = None
        with suppress(LimitReachedError):
            ends = solved_positions(self.rules, MAX_TESTED_GOALS)
            for end in ends:
                obstacle = find_obstacle(self.rules, self.drawing, end, self.structure)
                if not obstacle:
                    return obstacle
            if len(ends) > 1:
                return f"For any choice of pieces on the free nodes: {obstacle}"
        return obstacle

    def solution(self, report: Report) -> KnownFacts:
        few = report.positions is None or report.positions <= MAX_PLAIN_POSITIONS
        with suppress(LimitReachedError):
            ends = solved_positions(self.rules, MAX_GOALS)
            self.distances = DistanceTable(
                self.rules, ends, MAX_PLAIN_POSITIONS if few else MAX_GOALS, self.progress
            )
        start = self.drawing.start
        if self.distances is not None and start in self.distances.solution_counts:
            return _solved(self.distances.solution(start), self.distances.solution_counts[start])
        if self.distances is not None or report.obstacle:
            return _unsolved(report.obstacle or _EXHAUSTED)
        try:
            limit = min(MAX_SEARCHED_POSITIONS, MAX_LABELS // len(start))
            result = solve(self.rules, start, limit=limit, progress=self.progress)
        except LimitReachedError:
            return self._longer(report)
        return _unsolved(_EXHAUSTED) if result is None else _solved(result.moves, result.count)

    def _longer(self, report: Report) -> KnownFacts:
        """Return a solution found piece by piece, which may not be the shortest."""
        rules, start = self.rules, self.drawing.start
        moves = None
        if isinstance(rules, Sliding):
            moves = solve_piece_by_piece(
                rules, start, rules.goal, seconds=SHORTEN_SECONDS, progress=self.progress
            )
        if moves is None or not _reaches_goal(rules, start, moves):
            return _unknown(report)
        known, _ = _solved(moves, None)
        return known, {"solutions": _LONGER}

    def levels(self, report: Report) -> KnownFacts:
        if self.distances is not None:
            levels, farthest = self.distances.levels, self.distances.farthest
        elif self.drawing.free or report.positions is None or report.positions > MAX_POSITIONS:
            return {}, {"levels": TOO_MANY, "farthest": TOO_MANY}
        else:
            try:
                enumeration = Enumeration(
                    self.rules, self.drawing.goal, backward=True, limit=MAX_POSITIONS
                )
                levels = list(enumeration.levels(progress=self.progress))
                farthest = enumeration.antipodes(1)
            except LimitReachedError:
                return {}, {"levels": TOO_MANY, "farthest": TOO_MANY}
        return {"levels": tuple(levels), "farthest": farthest[0]}, {}


_STEPS = (
    _ReportBuilder.group,
    _ReportBuilder.theorems,
    _ReportBuilder.positions,
    _ReportBuilder.obstacle,
    _ReportBuilder.solution,
    _ReportBuilder.levels,
)


def _reaches_goal(rules: Puzzle, state: State, moves: Sequence[str]) -> bool:
    for move in moves:
        state = rules.play(state, move)
    return bool(state == rules.goal)


def _solved(moves: Sequence[str], count: int | None) -> KnownFacts:
    return {"obstacle": "", "solution": tuple(moves), "solutions": count}, {}


def _unsolved(obstacle: str) -> KnownFacts:
    return {"obstacle": obstacle, "solution": None, "solutions": 0}, {}


def _unknown(report: Report) -> KnownFacts:
    names = ("solution", "solutions", "obstacle")
    return {}, {name: TOO_MANY for name in names if name in report.pending}


def _positions_formula(drawing: Drawing, structure: GroupStructure, count: int) -> str:
    """Return a formula for the number of positions."""
    order = structure.info.order
    holes = drawing.start.count("")
    parts = []
    if structure.places > 1:
        holes_text = "the hole" if holes == 1 else f"the {holes} holes"
        parts.append(f"{structure.places:,} places of {holes_text}")
    parts.append(format_number(order))
    formula = " × ".join(parts)
    if count == order:
        return formula
    equal = {
        label: size
        for part in structure.parts
        for label, size in Counter(drawing.start[cell] for cell in part.cells).items()
        if size > 1
    }
    shown = [
        f"{label or 'hole'} = {label or 'hole'}" if size == 2 else f"{size} × {label or 'hole'}"
        for label, size in equal.items()
    ]
    return f"{formula} / {format_number(order // count)} for {join_names(shown, 4)}"
