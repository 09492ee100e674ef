"""Picking of points on stickers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...core.board import Point
from ...core.solid import Solid, Vector, add, cross, dot, normalize, scale
from .view import Array, Camera


class PickedPoint(NamedTuple):
    """A point on a sticker."""

    sticker: int
    point: Vector


def pick(solid: Solid, camera: Camera, x: float, y: float) -> PickedPoint | None:
    """Return the point at a pixel of a solid at rest. Gaps belong to the nearest sticker."""
    normals = np.array([face.normal for face in solid.faces])
    place, ray = camera.position, camera.ray(x, y)
    slope, depth = normals @ ray, 1 - normals @ place
    front = slope < -1e-12
    if not front.any():
        return None
    # A ray enters a convex body through the last front face, unless it has already left the body.
    times = np.where(front, depth / np.where(front, slope, 1.0), -np.inf)
    face = int(times.argmax())
    hit = place + times[face] * ray
    if (normals @ hit > 1 + 1e-6).any():
        return None
    point = float(hit[0]), float(hit[1]), float(hit[2])
    stickers = [i for i, sticker in enumerate(solid.stickers) if sticker.face == face]
    if not stickers:
        return None
    normal = solid.faces[face].normal
    return PickedPoint(
        max(stickers, key=lambda i: _depth(solid.stickers[i].corners, normal, point)), point
    )


def _depth(corners: Sequence[Vector], normal: Vector, point: Vector) -> float:
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
        self.maps: dict[int, Array] = {}
        for face in range(len(solid.faces)):
            cells = [i for i, each in enumerate(solid.stickers[: solid.cells]) if each.face == face]
            flat = np.array([(*points[cell], 1.0) for cell in cells])
            middles = np.array([np.mean(solid.stickers[cell].corners, axis=0) for cell in cells])
            if cells:
                self.maps[face] = np.linalg.lstsq(flat, middles, rcond=None)[0]

    def point_on_net(self, cell: int, point: Point) -> PickedPoint:
        """Return the point on the solid that corresponds to a point in a cell of the board."""
        x, y, z = np.array((*point, 1.0)) @ self.maps[self.solid.stickers[cell].face]
        return PickedPoint(cell, (float(x), float(y), float(z)))

    def screen_direction(self, spot: PickedPoint, along: Vector) -> Point:
        """Return the direction on the board of a step along the surface of the solid."""
        across = self.maps[self.solid.stickers[spot.sticker].face][:2]
        x, y = np.array(along) @ np.linalg.pinv(across)
        return float(x), float(y)
