"""Placement of labels next to discs, away from edges and other cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

Pixel = tuple[float, float]

#: Angles for labels, in order of preference.
_ANGLES = (135, 45, 225, 315, 90, 270, 180, 0, 112, 158, 68, 22, 202, 248, 292, 338)

#: Penalties for standing close beside a label, for standing about as close to another disc, for
#: overlapping a line, for overlapping a disc or label, and for lying outside the picture; and the
#: maximum penalty.
_NEAR, _UNCLEAR, _LINE, _CELL, _OUTSIDE = 0.5, 0.6, 1.0, 10.0, 10.0
MAX_PENALTY = 5.0

#: A label clearly belongs to its disc if all other discs are farther from it by this factor.
CLEAR = 1.3

#: Maximum number of disc-obstacle pairs to test.
MAX_PAIRS = 2_000_000


class Label(NamedTuple):
    """The bounding box of a label, in pixels."""

    left: int
    top: int
    width: int
    height: int

    def expanded_bounds(self, by: float) -> tuple[float, float, float, float]:
        """Return the left, right, top and bottom of the box, extended on each side."""
        return (
            self.left - by,
            self.left + self.width + by,
            self.top - by,
            self.top + self.height + by,
        )

    def is_crossed(self, a: Pixel, b: Pixel) -> bool:
        """Return whether a line crosses the box (Liang-Barsky clipping, 1984)."""
        left, right, top, bottom = self.expanded_bounds(0)
        enters, leaves = 0.0, 1.0
        for start, end, minimum, maximum in ((a[0], b[0], left, right), (a[1], b[1], top, bottom)):
            if start == end:
                if not minimum <= start <= maximum:
                    return False
                continue
            first, last = sorted(
                ((minimum - start) / (end - start), (maximum - start) / (end - start))
            )
            enters, leaves = max(enters, first), min(leaves, last)
        return enters <= leaves

    def overlaps(self, other: Label) -> bool:
        return (
            abs(2 * (self.left - other.left) + self.width - other.width) < self.width + other.width
            and abs(2 * (self.top - other.top) + self.height - other.height)
            < self.height + other.height
        )

    def contains(self, disc: Pixel, radius: float) -> bool:
        left, right, top, bottom = self.expanded_bounds(0)
        nearest = min(max(disc[0], left), right), min(max(disc[1], top), bottom)
        return math.dist(disc, nearest) < radius * 0.98


def label_boxes(
    discs: Sequence[Pixel],
    radius: float,
    sizes: Sequence[tuple[int, int]],
    lines: Iterable[tuple[Pixel, Pixel]],
    size: tuple[int, int],
) -> list[tuple[Label, bool] | None]:
    """Return the box of each disc's label, and whether it overlaps a line.

    A label that would overlap another cell or label is None. All labels are None if half of them
    would overlap, or if there are too many. `size` is the size of the picture.
    """
    segments = list(lines)
    if len(discs) * (len(discs) + len(segments)) > MAX_PAIRS:
        return [None] * len(discs)
    boxes: list[tuple[Label, bool] | None] = []
    taken: list[Label] = []
    for (x, y), (width, height) in zip(discs, sizes, strict=True):
        across, down = round(2 * (radius + width)) + height, round(2 * (radius + height))
        surroundings = _box_at(x, y, across, down)
        left, right, top, bottom = surroundings.expanded_bounds(0)
        near_lines = [
            (a, b)
            for a, b in segments
            if (a[0] >= left or b[0] >= left)
            and (a[0] <= right or b[0] <= right)
            and (a[1] >= top or b[1] >= top)
            and (a[1] <= bottom or b[1] <= bottom)
        ]
        left, right, top, bottom = surroundings.expanded_bounds(radius)
        near_discs = [
            disc
            for disc in discs
            if left <= disc[0] < right and top <= disc[1] < bottom and disc != (x, y)
        ]
        near_taken = [box for box in taken if box.overlaps(surroundings)]
        best, lowest = surroundings, math.inf
        for number, angle in enumerate(_ANGLES):
            dx, dy = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
            distance = _touching_distance(angle, width, height, radius)
            box = _box_at(x + dx * distance, y + dy * distance, width, height)
            penalty = number * 0.01
            penalty += _LINE * any(box.is_crossed(*line) for line in near_lines)
            penalty += _CELL * sum(box.contains(disc, radius) for disc in near_discs)
            penalty += _CELL * any(box.overlaps(other) for other in near_taken)
            centre = box.left + width / 2, box.top + height / 2
            penalty += _UNCLEAR * any(
                math.dist(centre, disc) < CLEAR * distance for disc in near_discs
            )
            wider = Label(box.left - height // 2, box.top, width + height // 2 * 2, height)
            penalty += _NEAR * any(wider.overlaps(other) for other in near_taken)
            penalty += _OUTSIDE * (not _fits_in_picture(size, box))
            if penalty < lowest:
                best, lowest = box, penalty
        if lowest < MAX_PENALTY:
            taken.append(best)
            boxes.append((best, lowest >= _LINE))
        else:
            boxes.append(None)
    return boxes if 2 * boxes.count(None) < len(boxes) else [None] * len(boxes)


def _box_at(x: float, y: float, width: int, height: int) -> Label:
    """Return a box of the given size centred on a point."""
    return Label(round(x) - width // 2, round(y) - height // 2, width, height)


def _fits_in_picture(size: tuple[int, int], box: Label) -> bool:
    left, right, top, bottom = box.expanded_bounds(0)
    return left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]


@cache
def _touching_distance(angle: int, width: int, height: int, radius: float) -> float:
    """Return the distance between the centres of a disc and a box that touches it."""
    dx, dy = abs(math.cos(math.radians(angle))), abs(math.sin(math.radians(angle)))
    near, far = radius, radius + width + height
    for _ in range(12):
        distance = (near + far) / 2
        gap = max(0.0, distance * dx - width / 2), max(0.0, distance * dy - height / 2)
        near, far = (near, distance) if math.hypot(*gap) >= radius else (distance, far)
    return far
