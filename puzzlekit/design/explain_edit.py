"""What the last edit of a drawing did, and why, in sentences that were checked."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.errors import LimitReachedError, join_names
from ..core.formatting import format_number
from ..core.permutation import is_even, restrict
from ..groups import GroupInfo
from .drawing import Drawing
from .report import Report
from .structure import GroupStructure, find_structure

Street = tuple[str, str]


def explain_change(before: Drawing, known: Report, after: Drawing, report: Report) -> str:
    """Return what an edit changed and why; nothing is said that was not worked out.

    >>> from puzzlekit.design.edits import joined
    >>> from puzzlekit.design.facts import reports
    >>> from puzzlekit.design.load import drawing_of
    >>> drawing = drawing_of("pinball")
    >>> *_, known = reports(drawing)
    >>> *_, last = reports(joined(drawing, 0, 4, one_way=True), (drawing, known))
    >>> print(last.why)  # doctest: +NORMALIZE_WHITESPACE
    The arrow 1 -> 5 made A8 into S8: streets joined light nodes to dark ones, so that all closed
    walks of the hole were even; this one joins two that are alike. There are 362,880 positions now,
    not 181,440.
    """
    return " ".join(_sentences(before, known, after, report))


def _sentences(before: Drawing, known: Report, after: Drawing, report: Report) -> Iterator[str]:
    edit = edit_of(before, after)
    same = known.group is not None and report.group is not None
    if same and _group(known.group) != _group(report.group):
        made = f"{edit} made {_group(known.group)} into {_group(report.group)}"
        yield f"{made}{_reason(before, after)}."
    elif same and edit != _LABELS and (before.ways, before.turns) != (after.ways, after.turns):
        yield f"{edit}: the group is {_group(report.group)} as before."
    if known.positions and report.positions and known.positions != report.positions:
        was, now = format_number(known.positions), format_number(report.positions)
        yield f"There are {now} positions now, not {was}."
    if known.obstacle and report.obstacle == "":
        yield "Now it can be solved."
    if known.obstacle == "" and report.obstacle:
        yield "It cannot be solved any more."


def _group(info: GroupInfo | None) -> str:
    """Return the name of a group, or its order."""
    assert info is not None
    if info.order == 1:
        return "a group that moves nothing"
    return info.name or f"a group of order {format_number(info.order)}"


# -- what was done --------------------------------------------------------------------------------

_LABELS = "Other pieces"
_EDIT = "The edit"


def edit_of(before: Drawing, after: Drawing) -> str:
    """Return in words what was done, as what begins a sentence.

    >>> from puzzlekit.design.edits import joined, parted
    >>> from puzzlekit.design.load import drawing_of
    >>> drawing = drawing_of("fifteen:2,height=2")
    >>> edit_of(drawing, parted(drawing, 0, 1)), edit_of(drawing, joined(drawing, 0, 3))
    ('Taking away the street a2 - b2', 'The street a2 - b1')
    """
    old, new = _streets(before), _streets(after)
    names = [{node.name for node in drawing.nodes} for drawing in (before, after)]
    turns = dict(before.turns), dict(after.turns)
    changed = {name for each in turns for name in each if turns[0].get(name) != turns[1].get(name)}
    if names[0] != names[1]:
        return _of_nodes(names[0], names[1])
    if old != new:
        return _EDIT if changed else _of_streets(old, new)
    if len(changed) == 1:
        (name,) = changed
        if name not in turns[1]:
            return f"Taking away the turn {name}"
        return f"The turn {name}" if name not in turns[0] else f"The other turn {name}"
    return _EDIT if changed else _LABELS


def _streets(drawing: Drawing) -> set[Street]:
    names = [node.name for node in drawing.nodes]
    return {(names[a], names[b]) for a, b in drawing.ways}


def _of_nodes(old: set[str], new: set[str]) -> str:
    if len(old ^ new) > 1:
        return _EDIT
    (name,) = old ^ new
    return f"The node {name}" if name in new else f"Taking away the node {name}"


def _of_streets(old: set[Street], new: set[Street]) -> str:
    if len({frozenset(street) for street in old ^ new}) > 1:
        return "The streets"
    a, b = min(old ^ new)
    there, back = sorted((street in old, street in new) for street in ((a, b), (b, a)))
    ways = [street for street in ((a, b), (b, a)) if street in new]
    if not ways:
        sign = "street" if there == back else "arrow"
        gone = next(street for street in ((a, b), (b, a)) if street in old)
        return f"Taking away the {sign} {gone[0]} {'-' if sign == 'street' else '->'} {gone[1]}"
    if len(ways) == 2:
        known = (a, b) in old or (b, a) in old
        return f"Making {a} - {b} two-way" if known else f"The street {a} - {b}"
    (p, q), was = ways[0], [street for street in ((a, b), (b, a)) if street in old]
    if len(was) == 1:
        return f"Turning the arrow to {p} -> {q}"
    return f"Making {p} -> {q} one-way" if was else f"The arrow {p} -> {q}"


# -- why the group is another one -----------------------------------------------------------------


def _reason(before: Drawing, after: Drawing) -> str:
    """Return why the group is another one, as the rest of a sentence; it may be nothing."""
    try:
        old, new = find_structure(before), find_structure(after)
    except LimitReachedError:
        return ""
    was, now = _signs(before, old), _signs(after, new)
    turned = [cells for cells in was.keys() & now.keys() if was[cells] != now[cells]]
    if len(turned) == 1:
        (cells,) = turned
        of = "" if len(now) == 1 else f" to {join_names(cells, 4)}"
        if was[cells]:
            return _light_and_dark(before, after) or (
                f": all that moves did{of} before was even, now some is odd"
            )
        return f": some of what moves did{of} before was odd, now all is even"
    old_parts, new_parts = ([frozenset(cells) for cells in signs] for signs in (was, now))
    for some, others, how in (
        (old_parts, new_parts, "grew together"),
        (new_parts, old_parts, "fell apart"),
    ):
        if any(sum(bool(part & each) for each in some) > 1 for part in others):
            return f": parts {how}"
    return ""


def _named(drawing: Drawing, cells: tuple[int, ...]) -> list[str]:
    return [drawing.nodes[cell].name for cell in cells]


def _signs(drawing: Drawing, structure: GroupStructure) -> dict[tuple[str, ...], bool]:
    """Return of each part whether all that moves do to it is even."""
    return {
        tuple(_named(drawing, part.cells)): all(
            map(is_even, restrict(structure.generators, part.cells))
        )
        for part in structure.parts
    }


def _light_and_dark(before: Drawing, after: Drawing) -> str:
    """Return that a new street joins two nodes of one colour, if that made odd closed walks."""
    import networkx

    streets = {frozenset(way) for way in after.ways} - {frozenset(way) for way in before.ways}
    alike = [node.name for node in before.nodes] == [node.name for node in after.nodes]
    if not alike or before.start.count("") != 1 or after.turns or before.turns:
        return ""
    if len(streets) != 1:
        return ""
    (street,) = streets
    circles = networkx.biconnected_components(networkx.Graph(after.ways))
    here = next(cells for cells in circles if street <= cells)
    graph = networkx.Graph(before.ways).subgraph(here)
    if len(graph) < len(here) or not networkx.is_connected(graph):
        return ""
    if not networkx.is_bipartite(graph) or networkx.shortest_path_length(graph, *street) % 2:
        return ""
    where = "streets" if len(here) == len(after.nodes) else "here streets"
    return (
        f": {where} joined light nodes to dark ones, so that all closed walks of the hole were "
        "even; this one joins two that are alike"
    )
