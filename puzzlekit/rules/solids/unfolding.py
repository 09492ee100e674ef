"""Nets: the faces of a solid in the plane, each joined to another one by the side they share."""

from __future__ import annotations

import math
from typing import NamedTuple

from ...core.polygons import Point
from ...core.solid import Face, Vector, add, centroid, cross, dot, normalize, scale
from .shapes import FINE, Shape


class Placed(NamedTuple):
    """Where a face lies in the plane: its middle, and what runs right and up there, in space."""

    at: Point
    right: Vector
    up: Vector

    def flat(self, point: Vector) -> Point:
        """Return where a point of the face lies in the plane."""
        return self.at[0] + dot(self.right, point), self.at[1] + dot(self.up, point)


def unfolded(shape: Shape, gap: float = 0.0) -> dict[str, Placed]:
    """Return where the net shows each face, with gaps between them."""
    by_name = {face.name: face for face in shape.faces}
    root = next(face for face in shape.faces if face.name not in shape.net)
    found = {root.name: _upright(root)}
    while len(found) < len(by_name):
        for name, other in shape.net.items():
            if other in found and name not in found:
                found[name] = _beside(found[other], by_name[other], by_name[name], gap)
    return found


def _upright(face: Face) -> Placed:
    """Place a face so that what is up in space is up, or the far side if the face looks up."""
    upwards = (0.0, 1.0, 0.0) if abs(face.normal[1]) < 1 - FINE else (0.0, 0.0, -1.0)
    right = normalize(cross(upwards, face.normal))
    return Placed((0.0, 0.0), right, cross(face.normal, right))


def _beside(placed: Placed, face: Face, other: Face, gap: float) -> Placed:
    """Place another face beside one, at the side that they share."""
    shared = [
        a for a in face.corners if any(math.dist(a, corner) < FINE for corner in other.corners)
    ]
    edge = centroid(tuple(shared))
    x, y = (part - at for part, at in zip(placed.flat(edge), placed.at, strict=True))
    length = math.hypot(x, y)
    x, y, far = x / length, y / length, 2 * length + gap
    back = normalize(add(edge, scale(other.normal, -1)))  # shows towards the first face
    across = cross(other.normal, back)
    return Placed(
        (placed.at[0] + far * x, placed.at[1] + far * y),
        add(scale(back, -x), scale(across, y)),
        add(scale(back, -y), scale(across, -x)),
    )
