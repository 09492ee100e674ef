"""The visible polygons of a solid in painting order (painter's algorithm).

A turn cuts the solid into convex slabs between parallel planes. Slabs below the camera are drawn
from bottom to top, then slabs above the camera from top to bottom, and finally the slab at the
height of the camera. This order is always correct, so no depth test is needed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ...core.board import Point
from ...core.solid import Line, Vector, dot
from ..cells import hull
from ..theme import Colour, mix
from .shape import Slab, SolidShape
from .view import (
    IDENTITY,
    Camera,
    Rotation,
    multiply,
    rotation_about,
    transform,
    transposed,
)

#: Direction of the lamp, fixed relative to the camera: above and to the left.
LAMP = (-0.38, 0.62, 0.69)

#: Colours of the body, of the interior where the body is cut open, and of pieces in the cut.
BODY, CUT, PIECE = (11, 12, 15), (24, 26, 31), (43, 46, 53)


class Turning(NamedTuple):
    """The layers from `low` to `high` on a line, turned counterclockwise by an angle."""

    line: int
    low: int
    high: int
    angle: float


class Patch(NamedTuple):
    """A flat polygon in pixels, with its colour and the number of its sticker (or -1)."""

    corners: Sequence[Point]
    colour: Colour
    sticker: int


class Batch(NamedTuple):
    """The patches of a slab in painting order; `turns` means that the slab is turning."""

    patches: list[Patch]
    turns: bool


def scene(
    shape: SolidShape, camera: Camera, colours: Sequence[Colour], turning: Turning | None = None
) -> list[Batch]:
    """Return the visible polygons of a solid with coloured stickers, farthest first."""
    if turning is None:
        turning = Turning(0, 0, len(shape.solid.lines[0].planes), 0.0)
    line = shape.solid.lines[turning.line]
    view = camera.rotation
    height = dot(camera.position, line.axis)
    batches = []
    for low, high in _painting_order(line, turning, height):
        turns = (low, high) == (turning.low, turning.high)
        turn = rotation_about(line.axis, turning.angle) if turns else IDENTITY
        slab = shape.slab(turning.line, low, high)
        painter = _ScenePainter(shape, camera, multiply(view, turn), colours)
        batches.append(Batch(painter.paint(slab, turning, height), turns))
    return batches


def _painting_order(line: Line, turning: Turning, height: float) -> list[tuple[int, int]]:
    """Return the slabs in painting order, each as its lowest and highest layer."""
    last = len(line.planes)
    slabs = [(0, turning.low - 1), (turning.low, turning.high), (turning.high + 1, last)]
    slabs = [slab for slab in slabs if slab[0] <= slab[1]]
    below = [(a, b) for a, b in slabs if b < last and line.planes[b] <= height]
    above = [(a, b) for a, b in slabs if a > 0 and line.planes[a - 1] > height]
    level = [slab for slab in slabs if slab not in below and slab not in above]
    return [*below, *reversed(above), *level]


class _ScenePainter:
    """A painter that collects the polygons of one slab, rotated by `turn`."""

    def __init__(
        self, shape: SolidShape, camera: Camera, turn: Rotation, colours: Sequence[Colour]
    ) -> None:
        self.shape, self.camera, self.turn, self.colours = shape, camera, turn, colours
        self.patches: list[Patch] = []

    def paint(self, slab: Slab, turning: Turning, height: float) -> list[Patch]:
        body = hull(self.camera.project(slab.corners, self.turn))
        self.patches.append(Patch(body, BODY, -1))
        for end, plane in enumerate(slab.ends):
            if plane is not None:
                cut = self.shape.solid.lines[turning.line].planes[plane]
                if (height < cut) if end == 0 else (height > cut):
                    section = self.shape.section(turning.line, plane)
                    self._add(section.whole, CUT)
                    for cell in section.cells:
                        self._add(cell, PIECE)
        place = transform(transposed(self.turn), (0.0, 0.0, self.camera.distance))
        for number, stickers in slab.faces:
            normal = self.shape.solid.faces[number].normal
            if dot(place, normal) > 1:
                bright = brightness(transform(self.turn, normal))
                for each in stickers:
                    colour = mix((0, 0, 0), self.colours[each], bright)
                    self._add(self.shape.outlines[each], colour, each)
        return self.patches

    def _add(self, corners: Sequence[Vector], colour: Colour, sticker: int = -1) -> None:
        self.patches.append(Patch(self.camera.project(corners, self.turn), colour, sticker))


def brightness(normal: Vector) -> float:
    """Return the brightness of a face, given its normal relative to the camera."""
    half = 0.5 + 0.5 * dot(normal, LAMP)
    return min(1.0, 0.6 + 0.38 * math.pow(half, 1.2) + 0.05 * max(0.0, normal[2]))
