"""The shape of a solid, and its visible polygons in painting order (painter's algorithm).

A turn cuts the solid into convex slabs between parallel planes. Slabs below the camera are drawn
from bottom to top, then slabs above the camera from top to bottom, and finally the slab at the
height of the camera. This order is always correct, so no depth test is needed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from ...core.board import Point
from ...core.polygons import area, centroid, clearance
from ...core.solid import Line, Solid, Vector, add, cross, dot, normalize, scale
from ...rules.solids.cutting import split_polygon
from ..cells import hull
from ..theme import Colour, mix
from .view import IDENTITY, Camera, Rotation, multiply, rotation_about, transform, transposed

Change = Callable[[Sequence[Point]], Sequence[Point]]

#: Gap around a sticker and radius of its corners, as fractions of the cell's inner radius.
GAP, CORNER_RADIUS = 0.115, 0.42

#: Number of points on a corner arc, by maximum number of stickers.
ARCS = ((60, 7), (140, 5), (10_000, 4))

#: Distance within which points count as equal.
TOLERANCE = 1e-7


class CrossSection(NamedTuple):
    """A cross-section of the solid: its outline, and the outlines of the pieces in it."""

    whole: Sequence[Vector]
    cells: list[list[Vector]]


class Slab(NamedTuple):
    """The convex part of a solid between two planes across a line."""

    corners: list[Vector]
    #: The stickers of each face that has any.
    faces: list[tuple[int, list[int]]]
    #: The lower and upper planes, or None where the slab ends with the solid.
    ends: tuple[int | None, int | None]


class SolidShape:
    """The geometry of a solid, for drawing."""

    def __init__(self, solid: Solid) -> None:
        self.solid = solid
        arc = next(arc for limit, arc in ARCS if len(solid.stickers) <= limit)
        self.outlines = [
            Plane.of(solid.faces[sticker.face].normal, 1.0).map_points(
                sticker.corners, lambda flat: rounded(flat, arc)
            )
            for sticker in solid.stickers
        ]
        #: The slab of layers `low` to `high` on a line.
        self.slab = cache(self._make_slab)
        #: The cross-section at a plane across a line, as seen from above.
        self.section = cache(self._make_section)

    def _make_slab(self, line: int, low: int, high: int) -> Slab:
        axis, planes, _ = self.solid.lines[line]
        ends = (low - 1 if low else None, high if high < len(planes) else None)
        corners: list[Vector] = []
        faces = []
        for number, face in enumerate(self.solid.faces):
            part = face.corners
            if ends[0] is not None:
                part, _ = split_polygon(part, axis, planes[ends[0]])
            if ends[1] is not None:
                _, part = split_polygon(part, axis, planes[ends[1]])
            corners += part
            shown = [
                each
                for each, sticker in enumerate(self.solid.stickers)
                if sticker.face == number and low <= sticker.layers[line] <= high
            ]
            if shown:
                faces.append((number, shown))
        distinct = {tuple(round(each, 9) for each in corner): corner for corner in corners}
        return Slab(list(distinct.values()), faces, ends)

    def _make_section(self, line: int, plane: int) -> CrossSection:
        axis, planes, _ = self.solid.lines[line]
        height, reach = planes[plane], 9.0
        ground = Plane.of(axis, height)
        square = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        whole = tuple([ground.point(reach * x, reach * y) for x, y in square])
        for face in self.solid.faces:
            _, whole = split_polygon(whole, face.normal, 1.0)
        cells = [whole]
        for other, (across, cuts, _) in enumerate(self.solid.lines):
            for cut in cuts if other != line else ():
                halves = [half for cell in cells for half in split_polygon(cell, across, cut)]
                cells = [half for half in halves if len(half) > 2]
        shrunk = [ground.map_points(cell, lambda flat: inset(flat, GAP)) for cell in cells]
        return CrossSection(whole, [each for each in shrunk if each])


class Plane(NamedTuple):
    """A plane across an axis, with two in-plane directions that form a right-handed system."""

    middle: Vector
    right: Vector
    up: Vector

    @staticmethod
    def of(axis: Vector, height: float) -> Plane:
        smallest = min(range(3), key=lambda i: (round(abs(axis[i]), 6), i))
        x, y, z = (float(i == smallest) for i in range(3))
        right = normalize(add((x, y, z), scale(axis, -axis[smallest])))
        return Plane(scale(axis, height), right, cross(axis, right))

    def point(self, x: float, y: float) -> Vector:
        return add(self.middle, scale(self.right, x), scale(self.up, y))

    def map_points(self, corners: Sequence[Vector], change: Change) -> list[Vector]:
        flat = [(dot(corner, self.right), dot(corner, self.up)) for corner in corners]
        return [self.point(x, y) for x, y in change(flat)]


def inner_radius(corners: Sequence[Point]) -> float:
    """Return the distance from the centroid of a convex polygon to the nearest side."""
    return clearance(corners, centroid(corners))


def inset(corners: Sequence[Point], share: float) -> list[Point]:
    """Return a convex polygon (anticlockwise) with its sides moved inwards."""
    corners = _simplified(corners)
    if len(corners) < 3:
        return []
    by = share * inner_radius(corners)
    points = []
    ends = [*corners[-1:], *corners, *corners[:1]]
    for (ax, ay), (x, y), (bx, by_) in zip(ends, ends[1:], ends[2:], strict=False):
        ux, uy = _toward((ax, ay), (x, y))
        vx, vy = _toward((x, y), (bx, by_))
        turn = ux * vy - uy * vx
        points.append((x + by * (vx - ux) / turn, y + by * (vy - uy) / turn))
    return points


def _simplified(corners: Iterable[Point]) -> list[Point]:
    """Return a polygon without repeated corners and without corners on straight sides."""
    distinct: list[Point] = []
    for corner in corners:
        if not distinct or math.dist(corner, distinct[-1]) > TOLERANCE:
            distinct.append(corner)
    if len(distinct) > 1 and math.dist(distinct[0], distinct[-1]) <= TOLERANCE:
        distinct.pop()
    ends = [*distinct[-1:], *distinct, *distinct[:1]]
    return [
        b for a, b, c in zip(ends, ends[1:], ends[2:], strict=False) if area([a, b, c]) > TOLERANCE
    ]


def rounded(corners: Sequence[Point], arc: int) -> list[Point]:
    """Return the outline of a sticker on a cell, inset and with `arc` points at each corner."""
    corners = inset(corners, GAP)
    radius = CORNER_RADIUS * inner_radius(corners)
    points: list[Point] = []
    ends = [*corners[-1:], *corners, *corners[:1]]
    for a, corner, b in zip(ends, ends[1:], ends[2:], strict=False):
        to_a, to_b = _toward(corner, a), _toward(corner, b)
        half = math.acos(max(-1.0, min(1.0, to_a[0] * to_b[0] + to_a[1] * to_b[1]))) / 2
        reach = 0.45 * min(math.dist(corner, a), math.dist(corner, b))
        back = min(radius / math.tan(half), reach)
        size = back * math.tan(half)
        away = size / math.sin(half)
        x, y = to_a[0] + to_b[0], to_a[1] + to_b[1]
        length = math.hypot(x, y)
        centre = corner[0] + x / length * away, corner[1] + y / length * away
        first = math.atan2(
            corner[1] + to_a[1] * back - centre[1], corner[0] + to_a[0] * back - centre[0]
        )
        for step in range(arc):
            angle = first + (math.pi - 2 * half) * step / (arc - 1)
            points.append((centre[0] + size * math.cos(angle), centre[1] + size * math.sin(angle)))
    return points


def _toward(start: Point, end: Point) -> Point:
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


#: Direction of the lamp, fixed relative to the camera: above and to the left.
LAMP = (-0.38, 0.62, 0.69)

#: Colours of the body, of the interior where the body is cut open, and of pieces in the cut.
BODY, CUT, PIECE = (11, 12, 15), (24, 26, 31), (43, 46, 53)


class Turning(NamedTuple):
    """The layers from `low` to `high` on a line, turned anticlockwise by an angle."""

    line: int
    low: int
    high: int
    angle: float


class Patch(NamedTuple):
    """A flat polygon in pixels, with its colour and the number of its sticker (or -1)."""

    corners: Sequence[Point]
    colour: Colour
    sticker: int


class Batch(NamedTuple):
    """The patches of a slab in painting order; `turns` means that the slab is turning."""

    patches: list[Patch]
    turns: bool


def scene(
    shape: SolidShape, camera: Camera, colours: Sequence[Colour], turning: Turning | None = None
) -> list[Batch]:
    """Return the visible polygons of a solid with coloured stickers, farthest first."""
    if turning is None:
        turning = Turning(0, 0, len(shape.solid.lines[0].planes), 0.0)
    line = shape.solid.lines[turning.line]
    view = camera.rotation
    height = dot(camera.position, line.axis)
    batches = []
    for low, high in _painting_order(line, turning, height):
        turns = (low, high) == (turning.low, turning.high)
        turn = rotation_about(line.axis, turning.angle) if turns else IDENTITY
        slab = shape.slab(turning.line, low, high)
        painter = _ScenePainter(shape, camera, multiply(view, turn), colours)
        batches.append(Batch(painter.paint(slab, turning, height), turns))
    return batches


def _painting_order(line: Line, turning: Turning, height: float) -> list[tuple[int, int]]:
    """Return the slabs in painting order, each as its lowest and highest layer."""
    last = len(line.planes)
    slabs = [(0, turning.low - 1), (turning.low, turning.high), (turning.high + 1, last)]
    slabs = [slab for slab in slabs if slab[0] <= slab[1]]
    below = [(a, b) for a, b in slabs if b < last and line.planes[b] <= height]
    above = [(a, b) for a, b in slabs if a > 0 and line.planes[a - 1] > height]
    level = [slab for slab in slabs if slab not in below and slab not in above]
    return [*below, *reversed(above), *level]


class _ScenePainter:
    """A painter that collects the polygons of one slab, rotated by `turn`."""

    def __init__(
        self, shape: SolidShape, camera: Camera, turn: Rotation, colours: Sequence[Colour]
    ) -> None:
        self.shape, self.camera, self.turn, self.colours = shape, camera, turn, colours
        self.patches: list[Patch] = []

    def paint(self, slab: Slab, turning: Turning, height: float) -> list[Patch]:
        body = hull(self.camera.project(slab.corners, self.turn))
        self.patches.append(Patch(body, BODY, -1))
        for end, plane in enumerate(slab.ends):
            if plane is not None:
                cut = self.shape.solid.lines[turning.line].planes[plane]
                if (height < cut) if end == 0 else (height > cut):
                    section = self.shape.section(turning.line, plane)
                    self._add(section.whole, CUT)
                    for cell in section.cells:
                        self._add(cell, PIECE)
        place = transform(transposed(self.turn), (0.0, 0.0, self.camera.distance))
        for number, stickers in slab.faces:
            normal = self.shape.solid.faces[number].normal
            if dot(place, normal) > 1:
                bright = brightness(transform(self.turn, normal))
                for each in stickers:
                    colour = mix((0, 0, 0), self.colours[each], bright)
                    self._add(self.shape.outlines[each], colour, each)
        return self.patches

    def _add(self, corners: Sequence[Vector], colour: Colour, sticker: int = -1) -> None:
        self.patches.append(Patch(self.camera.project(corners, self.turn), colour, sticker))


def brightness(normal: Vector) -> float:
    """Return the brightness of a face, given its normal relative to the camera."""
    half = 0.5 + 0.5 * dot(normal, LAMP)
    return min(1.0, 0.6 + 0.38 * math.pow(half, 1.2) + 0.05 * max(0.0, normal[2]))
