"""Geometry of hexagonal tiles divided by curves: areas as polygons, and colours at points.

A tile has a flat top and height 1, and is centred on the origin; y points up. Curves meet edges at
right angles.
"""

from __future__ import annotations

import math
from functools import cache

from ..core.board import Point
from ..core.values import Area, Piece

#: Circumradius. Corner k comes before edge k, anticlockwise.
RADIUS = 1 / math.sqrt(3)

#: Number of segments that approximate a curve.
_STEPS = 16


def step_towards(degrees: float, length: float) -> Point:
    """Return the point at an angle (in degrees) and a distance from the origin."""
    angle = math.radians(degrees)
    return length * math.cos(angle), length * math.sin(angle)


def tile_corners(bleed: float = 0.0) -> list[Point]:
    """Return the six corners of a tile enlarged by `bleed` beyond its edges."""
    return [step_towards(60 * k, RADIUS * (1 + 2 * bleed)) for k in range(6)]


@cache
def curve(first: int, last: int, bleed: float = 0.0) -> tuple[Point, ...]:
    """Return the polyline from the middle of one edge to the middle of another."""
    (ax, ay), (bx, by) = (step_towards(30 + 60 * edge, 0.5) for edge in (first, last))
    if (last - first) % 3 == 0:
        parts = [i / _STEPS for i in range(_STEPS + 1)]
        chain = [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in parts]
    else:
        (x, y), radius = _circle(first, last)
        from_angle, to_angle = math.atan2(ay - y, ax - x), math.atan2(by - y, bx - x)
        turn = (to_angle - from_angle + math.pi) % (2 * math.pi) - math.pi
        angles = [from_angle + turn * i / _STEPS for i in range(_STEPS + 1)]
        chain = [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
    if not bleed:
        return tuple(chain)
    start, end = (step_towards(30 + 60 * edge, 0.5 + bleed) for edge in (first, last))
    return start, *chain, end


def _circle(first: int, last: int) -> tuple[Point, float]:
    """Return the circle centred on the intersection of two extended edges."""
    between = (last - first) % 6
    if between > 3:
        first, between = last, 6 - between
    half = math.radians(30 * between)
    return step_towards(30 + 60 * first + 30 * between, 0.5 / math.cos(half)), 0.5 * math.tan(half)


@cache
def polygon(area: Area, bleed: float = 0.0) -> tuple[Point, ...]:
    """Return the outline of an area."""
    around = tile_corners(bleed)
    between = (area.last - area.first) % 6
    rim = [around[(area.first + k) % 6] for k in range(1, between + 1)]
    return (*rim, *curve(area.last, area.first, bleed))


def area_contains(area: Area, x: float, y: float) -> bool:
    """Return whether a point of the tile lies in an area."""
    between = (area.last - area.first) % 6
    if between == 3:
        dx, dy = step_towards(30 + 60 * area.first, 1)
        return dx * y - dy * x > 0
    (cx, cy), radius = _circle(area.first, area.last)
    return (math.hypot(x - cx, y - cy) < radius) == (between < 3)


def colour_at(piece: Piece, x: float, y: float) -> str:
    """Return the colour of a tile at a point."""
    return next(
        (area.colour for area in reversed(piece.areas) if area_contains(area, x, y)), piece.colour
    )


def tile_contains(x: float, y: float) -> bool:
    """Return whether the tile contains a point."""
    slant = x * math.sqrt(3) / 2
    return max(abs(y), abs(slant + y / 2), abs(slant - y / 2)) <= 0.5
