"""Grids to which points snap: square, triangular, hexagonal and rings, with unit steps."""

from __future__ import annotations

import math

from ..core.board import Point

#: The kinds of grid; on a "free" grid, points do not snap.
KINDS = ("square", "triangular", "hexagonal", "rings", "free")

#: Angles of the points on each ring. Ring n has radius n.
_RING_ANGLES = [2 * math.pi * k / 12 for k in range(12)]

_ROW = math.sqrt(3) / 2


def points_in(kind: str, box: tuple[float, float, float, float]) -> list[Point]:
    """Return the grid points in a box (left, bottom, right, top)."""
    left, bottom, right, top = box
    if kind == "square":
        points = [
            (float(x), float(y))
            for y in range(math.ceil(bottom), math.floor(top) + 1)
            for x in range(math.ceil(left), math.floor(right) + 1)
        ]
    elif kind in ("triangular", "hexagonal"):
        points = []
        for row in range(math.ceil(bottom / _ROW), math.floor(top / _ROW) + 1):
            shift = row % 2 / 2
            for column in range(math.ceil(left - shift), math.floor(right - shift) + 1):
                # Leaving out the centre of each hexagon turns triangles into a honeycomb.
                if kind == "hexagonal" and (column - row // 2 + 2 * row) % 3 == 0:
                    continue
                points.append((column + shift, row * _ROW))
    elif kind == "rings":
        radius_limit = max(math.hypot(x, y) for x in (left, right) for y in (bottom, top))
        places = [(0.0, 0.0)]
        for radius in range(1, math.floor(radius_limit) + 1):
            places += [(radius * math.sin(a), radius * math.cos(a)) for a in _RING_ANGLES]
        points = [(x, y) for x, y in places if left <= x <= right and bottom <= y <= top]
    else:
        return []
    return [(round(x, 9), round(y, 9)) for x, y in points]


def snap_to_grid(kind: str, point: Point) -> Point:
    """Return the nearest grid point, or the point itself on a free grid."""
    x, y = point
    near = points_in(kind, (x - 1, y - 1, x + 1, y + 1))
    return min(near, key=lambda each: math.dist(each, point), default=(x, y))
