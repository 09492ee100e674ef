"""Grids to which nodes snap: squares, triangles, hexagons and rings, with steps of 1."""

from __future__ import annotations

import math

from ..core.board import Point

#: The kinds of grid; "free" has no points.
KINDS = ("square", "triangular", "hexagonal", "rings", "free")

#: Places on each ring round the middle; ring n has radius n.
_ON_RING = 12

_ROW = math.sqrt(3) / 2


def points_in(kind: str, box: tuple[float, float, float, float]) -> list[Point]:
    """Return the points of a grid in a box: its left, its lower end, its right, its upper end."""
    left, low, right, high = box
    if kind == "square":
        found = [
            (float(x), float(y))
            for y in range(math.ceil(low), math.floor(high) + 1)
            for x in range(math.ceil(left), math.floor(right) + 1)
        ]
    elif kind in ("triangular", "hexagonal"):
        found = []
        for row in range(math.ceil(low / _ROW), math.floor(high / _ROW) + 1):
            shift = row % 2 / 2
            for column in range(math.ceil(left - shift), math.floor(right - shift) + 1):
                # Without the middle of each hexagon triangles become a honeycomb.
                if kind == "hexagonal" and (column - row // 2 + 2 * row) % 3 == 0:
                    continue
                found.append((column + shift, row * _ROW))
    elif kind == "rings":
        far = max(math.hypot(x, y) for x in (left, right) for y in (low, high))
        places = [(0.0, 0.0)] + [
            (
                radius * math.sin(2 * math.pi * k / _ON_RING),
                radius * math.cos(2 * math.pi * k / _ON_RING),
            )
            for radius in range(1, math.floor(far) + 1)
            for k in range(_ON_RING)
        ]
        found = [(x, y) for x, y in places if left <= x <= right and low <= y <= high]
    else:
        return []
    return [(round(x, 9), round(y, 9)) for x, y in found]


def snapped(kind: str, point: Point) -> Point:
    """Return the grid point nearest to a point, or the point itself on a free ground."""
    x, y = point
    near = points_in(kind, (x - 1, y - 1, x + 1, y + 1))
    return min(near, key=lambda each: math.dist(each, point), default=(x, y))
