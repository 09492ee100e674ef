"""A view of one layer of the drawing, with hit testing."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

from ....core.board import Point
from ....design.drawing import Drawing
from ...layout import View
from ...routes import Route, Routes, distance
from ..drawing.canvas import Rect

#: Radius of a node as a fraction of the distance between nodes.
RADIUS = 0.26

#: Maximum distance of a click from an edge, in unscaled pixels.
REACH = 8


class EdgeRoutes:
    """The cached routes of the edges in a drawing."""

    def __init__(self) -> None:
        self._cached_key: tuple[object, ...] = ()
        self._routes: dict[tuple[int, int], Route] = {}

    def of(self, drawing: Drawing, radius: float) -> dict[tuple[int, int], Route]:
        """Return the route of each edge, from the lower to the higher node number."""
        key = drawing.nodes, drawing.ways, radius
        if key != self._cached_key:
            finder = Routes([node.point for node in drawing.nodes], radius)
            edges = {(min(arc), max(arc)) for arc in drawing.ways}
            self._routes = {edge: finder.between(*edge) for edge in sorted(edges)}
            self._cached_key = key
        return self._routes


class HitResult(NamedTuple):
    """A point on the sheet with the node, turn or edge found there."""

    pixel: tuple[int, int]
    pane: Pane
    point: Point
    node: int | None = None
    turn: str = ""
    edge: tuple[int, int] | None = None


class Pane(NamedTuple):
    """A layer shown in a box of the sheet; `step` is the typical distance between nodes."""

    layer: str
    box: Rect
    view: View
    step: float

    @property
    def radius(self) -> float:
        """The radius of a node in pixels."""
        return max(4.0, RADIUS * self.step * self.view.unit)

    def pixel(self, point: Point) -> tuple[float, float]:
        return self.view.pixel(*point)

    def node_under(self, drawing: Drawing, pixel: tuple[float, float]) -> int | None:
        reach = max(12.0, self.radius * 1.1) / self.view.unit
        return drawing.node_at(self.view.point(*pixel), reach)

    def badges(self, drawing: Drawing, size: float) -> dict[str, tuple[float, float]]:
        """Return the pixel of each turn's label: in the middle of the turn, clear of nodes."""
        places: dict[str, tuple[float, float]] = {}
        nodes = [self.pixel(node.point) for node in drawing.nodes]
        for name, turn in drawing.turns:
            path = [nodes[cell] for cell in turn.paths[0]]
            x, y = (sum(each) / len(path) for each in zip(*path, strict=True))
            candidates = [(x + dx * size, y + dy * size) for dx, dy in _LABEL_OFFSETS]
            for (ax, ay), (bx, by) in pairwise(path):
                candidates.append(((ax + bx) / 2, (ay + by) / 2 - size))
            free = (
                pos
                for pos in candidates
                if all(math.dist(pos, node) > self.radius + size / 2 for node in nodes)
                and all(math.dist(pos, other) > size * 1.1 for other in places.values())
            )
            places[name] = next(free, candidates[0])
        return places

    def hit_test(
        self, drawing: Drawing, edge_routes: EdgeRoutes, pixel: tuple[int, int], scale: float
    ) -> HitResult:
        """Return the object under a pixel: a node, else a turn, else an edge."""
        point = self.view.point(*pixel)
        node = self.node_under(drawing, pixel)
        if node is not None:
            return HitResult(pixel, self, point, node)
        size = BADGE * scale
        for name, place in self.badges(drawing, size).items():
            if math.dist(place, pixel) <= size / 2:
                return HitResult(pixel, self, point, turn=name)
        reach = REACH * scale / self.view.unit
        routes = edge_routes.of(drawing, RADIUS * self.step)
        near = {
            edge: gap
            for edge, route in routes.items()
            if (gap := _distance_within(point, route, reach)) <= reach
        }
        edge = min(near, key=near.__getitem__, default=None)
        return HitResult(pixel, self, point, edge=edge)


def _distance_within(point: Point, route: Route, reach: float) -> float:
    """Return the distance between a point and a route, or infinity beyond `reach`."""
    x, y = point
    (ax, ay), (bx, by) = route[0], route[-1]
    if len(route) == 2 and (
        x < min(ax, bx) - reach
        or x > max(ax, bx) + reach
        or y < min(ay, by) - reach
        or y > max(ay, by) + reach
    ):
        return math.inf
    return distance(point, route)


#: Unscaled width of a turn's label.
BADGE = 28

#: Candidate offsets of a label from the middle of its turn, in label widths.
_LABEL_OFFSETS = [
    (0, 0),
    *((x, y) for far in (1.2, 2.4) for x, y in ((far, 0), (-far, 0), (0, far))),
]
