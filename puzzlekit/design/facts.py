"""Computation of the facts about a drawing, one at a time, fastest first.

Each fact depends on as little of the drawing as possible. For example, the group depends only on
edges, turns and holes, so it stays the same when pieces or nodes are moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress

from ..core.errors import LimitReachedError, PuzzlekitError
from ..core.formatting import format_number
from ..core.numba_status import continue_without_numba
from ..core.progress import Progress, silent
from ..core.translation import _
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
COMPUTED_FIELDS = frozenset(Report._fields) - {"faults", "positions_how", "pending", "reasons"}

#: Reasons why facts are unknown or why the start cannot be solved.
TOO_MANY = _("There are too many positions to enumerate.")
_LONGER = _("The solution may not be the shortest.")
_NO_TIME = _("Time ran out before the order of the group was proved.")
_EXHAUSTED = _("The goal cannot be reached: an exhaustive search found no solution.")


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
    return continue_without_numba(lambda: _reports(drawing, before, progress))


def _reports(
    drawing: Drawing, before: tuple[Drawing, Report] | None, progress: Progress
) -> Iterator[Report]:
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
    start, structure = drawing.start, None
    try:
        structure = find_structure(drawing)
    except LimitReachedError as error:
        report = report.with_reason(str(error), "group", "parts", "positions")
    else:
        report = report.with_facts(group=structure.info)
    yield report
    report = report.with_facts(theorems=theorems(rules, start))
    if structure is not None:
        yield (report := report.with_facts(parts=structure.parts))
        yield (report := _with_positions(report, drawing, structure))
        obstacle = _find_obstacle(rules, drawing, structure)
        report = report if obstacle is None else report.with_facts(obstacle=obstacle)
    why = explain_change(*before, drawing, report) if before else ""
    yield (report := report.with_facts(why=why))
    few = report.positions is None or report.positions <= MAX_PLAIN_POSITIONS
    table = None
    with suppress(LimitReachedError):
        ends = solved_positions(rules, MAX_GOALS)
        table = DistanceTable(rules, ends, MAX_PLAIN_POSITIONS if few else MAX_GOALS, progress)
    yield (report := _with_solution(report, rules, start, table, progress))
    yield _with_levels(report, rules, drawing, table, progress)


def _with_positions(report: Report, drawing: Drawing, structure: GroupStructure) -> Report:
    if not structure.info.certain:
        return report.with_reason(_NO_TIME, "positions")
    try:
        count = count_arrangements(structure.generators, drawing.start)
    except LimitReachedError as error:
        return report.with_reason(str(error), "positions")
    formula = _positions_formula(drawing, structure, count)
    return report.with_facts(positions=count * structure.places, positions_how=formula)


def _find_obstacle(rules: Puzzle, drawing: Drawing, structure: GroupStructure) -> str | None:
    """Return the obstacle that the group implies, "" if there is none, or None if unknown."""
    obstacle = None
    with suppress(LimitReachedError):
        ends = solved_positions(rules, MAX_TESTED_GOALS)
        for end in ends:
            obstacle = find_obstacle(rules, drawing, end, structure)
            if not obstacle:
                return obstacle
        if len(ends) > 1:
            text = _("For any choice of pieces on the free nodes: {obstacle}")
            return text.format(obstacle=obstacle)
    return obstacle


def _with_solution(
    report: Report, rules: Puzzle, start: State, table: DistanceTable | None, progress: Progress
) -> Report:
    if table is not None and start in table.solution_counts:
        return _with_moves(report, table.solution(start), table.solution_counts[start])
    if table is not None or report.obstacle:
        return report.with_facts(obstacle=report.obstacle or _EXHAUSTED, solution=None, solutions=0)
    try:
        limit = min(MAX_SEARCHED_POSITIONS, MAX_LABELS // len(start))
        result = solve(rules, start, limit=limit, progress=progress)
    except LimitReachedError:
        return _with_longer_solution(report, rules, start, progress)
    if result is None:
        return report.with_facts(obstacle=_EXHAUSTED, solution=None, solutions=0)
    return _with_moves(report, result.moves, result.count)


def _with_longer_solution(
    report: Report, rules: Puzzle, start: State, progress: Progress
) -> Report:
    """Add a solution found piece by piece, which may not be the shortest."""
    moves = None
    if isinstance(rules, Sliding):
        moves = solve_piece_by_piece(
            rules, start, rules.goal, seconds=SHORTEN_SECONDS, progress=progress
        )
    if moves is None or not _reaches_goal(rules, start, moves):
        unknown = report.pending & {"solution", "solutions", "obstacle"}
        return report.with_reason(TOO_MANY, *sorted(unknown))
    return _with_moves(report, moves, None).with_reason(_LONGER, "solutions")


def _reaches_goal(rules: Puzzle, state: State, moves: Sequence[str]) -> bool:
    for move in moves:
        state = rules.play(state, move)
    return bool(state == rules.goal)


def _with_moves(report: Report, moves: Sequence[str], count: int | None) -> Report:
    return report.with_facts(obstacle="", solution=tuple(moves), solutions=count)


def _with_levels(
    report: Report,
    rules: Puzzle,
    drawing: Drawing,
    table: DistanceTable | None,
    progress: Progress,
) -> Report:
    if table is not None:
        return report.with_facts(levels=tuple(table.levels), farthest=table.farthest[0])
    if drawing.free or report.positions is None or report.positions > MAX_POSITIONS:
        return report.with_reason(TOO_MANY, "levels", "farthest")
    try:
        enumeration = Enumeration(rules, drawing.goal, backward=True, limit=MAX_POSITIONS)
        levels = tuple(enumeration.levels(progress=progress))
        return report.with_facts(levels=levels, farthest=enumeration.antipodes(1)[0])
    except LimitReachedError:
        return report.with_reason(TOO_MANY, "levels", "farthest")


def _positions_formula(drawing: Drawing, structure: GroupStructure, count: int) -> str:
    """Return a formula for the number of positions."""
    order = structure.info.order
    holes = drawing.start.count("")
    parts = []
    if structure.places > 1:
        text = (
            _("{places:,} places of the hole")
            if holes == 1
            else _("{places:,} places of the {holes} holes")
        )
        parts.append(text.format(places=structure.places, holes=holes))
    parts.append(format_number(order))
    formula = " × ".join(parts)
    if count == order:
        return formula
    hole = _("hole")
    shown = [
        f"{size} × “{label or hole}”"
        for part in structure.parts
        for label, size in Counter(drawing.start[cell] for cell in part.cells).items()
        if size > 1
    ]
    pieces = ", ".join([*shown[:4], *("…" for _more in shown[4:5])])
    text = _("{product} / {divisor} for identical pieces: {pieces}")
    return text.format(product=formula, divisor=format_number(order // count), pieces=pieces)
