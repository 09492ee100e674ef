"""Which sticker of a solid is under a pixel."""

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


def pick(solid: Solid, eye: Camera, x: float, y: float) -> PickedPoint | None:
    """Return what is seen at a pixel while nothing turns; gaps count to the sticker beside them."""
    normals = np.array([face.normal for face in solid.faces])
    place, ray = eye.place, eye.ray(x, y)
    toward, depth = normals @ ray, 1 - normals @ place
    front = toward < -1e-12
    if not front.any():
        return None
    # It enters a convex body through the last front it meets, unless it has left it before.
    times = np.where(front, depth / np.where(front, toward, 1.0), -np.inf)
    face = int(times.argmax())
    hit = place + times[face] * ray
    if (normals @ hit > 1 + 1e-6).any():
        return None
    point = float(hit[0]), float(hit[1]), float(hit[2])
    beside = [i for i, sticker in enumerate(solid.stickers) if sticker.face == face]
    if not beside:
        return None
    normal = solid.faces[face].normal
    return PickedPoint(
        max(beside, key=lambda i: _depth(solid.stickers[i].corners, normal, point)), point
    )


def _depth(corners: Sequence[Vector], normal: Vector, point: Vector) -> float:
    """Return how deep a point lies in a polygon, below 0 outside."""
    sides = zip(corners, [*corners[1:], *corners[:1]], strict=True)
    return min(
        dot(cross(normal, normalize(add(b, scale(a, -1)))), add(point, scale(a, -1)))
        for a, b in sides
    )


class Net:
    """The board of a solid, of which each face is a flat copy."""

    def __init__(self, solid: Solid, points: Sequence[Point]) -> None:
        self.solid = solid
        #: For each face how (x, y, 1) on the board leads to space.
        self.maps: dict[int, Array] = {}
        for face in range(len(solid.faces)):
            cells = [i for i, each in enumerate(solid.stickers[: solid.cells]) if each.face == face]
            flat = np.array([(*points[cell], 1.0) for cell in cells])
            middles = np.array([np.mean(solid.stickers[cell].corners, axis=0) for cell in cells])
            if cells:
                self.maps[face] = np.linalg.lstsq(flat, middles, rcond=None)[0]

    def point_on_net(self, cell: int, point: Point) -> PickedPoint:
        """Return where a point of the board that is on a cell lies on the solid."""
        x, y, z = np.array((*point, 1.0)) @ self.maps[self.solid.stickers[cell].face]
        return PickedPoint(cell, (float(x), float(y), float(z)))

    def visible_moves(self, spot: PickedPoint, along: Vector) -> Point:
        """Return how a step along the surface runs on the board."""
        across = self.maps[self.solid.stickers[spot.sticker].face][:2]
        x, y = np.array(along) @ np.linalg.pinv(across)
        return float(x), float(y)
