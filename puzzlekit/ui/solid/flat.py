"""The polygons of a solid, flat and shaded, for SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...core.board import Point
from ...core.solid import Solid
from ..theme import Colour
from .scene import BODY, scene
from .shape import SolidShape
from .view import Camera, camera_for


class Patch(NamedTuple):
    """A polygon in pixels with its sticker, or -1 for the body."""

    corners: Sequence[Point]
    colour: Colour
    sticker: int


def patches(
    solid: Solid, colours: Sequence[Colour | None], side: int, camera: Camera | None = None
) -> list[Patch]:
    """Return the visible polygons of a solid, farthest first; None stands for the body colour."""
    box = (0, 0, side, side)
    camera = camera._replace(box=box) if camera is not None else camera_for(solid, box)
    polygons = []
    for batch in scene(
        SolidShape(solid), camera, [BODY if each is None else each for each in colours]
    ):
        points, starts = batch.points.tolist(), batch.starts.tolist()
        paints = zip(starts, starts[1:], batch.paint.tolist(), batch.stickers, strict=False)
        for start, end, paint, sticker in paints:
            if end - start > 2:
                red, green, blue = (min(255, round(each)) for each in paint[:3])
                polygons.append(Patch(points[start:end], (red, green, blue), sticker))
    return polygons
