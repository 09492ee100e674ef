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
    drawn = [BODY if each is None else each for each in colours]
    return [
        Patch([(x, y) for x, y in batch.points[start:end].tolist()], colour, sticker)
        for batch in scene(SolidShape(solid), camera, drawn)
        for start, end, colour, sticker in batch.polygons()
    ]
