"""The unfolded solid: where a point and a direction of its board lie in space."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.board import Point
from ...core.solid import Solid, Vector
from .picking import Spot
from .view import Array


class Net:
    """The board of a solid, of which each face is a flat copy."""

    def __init__(self, solid: Solid, points: Sequence[Point]) -> None:
        self.solid = solid
        #: For each face how (x, y, 1) on the board leads to space.
        self.maps: dict[int, Array] = {}
        for face in range(len(solid.faces)):
            cells = [i for i, each in enumerate(solid.stickers[: solid.cells]) if each.face == face]
            flat = np.array([(*points[cell], 1.0) for cell in cells])
            middles = np.array([np.mean(solid.stickers[cell].corners, axis=0) for cell in cells])
            if cells:
                self.maps[face] = np.linalg.lstsq(flat, middles, rcond=None)[0]

    def spot(self, cell: int, point: Point) -> Spot:
        """Return where a point of the board that is on a cell lies on the solid."""
        x, y, z = np.array((*point, 1.0)) @ self.maps[self.solid.stickers[cell].face]
        return Spot(cell, (float(x), float(y), float(z)))

    def sight(self, spot: Spot, along: Vector) -> Point:
        """Return how a step along the surface runs on the board."""
        across = self.maps[self.solid.stickers[spot.sticker].face][:2]
        x, y = np.array(along) @ np.linalg.pinv(across)
        return float(x), float(y)
