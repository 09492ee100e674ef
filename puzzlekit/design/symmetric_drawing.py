"""Symmetric drawing, in which each edit is repeated in all mirrored or rotated copies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from ..core.board import Point
from ..core.translation import _
from .drawing import Drawing
from .edits import (
    PlaneMap,
    add_node,
    add_turn,
    join_nodes,
    move_nodes,
    reflection_at,
    remove_edges,
    rotation_about,
)

#: The kinds of symmetry, with their titles.
KINDS = {
    "off": _("off"),
    "mirror": _("mirror"),
    # Translators: A rotational symmetry, by 360 degrees divided by the number.
    **{str(count): _("{count}-fold").format(count=count) for count in range(2, 7)},
}


class DrawingSymmetry(NamedTuple):
    """A symmetry of the given kind (see `KINDS`) about a centre."""

    kind: str = "off"
    centre: Point = (0.0, 0.0)

    @property
    def maps(self) -> list[PlaneMap]:
        """The maps of the plane, one for each copy, starting with the identity."""
        if self.kind == "mirror":
            return [rotation_about(self.centre, 0), reflection_at(self.centre)]
        count = int(self.kind) if self.kind.isdecimal() else 1
        return [rotation_about(self.centre, 360 * k / count) for k in range(count)]

    def _copies(self, drawing: Drawing, cells: Sequence[int]) -> Iterator[list[int | None]]:
        """Yield the nodes themselves, then each copy, with None for nodes without a copy."""
        points = [drawing.nodes[cell].point for cell in cells]
        for where in self.maps:
            yield [drawing.node_at(where(point)) for point in points]

    def nodes(self, drawing: Drawing, cells: Collection[int]) -> set[int]:
        """Return the given nodes and their copies."""
        copies = chain.from_iterable(self._copies(drawing, [*cells]))
        return {twin for twin in copies if twin is not None}

    def add(self, drawing: Drawing, point: Point) -> Drawing:
        """Return the drawing with nodes added at a point and its images, unless already present."""
        for where in self.maps:
            if drawing.node_at(where(point)) is None:
                drawing = add_node(drawing, where(point))
        return drawing

    def move(self, drawing: Drawing, points: Mapping[int, Point]) -> Drawing:
        """Return the drawing with nodes and their copies moved, keeping nodes on an axis there."""
        targets: dict[int, list[Point]] = defaultdict(list)
        for where, twins in zip(self.maps, self._copies(drawing, [*points]), strict=True):
            for cell, twin in zip(points, twins, strict=True):
                if twin is not None and (twin not in points or twin == cell):
                    targets[twin].append(where(points[cell]))
        return move_nodes(drawing, {cell: _mean(each) for cell, each in targets.items()})

    def join(self, drawing: Drawing, a: int, b: int, one_way: bool = False) -> Drawing:
        """Return the drawing with an edge and its copies added or changed."""
        result = join_nodes(drawing, a, b, one_way)
        arcs = {arc for arc in ((a, b), (b, a)) if arc in result.ways}
        for twin_a, twin_b in self._edge_copies(drawing, a, b):
            new = {(twin_a, twin_b) if arc == (a, b) else (twin_b, twin_a) for arc in arcs}
            result = remove_edges(result, twin_a, twin_b)
            result = result._replace(ways=result.ways | new)
        return result

    def turn(self, drawing: Drawing, path: Sequence[int], steps: int = 1) -> Drawing:
        """Return the drawing with a turn along a closed path and its copies added."""
        seen = set()
        for twins in self._copies(drawing, path):
            cells = [cell for cell in twins if cell is not None]
            if len(cells) == len(path) and frozenset(cells) not in seen:
                seen.add(frozenset(cells))
                drawing = add_turn(drawing, [cells], steps)
        return drawing

    def remove_edge(self, drawing: Drawing, a: int, b: int) -> Drawing:
        """Return the drawing without an edge and its copies."""
        for twin_a, twin_b in self._edge_copies(drawing, a, b):
            drawing = remove_edges(drawing, twin_a, twin_b)
        return drawing

    def _edge_copies(self, drawing: Drawing, a: int, b: int) -> list[tuple[int, int]]:
        """Return the copies of an edge. The edge itself is last, so that its direction prevails."""
        ends = reversed([*self._copies(drawing, (a, b))])
        return [(p, q) for p, q in ends if p is not None and q is not None and p != q]


def _mean(points: list[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return round(sum(xs) / len(xs), 9), round(sum(ys) / len(ys), 9)
