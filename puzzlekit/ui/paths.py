"""A move as a permutation in motion: where each piece is while a move is being made."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..permutation import cycles_of

Point = tuple[float, float]


class Place(NamedTuple):
    """Where a moving piece is drawn, and how large; `lift` is its height above the board."""

    x: float
    y: float
    size: float = 1.0
    lift: float = 0.0


def middle(points: Sequence[Point]) -> Point:
    """Return the mean of points."""
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def turning_centre(points: Sequence[Point]) -> Point | None:
    """Return the point about which a cycle turns by equal angles, or None if it does not.

    >>> turning_centre([(0, 0), (0, 1), (1, 1), (1, 0)])
    (0.5, 0.5)
    >>> turning_centre([(0, 0), (1, 0), (2, 0)]) is None
    True
    """
    centre = middle(points)
    arms = [(x - centre[0], y - centre[1]) for x, y in points]
    radii = [math.hypot(*arm) for arm in arms]
    if max(radii) - min(radii) > 0.02 * max(radii) + 1e-9 or min(radii) < 1e-9:
        return None
    angles = [math.atan2(y, x) for x, y in arms]
    steps = [_turn(b - a) for a, b in zip(angles, angles[1:] + angles[:1], strict=True)]
    if len(points) > 2 and max(abs(_turn(step - steps[0])) for step in steps) > 0.05:
        return None
    return centre


def _turn(angle: float) -> float:
    """Return the same angle between -pi and pi."""
    return (angle + math.pi) % (2 * math.pi) - math.pi


def place(start: Point, end: Point, time: float, motion: str, centre: Point | None) -> Place:
    """Return where a piece on its way from start to end is at a time from 0 to 1.

    >>> place((0, 0), (2, 0), 0.5, "slide", None)
    Place(x=1.0, y=0.0, size=1.0, lift=0.0)
    """
    if centre is not None:
        from_angle = math.atan2(start[1] - centre[1], start[0] - centre[0])
        to_angle = math.atan2(end[1] - centre[1], end[0] - centre[0])
        angle = from_angle + _turn(to_angle - from_angle) * time
        radius = math.dist(start, centre) * (1 - time) + math.dist(end, centre) * time
        return Place(centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))
    x, y = (a + (b - a) * time for a, b in zip(start, end, strict=True))
    if motion in ("hop", "fly"):
        height = math.sin(math.pi * time) * (0.5 if motion == "hop" else 0.22)
        return Place(x, y, 1 + 0.35 * height, height)
    return Place(x, y)


def places(
    points: Sequence[Point], carry: Mapping[int, int], time: float, motion: str
) -> dict[int, Place]:
    """Return where the content of each moving cell is; content of the reserve grows in place.

    >>> places([(0, 0), (1, 0)], {0: 1, 1: 0}, 1.0, "slide")[0]
    Place(x=1.0, y=0.0, size=1.0, lift=0.0)
    """
    found: dict[int, Place] = {}
    eased = time * time * (3 - 2 * time)
    for cycle in cycles_of(carry):
        inside = [cell for cell in cycle if cell < len(points)]
        on_board = [points[cell] for cell in inside]
        turns = motion == "turn" and len(inside) == len(cycle)
        centre = turning_centre(on_board) if turns else None
        for cell in inside:
            end = carry[cell]
            if end < len(points):
                found[cell] = place(points[cell], points[end], eased, motion, centre)
            else:
                found[cell] = Place(*points[cell], 1 - eased)
        for cell in set(cycle) - set(inside):
            if carry[cell] < len(points):
                found[cell] = Place(*points[carry[cell]], eased)
    return found


def hull(points: Sequence[Point], half: float = 0.5) -> list[Point]:
    """Return the corners of the convex hull of squares about points, counterclockwise.

    A. Andrew's monotone chain (1979).

    >>> hull([(0, 0), (1, 0)])
    [(-0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (-0.5, 0.5)]
    """
    corners = sorted(
        {
            (round(x + dx, 6), round(y + dy, 6))
            for x, y in points
            for dx in (-half, half)
            for dy in (-half, half)
        }
    )
    lower: list[Point] = []
    upper: list[Point] = []
    for chain, run in ((lower, corners), (upper, corners[::-1])):
        for p in run:
            while len(chain) >= 2 and _cross(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
    return lower[:-1] + upper[:-1]


def area(corners: Sequence[Point]) -> float:
    """Return the area of a polygon whose corners run counterclockwise.

    >>> area([(0, 0), (2, 0), (2, 1), (0, 1)])
    2.0
    """
    after = [*corners[1:], *corners[:1]]
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, after, strict=True)) / 2


def _cross(o: Point, a: Point, b: Point) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
