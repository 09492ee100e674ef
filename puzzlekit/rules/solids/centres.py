"""Splitting of centre stickers that turns only rotate, so that their orientation shows."""

from __future__ import annotations

import math
from dataclasses import replace

from ...core.solid import Solid, Sticker, centroid, normalize, scale
from .shapes import EPSILON


def with_split_centres(solid: Solid) -> Solid:
    """Return a solid whose stickers on a turning axis are split into one part per side."""
    parts = [part for sticker in solid.stickers for part in _parts(solid, sticker)]
    return replace(solid, stickers=tuple(parts))


def _parts(solid: Solid, sticker: Sticker) -> list[Sticker]:
    centre, corners = centroid(sticker.corners), sticker.corners
    for axis, _, turn in solid.lines:
        ends = (axis, scale(axis, -1))
        if len(corners) == turn and any(
            math.dist(normalize(centre), end) < EPSILON for end in ends
        ):
            sides = zip(corners, (*corners[1:], corners[0]), strict=True)
            return [sticker._replace(corners=(centre, *side)) for side in sides]
    return [sticker]
