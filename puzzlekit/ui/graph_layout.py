"""The layout of graphs: routes of edges between discs, and places of labels beside discs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from ..core.board import Point

Route = tuple[Point, ...]

#: Candidate curvatures to either side, as fractions of the length; the first free route is used.
_BENDS = (0.14, -0.14, 0.24, -0.24, 0.38, -0.38)

#: Number of segments that approximate a curve.
_STEPS = 12


class Routes:
    """A finder of routes between discs of equal radius."""

    def __init__(self, points: Sequence[Point], radius: float) -> None:
        self.points, self.radius = points, radius

    def between(self, a: int, b: int) -> Route:
        """Return the route from disc a to disc b, the same in both directions."""
        if a > b:
            return self.between(b, a)[::-1]
        straight = self.points[a], self.points[b]
        if self._is_free(straight, a, b):
            return straight
        curves = [_bend(*straight, share) for share in _BENDS]
        return next((curve for curve in curves if self._is_free(curve, a, b)), curves[0])

    def _is_free(self, route: Route, a: int, b: int) -> bool:
        (left, right), (bottom, top) = (
            (min(each) - self.radius, max(each) + self.radius) for each in zip(*route, strict=True)
        )
        return all(
            cell in (a, b) or distance((x, y), route) >= self.radius
            for cell, (x, y) in enumerate(self.points)
            if left < x < right and bottom < y < top
        )


def _bend(a: Point, b: Point, share: float) -> Route:
    """Return a curve between two points that bends to the left by a fraction of its length."""
    (ax, ay), (bx, by) = a, b
    # The curve's middle is halfway to its control point.
    x = (ax + bx) / 2 - 2 * share * (by - ay)
    y = (ay + by) / 2 + 2 * share * (bx - ax)
    return tuple(
        (
            (1 - t) ** 2 * ax + 2 * t * (1 - t) * x + t * t * bx,
            (1 - t) ** 2 * ay + 2 * t * (1 - t) * y + t * t * by,
        )
        for t in (step / _STEPS for step in range(_STEPS + 1))
    )


def distance(point: Point, route: Sequence[Point]) -> float:
    """Return the distance between a point and a route."""
    x, y = point
    best = math.inf
    for (ax, ay), (bx, by) in pairwise(route):
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        t = ((x - ax) * dx + (y - ay) * dy) / length if length else 0.0
        t = 0.0 if t < 0 else 1.0 if t > 1 else t
        best = min(best, math.hypot(ax + t * dx - x, ay + t * dy - y))
    return best


def trim(route: Sequence[Point], before: float, behind: float) -> list[Point]:
    """Return a route shortened at both ends, which may be empty."""
    return _without_start(_without_start(route, before)[::-1], behind)[::-1]


def _without_start(route: Sequence[Point], length: float) -> list[Point]:
    for number, ((ax, ay), (bx, by)) in enumerate(pairwise(route)):
        step = math.hypot(bx - ax, by - ay)
        if step > length:
            share = length / step
            return [(ax + share * (bx - ax), ay + share * (by - ay)), *route[number + 1 :]]
        length -= step
    return []


def arrow_head(tip: Point, behind: Point, size: float) -> list[Point]:
    """Return the corners of an arrowhead that points from `behind` to `tip`."""
    (x, y), (bx, by) = tip, behind
    length = math.hypot(x - bx, y - by) or 1.0
    ux, uy = (x - bx) / length, (y - by) / length
    wings = [
        (x - ux * size - side * uy * size * 0.62, y - uy * size + side * ux * size * 0.62)
        for side in (1, -1)
    ]
    return [tip, *wings]


def thick_line(route: Sequence[Point], width: float) -> list[Point]:
    """Return the outline of a line of the given width along a route."""
    left, right = [], []
    before, after = [route[0], *route[:-1]], [*route[1:], route[-1]]
    for (x, y), (ax, ay), (bx, by) in zip(route, before, after, strict=True):
        share = width / 2 / (math.hypot(bx - ax, by - ay) or 1.0)
        dx, dy = share * (ay - by), share * (bx - ax)
        left.append((x + dx, y + dy))
        right.append((x - dx, y - dy))
    return left + right[::-1]


Pixel = tuple[float, float]

#: Angles for labels, in order of preference.
_ANGLES = (135, 45, 225, 315, 90, 270, 180, 0, 112, 158, 68, 22, 202, 248, 292, 338)

#: Penalties for standing close beside a label, for standing about as close to another disc, for
#: overlapping a line, for overlapping a disc or label, and for lying outside the picture; and the
#: maximum penalty.
_NEAR, _UNCLEAR, _LINE, _CELL, _OUTSIDE = 0.5, 0.6, 1.0, 10.0, 10.0
MAX_PENALTY = 5.0

#: A label clearly belongs to its disc if all other discs are farther from it by this factor.
CLEAR = 1.3

#: Maximum number of disc-obstacle pairs to test.
MAX_PAIRS = 2_000_000


class Label(NamedTuple):
    """The bounding box of a label, in pixels."""

    left: int
    top: int
    width: int
    height: int

    def expanded_bounds(self, by: float) -> tuple[float, float, float, float]:
        """Return the left, right, top and bottom of the box, extended on each side."""
        return (
            self.left - by,
            self.left + self.width + by,
            self.top - by,
            self.top + self.height + by,
        )

    def is_crossed(self, a: Pixel, b: Pixel) -> bool:
        """Return whether a line crosses the box (Liang-Barsky clipping, 1984)."""
        left, right, top, bottom = self.expanded_bounds(0)
        enters, leaves = 0.0, 1.0
        for start, end, minimum, maximum in ((a[0], b[0], left, right), (a[1], b[1], top, bottom)):
            if start == end:
                if not minimum <= start <= maximum:
                    return False
                continue
            first, last = sorted(
                ((minimum - start) / (end - start), (maximum - start) / (end - start))
            )
            enters, leaves = max(enters, first), min(leaves, last)
        return enters <= leaves

    def overlaps(self, other: Label) -> bool:
        return (
            abs(2 * (self.left - other.left) + self.width - other.width) < self.width + other.width
            and abs(2 * (self.top - other.top) + self.height - other.height)
            < self.height + other.height
        )

    def contains(self, disc: Pixel, radius: float) -> bool:
        left, right, top, bottom = self.expanded_bounds(0)
        nearest = min(max(disc[0], left), right), min(max(disc[1], top), bottom)
        return math.dist(disc, nearest) < radius * 0.98


def label_boxes(
    discs: Sequence[Pixel],
    radius: float,
    sizes: Sequence[tuple[int, int]],
    lines: Iterable[tuple[Pixel, Pixel]],
    size: tuple[int, int],
) -> list[tuple[Label, bool] | None]:
    """Return the box of each disc's label, and whether it overlaps a line.

    A label that would overlap another cell or label is None. All labels are None if half of them
    would overlap, or if there are too many. `size` is the size of the picture.
    """
    segments = list(lines)
    if len(discs) * (len(discs) + len(segments)) > MAX_PAIRS:
        return [None] * len(discs)
    boxes: list[tuple[Label, bool] | None] = []
    taken: list[Label] = []
    for (x, y), (width, height) in zip(discs, sizes, strict=True):
        across, down = round(2 * (radius + width)) + height, round(2 * (radius + height))
        surroundings = _box_at(x, y, across, down)
        left, right, top, bottom = surroundings.expanded_bounds(0)
        near_lines = [
            (a, b)
            for a, b in segments
            if (a[0] >= left or b[0] >= left)
            and (a[0] <= right or b[0] <= right)
            and (a[1] >= top or b[1] >= top)
            and (a[1] <= bottom or b[1] <= bottom)
        ]
        left, right, top, bottom = surroundings.expanded_bounds(radius)
        near_discs = [
            disc
            for disc in discs
            if left <= disc[0] < right and top <= disc[1] < bottom and disc != (x, y)
        ]
        near_taken = [box for box in taken if box.overlaps(surroundings)]
        best, lowest = surroundings, math.inf
        for number, angle in enumerate(_ANGLES):
            dx, dy = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
            distance = _touching_distance(angle, width, height, radius)
            box = _box_at(x + dx * distance, y + dy * distance, width, height)
            penalty = number * 0.01
            penalty += _LINE * any(box.is_crossed(*line) for line in near_lines)
            penalty += _CELL * sum(box.contains(disc, radius) for disc in near_discs)
            penalty += _CELL * any(box.overlaps(other) for other in near_taken)
            centre = box.left + width / 2, box.top + height / 2
            penalty += _UNCLEAR * any(
                math.dist(centre, disc) < CLEAR * distance for disc in near_discs
            )
            wider = Label(box.left - height // 2, box.top, width + height // 2 * 2, height)
            penalty += _NEAR * any(wider.overlaps(other) for other in near_taken)
            penalty += _OUTSIDE * (not _fits_in_picture(size, box))
            if penalty < lowest:
                best, lowest = box, penalty
        if lowest < MAX_PENALTY:
            taken.append(best)
            boxes.append((best, lowest >= _LINE))
        else:
            boxes.append(None)
    return boxes if 2 * boxes.count(None) < len(boxes) else [None] * len(boxes)


def _box_at(x: float, y: float, width: int, height: int) -> Label:
    """Return a box of the given size centred on a point."""
    return Label(round(x) - width // 2, round(y) - height // 2, width, height)


def _fits_in_picture(size: tuple[int, int], box: Label) -> bool:
    left, right, top, bottom = box.expanded_bounds(0)
    return left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]


@cache
def _touching_distance(angle: int, width: int, height: int, radius: float) -> float:
    """Return the distance between the centres of a disc and a box that touches it."""
    dx, dy = abs(math.cos(math.radians(angle))), abs(math.sin(math.radians(angle)))
    near, far = radius, radius + width + height
    for _ in range(12):
        distance = (near + far) / 2
        gap = max(0.0, distance * dx - width / 2), max(0.0, distance * dy - height / 2)
        near, far = (near, distance) if math.hypot(*gap) >= radius else (distance, far)
    return far
