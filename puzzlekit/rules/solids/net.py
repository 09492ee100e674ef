"""Nets: the faces of a solid in the plane, joined along shared edges."""

from __future__ import annotations

import math
from typing import NamedTuple

from ...core import polygons
from ...core.board import Board
from ...core.polygons import Point, area
from ...core.solid import Face, Solid, Vector, add, centroid, cross, dot, normalize, scale
from .shapes import EPSILON, Shape, shape

#: The gap between the faces of a net, in cell widths.
GAP = 0.25


class PlacedFace(NamedTuple):
    """A face placed in the plane: its centre, and the vectors in space that run right and up."""

    at: Point
    right: Vector
    up: Vector

    def to_net(self, point: Vector) -> Point:
        """Return the position in the net of a point on the face."""
        return self.at[0] + dot(self.right, point), self.at[1] + dot(self.up, point)


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
    points = [(round(x, 9) + 0.0, round(y, 9) + 0.0) for x, y in map(polygons.centroid, outlines)]
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


def unfold(shape: Shape, gap: float = 0.0) -> dict[str, PlacedFace]:
    """Return the placement of each face in the net, with gaps between them."""
    by_name = {face.name: face for face in shape.faces}
    root = next(face for face in shape.faces if face.name not in shape.net)
    placed = {root.name: _place_upright(root)}
    while len(placed) < len(by_name):
        for name, other in shape.net.items():
            if other in placed and name not in placed:
                placed[name] = _place_adjacent(placed[other], by_name[other], by_name[name], gap)
    return placed


def _place_upright(face: Face) -> PlacedFace:
    """Place a face upright or, if it is horizontal, with its far side up."""
    upwards = (0.0, 1.0, 0.0) if abs(face.normal[1]) < 1 - EPSILON else (0.0, 0.0, -1.0)
    right = normalize(cross(upwards, face.normal))
    return PlacedFace((0.0, 0.0), right, cross(face.normal, right))


def _place_adjacent(placed: PlacedFace, face: Face, other: Face, gap: float) -> PlacedFace:
    """Place another face next to a placed one, along their shared edge."""
    shared = [
        a for a in face.corners if any(math.dist(a, corner) < EPSILON for corner in other.corners)
    ]
    edge = centroid(tuple(shared))
    x, y = (part - at for part, at in zip(placed.to_net(edge), placed.at, strict=True))
    length = math.hypot(x, y)
    x, y, distance = x / length, y / length, 2 * length + gap
    back = normalize(add(edge, scale(other.normal, -1)))  # points towards the first face
    across = cross(other.normal, back)
    return PlacedFace(
        (placed.at[0] + distance * x, placed.at[1] + distance * y),
        add(scale(back, -x), scale(across, y)),
        add(scale(back, -y), scale(across, -x)),
    )
