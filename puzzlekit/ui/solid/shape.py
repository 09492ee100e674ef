"""What of a solid does not change: outlines of its stickers, and its parts between planes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...core.board import Point
from ...core.polygons import area, centroid, clearance
from ...core.solid import Solid, Vector, add, cross, dot, normalize, scale
from .view import Array

Ints = npt.NDArray[np.int32]
Change = Callable[[Sequence[Point]], Sequence[Point]]

#: Shares of a cell's inner radius: the gap round a sticker, and the radius of its corners.
GAP, ROUND = 0.115, 0.42

#: Points on the arc of a corner: for so many stickers at most.
ARCS = ((60, 7), (140, 5), (10_000, 4))

#: How near points lie that are the same.
FINE = 1e-7


class Polygons(NamedTuple):
    """Polygons in space: all their points, and where each begins (and the last one ends)."""

    points: Array
    starts: Ints

    @staticmethod
    def of(polygons: Sequence[Sequence[Vector]]) -> Polygons:
        points = [point for polygon in polygons for point in polygon]
        starts = np.cumsum([0, *map(len, polygons)], dtype=np.int32)
        return Polygons(np.array(points, dtype=float).reshape(-1, 3), starts)


class CrossSection(NamedTuple):
    """Where a plane cuts the solid: all of it, and the pieces that it shows."""

    whole: Polygons
    cells: Polygons


class Slab(NamedTuple):
    """The part of a solid between two planes of a line; it is convex."""

    corners: Array
    #: The numbers of the stickers on each face that has some, and their outlines.
    faces: list[tuple[int, list[int], Polygons]]
    #: The planes at its lower and its upper end, if it ends there.
    ends: tuple[int | None, int | None]


class Shape:
    """A solid as it is drawn."""

    def __init__(self, solid: Solid) -> None:
        self.solid = solid
        arc = next(arc for most, arc in ARCS if len(solid.stickers) <= most)
        self.outlines = [
            Plane.of(solid.faces[sticker.face].normal, 1.0).changed(
                sticker.corners, lambda flat: rounded(flat, arc)
            )
            for sticker in solid.stickers
        ]
        self._slabs: dict[tuple[int, int, int], Slab] = {}
        self._sections: dict[tuple[int, int], CrossSection] = {}

    def slab(self, line: int, low: int, high: int) -> Slab:
        """Return the layers of a line from one to another, both included."""
        key = line, low, high
        if key not in self._slabs:
            self._slabs[key] = self._make_slab(line, low, high)
        return self._slabs[key]

    def _make_slab(self, line: int, low: int, high: int) -> Slab:
        axis, planes, _ = self.solid.lines[line]
        ends = (low - 1 if low else None, high if high < len(planes) else None)
        corners: list[Vector] = []
        faces = []
        for number, face in enumerate(self.solid.faces):
            part: Sequence[Vector] = face.corners
            if ends[0] is not None:
                part = above(part, axis, planes[ends[0]])
            if ends[1] is not None:
                part = above(part, scale(axis, -1), -planes[ends[1]])
            corners += part
            shown = [
                each
                for each, sticker in enumerate(self.solid.stickers)
                if sticker.face == number and low <= sticker.layers[line] <= high
            ]
            if shown:
                outlines = Polygons.of([self.outlines[each] for each in shown])
                faces.append((number, shown, outlines))
        return Slab(np.unique(np.round(np.array(corners), 9), axis=0), faces, ends)

    def section(self, line: int, plane: int) -> CrossSection:
        """Return what a plane of a line cuts open, seen from above."""
        key = line, plane
        if key not in self._sections:
            self._sections[key] = self._make_section(line, plane)
        return self._sections[key]

    def _make_section(self, line: int, plane: int) -> CrossSection:
        axis, planes, _ = self.solid.lines[line]
        height, reach = planes[plane], 9.0
        ground = Plane.of(axis, height)
        whole = [
            ground.point(reach * x, reach * y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        for face in self.solid.faces:
            whole = above(whole, scale(face.normal, -1), -1.0)
        cells = [whole]
        for other, (across, cuts, _) in enumerate(self.solid.lines):
            for cut in cuts if other != line else ():
                halves = [
                    (above(cell, across, cut), above(cell, scale(across, -1), -cut))
                    for cell in cells
                ]
                cells = [half for pair in halves for half in pair if len(half) > 2]
        shrunk = [ground.changed(cell, lambda flat: inset(flat, GAP)) for cell in cells]
        return CrossSection(Polygons.of([whole]), Polygons.of([each for each in shrunk if each]))


class Plane(NamedTuple):
    """A plane across an axis, with two directions that turn to the left about it."""

    middle: Vector
    right: Vector
    up: Vector

    @staticmethod
    def of(axis: Vector, height: float) -> Plane:
        least = min(range(3), key=lambda i: (round(abs(axis[i]), 6), i))
        x, y, z = (float(i == least) for i in range(3))
        right = normalize(add((x, y, z), scale(axis, -axis[least])))
        return Plane(scale(axis, height), right, cross(axis, right))

    def point(self, x: float, y: float) -> Vector:
        return add(self.middle, scale(self.right, x), scale(self.up, y))

    def changed(self, corners: Sequence[Vector], change: Change) -> list[Vector]:
        flat = [(dot(corner, self.right), dot(corner, self.up)) for corner in corners]
        return [self.point(x, y) for x, y in change(flat)]


def above(corners: Sequence[Vector], axis: Vector, height: float) -> list[Vector]:
    """Return the part of a convex polygon above a plane; what is left of a line is nothing."""
    heights = [dot(corner, axis) - height for corner in corners]
    if not heights or max(heights) <= FINE:
        return []
    kept: list[Vector] = []
    ends = list(zip(corners, heights, strict=True))
    for (a, at), (b, bt) in zip(ends, [*ends[1:], *ends[:1]], strict=True):
        if at >= -FINE:
            kept.append(a)
        if (at > FINE and bt < -FINE) or (at < -FINE and bt > FINE):
            share = at / (at - bt)
            kept.append(add(scale(a, 1 - share), scale(b, share)))
    return kept


def inner_radius(corners: Sequence[Point]) -> float:
    """Return how far the middle of a convex polygon is from its sides, at least."""
    return clearance(corners, centroid(corners))


def inset(corners: Sequence[Point], share: float) -> list[Point]:
    """Return a convex polygon, anticlockwise, with its sides moved inwards."""
    corners = _plain(corners)
    if len(corners) < 3:
        return []
    by = share * inner_radius(corners)
    found = []
    ends = [*corners[-1:], *corners, *corners[:1]]
    for (ax, ay), (x, y), (bx, by_) in zip(ends, ends[1:], ends[2:], strict=False):
        before, after = math.hypot(x - ax, y - ay), math.hypot(bx - x, by_ - y)
        ux, uy, vx, vy = (x - ax) / before, (y - ay) / before, (bx - x) / after, (by_ - y) / after
        turn = ux * vy - uy * vx
        found.append((x + by * (vx - ux) / turn, y + by * (vy - uy) / turn))
    return found


def _plain(corners: Iterable[Point]) -> list[Point]:
    """Return a polygon without corners that are twice there, or on a side."""
    found: list[Point] = []
    for corner in corners:
        if not found or math.dist(corner, found[-1]) > FINE:
            found.append(corner)
    if len(found) > 1 and math.dist(found[0], found[-1]) <= FINE:
        found.pop()
    ends = [*found[-1:], *found, *found[:1]]
    return [b for a, b, c in zip(ends, ends[1:], ends[2:], strict=False) if area([a, b, c]) > FINE]


def rounded(corners: Sequence[Point], arc: int) -> list[Point]:
    """Return the outline of a sticker on a cell: smaller, its corners arcs of so many points."""
    corners = inset(corners, GAP)
    radius = ROUND * inner_radius(corners)
    found: list[Point] = []
    ends = [*corners[-1:], *corners, *corners[:1]]
    for a, corner, b in zip(ends, ends[1:], ends[2:], strict=False):
        to_a, to_b = _toward(corner, a), _toward(corner, b)
        half = math.acos(max(-1.0, min(1.0, to_a[0] * to_b[0] + to_a[1] * to_b[1]))) / 2
        reach = 0.45 * min(math.dist(corner, a), math.dist(corner, b))
        back = min(radius / math.tan(half), reach)
        size = back * math.tan(half)
        away = size / math.sin(half)
        x, y = to_a[0] + to_b[0], to_a[1] + to_b[1]
        long = math.hypot(x, y)
        centre = corner[0] + x / long * away, corner[1] + y / long * away
        first = math.atan2(
            corner[1] + to_a[1] * back - centre[1], corner[0] + to_a[0] * back - centre[0]
        )
        for step in range(arc):
            angle = first + (math.pi - 2 * half) * step / (arc - 1)
            found.append((centre[0] + size * math.cos(angle), centre[1] + size * math.sin(angle)))
    return found


def _toward(start: Point, end: Point) -> Point:
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length
