"""What a solid floats before: a soft light behind it, and its shadow below."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..theme import Colour, is_dark, mix


def backdrop(wide: int, high: int, ground: Colour) -> npt.NDArray[np.uint8]:
    """Return red, green and blue for each place of a small picture, column by column."""
    x, y = np.mgrid[0:wide, 0:high] + 0.5
    across, down = 2 * x / wide - 1, 2 * y / high - 1
    light = (1 - across**2) * (1 - down**2)  # nothing at the edges, where the window goes on
    half = min(wide, high) / 2
    across, down = (x - wide / 2) / half, (y - high / 2) / half
    shadow = light**0.5 * np.exp(-3 * (across**2 + 6 * (down - 0.74) ** 2))
    dark = is_dark(ground)
    lit = np.array(mix(ground, (96, 116, 136) if dark else (255, 255, 255), 0.26), float)
    picture = ground + (lit - ground) * light[..., None]
    picture *= 1 - (0.7 if dark else 0.28) * shadow[..., None]
    rounded: npt.NDArray[np.uint8] = picture.round().astype(np.uint8)
    return rounded
