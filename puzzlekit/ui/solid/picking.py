"""Which sticker of a solid is under a pixel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...core.solid import Solid, Vector, added, cross, dot, scaled, unit
from .view import Eye


class Spot(NamedTuple):
    """A point on a sticker."""

    sticker: int
    point: Vector


def pick(solid: Solid, eye: Eye, x: float, y: float) -> Spot | None:
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
    return Spot(max(beside, key=lambda i: _depth(solid.stickers[i].corners, normal, point)), point)


def _depth(corners: Sequence[Vector], normal: Vector, point: Vector) -> float:
    """Return how deep a point lies in a polygon, below 0 outside."""
    sides = zip(corners, [*corners[1:], *corners[:1]], strict=True)
    return min(
        dot(cross(normal, unit(added(b, scaled(a, -1)))), added(point, scaled(a, -1)))
        for a, b in sides
    )
