"""Solids: faces with stickers, and layers that turn about axes through the centre.

`x` grows to the right, `y` upwards and `z` towards the viewer; each face of the shape is at
distance 1 from the origin. Solids are built by `rules.solids`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

Vector = tuple[float, float, float]


class Face(NamedTuple):
    """A face: its outward unit normal, and its corners, anticlockwise as seen from outside."""

    name: str
    normal: Vector
    corners: tuple[Vector, ...]


class Line(NamedTuple):
    """An axis of turns, with its planes in ascending order: n planes make n + 1 layers.

    Layer 0 lies below the first plane. A turn of 360/turn degrees maps the shape onto itself.
    """

    axis: Vector
    planes: tuple[float, ...]
    turn: int


class Sticker(NamedTuple):
    """A convex cell of a face, with the face's number, its corners and its layer on each line."""

    face: int
    corners: tuple[Vector, ...]
    layers: tuple[int, ...]


class Turn(NamedTuple):
    """A turn of the layers `low` to `high` of a `Line`, anticlockwise about its axis.

    The turn consists of `steps` steps of 360 degrees divided by the line's `turn`; a negative
    number means clockwise.
    """

    line: int
    low: int
    high: int
    steps: int


@dataclass(frozen=True, eq=False, repr=False)
class Solid:
    """A shape cut by planes into stickers and layers. `turns` maps names to turns of its layers.

    `notation` maps other common names to turns of several layers or of the whole solid. The
    `stickers` are in the order of the cells of the board. The last `unmoved_cells` stickers are not
    cells, because no turn moves them.

    >>> from puzzlekit import solid
    >>> cube = solid("cube", faces=[1/3])
    >>> cube
    <Solid: cube, 54 stickers, 6 turns>
    >>> cube.turns["R"]
    Turn(line=2, low=2, high=2, steps=-1)
    """

    shape: str
    faces: tuple[Face, ...]
    lines: tuple[Line, ...]
    stickers: tuple[Sticker, ...]
    turns: dict[str, Turn]
    unmoved_cells: int = 0
    notation: Mapping[str, Turn] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Solid: {self.shape}, {len(self.stickers)} stickers, {len(self.turns)} turns>"

    @property
    def cells(self) -> int:
        """The number of stickers that are cells of the board."""
        return len(self.stickers) - self.unmoved_cells

    def with_turns(
        self, turns: Mapping[str, Turn], notation: Mapping[str, Turn] = MappingProxyType({})
    ) -> Solid:
        """Return the same solid with other turns, such as a subset or turns of several layers.

        >>> from puzzlekit import solid
        >>> cube = solid("cube", faces=[1/3])
        >>> list(cube.with_turns({"M": Turn(2, 1, 1, 1)}).turns)
        ['M']
        """
        return replace(self, turns=dict(turns), notation=dict(notation))

    def moved_stickers(self, turn: Turn) -> list[int]:
        """Return the stickers in the layers that a turn moves."""
        return [
            number
            for number, sticker in enumerate(self.stickers)
            if turn.low <= sticker.layers[turn.line] <= turn.high
        ]


def add(*vectors: Vector) -> Vector:
    """Return the sum of vectors."""
    x, y, z = (math.fsum(parts) for parts in zip(*vectors, strict=True))
    return x, y, z


def scale(vector: Vector, factor: float) -> Vector:
    """Return a vector times a number."""
    return vector[0] * factor, vector[1] * factor, vector[2] * factor


def dot(a: Vector, b: Vector) -> float:
    """Return the dot product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """Return the cross product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def normalize(vector: Vector) -> Vector:
    """Return the vector of length 1 in the same direction."""
    return scale(vector, 1 / math.hypot(*vector))


def centroid(points: tuple[Vector, ...]) -> Vector:
    """Return the mean of the points."""
    return scale(add(*points), 1 / len(points))


def rotate(point: Vector, axis: Vector, angle: float) -> Vector:
    """Return a point rotated anticlockwise about a unit axis by radians (O. Rodrigues, 1840)."""
    cos, sin = math.cos(angle), math.sin(angle)
    along = scale(axis, dot(axis, point) * (1 - cos))
    return add(scale(point, cos), scale(cross(axis, point), sin), along)
