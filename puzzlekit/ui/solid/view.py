"""A camera that orbits a solid, and its projection."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from ...core.board import Point
from ...core.solid import Solid, Vector, dot, rotate, scale
from ..screen_layout import Box

#: A rotation matrix, as its rows.
Rotation = tuple[Vector, Vector, Vector]

IDENTITY: Rotation = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

#: Distance of the camera, as a multiple of the radius of the sphere around the solid.
DISTANCE = 3.8

#: Fraction of the box that the sphere fills.
FILL = 0.95

#: Initial yaw (about the upright axis) and pitch (downwards) in radians.
YAW, PITCH = -0.6, 0.49

#: Candidate yaws, and the minimum elevation at which a face counts as clearly visible.
YAWS, MIN_ELEVATION = (YAW, -0.9, -1.0), 0.15

#: Steps per half turn in the search for a view of a face.
TURNS = 12

#: Limits of pitch and zoom.
MAX_PITCH, MIN_ZOOM, MAX_ZOOM = 1.5, 0.5, 4.0


def transposed(matrix: Rotation) -> Rotation:
    """Return the transpose of a matrix."""
    a, b, c = zip(*matrix, strict=True)
    return a, b, c


def transform(matrix: Rotation, vector: Vector) -> Vector:
    """Return a matrix times a vector."""
    a, b, c = matrix
    return dot(a, vector), dot(b, vector), dot(c, vector)


def multiply(left: Rotation, right: Rotation) -> Rotation:
    """Return the product of two matrices."""
    a, b, c = (transform(transposed(right), row) for row in left)
    return a, b, c


def rotation_about(axis: Vector, angle: float) -> Rotation:
    """Return the rotation matrix for an axis and an angle, anticlockwise."""
    a, b, c = (rotate(each, axis, angle) for each in IDENTITY)
    return transposed((a, b, c))


class Camera(NamedTuple):
    """An orbiting camera, at `yaw` about an upright axis and `pitch` above the horizon.

    `radius` is the radius of the sphere around the solid. The sphere fits into `box` at zoom 1.
    """

    radius: float
    box: Box
    yaw: float = YAW
    pitch: float = PITCH
    zoom: float = 1.0
    #: Orientation of the solid, and the rotations that led to it: axes of the solid, and angles.
    base: Rotation = IDENTITY
    rotations: tuple[tuple[Vector, float], ...] = ()

    @property
    def distance(self) -> float:
        """The distance from the camera to the centre of the solid."""
        return DISTANCE * self.radius

    @property
    def focus(self) -> float:
        """The focal length in pixels."""
        half = FILL * min(self.box[2:]) / 2 * self.zoom
        return half * math.sqrt(DISTANCE**2 - 1)

    @property
    def rotation(self) -> Rotation:
        """The rotation of the solid relative to the camera, which looks along the third axis."""
        cos, sin = math.cos(self.yaw), math.sin(self.yaw)
        cos_pitch, sin_pitch = math.cos(self.pitch), math.sin(self.pitch)
        orbit = (
            (cos, 0.0, sin),
            (sin_pitch * sin, cos_pitch, -sin_pitch * cos),
            (-cos_pitch * sin, sin_pitch, cos_pitch * cos),
        )
        return multiply(orbit, self.base)

    @property
    def position(self) -> Vector:
        """The position of the camera relative to the solid."""
        return scale(self.rotation[2], self.distance)

    def project(self, points: Iterable[Vector], rotation: Rotation) -> list[Point]:
        """Return the pixels to which points are projected after a rotation."""
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = rotation
        left, top, width, height = self.box
        middle_x, middle_y = left + width / 2, top + height / 2
        focus, distance = self.focus, self.distance
        return [
            (
                middle_x
                + (ax * x + ay * y + az * z)
                * (size := focus / (distance - cx * x - cy * y - cz * z)),
                middle_y - (bx * x + by * y + bz * z) * size,
            )
            for x, y, z in points
        ]

    def pixel(self, point: Vector) -> Point:
        return self.project([point], self.rotation)[0]

    def ray(self, x: float, y: float) -> Vector:
        """Return the direction from the camera through a pixel, relative to the solid."""
        left, top, width, height = self.box
        ahead = x - left - width / 2, top + height / 2 - y, -self.focus
        return transform(transposed(self.rotation), ahead)

    def moved(self, dx: float, dy: float) -> Camera:
        """Return the camera after a drag by an offset in pixels."""
        half = min(self.box[2:]) / 2
        return self.turned(dx / half, dy / half)

    def turned(self, yaw: float, pitch: float) -> Camera:
        """Return the camera after a move along its orbit."""
        pitch = max(-MAX_PITCH, min(MAX_PITCH, self.pitch + pitch))
        return self._replace(yaw=(self.yaw + yaw) % (2 * math.pi), pitch=pitch)

    def after_rotation(self, axis: Vector, angle: float) -> Camera:
        """Return the camera after the whole solid has been rotated."""
        if not angle:
            return self
        base = multiply(self.base, rotation_about(axis, angle))
        return self._replace(base=base, rotations=(*self.rotations, (axis, angle)))

    def height(self, normal: Vector) -> float:
        """Return the height of the camera above a face, which is negative if the face is hidden."""
        return dot(self.position, normal) - 1

    def facing(self, normal: Vector) -> Camera:
        """Return the camera after the smallest movement that makes a face clearly visible."""
        moves = product(range(-TURNS, TURNS + 1), repeat=2)
        nearest = sorted(moves, key=lambda move: (abs(move[0]) + abs(move[1]), move))
        cameras = (self.turned(x * math.pi / TURNS, y * math.pi / TURNS) for x, y in nearest)
        return next(
            camera for camera in cameras if camera.height(normal) > MIN_ELEVATION * camera.distance
        )

    def zoomed(self, factor: float) -> Camera:
        """Return the camera zoomed by a factor."""
        return self._replace(zoom=max(MIN_ZOOM, min(MAX_ZOOM, self.zoom * factor)))


def camera_for(solid: Solid, box: Box) -> Camera:
    """Return a camera that fits the solid into a box and shows as many faces as possible."""
    corners = [corner for face in solid.faces for corner in face.corners]
    camera = Camera(max(math.hypot(*corner) for corner in corners), box)

    def count_faces(yaw: float) -> int:
        candidate = camera._replace(yaw=yaw)
        return sum(
            candidate.height(face.normal) > MIN_ELEVATION * camera.distance for face in solid.faces
        )

    return camera._replace(yaw=max(YAWS, key=count_faces))
