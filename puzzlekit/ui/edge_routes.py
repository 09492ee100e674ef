"""Routes of edges between discs: straight, or curved around another disc."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

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
        #: Discs by unit square, so that only discs near a line are tested.
        self._near: dict[tuple[int, int], list[int]] = defaultdict(list)
        for cell, (x, y) in enumerate(points):
            self._near[math.floor(x), math.floor(y)].append(cell)

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
            (math.floor(min(each) - self.radius), math.floor(max(each) + self.radius))
            for each in zip(*route, strict=True)
        )
        if (right - left) * (top - bottom) > len(self.points):
            others: Iterable[int] = range(len(self.points))
        else:
            others = (
                cell
                for x in range(left, right + 1)
                for y in range(bottom, top + 1)
                for cell in self._near.get((x, y), ())
            )
        return all(
            cell in (a, b) or distance(self.points[cell], route) >= self.radius for cell in others
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
