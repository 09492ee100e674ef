"""Small changes of a drawing, each with what it does."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, zip_longest
from typing import Any

from ..core.progress import Progress, silent
from .drawing import Drawing, Turn
from .edits import edges_removed, joined, turn_added, turn_changed
from .explain_edit import edit_of
from .facts import MANY, reports
from .load import load_drawing
from .report import Report, SearchHit

#: Positions at most among which ways are looked for: a second's work.
MAX_VARIATIONS = 400_000

#: Streets between nodes that are so much farther apart than the nearest ones are not proposed.
FAR = 2.1

#: How near to a node a street may pass, and closed paths that become turns at most, and nodes.
NEAR, LONG = 0.25, 8


def find_variations(puzzle: Any, *, progress: Progress = silent) -> Iterator[SearchHit]:
    """Yield small changes of a puzzle, each with its facts, as they are worked out.

    A street is added, turned, made one-way or two-way or taken away, two pieces become equal, a
    turn comes or goes. The puzzle is a drawing, a rule book, an ID or a file. Raises
    `OptionError` for what cannot be drawn.

    >>> from puzzlekit import design
    >>> for found in design.vary("fifteen:2,height=2"):
    ...     if found.says == "The street a2 - b1":
    ...         print(found.before.group.name, "->", found.facts.group.name)
    C3 -> S3
    """
    drawing = load_drawing(puzzle)
    before = variation_facts(drawing, progress=progress)
    kinds = (
        *(_streets_added(drawing), _streets_changed(drawing), _streets_gone(drawing)),
        *(_pieces_alike(drawing), _turns(drawing)),
    )
    seen = {drawing}
    for changes in zip_longest(*kinds):
        for change in changes:
            if change is None or change[1] in seen:
                continue
            says, varied = change
            seen.add(varied)
            known = drawing, before
            yield SearchHit(says, varied, variation_facts(varied, known, progress=progress), before)


def variation_facts(
    drawing: Drawing,
    before: tuple[Drawing, Report] | None = None,
    *,
    most: int = MAX_VARIATIONS,
    progress: Progress = silent,
) -> Report:
    """Return the facts of a drawing; ways are looked for only among so many positions."""
    for report in reports(drawing, before, progress=progress):
        found = report
        quick = report.pending.isdisjoint({"positions", "why"})
        if quick and report.pending and (report.positions is None or report.positions > most):
            reasons = ((name, MANY) for name in sorted(report.pending))
            return report._replace(pending=frozenset(), reasons=(*report.reasons, *reasons))
    return found


Changes = Iterator[tuple[str, Drawing]]


def _streets_changed(drawing: Drawing) -> Changes:
    for a, b in drawing.edges:
        for street in ((a, b), (b, a)):
            yield _told(drawing, drawing._replace(ways=drawing.ways - {street}))
    for a, b in drawing.arcs:
        yield _told(drawing, joined(drawing, a, b))
        yield _told(drawing, joined(drawing, b, a, one_way=True))
        yield _told(drawing, drawing._replace(ways=drawing.ways | {(b, a)}))


def _streets_gone(drawing: Drawing) -> Changes:
    for a, b in sorted({(min(way), max(way)) for way in drawing.ways}):
        yield _told(drawing, edges_removed(drawing, a, b))


def _streets_added(drawing: Drawing) -> Changes:
    """Yield new streets, the shortest ones first; none passes through a node."""
    if not drawing.ways:
        return
    points = [node.point for node in drawing.nodes]
    pairs = sorted(combinations(range(len(points)), 2), key=lambda ab: _length(points, ab))
    shortest = next((length for pair in pairs if (length := _length(points, pair))), 0.0)
    for a, b in pairs:
        if _length(points, (a, b)) > FAR * shortest:
            return
        if {(a, b), (b, a)} & drawing.ways or passes_a_node(points, a, b):
            continue
        yield _told(drawing, joined(drawing, a, b))
        if drawing.arcs:
            yield _told(drawing, joined(drawing, a, b, one_way=True))
            yield _told(drawing, joined(drawing, b, a, one_way=True))


def _length(points: list[tuple[float, float]], pair: tuple[int, int]) -> float:
    return math.dist(points[pair[0]], points[pair[1]])


def passes_a_node(points: list[tuple[float, float]], a: int, b: int) -> bool:
    """Tell whether a straight street would pass another node closely.

    >>> passes_a_node([(0, 0), (1, 0), (2, 0)], 0, 2)
    True
    """
    (ax, ay), (bx, by) = points[a], points[b]
    length = math.dist(points[a], points[b])
    for cell, (x, y) in enumerate(points):
        along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length**2
        beside = abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length
        if cell not in (a, b) and 0 < along < 1 and beside < NEAR * length:
            return True
    return False


def _pieces_alike(drawing: Drawing) -> Changes:
    """Yield two kinds of pieces that become one."""
    for kept, other in combinations(drawing.pieces, 2):
        start, goal = (
            tuple(kept if label == other else label for label in layer)
            for layer in (drawing.start, drawing.goal)
        )
        # The others keep their looks, which go by the order of the labels unless they are written.
        looks = tuple(each for each in drawing.pieces.items() if each[0] != other)
        says = f"{other} becomes equal to {kept}"
        yield says, drawing._replace(start=start, goal=goal, looks=looks)


def _turns(drawing: Drawing) -> Changes:
    for name, turn in drawing.turns:
        yield _told(drawing, turn_changed(drawing, name, None))
        for steps in range(1, max(map(len, turn.paths)) // 2 + 1):
            yield _told(drawing, turn_changed(drawing, name, Turn(turn.paths, steps)))
    if drawing.turns and drawing.ways:
        import networkx

        for path in networkx.minimum_cycle_basis(networkx.Graph(drawing.ways)):
            if len(path) <= LONG:
                yield _told(drawing, turn_added(drawing, [path]))


def _told(drawing: Drawing, varied: Drawing) -> tuple[str, Drawing]:
    return edit_of(drawing, varied), varied
