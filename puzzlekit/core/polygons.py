"""Polygons, given as lists of corners in anticlockwise order."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

Point = tuple[float, float]
Corners = Sequence[Point]


def sides_of(corners: Corners) -> Iterator[tuple[Point, Point]]:
    """Yield the sides as pairs of consecutive corners."""
    return zip(corners, [*corners[1:], *corners[:1]], strict=True)


def area(corners: Corners) -> float:
    """Return the signed area, negative if the corners run clockwise."""
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in sides_of(corners)) / 2


def centroid(corners: Corners) -> Point:
    """Return the centroid of the area, or the mean of the corners if the area is 0."""
    x0, y0 = corners[0]  # relative to a corner, to avoid cancellation
    moved = [(x - x0, y - y0) for x, y in corners]
    signed_area = area(moved)
    if not signed_area:
        mean_x, mean_y = (sum(each) / len(corners) for each in zip(*corners, strict=True))
        return mean_x, mean_y
    x = y = 0.0
    for (ax, ay), (bx, by) in sides_of(moved):
        part = (ax * by - ay * bx) / (6 * signed_area)
        x, y = x + (ax + bx) * part, y + (ay + by) * part
    return x0 + x, y0 + y


def contains_point(corners: Corners, point: Point) -> bool:
    """Return whether a polygon contains a point (ray casting)."""
    x, y = point
    crossed = sum(
        (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay)
        for (ax, ay), (bx, by) in sides_of(corners)
    )
    return crossed % 2 == 1


def clearance(corners: Corners, point: Point) -> float:
    """Return the distance from a point to the nearest side: the radius of a disc that fits."""
    return min((_distance_to_segment(point, a, b) for a, b in sides_of(corners)), default=0.0)


def side_overlap(
    side: tuple[Point, Point], other: tuple[Point, Point], tolerance: float
) -> tuple[float, float] | None:
    """Return where two collinear sides overlap, as fractions of the first, or None if nowhere."""
    (ax, ay), (bx, by) = side
    length = math.hypot(bx - ax, by - ay)
    if length <= tolerance:
        return None
    ux, uy = (bx - ax) / length, (by - ay) / length
    if any(abs((y - ay) * ux - (x - ax) * uy) > tolerance for x, y in other):
        return None
    start, end = sorted((x - ax) * ux + (y - ay) * uy for x, y in other)
    start, end = max(0.0, start), min(length, end)
    return (start / length, end / length) if end - start > tolerance else None


def adjacent_polygons(shapes: Sequence[Corners], tolerance: float) -> list[tuple[int, int]]:
    """Return the pairs of polygons that share a side or a part of a side."""
    boxes = [
        tuple(f(each) for each in zip(*corners, strict=True) for f in (min, max))
        for corners in shapes
    ]
    pairs = []
    near: list[int] = []
    for cell in sorted((i for i, box in enumerate(boxes) if box), key=lambda i: boxes[i][0]):
        left, _, low, high = boxes[cell]
        near = [i for i in near if boxes[i][1] >= left - tolerance]
        for other in near:
            if boxes[other][2] > high + tolerance or boxes[other][3] < low - tolerance:
                continue
            sides = product(sides_of(shapes[cell]), list(sides_of(shapes[other])))
            if any(side_overlap(a, b, tolerance) for a, b in sides):
                pairs.append((min(cell, other), max(cell, other)))
        near.append(cell)
    return sorted(pairs)


def _distance_to_segment(point: Point, a: Point, b: Point) -> float:
    """Return the distance between a point and the segment from a to b."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    length = (bx - ax) ** 2 + (by - ay) ** 2
    share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length if length else 0.0
    share = min(1.0, max(0.0, share))
    return math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))
