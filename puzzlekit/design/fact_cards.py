"""Cards that display the facts about a drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from ..core.formatting import format_number
from ..core.translation import _, ngettext, translate
from .drawing import Drawing
from .report import Report, ReportPart

#: Labels of the methods that prove the order of a group.
_PROOFS = {
    "structure": _("structure"),
    "blocks": _("blocks"),
    "Schreier generators": _("Schreier generators"),
    "double cosets": _("double cosets"),
}

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


def describe_counts(drawing: Drawing) -> str:
    """Return the numbers of nodes, edges, turns and holes as a phrase.

    >>> from puzzlekit.design.edits import join_nodes, add_node
    >>> describe_counts(join_nodes(add_node(add_node(Drawing(), (0, 0)), (1, 0)), 0, 1))
    '2 nodes, 1 two-way edge, 1 hole'
    """
    two, one = len(drawing.edges), len(drawing.arcs)
    items = [_count_nodes(len(drawing.nodes))]
    if two:
        text = ngettext("{count:,} two-way edge", "{count:,} two-way edges", two)
        items.append(text.format(count=two))
    if one:
        text = ngettext("{count:,} one-way edge", "{count:,} one-way edges", one)
        items.append(text.format(count=one))
    if turns := len(drawing.turns):
        items.append(ngettext("{count:,} turn", "{count:,} turns", turns).format(count=turns))
    holes = drawing.start.count("")
    if holes or drawing.ways:
        items.append(ngettext("{count:,} hole", "{count:,} holes", holes).format(count=holes))
    return ", ".join(items)


def _count_nodes(count: int) -> str:
    return ngettext("{count:,} node", "{count:,} nodes", count).format(count=count)


def fact_cards(report: Report, before: Report | None = None) -> list[FactCard]:
    """Return the cards for a report; `before` is the report before the last edit.

    If there are fatal faults, the only cards are those for the faults.

    >>> from puzzlekit.design.validation import DesignFault
    >>> [card.value for card in fact_cards(Report(faults=(DesignFault("There is no hole"),)))]
    ['There is no hole']
    """
    fatal = [fault for fault in report.faults if fault.is_fatal]
    if fatal:
        return [
            FactCard("fault", _("Not a puzzle yet"), fault.message, tone="bad") for fault in fatal
        ]
    old = before or Report()
    cards = [_group(report, old), _positions(report, old), _solution_card(report, old)]
    if report.why:
        cards.append(FactCard("why", _("Effect of the last edit"), "", (report.why,)))
    if report.parts is not None and len(report.parts) > 1:
        listing = tuple(_describe_part(part) for part in report.parts[:_MAX_LISTED_PARTS])
        more = len(report.parts) - _MAX_LISTED_PARTS
        # Translators: The last line of a list of parts.
        rest = (_("and {count} more").format(count=more),) if more > 0 else ()
        count = str(len(report.parts))
        cards.append(FactCard("parts", _("Orbits"), count, listing + rest))
    for theorem in report.theorems or ():
        statement = translate(theorem.statement)
        statement = statement[:1].upper() + statement[1:]
        cards.append(FactCard("theorem", translate(theorem.name), "", (statement,)))
    if remarks := tuple(fault.message for fault in report.faults):
        cards.append(FactCard("remarks", _("Note"), "", remarks))
    return cards


def _describe_part(part: ReportPart) -> str:
    group = part.name or _("order {order}").format(order=format_number(part.order))
    return f"{_count_nodes(len(part.cells))}: {group}"


def _card(
    report: Report,
    old: Report,
    key: str,
    title: str,
    value: Callable[[Report], str | None],
    notes: Iterable[str] = (),
    tone: str = "",
) -> FactCard:
    """Return a card with the current value, or the previous value until it has been computed."""
    now, was = value(report), value(old) or ""
    if now is None:
        due = key in report.pending
        shown = (was or "…") if due else _("unknown")
        reason = dict(report.reasons).get(key, "")
        return FactCard(key, title, shown, (reason,) if reason else (), due=due)
    return FactCard(key, title, now, tuple(filter(None, notes)), "" if was == now else was, tone)


def _group(report: Report, old: Report) -> FactCard:
    def value(info: Report) -> str | None:
        group = info.group
        if group is not None and group.order == 1:
            return _("trivial")
        return None if group is None else group.name or _("unnamed")

    notes = []
    if report.group is not None:
        now, was = report.group.order, old.group.order if old.group is not None else 0
        text = _("order {order} (was {previous})") if was not in (0, now) else _("order {order}")
        notes.append(text.format(order=format_number(now), previous=format_number(was)))
        methods = dict.fromkeys(filter(None, report.group.proof.split(", ")))
        if not report.group.certain:
            notes.append(_("not proved"))
        elif methods:
            shown = ", ".join(_PROOFS.get(method, method) for method in methods)
            notes.append(_("proved by {methods}").format(methods=shown))
    return _card(report, old, "group", _("Group"), value, notes)


def _positions(report: Report, old: Report) -> FactCard:
    def value(info: Report) -> str | None:
        return None if info.positions is None else format_number(info.positions)

    how = report.positions_how if report.positions_how != value(report) else ""
    return _card(report, old, "positions", _("Positions"), value, [how])


def _solution_card(report: Report, old: Report) -> FactCard:
    notes, tone = [], ""
    if report.obstacle:
        notes, tone = [report.obstacle], "bad"
    elif report.solution is not None:
        tone = "good"
        if report.solutions == 1 and report.solution:
            notes.append(_("unique shortest solution"))
        elif report.solutions is not None and report.solution:
            text = ngettext(
                "{count} shortest solution", "{count} shortest solutions", report.solutions
            )
            notes.append(text.format(count=format_number(report.solutions)))
        if report.levels:
            notes.append(_describe_distances(report.levels))
    title = _("From start to goal")
    card = _card(report, old, "solution", title, _describe_solvability, ["; ".join(notes)], tone)
    return card._replace(was=_solution_length(old)) if card.was else card


def _describe_distances(counts_by_distance: Sequence[int]) -> str:
    """Return a phrase with the mean and maximum distance to the goal."""
    average = sum(distance * count for distance, count in enumerate(counts_by_distance)) / sum(
        counts_by_distance
    )
    return _("distances: {average:.1f} on average, {maximum} at most").format(
        average=average, maximum=len(counts_by_distance) - 1
    )


def _solution_length(report: Report) -> str:
    if report.obstacle:
        return _("unsolvable")
    moves = len(report.solution or ())
    return ngettext("{count:,} move", "{count:,} moves", moves).format(count=moves)


def _describe_solvability(report: Report) -> str | None:
    if report.obstacle:
        return _("Unsolvable")
    if report.solution is None:
        return None
    moves = len(report.solution)
    if not moves:
        return _("The start is the goal")
    text = ngettext("Solvable in {count:,} move", "Solvable in {count:,} moves", moves)
    solvable, turns = text.format(count=moves), sum(1 for _same in groupby(report.solution))
    if turns == moves:
        return solvable
    text = ngettext("{solvable} ({turns:,} turn)", "{solvable} ({turns:,} turns)", turns)
    return text.format(solvable=solvable, turns=turns)
