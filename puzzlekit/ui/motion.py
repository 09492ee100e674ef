"""Animation of moves: positions of pieces during a move."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..core.board import Point
from ..core.permutation import cycles_of
from .cells import centre_of


class Place(NamedTuple):
    """The position and size of a moving piece; `lift` is its height above the board."""

    x: float
    y: float
    size: float = 1.0
    lift: float = 0.0


def turning_centre(points: Sequence[Point]) -> Point | None:
    """Return the point around which a cycle's cells rotate by equal angles, or None."""
    centre = centre_of(points)
    arms = [(x - centre[0], y - centre[1]) for x, y in points]
    radii = [math.hypot(*arm) for arm in arms]
    if max(radii) - min(radii) > 0.02 * max(radii) + 1e-9 or min(radii) < 1e-9:
        return None
    angles = [math.atan2(y, x) for x, y in arms]
    steps = [_normalize_angle(b - a) for a, b in zip(angles, angles[1:] + angles[:1], strict=True)]
    if len(points) > 2 and max(abs(_normalize_angle(step - steps[0])) for step in steps) > 0.05:
        return None
    return centre


def _normalize_angle(angle: float) -> float:
    """Return an angle normalized to the range from -pi to pi."""
    return (angle + math.pi) % (2 * math.pi) - math.pi


def ease(time: float) -> float:
    """Return the eased progress of a move, from 0 to 1: slow at both ends."""
    return time * time * (3 - 2 * time)


def interpolate(start: Sequence[Point], end: Sequence[Point], share: float) -> Sequence[Point]:
    """Return a polygon between two others, with minimum rotation about the origin."""
    if len(start) != len(end):
        return start if share < 0.5 else end
    turns = [[*end[k:], *end[:k]] for k in range(len(end))]
    goal = min(turns, key=lambda turn: sum(map(math.dist, start, turn)))
    return [
        (ax + (bx - ax) * share, ay + (by - ay) * share)
        for (ax, ay), (bx, by) in zip(start, goal, strict=True)
    ]


def place_between(
    start: Point, end: Point, share: float, motion: str, centre: Point | None
) -> Place:
    """Return the place of a piece after a fraction of its path."""
    if centre is not None:
        from_angle = math.atan2(start[1] - centre[1], start[0] - centre[0])
        to_angle = math.atan2(end[1] - centre[1], end[0] - centre[0])
        angle = from_angle + _normalize_angle(to_angle - from_angle) * share
        radius = math.dist(start, centre) * (1 - share) + math.dist(end, centre) * share
        return Place(centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))
    x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
    if motion in ("hop", "fly"):
        height = math.sin(math.pi * share) * (0.5 if motion == "hop" else 0.22)
        return Place(x, y, 1 + 0.35 * height, height)
    return Place(x, y)


def places_between(
    points: Sequence[Point], permutation: Mapping[int, int], share: float, motion: str
) -> dict[int, Place]:
    """Return the current place of each moving piece. Pieces from the reserve grow in place."""
    places: dict[int, Place] = {}
    for cycle in cycles_of(permutation):
        inside = [cell for cell in cycle if cell < len(points)]
        on_board = [points[cell] for cell in inside]
        turns = motion == "turn" and len(inside) == len(cycle)
        centre = turning_centre(on_board) if turns else None
        for cell in inside:
            end = permutation[cell]
            if end < len(points):
                places[cell] = place_between(points[cell], points[end], share, motion, centre)
            else:
                places[cell] = Place(*points[cell], 1 - share)
        for cell in set(cycle) - set(inside):
            if permutation[cell] < len(points):
                places[cell] = Place(*points[permutation[cell]], share)
    return places
