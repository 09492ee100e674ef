"""Planes through a solid: the lines that they lie across, and the stickers that they cut."""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterable, Mapping
from functools import reduce
from typing import NamedTuple

from ...core.errors import OptionError
from ...core.solid import Face, Line, Sticker, Vector, add, centroid, dot, normalize, rotate, scale
from .shapes import FINE, sides

#: Stickers of the largest solid that is made.
MAX_STICKERS = 3_000


class Side(NamedTuple):
    """One end of a line, which looks along it (sign 1) or the other way (-1)."""

    name: str
    line: int
    sign: int


def lines_of(
    faces: tuple[Face, ...], cuts: Mapping[str, Iterable[float]]
) -> tuple[tuple[Line, ...], list[Side]]:
    """Return the lines that cuts lie across, and their sides; two opposite sides share a line."""
    axes: list[Vector] = []
    planes: list[list[float]] = []
    found = []
    for kind, depths in cuts.items():
        given = sorted(depths)
        for name, point in sides(faces, kind).items() if given else ():
            if wrong := [depth for depth in given if not 0 <= depth < math.hypot(*point) - FINE]:
                raise OptionError(
                    f"A cut at depth {wrong[0]:g} does not go through the {kind}; depths are from "
                    f"0, the middle, to below {math.hypot(*point):.4g}."
                )
            axis = normalize(point)
            along = [round(dot(axis, other), 6) for other in axes]
            line = next((i for i, cos in enumerate(along) if abs(cos) == 1), len(axes))
            if line == len(axes):
                axes, planes, along = [*axes, axis], [*planes, []], [*along, 1]
            side = Side(name, line, int(along[line]))
            planes[line] += [side.sign * depth for depth in given]
            found.append(side)
    normals = [face.normal for face in faces]
    lines = (
        Line(axis, _distance_between(heights), _turn(normals, axis))
        for axis, heights in zip(axes, planes, strict=True)
    )
    return tuple(lines), found


def _distance_between(heights: list[float]) -> tuple[float, ...]:
    """Return heights upwards; of such that are the same one is left."""
    heights = sorted(heights)
    return tuple(b for a, b in zip([-math.inf, *heights], heights, strict=False) if b > a + FINE)


def _turn(normals: list[Vector], axis: Vector) -> int:
    """Return into how many steps a whole turn falls, each of which maps the faces onto faces."""
    return next(n for n in (5, 4, 3, 2) if _is_symmetry(normals, axis, math.tau / n))


def _is_symmetry(normals: list[Vector], axis: Vector, angle: float) -> bool:
    return all(any(math.dist(rotate(a, axis, angle), b) < FINE for b in normals) for a in normals)


def stickers_of(faces: tuple[Face, ...], lines: tuple[Line, ...]) -> list[Sticker]:
    """Return the cells into which the planes of the lines cut the faces."""
    planes = [(line.axis, plane) for line in lines for plane in line.planes]
    found = []
    for number, face in enumerate(faces):
        cells = reduce(_split, planes, [face.corners])
        found += [Sticker(number, cell, _layers(lines, centroid(cell))) for cell in cells]
    return found


def _layers(lines: tuple[Line, ...], point: Vector) -> tuple[int, ...]:
    return tuple(bisect(line.planes, dot(line.axis, point)) for line in lines)


def _split(
    cells: list[tuple[Vector, ...]], plane: tuple[Vector, float]
) -> list[tuple[Vector, ...]]:
    """Split convex cells by a plane; a corner that is FINE to the plane lies on it."""
    axis, height = plane
    found = []
    for cell in cells:
        over = [dot(axis, corner) - height for corner in cell]
        if min(over) > -FINE or max(over) < FINE:
            found.append(cell)
            continue
        above: list[Vector] = []
        below: list[Vector] = []
        for i, (corner, high) in enumerate(zip(cell, over, strict=True)):
            last = over[i - 1]
            if min(last, high) < -FINE and max(last, high) > FINE:
                share = last / (last - high)
                crossing = add(scale(cell[i - 1], 1 - share), scale(corner, share))
                above.append(crossing)
                below.append(crossing)
            if high > -FINE:
                above.append(corner)
            if high < FINE:
                below.append(corner)
        found += [tuple(above), tuple(below)]
    if len(found) > MAX_STICKERS:
        raise OptionError(f"A solid can have {MAX_STICKERS:,} stickers; make fewer cuts.")
    return found
