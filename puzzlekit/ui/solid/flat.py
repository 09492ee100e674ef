"""A solid as flat polygons, each with the light that falls on its face: what SVG can draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...core.board import Point
from ...core.solid import Solid
from ..theme import Colour
from .scene import BODY, scene
from .shape import Shape
from .view import Camera, camera_for


class Patch(NamedTuple):
    """A polygon in pixels, and of which sticker; the body of the solid is -1."""

    corners: Sequence[Point]
    colour: Colour
    sticker: int


def patches(
    solid: Solid, colours: Sequence[Colour | None], side: int, eye: Camera | None = None
) -> list[Patch]:
    """Return what an eye sees of a solid in a square, the farthest first; None is no colour."""
    box = (0, 0, side, side)
    eye = eye._replace(box=box) if eye is not None else camera_for(solid, box)
    found = []
    for batch in scene(Shape(solid), eye, [BODY if each is None else each for each in colours]):
        points, starts = batch.points.tolist(), batch.starts.tolist()
        paints = zip(starts, starts[1:], batch.paint.tolist(), batch.stickers, strict=False)
        for start, end, paint, sticker in paints:
            if end - start > 2:
                red, green, blue = (min(255, round(each)) for each in paint[:3])
                found.append(Patch(points[start:end], (red, green, blue), sticker))
    return found
