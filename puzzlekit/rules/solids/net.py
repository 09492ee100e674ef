"""Nets of solids as boards, with a cell for each sticker."""

from __future__ import annotations

import math

from ...core.board import Board
from ...core.polygons import Point, area, centroid
from ...core.solid import Solid
from .shapes import shape
from .unfolding import unfold

#: The gap between the faces of a net, in cell widths.
GAP = 0.25


def net(solid: Solid) -> Board:
    """Return the net of a solid as a board, with cells U1, U2, ... face by face."""
    places = unfold(shape(solid.shape))
    areas = [
        area([places[solid.faces[each.face].name].to_net(corner) for corner in each.corners])
        for each in solid.stickers
    ]
    width = math.sqrt(sorted(areas)[len(areas) // 2])
    places = unfold(shape(solid.shape), GAP * width)
    names, outlines = [], []
    count = dict.fromkeys((face.name for face in solid.faces), 0)
    for sticker in solid.stickers:
        name = solid.faces[sticker.face].name
        count[name] += 1
        names.append(f"{name}{count[name]}")
        flat = map(places[name].to_net, sticker.corners)
        outlines.append([(x / width, y / width) for x, y in flat])
    points = [(round(x, 9) + 0.0, round(y, 9) + 0.0) for x, y in map(centroid, outlines)]
    if all(map(_is_unit_square, outlines)):
        return Board(names, points, labels=False, shape="bare", step=1)
    return Board(names, points, labels=False, outlines=outlines)


def _is_unit_square(corners: list[Point]) -> bool:
    """Return whether a cell is an upright square of side 1."""
    (left, low), (right, high) = (
        tuple(f(each) for each in zip(*corners, strict=True)) for f in (min, max)
    )
    sizes = len(corners), right - left, high - low, area(corners)
    return all(abs(a - b) < 1e-6 for a, b in zip(sizes, (4, 1, 1, 1), strict=True))
