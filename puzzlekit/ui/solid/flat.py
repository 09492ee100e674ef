"""A solid as SVG: its stickers as flat polygons, each face with the light that falls on it."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.solid import Solid
from .. import art
from ..theme import Colour
from .scene import BODY, scene
from .shape import Shape
from .view import Eye, eye_for


def polygons(
    solid: Solid, colours: Sequence[Colour | None], side: int, eye: Eye | None = None
) -> list[str]:
    """Return what an eye sees of a solid in a square, the farthest first; None is no colour.

    >>> from puzzlekit import load
    >>> solid = load("cube:2").solid
    >>> len(polygons(solid, [(0, 0, 0)] * 24, 200))  # its body, and 4 stickers on each of 3 faces
    13
    """
    box = (0, 0, side, side)
    eye = eye._replace(box=box) if eye is not None else eye_for(solid, box)
    found = []
    for batch in scene(Shape(solid), eye, [BODY if each is None else each for each in colours]):
        points, starts = batch.points.tolist(), batch.starts.tolist()
        for start, end, paint in zip(starts, starts[1:], batch.paint.tolist(), strict=False):
            if end - start > 2:
                red, green, blue = (min(255, round(each)) for each in paint[:3])
                found.append(art.areas([points[start:end]], (red, green, blue)))
    return found
