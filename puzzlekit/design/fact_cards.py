"""Cards that display the facts about a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..core.formatting import format_number
from .drawing import Drawing
from .report import Report, ReportPart

#: Maximum number of parts listed.
_MAX_LISTED_PARTS = 6


class FactCard(NamedTuple):
    """A fact, with its key, title, value, notes, and the value before the last edit.

    `tone` is "good", "bad" or "". While the fact is still `due`, the value is the previous value or
    "…".
    """

    key: str
    title: str
    value: str
    notes: tuple[str, ...] = ()
    was: str = ""
    tone: str = ""
    due: bool = False


def count_noun(drawing: Drawing) -> str:
    """Return the numbers of nodes, edges, turns and holes as a phrase.

    >>> from puzzlekit.design.edits import join_nodes, add_node
    >>> count_noun(join_nodes(add_node(add_node(Drawing(), (0, 0)), (1, 0)), 0, 1))
    '2 nodes, 1 two-way edge, 1 hole'
    """
    two, one = len(drawing.edges), len(drawing.arcs)
    items = [_count(len(drawing.nodes), "node")]
    if two and one:
        items.append(f"{two} two-way and {_count(one, 'one-way edge')}")
    elif two or one:
        items.append(_count(two or one, "two-way edge" if two else "one-way edge"))
    if drawing.turns:
        items.append(_count(len(drawing.turns), "turn"))
    holes = drawing.start.count("")
    return ", ".join([*items, *([_count(holes, "hole")] if holes or drawing.ways else [])])


def _count(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' if count != 1 else ''}"


def fact_cards(report: Report, before: Report | None = None) -> list[FactCard]:
    """Return the cards for a report; `before` is the report before the last edit.

    If there are fatal faults, the only cards are those for the faults.

    >>> from puzzlekit.design.validation import DesignFault
    >>> [card.value for card in fact_cards(Report(faults=(DesignFault("There is no hole"),)))]
    ['There is no hole']
    """
    fatal = [fault for fault in report.faults if fault.is_fatal]
    if fatal:
        return [FactCard("fault", "Not a puzzle yet", fault.message, tone="bad") for fault in fatal]
    old = before or Report()
    cards = [_group(report, old), _positions(report, old), _solving(report, old)]
    if report.why:
        cards.append(FactCard("why", "Effect of the last edit", "", (report.why,)))
    if report.parts is not None and len(report.parts) > 1:
        listing = tuple(_part(part) for part in report.parts[:_MAX_LISTED_PARTS])
        more = len(report.parts) - _MAX_LISTED_PARTS
        rest = (f"and {more} more",) if more > 0 else ()
        cards.append(FactCard("parts", "Independent parts", str(len(report.parts)), listing + rest))
    for theorem in report.theorems or ():
        cards.append(
            FactCard(
                "theorem",
                theorem.name,
                "",
                (theorem.statement[:1].upper() + theorem.statement[1:],),
            )
        )
    remarks = tuple(fault.message for fault in report.faults)
    return [*cards, *([FactCard("remarks", "Note", "", remarks)] if remarks else [])]


def _part(part: ReportPart) -> str:
    return f"{_count(len(part.cells), 'node')}: {part.name or f'order {format_number(part.order)}'}"


def _reason(report: Report, key: str) -> str:
    return dict(report.reasons).get(key, "")


def _card(
    report: Report,
    key: str,
    title: str,
    now: str | None,
    old: str | None,
    notes: tuple[str, ...] = (),
    tone: str = "",
) -> FactCard:
    """Return a card with the current value or, while that is still due, the previous value."""
    if now is None:
        due = key in report.pending
        shown = (old or "…") if due else "unknown"
        reason = _reason(report, key)
        return FactCard(key, title, shown, (reason,) if reason else (), due=due)
    was = old if old is not None and old != now else ""
    return FactCard(key, title, now, notes, was or "", tone)


def _group(report: Report, old: Report) -> FactCard:
    def value(info: Report) -> str | None:
        group = info.group
        if group is not None and group.order == 1:
            return "trivial"
        return None if group is None else group.name or "unnamed"

    notes: tuple[str, ...] = ()
    if report.group is not None:
        order = f"order {format_number(report.group.order)}"
        was = old.group and old.group.order
        changed = was is not None and was != report.group.order
        order = f"{order} (was {format_number(was)})" if changed and was else order
        methods = ", ".join(dict.fromkeys(report.group.proof.split(", ")))
        proof = f"proved by {methods}" if methods else ""
        notes = (order, proof) if proof else (order,)
    return _card(report, "group", "Group", value(report), value(old), notes)


def _positions(report: Report, old: Report) -> FactCard:
    def value(info: Report) -> str | None:
        return None if info.positions is None else format_number(info.positions)

    how = (report.positions_how,) if report.positions_how not in ("", value(report)) else ()
    return _card(report, "positions", "Positions", value(report), value(old), how)


def _solving(report: Report, old: Report) -> FactCard:
    now = _solvable(report)
    notes, tone = [], ""
    if report.obstacle:
        notes, tone = [report.obstacle], "bad"
    elif report.solution is not None:
        tone = "good"
        if report.solutions is not None and report.solution:
            count = report.solutions
            notes.append(
                "unique shortest solution"
                if count == 1
                else f"{format_number(count)} shortest solutions"
            )
        if report.levels:
            notes.append(_distances(report.levels))
    lines = ("; ".join(notes),) if notes else ()
    card = _card(report, "solution", "From start to goal", now, _solvable(old), lines, tone)
    return card._replace(was=_summary(old)) if card.was else card


def _distances(levels: Sequence[int]) -> str:
    """Return a phrase with the mean and maximum distance to the goal."""
    average = sum(distance * count for distance, count in enumerate(levels)) / sum(levels)
    return f"distances: {average:.1f} on average, {len(levels) - 1} at most"


def _summary(report: Report) -> str:
    if report.obstacle:
        return "unsolvable"
    return _count(len(report.solution or ()), "move")


def _solvable(report: Report) -> str | None:
    if report.obstacle:
        return "Unsolvable"
    if report.solution is None:
        return None
    moves = len(report.solution)
    return f"Solvable in {_count(moves, 'move')}" if moves else "The start is the goal"
