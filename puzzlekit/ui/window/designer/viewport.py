"""The view of the sheet: panes, hit testing, scrolling, zooming and the inset."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, pairwise, starmap
from typing import Any, NamedTuple

from ....core.board import Point
from ....design.document import Document
from ....design.drawing import Drawing, Edge, Node, edges_of
from ...cells import View, centre_of
from ...graph_layout import Route, Routes, distance
from ..drawing.canvas import Rect
from ..screen import Screen, Window

#: Radius of a node as a fraction of the distance between nodes.
RADIUS = 0.26

#: Maximum distance of a click from an edge, in unscaled pixels.
REACH = 8


@lru_cache(maxsize=8)
def _edge_routes(
    nodes: tuple[Node, ...], ways: frozenset[Edge], radius: float
) -> dict[Edge, Route]:
    finder = Routes([node.point for node in nodes], radius)
    return {edge: finder.between(*edge) for edge in sorted(edges_of(ways))}


class HitResult(NamedTuple):
    """A point on the sheet, and the node, turn or edge found there."""

    pixel: tuple[int, int]
    pane: Pane
    point: Point
    node: int | None = None
    turn: str = ""
    edge: Edge | None = None


class Pane(NamedTuple):
    """A layer drawn in a box of the sheet; `step` is the typical distance between nodes."""

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

    def centre(self, point: Point) -> tuple[int, int]:
        """Return the nearest pixel of a point."""
        x, y = self.view.pixel(*point)
        return round(x), round(y)

    def routes(self, drawing: Drawing) -> dict[Edge, Route]:
        """Return the route of each edge, from the node with the lower number to the other node."""
        return _edge_routes(drawing.nodes, drawing.ways, RADIUS * self.step)

    def badges(self, drawing: Drawing, size: float) -> dict[str, tuple[float, float]]:
        """Return the pixel of each turn's label, which is inside the turn and away from nodes."""
        places: dict[str, tuple[float, float]] = {}
        nodes = [self.pixel(node.point) for node in drawing.nodes]
        for name, turn in drawing.turns:
            path = [nodes[cell] for cell in turn.paths[0]]
            x, y = centre_of(path)
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

    def hit_test(self, drawing: Drawing, pixel: tuple[int, int], scale: float) -> HitResult:
        """Return what is under a pixel: preferably a node, then a turn, then an edge."""
        point = self.view.point(*pixel)
        node = drawing.node_at(point, max(12.0, self.radius * 1.1) / self.view.unit)
        if node is not None:
            return HitResult(pixel, self, point, node)
        size = BADGE * scale
        for name, place in self.badges(drawing, size).items():
            if math.dist(place, pixel) <= size / 2:
                return HitResult(pixel, self, point, turn=name)
        reach = REACH * scale / self.view.unit
        gaps = {edge: distance(point, route) for edge, route in self.routes(drawing).items()}
        near = {edge: gap for edge, gap in gaps.items() if gap <= reach}
        edge = min(near, key=near.__getitem__, default=None)
        return HitResult(pixel, self, point, edge=edge)


#: Unscaled width of a turn's label.
BADGE = 28

#: Candidate offsets of a label from the middle of its turn, as multiples of the label's width.
_LABEL_OFFSETS = [
    (0, 0),
    *((x, y) for far in (1.2, 2.4) for x, y in ((far, 0), (-far, 0), (0, far))),
]

#: Maximum and default step, in unscaled pixels, when the drawing is fitted.
MAX_STEP, DEFAULT_STEP = 170, 100

#: Margin around the nodes in steps.
FREE = 0.75

#: Zoom limits in pixels per step.
ZOOM = (6.0, 600.0)


