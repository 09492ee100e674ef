"""The cutting planes of a solid: their axes, and the stickers into which they cut it."""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterable, Mapping
from functools import reduce
from typing import NamedTuple

from ...core.errors import OptionError
from ...core.solid import Face, Line, Sticker, Vector, add, centroid, dot, normalize, rotate, scale
from .shapes import EPSILON, named_points

#: The corners of a flat polygon in space.
Polygon = tuple[Vector, ...]

#: The largest number of stickers of a solid.
MAX_STICKERS = 3_000


class Side(NamedTuple):
    """One end of an axis, in its direction (sign 1) or opposite to it (sign -1)."""

    name: str
    line: int
    sign: int


def cutting_axes(
    faces: tuple[Face, ...], cuts: Mapping[str, Iterable[float]]
) -> tuple[tuple[Line, ...], list[Side]]:
    """Return the axes of the cuts and their sides. Opposite sides share an axis.

    Planes that miss the solid are ignored, unless all of them do.
    """
    axes: list[Vector] = []
    planes: list[list[float]] = []
    cut_sides = []
    missed = ""
    for kind, depths in cuts.items():
        given = sorted(depths)
        for name, point in named_points(faces, kind).items() if given else ():
            axis = normalize(point)
            heights = [dot(axis, corner) for face in faces for corner in face.corners]
            low, high = min(heights), max(heights)
            cutting = [depth for depth in given if low + EPSILON < depth < high - EPSILON]
            if not cutting:
                missed = missed or (
                    f"A cut at depth {given[0]:g} misses the {kind}; depths range from {low:.4g} "
                    f"to {high:.4g}, and the centre is at 0."
                )
                continue
            cosines = [round(dot(axis, other), 6) for other in axes]
            line = next((i for i, cos in enumerate(cosines) if abs(cos) == 1), len(axes))
            if line == len(axes):
                axes, planes, cosines = [*axes, axis], [*planes, []], [*cosines, 1]
            side = Side(name, line, int(cosines[line]))
            planes[line] += [side.sign * depth for depth in cutting]
            cut_sides.append(side)
    if missed and not axes:
        raise OptionError(missed)
    normals = [face.normal for face in faces]
    lines = (
        Line(axis, _distinct(heights), _rotation_order(normals, axis))
        for axis, heights in zip(axes, planes, strict=True)
    )
    return tuple(lines), cut_sides


def _distinct(heights: list[float]) -> tuple[float, ...]:
    """Return the distinct heights in ascending order."""
    heights = sorted(heights)
    return tuple(b for a, b in zip([-math.inf, *heights], heights, strict=False) if b > a + EPSILON)


def _rotation_order(normals: list[Vector], axis: Vector) -> int:
    """Return the order of the rotational symmetry about an axis."""
    return next(n for n in (5, 4, 3, 2) if _is_symmetry(normals, axis, math.tau / n))


def _is_symmetry(normals: list[Vector], axis: Vector, angle: float) -> bool:
    return all(
        any(math.dist(rotate(a, axis, angle), b) < EPSILON for b in normals) for a in normals
    )


def cut_stickers(faces: tuple[Face, ...], lines: tuple[Line, ...]) -> list[Sticker]:
    """Return the stickers into which the planes cut the faces."""
    planes = [(line.axis, plane) for line in lines for plane in line.planes]
    stickers = []
    for number, face in enumerate(faces):
        cells = reduce(_split, planes, [face.corners])
        for cell in cells:
            middle = centroid(cell)
            layers = tuple(bisect(line.planes, dot(line.axis, middle)) for line in lines)
            stickers.append(Sticker(number, cell, layers))
    return stickers


def _split(cells: list[Polygon], plane: tuple[Vector, float]) -> list[Polygon]:
    """Split convex cells by a plane."""
    parts = [part for cell in cells for part in split_polygon(cell, *plane) if part]
    if len(parts) > MAX_STICKERS:
        raise OptionError(f"A solid can have at most {MAX_STICKERS:,} stickers; make fewer cuts.")
    return parts


def split_polygon(corners: Polygon, axis: Vector, height: float) -> tuple[Polygon, Polygon]:
    """Return the parts of a convex polygon above and below a plane, which may be empty.

    Corners within EPSILON of the plane count as lying on it.
    """
    heights = [dot(axis, corner) - height for corner in corners]
    if min(heights, default=0.0) > -EPSILON:
        return corners, ()
    if max(heights) < EPSILON:
        return (), corners
    above: list[Vector] = []
    below: list[Vector] = []
    for i, (corner, here) in enumerate(zip(corners, heights, strict=True)):
        before = heights[i - 1]
        if min(before, here) < -EPSILON and max(before, here) > EPSILON:
            fraction = before / (before - here)
            crossing = add(scale(corners[i - 1], 1 - fraction), scale(corner, fraction))
            above.append(crossing)
            below.append(crossing)
        if here > -EPSILON:
            above.append(corner)
        if here < EPSILON:
            below.append(corner)
    return tuple(above), tuple(below)
