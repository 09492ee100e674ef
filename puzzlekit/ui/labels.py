"""Where the names of cells are written: beside their discs, off edges and other cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

Pixel = tuple[float, float]

#: Angles at which a name can stand, the best first where all are as free.
_ANGLES = (135, 45, 225, 315, 90, 270, 180, 0, 112, 158, 68, 22, 202, 248, 292, 338)

#: What it costs to lie on a line, on another disc or name, or outside; more than a line is too bad.
_LINE, _CELL, _OUTSIDE = 1.0, 10.0, 10.0
MAX_PENALTY = 5.0

#: Pairs of a disc and what it may have to avoid, at most.
MAX_CANDIDATES = 2_000_000


class Label(NamedTuple):
    """The box of a name, in pixels."""

    left: int
    top: int
    width: int
    height: int

    def expanded(self, by: float) -> tuple[float, float, float, float]:
        """Return the left, right, top and lower end of a larger box."""
        return (
            self.left - by,
            self.left + self.width + by,
            self.top - by,
            self.top + self.height + by,
        )

    def is_crossed(self, a: Pixel, b: Pixel) -> bool:
        """Return whether a line has a part in the box: Y.-D. Liang and B. Barsky (1984)."""
        left, right, top, low = self.expanded(0)
        enters, leaves = 0.0, 1.0
        for start, end, least, most in ((a[0], b[0], left, right), (a[1], b[1], top, low)):
            if start == end:
                if not least <= start <= most:
                    return False
                continue
            first, last = sorted(((least - start) / (end - start), (most - start) / (end - start)))
            enters, leaves = max(enters, first), min(leaves, last)
        return enters <= leaves

    def overlaps(self, other: Label) -> bool:
        return (
            abs(2 * (self.left - other.left) + self.width - other.width) < self.width + other.width
            and abs(2 * (self.top - other.top) + self.height - other.height)
            < self.height + other.height
        )

    def contains(self, disc: Pixel, radius: float) -> bool:
        left, right, top, low = self.expanded(0)
        near = min(max(disc[0], left), right), min(max(disc[1], top), low)
        return math.dist(disc, near) < radius * 0.98


def label_boxes(
    discs: Sequence[Pixel],
    radius: float,
    sizes: Sequence[tuple[int, int]],
    lines: Iterable[tuple[Pixel, Pixel]],
    whole: tuple[int, int],
) -> list[tuple[Label, bool] | None]:
    """Return where the name of each disc stands and whether it lies on a line.

    That is None where a name would lie on another cell or name, and everywhere if that is so for
    half of them or if there are too many. The picture is as wide and high as `whole`.
    """
    streets = list(lines)
    if len(discs) * (len(discs) + len(streets)) > MAX_CANDIDATES:
        return [None] * len(discs)
    found: list[tuple[Label, bool] | None] = []
    taken: list[Label] = []
    for (x, y), (wide, high) in zip(discs, sizes, strict=True):
        reach = _candidates(x, y, round(2 * (radius + wide)), round(2 * (radius + high)))
        left, right, top, low = reach.expanded(0)
        near_lines = [
            (a, b)
            for a, b in streets
            if (a[0] >= left or b[0] >= left)
            and (a[0] <= right or b[0] <= right)
            and (a[1] >= top or b[1] >= top)
            and (a[1] <= low or b[1] <= low)
        ]
        left, right, top, low = reach.expanded(radius)
        near_discs = [
            disc
            for disc in discs
            if left <= disc[0] < right and top <= disc[1] < low and disc != (x, y)
        ]
        near_taken = [box for box in taken if box.overlaps(reach)]
        best, cost = reach, math.inf
        for number, angle in enumerate(_ANGLES):
            dx, dy = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
            apart = _distance(angle, wide, high, radius)
            box = _candidates(x + dx * apart, y + dy * apart, wide, high)
            price = number * 0.01
            price += _LINE * any(box.is_crossed(*line) for line in near_lines)
            price += _CELL * sum(box.contains(disc, radius) for disc in near_discs)
            price += _CELL * any(box.overlaps(other) for other in near_taken)
            price += _OUTSIDE * (not _contains(whole, box))
            if price < cost:
                best, cost = box, price
        if cost < MAX_PENALTY:
            taken.append(best)
            found.append((best, cost >= _LINE))
        else:
            found.append(None)
    return found if 2 * found.count(None) < len(found) else [None] * len(found)


def _candidates(x: float, y: float, wide: int, high: int) -> Label:
    """Return the box of a size about a point."""
    return Label(round(x) - wide // 2, round(y) - high // 2, wide, high)


def _contains(whole: tuple[int, int], box: Label) -> bool:
    left, right, top, low = box.expanded(0)
    return left >= 0 and top >= 0 and right <= whole[0] and low <= whole[1]


@cache
def _distance(angle: int, wide: int, high: int, radius: float) -> float:
    """Return how far from the middle of a disc that of a box lies that touches it."""
    dx, dy = abs(math.cos(math.radians(angle))), abs(math.sin(math.radians(angle)))
    near, far = radius, radius + wide + high
    for _ in range(12):
        apart = (near + far) / 2
        gap = max(0.0, apart * dx - wide / 2), max(0.0, apart * dy - high / 2)
        near, far = (near, apart) if math.hypot(*gap) >= radius else (apart, far)
    return far
