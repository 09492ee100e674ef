"""Where the names of cells are written: beside their discs, off edges and other cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache

from .canvas import Rect

Pixel = tuple[float, float]

#: Angles at which a name can stand, the best first where all are as free.
_ANGLES = (135, 45, 225, 315, 90, 270, 180, 0, 112, 158, 68, 22, 202, 248, 292, 338)

#: What it costs to lie on a line, on another disc or name, or outside; more than a line is too bad.
_LINE, _CELL, _OUTSIDE = 1.0, 10.0, 10.0
TOO_BAD = 5.0

#: Pairs of a disc and what it may have to avoid, at most.
MOST = 2_000_000


def label_boxes(
    discs: Sequence[Pixel],
    radius: float,
    sizes: Sequence[tuple[int, int]],
    lines: Iterable[tuple[Pixel, Pixel]],
    whole: Rect,
) -> list[tuple[Rect, bool] | None]:
    """Return where the name of each disc stands and whether it lies on a line.

    It is None where a name of that size would lie on another cell or name, and everywhere if that
    is so for half of them, or if there are so many discs and lines that nobody could read names.
    """
    streets = list(lines)
    if len(discs) * (len(discs) + len(streets)) > MOST:
        return [None] * len(discs)
    found: list[tuple[Rect, bool] | None] = []
    taken: list[Rect] = []
    for (x, y), (wide, high) in zip(discs, sizes, strict=True):
        reach = Rect(0, 0, 2 * (radius + wide), 2 * (radius + high))
        reach.center = round(x), round(y)
        near_lines = [line for line in streets if reach.clipline(*line)]
        near_discs = [
            disc
            for disc in discs
            if disc != (x, y) and reach.inflate(2 * radius, 2 * radius).collidepoint(disc)
        ]
        near_taken = [box for box in taken if box.colliderect(reach)]
        best, cost = Rect(0, 0, 0, 0), math.inf
        for number, angle in enumerate(_ANGLES):
            dx, dy = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
            box = Rect(0, 0, wide, high)
            apart = _apart(angle, wide, high, radius)
            box.center = round(x + dx * apart), round(y + dy * apart)
            price = number * 0.01
            price += _LINE * any(box.clipline(*line) for line in near_lines)
            price += _CELL * sum(_covers(box, disc, radius) for disc in near_discs)
            price += _CELL * (box.collidelist(near_taken) >= 0)
            price += _OUTSIDE * (not whole.contains(box))
            if price < cost:
                best, cost = box, price
        if cost < TOO_BAD:
            taken.append(best)
            found.append((best, cost >= _LINE))
        else:
            found.append(None)
    return found if 2 * found.count(None) < len(found) else [None] * len(found)


@cache
def _apart(angle: int, wide: int, high: int, radius: float) -> float:
    """Return how far from the middle of a disc that of a box lies that touches it."""
    dx, dy = abs(math.cos(math.radians(angle))), abs(math.sin(math.radians(angle)))
    near, far = radius, radius + wide + high
    for _ in range(12):
        apart = (near + far) / 2
        gap = max(0.0, apart * dx - wide / 2), max(0.0, apart * dy - high / 2)
        near, far = (near, apart) if math.hypot(*gap) >= radius else (apart, far)
    return far


def _covers(box: Rect, disc: Pixel, radius: float) -> bool:
    """Tell whether a box lies on a disc."""
    x = min(max(disc[0], box.left), box.right)
    y = min(max(disc[1], box.top), box.bottom)
    return math.dist(disc, (x, y)) < radius * 0.98