class Viewport:
    """The view of the drawing in the window."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.box = Rect(0, 0, 0, 0)
        self.view = View(1.0, 0.0, 0.0)
        self.step = 1.0
        self.with_inset = True
        self.inset: Pane | None = None
        self._moved = False
        self._placed: tuple[object, ...] = ()

    @property
    def drawing(self) -> Drawing:
        return self.document.shown

    @property
    def panes(self) -> list[Pane]:
        """The panes of the layers, but not the inset."""
        layer = self.document.layer
        if layer != "both":
            return [Pane(layer, self.box, self.view, self.step)]
        left, top, width, height = self.box
        half = width // 2
        right, shifted = Rect(left + half, top, width - half, height), self.view.scrolled(half, 0)
        return [
            Pane("start", Rect(left, top, half, height), self.view, self.step),
            Pane("goal", right, shifted, self.step),
        ]

    def place(self, box: Rect, scale: float) -> None:
        """Place the drawing in a box. Fit it to the box unless the user has scrolled or zoomed."""
        placed = box, scale, self.document.layer == "both"
        if placed != self._placed:
            before, old = self._placed, self.box
            self._placed, self.box, self.scale = placed, box, scale
            if not self._moved or not before:
                self.fit()
            else:
                dx, dy = box.centerx - old.centerx, box.centery - old.centery
                self.view = self.view.scrolled(dx, dy)
        self._place_inset()

    def fit(self) -> None:
        self._moved = False
        self.step = default_spacing(self.drawing)
        pane = self.panes[0].box
        left, top, width = pane.left, pane.top + round(34 * self.scale), pane.width
        height = pane.height - round(64 * self.scale)
        boxes = [Rect(left, top, width, height)]
        if corner := self._inset_box():
            below = Rect(left, corner.bottom, width, top + height - corner.bottom)
            boxes = [Rect(left, top, corner.left - left, height), below]
        self.view = max(map(self._fitted, boxes), key=lambda view: view.unit)
        self._place_inset()

    def _fitted(self, available: Rect) -> View:
        points = [node.point for node in self.drawing.nodes] or [(0.0, 0.0)]
        xs, ys = zip(*points, strict=True)
        free = 2 * FREE * self.step
        width, height = max(xs) - min(xs) + free, max(ys) - min(ys) + free
        maximum = (MAX_STEP if len(points) > 1 else DEFAULT_STEP) * self.scale / self.step
        unit = max(ZOOM[0], min(maximum, available.width / width, available.height / height))
        x, y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
        return View(unit, available.centerx - x * unit, available.centery + y * unit)

    def zoom(self, by: float, pixel: tuple[float, float] | None = None) -> None:
        """Zoom by a factor around a pixel."""
        x, y = pixel or self.panes[0].box.center
        if len(self.panes) > 1 and x >= self.panes[1].box.left:
            x -= self.panes[1].box.left - self.box.left
        unit = max(ZOOM[0], min(ZOOM[1], self.view.unit * by))
        self.view, self._moved = self.view.zoomed(unit, x, y), True

    def pan(self, dx: float, dy: float) -> None:
        self.view, self._moved = self.view.scrolled(dx, dy), True

    def show(self, point: Point) -> None:
        """Scroll until a point is visible."""
        pane = self.panes[0]
        inner = pane.box.inflate(-2 * pane.radius, -2 * pane.radius)
        x, y = pane.pixel(point)
        dx = max(inner.left - x, 0) - max(x - inner.right, 0)
        dy = max(inner.top - y, 0) - max(y - inner.bottom, 0)
        if dx or dy:
            self.pan(dx, dy)

    @property
    def percent(self) -> int:
        """The zoom level as a percentage of the default size."""
        return round(100 * self.view.unit * self.step / (DEFAULT_STEP * self.scale))

    def _inset_box(self) -> Rect | None:
        """Return the box of the inset, or None if it does not fit."""
        if not self.with_inset or self.document.layer == "both" or not self.drawing.nodes:
            return None
        gap = round(10 * self.scale)
        width = round(min(178 * self.scale, self.box.width * 0.3))
        height = round(min(170 * self.scale, self.box.height * 0.3))
        if min(width, height) < 84 * self.scale:
            return None
        return Rect(self.box.right - width - gap, self.box.top + gap, width, height)

    def _place_inset(self) -> None:
        box = self._inset_box()
        self.inset = None
        if box is not None:
            layer = "start" if self.document.layer == "goal" else "goal"
            head = round(26 * self.scale)
            available = Rect(box.left, box.top + head, box.width, box.height - head)
            self.inset = Pane(layer, box, self._fitted(available.inflate(-4, -4)), self.step)

    def on_inset(self, pixel: tuple[int, int]) -> bool:
        return self.inset is not None and self.inset.box.collidepoint(pixel)

    def hit_test(self, pixel: tuple[int, int]) -> HitResult | None:
        """Return what is under a pixel of the sheet, ignoring previews."""
        if not self.box.collidepoint(pixel) or self.on_inset(pixel):
            return None
        return self.hit_nearest(pixel)

    def hit_nearest(self, pixel: tuple[int, int]) -> HitResult:
        """Return what is at the point of the sheet nearest to a pixel."""
        x = max(self.box.left, min(self.box.right - 1, pixel[0]))
        y = max(self.box.top, min(self.box.bottom - 1, pixel[1]))
        pane = next(each for each in reversed(self.panes) if each.box.left <= x)
        return pane.hit_test(self.document.drawing, (x, y), self.scale)


def default_spacing(drawing: Drawing) -> float:
    """Return the smallest distance between nodes, clamped to the range 0.05-1."""
    pairs = combinations((node.point for node in drawing.nodes), 2)
    return max(0.05, min([1.0, *starmap(math.dist, pairs)]))


class DesignerContext(Screen):
    """The part of the designer screen that its tools, cards and panel use."""

    def __init__(self, window: Window, drawing: Drawing | None) -> None:
        super().__init__(window)
        self.document = Document(drawing)
        self.viewport = Viewport(self.document)
        #: Temporary colours of nodes, such as those that show orbits.
        self.tints: dict[int, str] = {}
        #: Highlighted nodes, such as nodes with a fault.
        self.marked: frozenset[int] = frozenset()

    def changed(self) -> None:
        """Update the view and the facts after an edit, a preview or an undo."""

    def apply(self, edit: Callable[..., Drawing], *arguments: Any, **options: Any) -> None:
        """Apply an edit to the drawing, or show its error, and update the view."""
        self.document.apply_edit(edit, *arguments, **options)
        self.changed()

    def show_all(self) -> None:
        self.viewport.fit()
        self.rebuild()
