"""A camera that orbits a solid, and its projection."""

from __future__ import annotations

import math
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...core.solid import Solid, Vector
from ..layout import Box

Array = npt.NDArray[np.float64]

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


class Camera(NamedTuple):
    """An orbiting camera, at `yaw` about an upright axis and `pitch` above the horizon.

    `radius` is the radius of the sphere around the solid. The sphere fits into `box` at zoom 1.
    """

    radius: float
    box: Box
    yaw: float = YAW
    pitch: float = PITCH
    zoom: float = 1.0
    #: Initial orientation of the solid, as the rows of a rotation matrix.
    base: tuple[Vector, Vector, Vector] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

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
    def rotation(self) -> Array:
        """The rotation of the solid relative to the camera, which looks along the third axis."""
        cos, sin = math.cos(self.yaw), math.sin(self.yaw)
        cos_pitch, sin_pitch = math.cos(self.pitch), math.sin(self.pitch)
        orbit: Array = np.array(
            [
                [cos, 0.0, sin],
                [sin_pitch * sin, cos_pitch, -sin_pitch * cos],
                [-cos_pitch * sin, sin_pitch, cos_pitch * cos],
            ]
        )
        rotation: Array = orbit @ np.array(self.base)
        return rotation

    @property
    def position(self) -> Array:
        """The position of the camera relative to the solid."""
        ahead: Array = self.rotation[2]
        return ahead * self.distance

    def project(self, points: Array) -> Array:
        """Return the pixels to which points (relative to the camera) are projected."""
        left, top, width, height = self.box
        size = self.focus / (self.distance - points[:, 2])
        middle = left + width / 2, top + height / 2
        return np.stack([middle[0] + points[:, 0] * size, middle[1] - points[:, 1] * size], 1)

    def pixel(self, point: Vector) -> tuple[float, float]:
        x, y = self.project((self.rotation @ np.array(point))[None])[0]
        return float(x), float(y)

    def ray(self, x: float, y: float) -> Array:
        """Return the direction from the camera through a pixel, relative to the solid."""
        left, top, width, height = self.box
        ahead = np.array([x - left - width / 2, top + height / 2 - y, -self.focus])
        return ahead @ self.rotation

    def moved(self, dx: float, dy: float) -> Camera:
        """Return the camera after a drag by an offset in pixels."""
        half = min(self.box[2:]) / 2
        return self.turned(dx / half, dy / half)

    def turned(self, yaw: float, pitch: float) -> Camera:
        """Return the camera after a move along its orbit."""
        pitch = max(-MAX_PITCH, min(MAX_PITCH, self.pitch + pitch))
        return self._replace(yaw=(self.yaw + yaw) % (2 * math.pi), pitch=pitch)

    def spun(self, axis: Vector, angle: float) -> Camera:
        """Return the camera after the whole solid has been rotated."""
        a, b, c = (np.array(self.base) @ rotation_about(axis, angle)).tolist()
        return self._replace(base=(tuple(a), tuple(b), tuple(c)))

    def height(self, normal: Vector) -> float:
        """Return the height of the camera above a face, which is negative if the face is hidden."""
        return float(self.position @ np.array(normal)) - 1

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


def rotation_about(axis: Vector, angle: float) -> Array:
    """Return the rotation matrix for an axis and an angle, counterclockwise."""
    x, y, z = axis
    skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    turn: Array = np.eye(3) + math.sin(angle) * skew + (1 - math.cos(angle)) * skew @ skew
    return turn


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
