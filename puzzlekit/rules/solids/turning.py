"""Turns of the layers of a solid: their names and their permutations of the stickers."""

from __future__ import annotations

import math
from bisect import bisect_left

from ...core.errors import OptionError
from ...core.permutation import Images, closure
from ...core.solid import (
    Face,
    Line,
    Solid,
    Turn,
    Vector,
    add,
    centroid,
    cross,
    dot,
    normalize,
    rotate,
    scale,
)
from .cutting import Side
from .shapes import EPSILON

#: Maximum distance between the centroids of a turned sticker and of the sticker that it replaces.
MAX_DEVIATION = 2 * EPSILON

#: The number of rotations of a dodecahedron.
MAX_ROTATIONS = 60


def named_turns(sides: list[Side], lines: tuple[Line, ...]) -> dict[str, Turn]:
    """Return the turns of single layers, clockwise as seen from the nearer side.

    `R` turns the outermost layer at a side, `2R` the next one. If the opposite side has a name,
    each side has half of the layers, and a layer in the middle has no turn. Otherwise only the
    layer that contains the centre has none.
    """
    turns = []
    for side in sides:
        planes = [side.sign * plane for plane in lines[side.line].planes][:: side.sign]
        centre = len(planes) - sum(plane < -EPSILON for plane in planes)
        has_opposite = any(each.line == side.line and each.sign != side.sign for each in sides)
        for depth in range((len(planes) + 1) // 2 if has_opposite else len(planes) + 1):
            layer = len(planes) - depth if side.sign > 0 else depth
            name = f"{depth + 1}{side.name}" if depth else side.name
            if has_opposite or depth != centre:
                turns.append((depth, name, Turn(side.line, layer, layer, -side.sign)))
    return {name: turn for _, name, turn in sorted(turns, key=lambda each: each[0])}


def check_turn(solid: Solid, turn: Turn) -> None:
    """Raise `OptionError` for a turn of layers that do not exist."""
    lines = solid.lines
    if turn.line not in range(len(lines)) or not (
        0 <= turn.low <= turn.high <= len(lines[turn.line].planes)
    ):
        raise OptionError(f"{turn} names layers that do not exist in {solid}.")


def turn_permutation(solid: Solid, turn: Turn) -> Images:
    """Return a turn's permutation of the stickers; raise `OptionError` for unknown layers."""
    check_turn(solid, turn)
    line = solid.lines[turn.line]
    angle = turn.steps * math.tau / line.turn
    moved = solid.moved_stickers(turn)
    points = sorted((centroid(solid.stickers[number].corners), number) for number in moved)
    images = list(range(len(solid.stickers)))
    for point, number in points:
        images[number] = _nearest(points, rotate(point, line.axis, angle))
    return tuple(images)


def rotations(solid: Solid) -> list[Images]:
    """Return the permutations of the stickers made by rotations of the solid, the identity first.

    >>> from puzzlekit import solid
    >>> len(rotations(solid("cube", vertices=[0])))
    24
    """
    first = _frame(solid.faces[0], solid.faces[0].corners[0])
    points = [centroid(sticker.corners) for sticker in solid.stickers]
    numbered = sorted((point, number) for number, point in enumerate(points))
    found = []
    for face in solid.faces:
        for corner in face.corners:
            frame = _frame(face, corner)
            turned = (
                add(*(scale(to, dot(axis, point)) for axis, to in zip(first, frame, strict=True)))
                for point in points
            )
            found.append(tuple([_nearest(numbered, point) for point in turned]))
    return found


def _frame(face: Face, corner: Vector) -> tuple[Vector, Vector, Vector]:
    """Return three orthogonal unit vectors, the first two towards a face and one of its corners."""
    normal = face.normal
    side = normalize(add(corner, scale(normal, -dot(normal, corner))))
    return normal, side, cross(normal, side)


def rotations_about_axes(solid: Solid) -> list[Images]:
    """Return the permutations of the stickers made by rotations about the axes of the turns.

    They are also correct if the stickers of each orbit are in an order that suits the turns only.

    >>> from puzzlekit import solid
    >>> len(rotations_about_axes(solid("cube", vertices=[0])))
    12
    """
    whole = [
        turn_permutation(solid, Turn(number, 0, len(line.planes), 1))
        for number, line in enumerate(solid.lines)
    ]
    return closure(whole, MAX_ROTATIONS)


def click_stickers(solid: Solid, turn: Turn) -> list[int]:
    """Return the stickers that a turn moves on the face nearest to its side.

    If several faces are equally near, the first face is used. A turn without stickers there has a
    button.
    """
    axis, planes, _ = solid.lines[turn.line]
    side = turn.low + turn.high - len(planes) or -turn.steps
    facing = [round(dot(face.normal, scale(axis, side)), 6) for face in solid.faces]
    face = facing.index(max(facing))
    return [number for number in solid.moved_stickers(turn) if solid.stickers[number].face == face]


def _nearest(points: list[tuple[Vector, int]], target: Vector) -> int:
    """Return the number of the point within `MAX_DEVIATION` of a position."""
    at = bisect_left(points, target[0] - MAX_DEVIATION, key=lambda each: each[0][0])
    for point, number in points[at:]:
        if math.dist(point, target) < MAX_DEVIATION:
            return number
    raise OptionError("Some cuts nearly meet; change a depth a little.")
