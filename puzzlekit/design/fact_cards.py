"""What is known of a drawing as cards to be shown: a heading, a value, notes, and what it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..core.formatting import format_number
from .drawing import Drawing
from .report import Report, ReportPart

#: Parts that are listed one by one.
_PARTS = 6


class FactCard(NamedTuple):
    """One fact: its key, a heading, its value, notes below, and what it was before the edit.

    `tone` is "good", "bad" or nothing. While a value is `due` it is the one from before, or "…".
    """

    key: str
    title: str
    value: str
    notes: tuple[str, ...] = ()
    was: str = ""
    tone: str = ""
    due: bool = False


def count_noun(drawing: Drawing) -> str:
    """Return how much there is of everything, in words.

    >>> from puzzlekit.design.edits import joined, node_added
    >>> counted(joined(node_added(node_added(Drawing(), (0, 0)), (1, 0)), 0, 1))
    '2 nodes, 1 two-way street, 1 hole'
    """
    two, one = len(drawing.edges), len(drawing.arcs)
    found = [_many(len(drawing.nodes), "node")]
    if two and one:
        found.append(f"{two} two-way and {_many(one, 'one-way street')}")
    elif two or one:
        found.append(_many(two or one, "two-way street" if two else "one-way street"))
    if drawing.turns:
        found.append(_many(len(drawing.turns), "turn"))
    holes = drawing.start.count("")
    return ", ".join([*found, *([_many(holes, "hole")] if holes or drawing.ways else [])])


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' if count != 1 else ''}"


def fact_cards(report: Report, before: Report | None = None) -> list[FactCard]:
    """Return the cards of a report; `predecessors` is that of the drawing before the last edit.

    A grave fault leaves one card, which says what is wrong.

    >>> from puzzlekit.design.validation import Fault
    >>> [card.value for card in cards(Report(faults=(Fault("There is no hole"),)))]
    ['There is no hole']
    """
    grave = [fault for fault in report.faults if fault.grave]
    if grave:
        return [FactCard("fault", "Not a puzzle yet", fault.says, tone="bad") for fault in grave]
    old = before or Report()
    found = [_group(report, old), _positions(report, old), _solving(report, old)]
    if report.why:
        found.append(FactCard("why", "What the last edit did", "", (report.why,)))
    if report.parts is not None and len(report.parts) > 1:
        listing = tuple(_part(part) for part in report.parts[:_PARTS])
        more = len(report.parts) - _PARTS
        rest = (f"and {more} more",) if more > 0 else ()
        found.append(
            FactCard("parts", "Parts that never mix", str(len(report.parts)), listing + rest)
        )
    for theorem in report.theorems or ():
        found.append(
            FactCard("theorem", theorem.name, "", (theorem.says[:1].upper() + theorem.says[1:],))
        )
    remarks = tuple(fault.says for fault in report.faults)
    return [*found, *([FactCard("remarks", "Note", "", remarks)] if remarks else [])]


def _part(part: ReportPart) -> str:
    return f"{_many(len(part.cells), 'node')}: {part.name or f'order {format_number(part.order)}'}"


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
    """Return a card with a value, or with the one from before while it is worked out."""
    if now is None:
        due = key in report.pending
        shown = (old or "…") if due else "not known"
        reason = _reason(report, key)
        return FactCard(key, title, shown, (reason,) if reason else (), due=due)
    was = old if old is not None and old != now else ""
    return FactCard(key, title, now, notes, was or "", tone)


def _group(report: Report, old: Report) -> FactCard:
    def value(info: Report) -> str | None:
        group = info.group
        if group is not None and group.order == 1:
            return "trivial"
        return None if group is None else group.name or "no short name"

    notes: tuple[str, ...] = ()
    if report.group is not None:
        order = f"order {format_number(report.group.order)}"
        was = old.group and old.group.order
        changed = was is not None and was != report.group.order
        order = f"{order} (was {format_number(was)})" if changed and was else order
        ways = ", ".join(dict.fromkeys(report.group.proof.split(", ")))
        proof = f"proved by {ways}" if ways else ""
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
            ways = report.solutions
            notes.append(
                "one shortest way" if ways == 1 else f"{format_number(ways)} shortest ways"
            )
        if report.levels:
            notes.append(_distances(report.levels))
    lines = ("; ".join(notes),) if notes else ()
    card = _card(report, "solution", "From start to goal", now, _solvable(old), lines, tone)
    return card._replace(was=_in_short(old)) if card.was else card


def _distances(levels: Sequence[int]) -> str:
    """Return how hard it is to come to the goal."""
    average = sum(distance * count for distance, count in enumerate(levels)) / sum(levels)
    return f"positions are up to {len(levels) - 1} away, {average:.1f} on average"


def _in_short(report: Report) -> str:
    if report.obstacle:
        return "not solvable"
    return _many(len(report.solution or ()), "move")


def _solvable(report: Report) -> str | None:
    if report.obstacle:
        return "Cannot be solved"
    if report.solution is None:
        return None
    moves = len(report.solution)
    return f"Solvable in {_many(moves, 'move')}" if moves else "The start is the goal"
