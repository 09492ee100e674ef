"""Explanations of the effect of the last edit to a drawing."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.errors import LimitReachedError, join_names
from ..core.formatting import format_number
from ..core.permutation import is_even, restrict
from ..core.translation import _, ngettext
from ..groups import GroupInfo
from .drawing import Drawing
from .report import Report
from .structure import GroupStructure, find_structure

Arc = tuple[str, str]


def explain_change(before: Drawing, known: Report, after: Drawing, report: Report) -> str:
    """Return sentences about the effect of an edit, and its cause, based on computed facts.

    >>> from puzzlekit.design.edits import join_nodes
    >>> from puzzlekit.design.facts import reports
    >>> from puzzlekit.design.load import load_drawing
    >>> drawing = load_drawing("pinball")
    >>> *_, known = reports(drawing)
    >>> *_, last = reports(join_nodes(drawing, 0, 4, one_way=True), (drawing, known))
    >>> print(last.why)  # doctest: +NORMALIZE_WHITESPACE
    Adding the arrow 1 -> 5 changed the group from A8 to S8: all edges joined a light node to a
    dark one, so every closed walk of the hole was even; the new edge joins two of the same shade.
    Positions: 362,880 (was 181,440).
    """
    return " ".join(_sentences(before, known, after, report))


def _sentences(before: Drawing, known: Report, after: Drawing, report: Report) -> Iterator[str]:
    edit = describe_edit(before, after)
    same = known.group is not None and report.group is not None
    if same and _group_name_or_order(known.group) != _group_name_or_order(report.group):
        old, new = _group_name_or_order(known.group), _group_name_or_order(report.group)
        reason = _group_change_reason(before, after)
        text = _("{edit} changed the group from {old} to {new}{reason}.")
        yield text.format(edit=edit, old=old, new=new, reason=reason)
    elif same and edit != _LABELS and (before.ways, before.turns) != (after.ways, after.turns):
        text = _("{edit} did not change the group, {group}.")
        yield text.format(edit=edit, group=_group_name_or_order(report.group))
    if known.positions and report.positions and known.positions != report.positions:
        was, now = format_number(known.positions), format_number(report.positions)
        yield _("Positions: {now} (was {before}).").format(now=now, before=was)
    if known.obstacle and report.obstacle == "":
        yield _("The start can now be solved.")
    if known.obstacle == "" and report.obstacle:
        yield _("The start can no longer be solved.")


def _group_name_or_order(info: GroupInfo | None) -> str:
    """Return the name of a group or, if it has no name, its order."""
    assert info is not None
    if info.order == 1:
        return _("the trivial group")
    text = _("a group of order {order}")
    return info.name or text.format(order=format_number(info.order))


# -- the edit -------------------------------------------------------------------------------------

_LABELS = _("Changing pieces")
_EDIT = _("The edit")


def describe_edit(before: Drawing, after: Drawing) -> str:
    """Return a description of an edit, to be used as the subject of a sentence.

    >>> from puzzlekit.design.edits import remove_edges, join_nodes
    >>> from puzzlekit.design.load import load_drawing
    >>> drawing = load_drawing("fifteen:2,height=2")
    >>> describe_edit(drawing, remove_edges(drawing, 0, 1))
    'Removing the edge a2 - b2'
    >>> describe_edit(drawing, join_nodes(drawing, 0, 3))
    'Adding the edge a2 - b1'
    >>> describe_edit(drawing, join_nodes(drawing, 0, 1, one_way=True))
    'Making a2 -> b2 one-way'
    """
    old, new = _named_edges(before), _named_edges(after)
    names = [{node.name for node in drawing.nodes} for drawing in (before, after)]
    turns = dict(before.turns), dict(after.turns)
    changed = {name for each in turns for name in each if turns[0].get(name) != turns[1].get(name)}
    if nodes := names[0] ^ names[1]:
        name = nodes.pop()
        text = _("Adding the node {name}") if name in names[1] else _("Removing the node {name}")
        return _EDIT if nodes else text.format(name=name)
    if old != new:
        return _EDIT if changed else _describe_edges(old, new)
    if len(changed) == 1:
        (name,) = changed
        if name not in turns[1]:
            return _("Removing the turn {name}").format(name=name)
        old_turn, turn = turns[0].get(name), turns[1][name]
        if old_turn is None:
            return _("Adding the turn {name}").format(name=name)
        text = ngettext(
            "Turning {name} by {steps} step", "Turning {name} by {steps} steps", turn.steps
        )
        return text.format(name=name, steps=turn.steps)
    return _EDIT if changed else _LABELS


def _named_edges(drawing: Drawing) -> set[Arc]:
    names = [node.name for node in drawing.nodes]
    return {(names[a], names[b]) for a, b in drawing.ways}


def _describe_edges(old: set[Arc], new: set[Arc]) -> str:
    if len({frozenset(arc) for arc in old ^ new}) > 1:
        return _("Changing edges")
    a, b = min(old ^ new)
    before, after = ([arc for arc in ((a, b), (b, a)) if arc in arcs] for arcs in (old, new))
    (p, q), *back = after or before
    if not after:
        text = _("Removing the edge {a} - {b}") if back else _("Removing the arrow {a} -> {b}")
    elif not before:
        text = _("Adding the edge {a} - {b}") if back else _("Adding the arrow {a} -> {b}")
    elif len(before) == len(after):
        text = _("Reversing the arrow to {a} -> {b}")
    else:
        text = _("Making {a} - {b} two-way") if back else _("Making {a} -> {b} one-way")
    return text.format(a=p, b=q)


# -- why the group changed ------------------------------------------------------------------------


def _group_change_reason(before: Drawing, after: Drawing) -> str:
    """Return the reason for the change of the group as the end of a sentence, or ""."""
    try:
        old, new = find_structure(before), find_structure(after)
    except LimitReachedError:
        return ""
    was, now = _even_by_part(before, old), _even_by_part(after, new)
    turned = [cells for cells in was.keys() & now.keys() if was[cells] != now[cells]]
    if len(turned) == 1:
        (cells,) = turned
        if was[cells] and (reason := _explain_lost_bipartiteness(before, after)):
            return reason
        if len(now) == 1:
            text = (
                _(": all permutations used to be even; now some are odd")
                if was[cells]
                else _(": some permutations used to be odd; now all are even")
            )
        else:
            text = (
                _(": all permutations of {nodes} used to be even; now some are odd")
                if was[cells]
                else _(": some permutations of {nodes} used to be odd; now all are even")
            )
        return text.format(nodes=join_names(cells, 4))
    for some, others, text in (
        (was, now, _(": orbits merged")),
        (now, was, _(": an orbit split")),
    ):
        if any(sum(not set(part).isdisjoint(each) for each in some) > 1 for part in others):
            return text
    return ""


def _even_by_part(drawing: Drawing, structure: GroupStructure) -> dict[tuple[str, ...], bool]:
    """Return, for each part, whether every generator is even on that part."""
    return {
        tuple(drawing.nodes[cell].name for cell in part.cells): all(
            map(is_even, restrict(structure.generators, part.cells))
        )
        for part in structure.parts
    }


def _explain_lost_bipartiteness(before: Drawing, after: Drawing) -> str:
    """Return the explanation that a new edge joins two nodes of the same shade, or ""."""
    import networkx

    edges_added = {frozenset(arc) for arc in after.ways} - {frozenset(arc) for arc in before.ways}
    same_nodes = [node.name for node in before.nodes] == [node.name for node in after.nodes]
    has_turns = before.turns or after.turns
    if has_turns or not same_nodes or before.start.count("") != 1 or len(edges_added) != 1:
        return ""
    (edge,) = edges_added
    blocks = networkx.biconnected_components(networkx.Graph(after.ways))
    block = next(cells for cells in blocks if edge <= cells)
    graph = networkx.Graph(before.ways).subgraph(block)
    if len(graph) < len(block) or not networkx.is_connected(graph):
        return ""
    if not networkx.is_bipartite(graph) or networkx.shortest_path_length(graph, *edge) % 2:
        return ""
    if len(block) == len(after.nodes):
        return _(
            ": all edges joined a light node to a dark one, so every closed walk of the hole was "
            "even; the new edge joins two of the same shade"
        )
    return _(
        ": all edges here joined a light node to a dark one, so every closed walk of the hole was "
        "even; the new edge joins two of the same shade"
    )
