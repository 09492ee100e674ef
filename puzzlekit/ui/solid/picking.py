"""Picking points on stickers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ...core.board import Point
from ...core.solid import Solid, Vector, add, centroid, cross, dot, normalize, scale
from .view import IDENTITY, Camera, Rotation, transform, transposed

#: A small weight of the identity, for faces whose cells are all on a line (Tikhonov, 1963).
RIDGE = 1e-9


class PickedPoint(NamedTuple):
    """A point on a sticker."""

    sticker: int
    point: Vector


def pick(solid: Solid, camera: Camera, x: float, y: float) -> PickedPoint | None:
    """Return the point at a pixel of a solid at rest. Gaps belong to the nearest sticker."""
    place, ray = camera.position, camera.ray(x, y)
    # A ray enters a convex body through the last front face, unless it has already left the body.
    time, face = max(
        (
            ((1 - dot(each.normal, place)) / slope, number)
            for number, each in enumerate(solid.faces)
            if (slope := dot(each.normal, ray)) < -1e-12
        ),
        default=(0.0, -1),
    )
    if face < 0:
        return None
    point = add(place, scale(ray, time))
    if any(dot(each.normal, point) > 1 + 1e-6 for each in solid.faces):
        return None
    stickers = [i for i, sticker in enumerate(solid.stickers) if sticker.face == face]
    if not stickers:
        return None
    normal = solid.faces[face].normal
    return PickedPoint(
        max(stickers, key=lambda i: _depth_inside(solid.stickers[i].corners, normal, point)), point
    )


def _depth_inside(corners: Sequence[Vector], normal: Vector, point: Vector) -> float:
    """Return the depth of a point inside a polygon, which is negative outside."""
    sides = zip(corners, [*corners[1:], *corners[:1]], strict=True)
    return min(
        dot(cross(normal, normalize(add(b, scale(a, -1)))), add(point, scale(a, -1)))
        for a, b in sides
    )


class Net:
    """The net of a solid: a board on which each face is laid out flat."""

    def __init__(self, solid: Solid, points: Sequence[Point]) -> None:
        self.solid = solid
        #: Linear maps from (x, y, 1) on the board to space, by face.
        self.maps: dict[int, Rotation] = {}
        for face in range(len(solid.faces)):
            cells = [i for i, each in enumerate(solid.stickers[: solid.cells]) if each.face == face]
            if cells:
                flat = [(*points[cell], 1.0) for cell in cells]
                middles = [centroid(solid.stickers[cell].corners) for cell in cells]
                self.maps[face] = _least_squares(flat, middles)

    def point_on_net(self, cell: int, point: Point) -> PickedPoint:
        """Return the point on the solid that corresponds to a point in a cell on the board."""
        linear = self.maps[self.solid.stickers[cell].face]
        return PickedPoint(cell, transform(linear, (*point, 1.0)))

    def screen_direction(self, spot: PickedPoint, along: Vector) -> Point:
        """Return the direction on the board of a step along the surface of the solid."""
        right, up, _ = transposed(self.maps[self.solid.stickers[spot.sticker].face])
        across, down = dot(right, along), dot(up, along)
        a, b, c = dot(right, right) + RIDGE, dot(right, up), dot(up, up) + RIDGE
        size = a * c - b * b
        return (c * across - b * down) / size, (a * down - b * across) / size


def _least_squares(inputs: Sequence[Vector], outputs: Sequence[Vector]) -> Rotation:
    """Return the matrix that maps vectors to others with the least squared error."""
    columns = list(zip(*inputs, strict=True))
    ridge = [scale(each, RIDGE) for each in IDENTITY]
    a, b, c = (add(_products(columns, columns[k]), ridge[k]) for k in range(3))
    inverse = cross(b, c), cross(c, a), cross(a, b)  # times the determinant
    factor = 1 / dot(a, inverse[0])
    x, y, z = (
        scale(transform(transposed(inverse), _products(columns, values)), factor)
        for values in zip(*outputs, strict=True)
    )
    return x, y, z


def _products(columns: Sequence[Sequence[float]], values: Sequence[float]) -> Vector:
    x, y, z = (math.fsum(a * b for a, b in zip(column, values, strict=True)) for column in columns)
    return x, y, z
