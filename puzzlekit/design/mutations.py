"""Small variations of a drawing, with the facts about them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, zip_longest
from typing import Any

from ..core.progress import Progress, silent
from ..core.translation import _
from .drawing import Drawing, DrawnTurn, edges_of
from .edits import add_turn, change_turn, join_nodes, merge_labels, remove_edges
from .explain_edit import describe_edit
from .facts import TOO_MANY, reports
from .load import load_drawing
from .report import Report, SearchHit

#: Maximum number of positions for which solutions are searched (about a second).
MAX_POSITIONS = 400_000

#: Maximum length of new edges, as a multiple of the shortest distance between nodes.
MAX_EDGE_LENGTH = 2.1

#: Minimum distance of an edge from other nodes, relative to the edge's length, and maximum number
#: of nodes on the closed path of a new turn.
MIN_CLEARANCE, MAX_TURN_LENGTH = 0.25, 8


def vary(puzzle: Any, *, progress: Progress = silent) -> Iterator[SearchHit]:
    """Yield small variations of a puzzle, with the facts about them.

    A variation adds, removes, reverses or changes an edge, makes two pieces equal, or adds,
    removes or changes a turn. The puzzle may be a drawing, a rules object, an ID or a file. Raises
    `OptionError` if the puzzle cannot be drawn.

    >>> from puzzlekit import design
    >>> for hit in design.vary("fifteen:2,height=2"):
    ...     if hit.description == "Adding the edge a2 - b1":
    ...         print(hit.before.group.name, "->", hit.facts.group.name)
    C3 -> S3
    """
    drawing = load_drawing(puzzle)
    before = variation_facts(drawing, progress=progress)

    def described(changed: Iterator[Drawing]) -> Iterator[tuple[str, Drawing]]:
        return ((describe_edit(drawing, varied), varied) for varied in changed)

    kinds = (
        *map(described, (_edges_added(drawing), _edges_changed(drawing), _edges_removed(drawing))),
        *(_pieces_merged(drawing), described(_turns_changed(drawing))),
    )
    seen = {drawing}
    for changes in zip_longest(*kinds):
        for change in changes:
            if change is None or change[1] in seen:
                continue
            description, varied = change
            seen.add(varied)
            facts = variation_facts(varied, (drawing, before), progress=progress)
            if not any(fault.is_fatal for fault in facts.faults):
                yield SearchHit(description, varied, facts, before)


def variation_facts(
    drawing: Drawing, before: tuple[Drawing, Report] | None = None, *, progress: Progress = silent
) -> Report:
    """Return the facts about a drawing, without solutions if it has too many positions."""
    for report in reports(drawing, before, progress=progress):
        result = report
        is_slow = report.pending and report.pending.isdisjoint({"positions", "why"})
        if is_slow and (report.positions is None or report.positions > MAX_POSITIONS):
            if drawing.start == drawing.goal:
                report = report.with_facts(obstacle="", solution=(), solutions=1)
            return report.with_reason(TOO_MANY, *sorted(report.pending))
    return result


def _edges_changed(drawing: Drawing) -> Iterator[Drawing]:
    for a, b in drawing.edges:
        for arc in ((a, b), (b, a)):
            yield drawing._replace(ways=drawing.ways - {arc})
    for a, b in drawing.arcs:
        yield join_nodes(drawing, a, b)
        yield join_nodes(drawing, b, a, one_way=True)
        yield drawing._replace(ways=drawing.ways | {(b, a)})


def _edges_removed(drawing: Drawing) -> Iterator[Drawing]:
    for a, b in sorted(edges_of(drawing.ways)):
        yield remove_edges(drawing, a, b)


def _edges_added(drawing: Drawing) -> Iterator[Drawing]:
    """Yield drawings with a new edge that does not pass through a node, shortest edges first."""
    if not drawing.ways:
        return
    points = [node.point for node in drawing.nodes]
    pairs = combinations(enumerate(points), 2)
    edges = sorted((length, a, b) for (a, p), (b, q) in pairs if (length := math.dist(p, q)))
    for length, a, b in edges:
        if length > MAX_EDGE_LENGTH * edges[0][0]:
            return
        if {(a, b), (b, a)} & drawing.ways or passes_a_node(points, a, b):
            continue
        yield join_nodes(drawing, a, b)
        if drawing.arcs:
            yield join_nodes(drawing, a, b, one_way=True)
            yield join_nodes(drawing, b, a, one_way=True)


def passes_a_node(points: list[tuple[float, float]], a: int, b: int) -> bool:
    """Return whether a straight edge passes close to another node.

    >>> passes_a_node([(0, 0), (1, 0), (2, 0)], 0, 2)
    True
    """
    (ax, ay), (bx, by) = points[a], points[b]
    length = math.dist(points[a], points[b])
    for cell, (x, y) in enumerate(points):
        along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length**2
        distance = abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length
        if cell not in (a, b) and 0 < along < 1 and distance < MIN_CLEARANCE * length:
            return True
    return False


def _pieces_merged(drawing: Drawing) -> Iterator[tuple[str, Drawing]]:
    """Yield drawings in which two different pieces are made equal."""
    for kept, other in combinations(drawing.pieces, 2):
        text = _("Making {other} identical to {kept}")
        yield text.format(other=other, kept=kept), merge_labels(drawing, kept, other)


def _turns_changed(drawing: Drawing) -> Iterator[Drawing]:
    for name, turn in drawing.turns:
        yield change_turn(drawing, name, None)
        for steps in range(1, max(map(len, turn.paths)) // 2 + 1):
            yield change_turn(drawing, name, DrawnTurn(turn.paths, steps))
    if drawing.turns and drawing.ways:
        import networkx

        for path in networkx.minimum_cycle_basis(networkx.Graph(drawing.ways)):
            if len(path) <= MAX_TURN_LENGTH:
                yield add_turn(drawing, [path])
