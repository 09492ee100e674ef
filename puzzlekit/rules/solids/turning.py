"""Turns of the layers of a solid: their names, and how they permute the stickers."""

from __future__ import annotations

import math
from bisect import bisect_left

from ...core.errors import OptionError
from ...core.permutation import Images
from ...core.solid import Line, Solid, Turn, Vector, centroid, dot, rotate, scale
from .cutting import Side
from .shapes import EPSILON


def named_turns(sides: list[Side], lines: tuple[Line, ...]) -> dict[str, Turn]:
    """Return the turns of single layers, clockwise as seen from the nearer side.

    `R` turns the outermost layer at a side, `2R` the next one. The layer that contains the centre
    has no turn.
    """
    turns = []
    for side in sides:
        planes = lines[side.line].planes
        above = range(len(planes), sum(plane < -EPSILON for plane in planes), -1)
        below = range(sum(plane <= EPSILON for plane in planes))
        for depth, layer in enumerate(above if side.sign > 0 else below, 1):
            name = side.name if depth == 1 else f"{depth}{side.name}"
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
    """Return the permutation of the stickers by a turn; raise `OptionError` for unknown layers."""
    check_turn(solid, turn)
    line = solid.lines[turn.line]
    angle = turn.steps * math.tau / line.turn
    moved = solid.moved_stickers(turn)
    points = sorted((centroid(solid.stickers[number].corners), number) for number in moved)
    images = list(range(len(solid.stickers)))
    for point, number in points:
        images[number] = _nearest(points, rotate(point, line.axis, angle))
    return tuple(images)


def click_cell(solid: Solid, turn: Turn) -> list[int]:
    """Return the stickers that a turn moves on the face nearest to its side.

    If several faces meet there, the first is used. Without stickers, the turn has a button.
    """
    axis, planes, _ = solid.lines[turn.line]
    side = turn.low + turn.high - len(planes) or -turn.steps
    facing = [round(dot(face.normal, scale(axis, side)), 6) for face in solid.faces]
    face = facing.index(max(facing))
    return [number for number in solid.moved_stickers(turn) if solid.stickers[number].face == face]


def _nearest(points: list[tuple[Vector, int]], target: Vector) -> int:
    """Return the number of the point nearest to a position; by symmetry, it is there."""
    at = bisect_left(points, target[0] - EPSILON, key=lambda each: each[0][0])
    while math.dist(points[at][0], target) > EPSILON:
        at += 1
    return points[at][1]
