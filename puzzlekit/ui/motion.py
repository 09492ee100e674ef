"""A move as a permutation in motion: where each piece is while a move is being made."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..core.board import Board
from ..core.permutation import cycles_of

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


def pointed(board: Board) -> bool:
    """Tell whether the hexagons of a board stand on a corner: whether neighbours lie in a row.

    >>> from puzzlekit import hexagons, rhombus
    >>> pointed(rhombus(2, 2)), pointed(hexagons([(0, 0), (1, 0)]))
    (True, False)
    """
    if not board.edges:
        return False
    (ax, ay), (bx, by) = (board.points[cell] for cell in board.edges[0])
    sixths = math.atan2(by - ay, bx - ax) / math.radians(60)
    return abs(sixths - round(sixths)) < 0.25


def outline(board: Board, cell: int) -> list[Point]:
    """Return the corners of a cell, a square or a hexagon, counterclockwise."""
    x, y = board.points[cell]
    if board.shape == "hexagon":
        turn, radius = (30 if pointed(board) else 0), 1 / math.sqrt(3)
        angles = [math.radians(60 * k + turn) for k in range(6)]
        return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
    return [(x + dx, y + dy) for dx, dy in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))]


def rim(board: Board, side: str) -> list[tuple[Point, Point]]:
    """Return the lines along a side of a board; at a corner two sides share the last one.

    >>> from puzzlekit import grid
    >>> rim(grid(2, 2), "bottom")
    [((-0.5, -0.5), (0.5, -0.5)), ((0.5, -0.5), (1.5, -0.5))]
    """
    cells = board.sides[side]
    along = middle([board.points[cell] for cell in cells])
    whole = middle(board.points)
    out = _outwards([board.points[cell] for cell in cells], whole)
    found = []
    for cell in cells:
        corners = outline(board, cell)
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            x, y = middle([a, b])
            cx, cy = board.points[cell]
            beyond = 2 * x - cx, 2 * y - cy
            if any(math.dist(beyond, point) < 0.3 for point in board.points):
                continue
            if (x - cx) * out[0] + (y - cy) * out[1] < 0.2:
                continue
            others = [name for name, each in board.sides.items() if cell in each and name != side]
            shared = any(
                (x - cx) * ox + (y - cy) * oy > 0.2
                for name in others
                for ox, oy in [_outwards([board.points[c] for c in board.sides[name]], whole)]
            )
            if shared:
                near = min((a, b), key=lambda corner: math.dist(corner, along))
                found.append((near, (x, y)))
            else:
                found.append((a, b))
    return found


def _outwards(side: Sequence[Point], whole: Point) -> Point:
    """Return the direction, of length 1, that leads away from a board across a straight side."""
    (ax, ay), (bx, by) = side[0], side[-1]
    x, y = middle(side)
    away = x - whole[0], y - whole[1]
    across = (by - ay, ax - bx) if len(side) > 1 else away
    length = math.hypot(*across) or 1.0
    sign = 1 if across[0] * away[0] + across[1] * away[1] >= 0 else -1
    return sign * across[0] / length, sign * across[1] / length
