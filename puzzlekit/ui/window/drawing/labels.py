"""Where the names of cells are written: beside their discs, off edges and other cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from .canvas import Rect

Pixel = tuple[float, float]

#: Angles at which a name can stand, the best first where all are as free.
_ANGLES = (135, 45, 225, 315, 90, 270, 180, 0, 112, 158, 68, 22, 202, 248, 292, 338)

#: What it costs to lie on a line, on another disc or name, or outside; more than a line is too bad.
_LINE, _CELL, _OUTSIDE = 1.0, 10.0, 10.0
TOO_BAD = 5.0


def label_boxes(
    discs: Sequence[Pixel],
    radius: float,
    sizes: Sequence[tuple[int, int]],
    lines: Iterable[tuple[Pixel, Pixel]],
    whole: Rect,
) -> list[tuple[Rect, bool] | None]:
    """Return where the name of each disc stands and whether it lies on a line.

    It is None where a name of that size would lie on another cell or name.
    """
    streets = list(lines)
    found: list[tuple[Rect, bool] | None] = []
    taken: list[Rect] = []
    for (x, y), (wide, high) in zip(discs, sizes, strict=True):
        reach = Rect(0, 0, 2 * (radius + wide), 2 * (radius + high))
        reach.center = round(x), round(y)
        near_lines = [line for line in streets if reach.clipline(*line)]
        near_discs = [
            disc for disc in discs if reach.inflate(2 * radius, 2 * radius).collidepoint(disc)
        ]
        near_taken = [box for box in taken if box.colliderect(reach)]
        best, cost = Rect(0, 0, 0, 0), math.inf
        for number, angle in enumerate(_ANGLES):
            dx, dy = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
            box = Rect(0, 0, wide, high)
            box.center = round(x + dx * (radius + wide / 2)), round(y + dy * (radius + high / 2))
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
    return found


def _covers(box: Rect, disc: Pixel, radius: float) -> bool:
    """Tell whether a box lies on a disc."""
    x = min(max(disc[0], box.left), box.right)
    y = min(max(disc[1], box.top), box.bottom)
    return math.dist(disc, (x, y)) < radius * 0.98
