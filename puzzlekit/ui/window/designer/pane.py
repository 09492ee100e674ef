"""A view of one layer of the drawing: where its points are, and what lies under a pixel."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

from ....core.board import Point
from ....design.drawing import Drawing
from ...layout import View
from ...routes import Route, Routes, distance
from ..drawing.canvas import Rect

#: The radius of a node, as a share of the step between nodes.
RADIUS = 0.26

#: How far from a street it can be taken hold of, in pixels before scaling.
REACH = 8


class EdgeRoutes:
    """The routes of the streets of a drawing, found once for each."""

    def __init__(self) -> None:
        self._known: tuple[object, ...] = ()
        self._routes: dict[tuple[int, int], Route] = {}

    def of(self, drawing: Drawing, radius: float) -> dict[tuple[int, int], Route]:
        """Return the route of each street, from the lower number to the higher."""
        key = drawing.nodes, drawing.ways, radius
        if key != self._known:
            finder = Routes([node.point for node in drawing.nodes], radius)
            streets = {(min(way), max(way)) for way in drawing.ways}
            self._routes = {street: finder.between(*street) for street in sorted(streets)}
            self._known = key
        return self._routes


class HitResult(NamedTuple):
    """A place on the sheet: its pixel and point, and what lies there in which pane."""

    pixel: tuple[int, int]
    pane: Pane
    point: Point
    node: int | None = None
    turn: str = ""
    street: tuple[int, int] | None = None


class Pane(NamedTuple):
    """A layer that is shown in a box of the sheet; `step` is the usual distance of nodes."""

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
        """Return where in pixels the letter of each turn stands: in its middle, off nodes."""
        found: dict[str, tuple[float, float]] = {}
        nodes = [self.pixel(node.point) for node in drawing.nodes]
        for name, turn in drawing.turns:
            path = [nodes[cell] for cell in turn.paths[0]]
            x, y = (sum(each) / len(path) for each in zip(*path, strict=True))
            spots = [(x + dx * size, y + dy * size) for dx, dy in _ABOUT]
            for (ax, ay), (bx, by) in pairwise(path):
                spots.append(((ax + bx) / 2, (ay + by) / 2 - size))
            free = (
                pos
                for pos in spots
                if all(math.dist(pos, node) > self.radius + size / 2 for node in nodes)
                and all(math.dist(pos, other) > size * 1.1 for other in found.values())
            )
            found[name] = next(free, spots[0])
        return found

    def spot(
        self, drawing: Drawing, roads: EdgeRoutes, pixel: tuple[int, int], scale: float
    ) -> HitResult:
        """Return what lies under a pixel: a node before a turn, and a turn before a street."""
        point = self.view.point(*pixel)
        node = self.node_under(drawing, pixel)
        if node is not None:
            return HitResult(pixel, self, point, node)
        size = BADGE * scale
        for name, place in self.badges(drawing, size).items():
            if math.dist(place, pixel) <= size / 2:
                return HitResult(pixel, self, point, turn=name)
        reach = REACH * scale / self.view.unit
        routes = roads.of(drawing, RADIUS * self.step)
        near = {
            street: apart
            for street, route in routes.items()
            if (apart := _apart(point, route, reach)) <= reach
        }
        street = min(near, key=near.__getitem__, default=None)
        return HitResult(pixel, self, point, street=street)


def _apart(point: Point, route: Route, reach: float) -> float:
    """Return how far a point is from a route, or that it is farther than that matters."""
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


#: The width of the letter of a turn with its ground, before scaling.
BADGE = 28

#: Where about the middle of a turn its letter can stand, in widths of the letter.
_ABOUT = [(0, 0), *((x, y) for far in (1.2, 2.4) for x, y in ((far, 0), (-far, 0), (0, far)))]
