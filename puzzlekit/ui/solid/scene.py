"""The visible polygons of a solid in painting order (painter's algorithm).

A turn cuts the solid into convex slabs between parallel planes. Slabs below the camera are drawn
from bottom to top, then slabs above the camera from top to bottom, and finally the slab at the
height of the camera. This order is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...core.board import Point
from ...core.solid import Line, Solid
from ..cells import hull
from ..theme import Colour, is_dark, mix
from .shape import Polygons, Slab, SolidShape
from .view import Array, Camera, camera_for, rotation_about

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]

#: Direction of the lamp, fixed relative to the camera: above and to the left.
LAMP = np.array([-0.38, 0.62, 0.69])

#: Colours of the body, of the interior where the body is cut open, and of pieces in the cut.
BODY, CUT, PIECE = (11, 12, 15), (24, 26, 31), (43, 46, 53)


class Turning(NamedTuple):
    """The layers from `low` to `high` on a line, turned counterclockwise by an angle."""

    line: int
    low: int
    high: int
    angle: float


class Batch(NamedTuple):
    """Flat polygons in painting order, with the start, colour and sticker (or -1) of each."""

    points: Floats
    starts: Ints
    colours: list[Colour]
    stickers: list[int]
    turns: bool

    def polygons(self) -> Iterator[tuple[int, int, Colour, int]]:
        """Yield the start, the end, the colour and the sticker of each polygon."""
        starts = self.starts.tolist()
        for start, end, colour, sticker in zip(
            starts, starts[1:], self.colours, self.stickers, strict=False
        ):
            if end - start > 2:
                yield start, end, colour, sticker

    def rings(self, scale: int) -> Iterator[list[list[int]]]:
        """Yield the pixels of all polygons, and of two smaller copies for bevelled edges."""
        for ring in (self.points, self._shrunk(0.96, 0.02), self._shrunk(0.92)):
            yield np.rint(scale * ring).astype(int).tolist()

    def _shrunk(self, share: float, shift: float = 0.0) -> Floats:
        """Return the polygons shrunk towards their centres and shifted by part of their width."""
        counts, first = np.diff(self.starts), self.starts[:-1]
        middle = np.add.reduceat(self.points, first) / counts[:, None]
        width = np.maximum.reduceat(self.points[:, 0], first) - middle[:, 0]
        offset = (1 - share) * middle - shift * width[:, None]
        shrunk: Floats = share * self.points + np.repeat(offset, counts, axis=0)
        return shrunk


def scene(
    shape: SolidShape, camera: Camera, colours: Sequence[Colour], turning: Turning | None = None
) -> list[Batch]:
    """Return the visible polygons of a solid with coloured stickers, farthest first."""
    if turning is None:
        turning = Turning(0, 0, len(shape.solid.lines[0].planes), 0.0)
    line = shape.solid.lines[turning.line]
    view = camera.rotation
    height = float(camera.position @ np.array(line.axis))
    batches = []
    for low, high in _order(line, turning, height):
        turns = (low, high) == (turning.low, turning.high)
        turn = rotation_about(line.axis, turning.angle) if turns else np.eye(3)
        slab = shape.slab(turning.line, low, high)
        batches.append(
            _ScenePainter(shape, camera, view @ turn, colours).paint(slab, turning, height, turns)
        )
    return batches


def patches(
    solid: Solid, colours: Sequence[Colour | None], side: int, camera: Camera | None = None
) -> list[tuple[list[Point], Colour, int]]:
    """Return the corners, colour and sticker of each visible polygon, farthest first.

    The colour None stands for the colour of the body.
    """
    box = (0, 0, side, side)
    camera = camera._replace(box=box) if camera is not None else camera_for(solid, box)
    drawn = [BODY if each is None else each for each in colours]
    return [
        ([(x, y) for x, y in batch.points[start:end].tolist()], colour, sticker)
        for batch in scene(SolidShape(solid), camera, drawn)
        for start, end, colour, sticker in batch.polygons()
    ]


def _order(line: Line, turning: Turning, height: float) -> list[tuple[int, int]]:
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
        self, shape: SolidShape, camera: Camera, turn: Array, colours: Sequence[Colour]
    ) -> None:
        self.shape, self.camera, self.turn, self.colours = shape, camera, turn, colours
        self.parts: list[Floats] = []
        self.counts: list[Ints] = []
        self.painted: list[Colour] = []
        self.stickers: list[int] = []

    def paint(self, slab: Slab, turning: Turning, height: float, turns: bool) -> Batch:
        self._add_body(slab)
        for end, plane in enumerate(slab.ends):
            if plane is not None:
                cut = self.shape.solid.lines[turning.line].planes[plane]
                if (height < cut) if end == 0 else (height > cut):
                    section = self.shape.section(turning.line, plane)
                    self._add_flat(section.whole, CUT)
                    self._add_flat(section.cells, PIECE)
        place = self.turn.T @ (0.0, 0.0, self.camera.distance)
        for number, stickers, outlines in slab.faces:
            normal = np.array(self.shape.solid.faces[number].normal)
            if place @ normal > 1:
                self._add_face(self.turn @ normal, stickers, outlines)
        return Batch(
            np.concatenate(self.parts),
            np.cumsum(np.concatenate([[0], *self.counts]), dtype=np.int32),
            self.painted,
            self.stickers,
            turns,
        )

    def _add_body(self, slab: Slab) -> None:
        pixels = self.camera.project(slab.corners @ self.turn.T)
        outline = hull([(float(x), float(y)) for x, y in pixels])
        self.parts.append(np.array(outline, np.float32))
        self.counts.append(np.array([len(outline)], np.int32))
        self.painted.append(BODY)
        self.stickers.append(-1)

    def _add(self, polygons: Polygons, colours: Sequence[Colour], stickers: Sequence[int]) -> None:
        self.parts.append(self.camera.project(polygons.points @ self.turn.T).astype(np.float32))
        self.counts.append(np.diff(polygons.starts))
        self.painted += colours
        self.stickers += stickers

    def _add_flat(self, polygons: Polygons, colour: Colour) -> None:
        count = len(polygons.starts) - 1
        self._add(polygons, [colour] * count, [-1] * count)

    def _add_face(self, normal: Array, stickers: Sequence[int], outlines: Polygons) -> None:
        bright = shade(normal)
        colours = [mix((0, 0, 0), self.colours[each], bright) for each in stickers]
        self._add(outlines, colours, stickers)


def shade(normal: Array) -> float:
    """Return the brightness of a face, given its normal relative to the camera."""
    half: float = 0.5 + 0.5 * float(normal @ LAMP)
    bright: float = 0.6 + 0.38 * half**1.2 + 0.05 * max(0.0, float(normal[2]))
    return min(1.0, bright)


def backdrop(width: int, height: int, background: Colour) -> npt.NDArray[np.uint8]:
    """Return the colours of a small background picture, column by column."""
    x, y = np.mgrid[0:width, 0:height] + 0.5
    across, down = 2 * x / width - 1, 2 * y / height - 1
    light = (1 - across**2) * (1 - down**2)  # zero at the edges, to match the window
    half = min(width, height) / 2
    across, down = (x - width / 2) / half, (y - height / 2) / half
    shadow = light**0.5 * np.exp(-3 * (across**2 + 6 * (down - 0.74) ** 2))
    dark = is_dark(background)
    lit = np.array(mix(background, (96, 116, 136) if dark else (255, 255, 255), 0.26), float)
    picture = background + (lit - background) * light[..., None]
    picture *= 1 - (0.7 if dark else 0.28) * shadow[..., None]
    rounded: npt.NDArray[np.uint8] = picture.round().astype(np.uint8)
    return rounded
