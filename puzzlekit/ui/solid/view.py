"""From where a solid is seen: an eye that goes round it, and the pixels that it sees."""

from __future__ import annotations

import math
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...core.solid import Solid, Vector
from ..layout import Box

Array = npt.NDArray[np.float64]

#: How far away the eye is, in radii of the sphere round the solid.
DISTANCE = 3.8

#: How much of its box that sphere fills.
FILL = 0.95

#: From where one looks at first: radians round the upright axis, and down on it.
YAW, PITCH = -0.6, 0.49

#: Other angles, if more faces are seen well: the eye's height above a face by its distance.
YAWS, WELL = (YAW, -0.9, -1.0), 0.15

#: Steps by which the eye goes half round when it looks for a face.
TURNS = 12

#: How far down or up one may look, and how near or far the eye may go.
STEEPEST, FARTHEST, NEAREST = 1.5, 0.5, 4.0


class Camera(NamedTuple):
    """An eye: it goes round an upright axis by `yaw` and over the top by `pitch`.

    `radius` is that of the sphere round the solid, and `box` where it fits at zoom 1.
    """

    radius: float
    box: Box
    yaw: float = YAW
    pitch: float = PITCH
    zoom: float = 1.0
    #: How the solid lay at first: the rows of a matrix.
    base: tuple[Vector, Vector, Vector] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

    @property
    def distance(self) -> float:
        """How far the eye is from the middle of the solid."""
        return DISTANCE * self.radius

    @property
    def focus(self) -> float:
        """How many pixels something is long that is as long as it is far away."""
        half = FILL * min(self.box[2:]) / 2 * self.zoom
        return half * math.sqrt(DISTANCE**2 - 1)

    @property
    def rotation(self) -> Array:
        """How the solid lies before the eye, which looks down the third axis."""
        cos, sin = math.cos(self.yaw), math.sin(self.yaw)
        low, high = math.cos(self.pitch), math.sin(self.pitch)
        round_it: Array = np.array(
            [[cos, 0.0, sin], [high * sin, low, -high * cos], [-low * sin, high, low * cos]]
        )
        whole: Array = round_it @ np.array(self.base)
        return whole

    @property
    def place(self) -> Array:
        """Where the eye is, as seen from the solid."""
        ahead: Array = self.rotation[2]
        return ahead * self.distance

    def project(self, points: Array) -> Array:
        """Return the pixels of points that lie before the eye."""
        left, top, wide, high = self.box
        size = self.focus / (self.distance - points[:, 2])
        middle = left + wide / 2, top + high / 2
        return np.stack([middle[0] + points[:, 0] * size, middle[1] - points[:, 1] * size], 1)

    def pixel(self, point: Vector) -> tuple[float, float]:
        x, y = self.project((self.rotation @ np.array(point))[None])[0]
        return float(x), float(y)

    def ray(self, x: float, y: float) -> Array:
        """Return the direction from the eye through a pixel, as seen from the solid."""
        left, top, wide, high = self.box
        ahead = np.array([x - left - wide / 2, top + high / 2 - y, -self.focus])
        return ahead @ self.rotation

    def moved(self, dx: float, dy: float) -> Camera:
        """Return the eye after the solid has been pulled by so many pixels."""
        half = min(self.box[2:]) / 2
        return self.turned(dx / half, dy / half)

    def turned(self, yaw: float, pitch: float) -> Camera:
        """Return the eye after it has gone on round the solid."""
        pitch = max(-STEEPEST, min(STEEPEST, self.pitch + pitch))
        return self._replace(yaw=(self.yaw + yaw) % (2 * math.pi), pitch=pitch)

    def spun(self, axis: Vector, angle: float) -> Camera:
        """Return the eye after the solid has turned as a whole."""
        a, b, c = (np.array(self.base) @ rotation_about(axis, angle)).tolist()
        return self._replace(base=(tuple(a), tuple(b), tuple(c)))

    def height(self, normal: Vector) -> float:
        """Return how high the eye is above a face, below 0 where that is hidden."""
        return float(self.place @ np.array(normal)) - 1

    def facing(self, normal: Vector) -> Camera:
        """Return the eye after it has gone round as little as shows a face well."""
        ways = product(range(-TURNS, TURNS + 1), repeat=2)
        nearest = sorted(ways, key=lambda way: (abs(way[0]) + abs(way[1]), way))
        eyes = (self.turned(x * math.pi / TURNS, y * math.pi / TURNS) for x, y in nearest)
        return next(eye for eye in eyes if eye.height(normal) > WELL * eye.distance)

    def zoomed(self, factor: float) -> Camera:
        """Return the eye after it has come nearer by a factor."""
        return self._replace(zoom=max(FARTHEST, min(NEAREST, self.zoom * factor)))


def rotation_about(axis: Vector, angle: float) -> Array:
    """Return the turn about an axis by an angle, anticlockwise."""
    x, y, z = axis
    skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    turn: Array = np.eye(3) + math.sin(angle) * skew + (1 - math.cos(angle)) * skew @ skew
    return turn


def camera_for(solid: Solid, box: Box) -> Camera:
    """Return the eye that sees the whole of a solid in a box, and as many faces as it can."""
    corners = [corner for face in solid.faces for corner in face.corners]
    eye = Camera(max(math.hypot(*corner) for corner in corners), box)

    def seen(yaw: float) -> int:
        there = eye._replace(yaw=yaw)
        return sum(there.height(face.normal) > WELL * eye.distance for face in solid.faces)

    return eye._replace(yaw=max(YAWS, key=seen))
