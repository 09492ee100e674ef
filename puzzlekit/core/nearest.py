"""Nearest neighbours in the plane."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from .polygons import Point

#: The maximum number of points in a leaf of the k-d tree.
_BRUTE_FORCE_POINTS = 8


def chebyshev(a: Point, b: Point) -> float:
    """Return the Chebyshev distance: the larger of the coordinate differences."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def nearest(
    points: Sequence[Point], distance: Callable[[Point, Point], float] = math.dist
) -> list[tuple[float, int]]:
    """Return the distance and number of each point's nearest neighbour, using a k-d tree.

    For a single point, the number is -1.
    """
    tree = _split_points(points, list(range(len(points))))

    def look(part: _Part, number: int, best: tuple[float, int]) -> tuple[float, int]:
        if isinstance(part, list):
            found = [(distance(points[number], points[i]), i) for i in part if i != number]
            return min([best, *found])
        axis, middle, *halves = part
        beyond = points[number][axis] - middle
        best = look(halves[beyond > 0], number, best)
        return look(halves[beyond <= 0], number, best) if abs(beyond) < best[0] else best

    return [look(tree, number, (math.inf, -1)) for number in range(len(points))]


#: A part of the tree: the numbers of a few points, or an axis, a coordinate and two halves.
_Part = list[int] | tuple[int, float, "_Part", "_Part"]


def _split_points(points: Sequence[Point], part: list[int]) -> _Part:
    if len(part) <= _BRUTE_FORCE_POINTS:
        return part
    extents = [
        max(points[i][axis] for i in part) - min(points[i][axis] for i in part) for axis in (0, 1)
    ]
    axis = int(extents[1] > extents[0])
    part.sort(key=lambda i: points[i][axis])
    half = len(part) // 2
    middle = points[part[half]][axis]
    return axis, middle, _split_points(points, part[:half]), _split_points(points, part[half:])
