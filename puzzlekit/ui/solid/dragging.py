"""Picking points on stickers, and turning layers with clicks and drags."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...core.board import Point
from ...core.solid import Solid, Turn, Vector, add, cross, dot, normalize, scale
from .view import Camera


class PickedPoint(NamedTuple):
    """A point on a sticker."""

    sticker: int
    point: Vector


def pick(solid: Solid, camera: Camera, x: float, y: float) -> PickedPoint | None:
    """Return the point at a pixel of a solid at rest. Gaps belong to the nearest sticker."""
    place, ray = camera.position, camera.ray(x, y)
    # A ray enters a convex body through the last front face, unless it has already left the body.
    time, face = max(
        (
            ((1 - dot(each.normal, place)) / slope, number)
            for number, each in enumerate(solid.faces)
            if (slope := dot(each.normal, ray)) < -1e-12
        ),
        default=(0.0, -1),
    )
    if face < 0:
        return None
    point = add(place, scale(ray, time))
    if any(dot(each.normal, point) > 1 + 1e-6 for each in solid.faces):
        return None
    stickers = [i for i, sticker in enumerate(solid.stickers) if sticker.face == face]
    if not stickers:
        return None
    normal = solid.faces[face].normal
    return PickedPoint(
        max(stickers, key=lambda i: _depth_inside(solid.stickers[i].corners, normal, point)), point
    )


def _depth_inside(corners: Sequence[Vector], normal: Vector, point: Vector) -> float:
    """Return the depth of a point inside a polygon, which is negative outside."""
    sides = zip(corners, [*corners[1:], *corners[:1]], strict=True)
    return min(
        dot(cross(normal, normalize(add(b, scale(a, -1)))), add(point, scale(a, -1)))
        for a, b in sides
    )


#: Rows with a cosine within this distance of the best are candidates; the nearest one is used.
COSINE_TOLERANCE = 0.12

#: Minimum cosine of the angle between a drag and a row.
MIN_COSINE = 0.4

#: A function that returns the screen direction, in pixels, of a step along the surface.
ScreenDirection = Callable[[PickedPoint, Vector], Point]


#: Names of turns, with their signs (directions) around the axis.
OtherTurns = tuple[tuple[str, int], ...]


class DragAxis(NamedTuple):
    """A turn that moves a point `along` a row at distance `reach` from the turn's axis.

    If no turn moves the layer, `rest` has the turns of all other layers, with their signs.
    """

    name: str
    turn: Turn
    along: Vector
    reach: float
    nearness: float
    rest: OtherTurns


class Drag(NamedTuple):
    """A turn that follows a drag at `rate` radians per pixel in a screen direction."""

    name: str
    turn: Turn
    direction: Point
    rate: float
    rest: OtherTurns

    def angle(self, dx: float, dy: float) -> float:
        """Return the angle for a drag, positive in the direction of the turn."""
        return (dx * self.direction[0] + dy * self.direction[1]) * self.rate


def turns_at(solid: Solid, sticker: int) -> dict[str, Turn]:
    """Return the narrowest and shortest turn around each axis that moves a sticker."""
    layers = solid.stickers[sticker].layers
    best_by_line: dict[int, tuple[str, Turn]] = {}
    for name, turn in solid.turns.items():
        if turn.low <= layers[turn.line] <= turn.high:
            best = best_by_line.get(turn.line)
            if best is None or _turn_size(turn) < _turn_size(best[1]):
                best_by_line[turn.line] = name, turn
    return dict(best_by_line.values())


def _turn_size(turn: Turn) -> tuple[int, int]:
    return turn.high - turn.low, abs(turn.steps)


def layers_without_turn(solid: Solid, sticker: int) -> list[tuple[Turn, OtherTurns]]:
    """Return a sticker's layers that no turn moves, each with the turns of all other layers."""
    held = {turn.line for turn in turns_at(solid, sticker).values()}
    normal = solid.faces[solid.stickers[sticker].face].normal
    unheld = []
    for number, line in enumerate(solid.lines):
        layer = solid.stickers[sticker].layers[number]
        across = _is_face_normal(solid, line.axis) and abs(dot(normal, line.axis)) < 1e-6
        if number not in held and (across or len(line.planes) == 1):
            rest = _turns_of_other_layers(solid, number, layer)
            if rest and len({abs(turn.steps) for turn in rest.values()}) == 1:
                signs = tuple((name, 1 if turn.steps > 0 else -1) for name, turn in rest.items())
                steps = abs(next(iter(rest.values())).steps)
                unheld.append((Turn(number, layer, layer, steps), signs))
    return unheld


def _turns_of_other_layers(solid: Solid, line: int, layer: int) -> dict[str, Turn]:
    """Return turns that together move all layers of an axis but one, or {} if there are none."""
    chosen: dict[str, Turn] = {}
    next_layer = 0
    while next_layer <= len(solid.lines[line].planes):
        if next_layer == layer:
            next_layer += 1
            continue
        candidates = {
            name: turn
            for name, turn in solid.turns.items()
            if turn.line == line and turn.low == next_layer and not turn.low <= layer <= turn.high
        }
        if not candidates:
            return {}
        name = min(
            candidates, key=lambda name: (candidates[name].high, abs(candidates[name].steps))
        )
        chosen[name] = candidates[name]
        next_layer = candidates[name].high + 1
    return chosen


def spins_face(solid: Solid, sticker: int, turn: Turn) -> bool:
    """Return whether a turn only rotates the sticker's own face."""
    normal = solid.faces[solid.stickers[sticker].face].normal
    return abs(dot(normal, solid.lines[turn.line].axis)) > 1 - 1e-6


def drag_axes(solid: Solid, picked: PickedPoint) -> list[DragAxis]:
    """Return the rows along which a turn, or turns of all other layers, can move a point."""
    normal = solid.faces[solid.stickers[picked.sticker].face].normal
    axes = []
    turns: list[tuple[str, Turn, OtherTurns]] = [
        *((name, turn, ()) for name, turn in turns_at(solid, picked.sticker).items()),
        *(("", turn, rest) for turn, rest in layers_without_turn(solid, picked.sticker)),
    ]
    for name, turn, rest in turns:
        axis = solid.lines[turn.line].axis
        if spins_face(solid, picked.sticker, turn):
            continue
        along = normalize(cross(normal, axis))
        speed = dot(cross(axis, picked.point), along) * math.copysign(1, turn.steps)
        if abs(speed) > 1e-6:
            along = scale(along, math.copysign(1, speed))
            closeness = nearness(solid, turn, picked.point)
            axes.append(DragAxis(name, turn, along, abs(speed), closeness, rest))
    return axes


def nearness(solid: Solid, turn: Turn, point: Vector) -> float:
    """Return how close a point is to the end of the axis at which a turn is made."""
    return dot(_axis_end(solid, turn), point)


def _axis_end(solid: Solid, turn: Turn) -> Vector:
    """Return the direction of the end of the axis that a turn moves, or zero for an inner layer."""
    axis, planes, _ = solid.lines[turn.line]
    side = turn.low + turn.high - len(planes)
    return scale(axis, (side > 0) - (side < 0))


def find_drag(
    solid: Solid, picked: PickedPoint, sight: ScreenDirection, dx: float, dy: float
) -> Drag | None:
    """Return the turn for a drag that starts at a point, or None if no row has its direction."""
    length = math.hypot(dx, dy)
    candidates = []
    for row in drag_axes(solid, picked):
        x, y = sight(picked, row.along)
        size = math.hypot(x, y)
        if size > 1e-9:
            candidates.append(
                ((x * dx + y * dy) / (size * length), row, (x / size, y / size), size)
            )
    best = max((abs(cos) for cos, *_ in candidates), default=0.0)
    if best < MIN_COSINE:
        return None
    rivals = [each for each in candidates if abs(each[0]) >= best - COSINE_TOLERANCE]
    if any(_is_face_turn(solid, row.turn) for _, row, _, _ in rivals):
        rivals = [each for each in rivals if abs(each[0]) == best]
    _, row, direction, size = max(rivals, key=lambda each: each[1].nearness)
    return Drag(row.name, row.turn, direction, 1 / (size * row.reach), row.rest)


def _is_face_turn(solid: Solid, turn: Turn) -> bool:
    return _is_face_normal(solid, _axis_end(solid, turn))


def _is_face_normal(solid: Solid, end: Vector) -> bool:
    return any(dot(face.normal, end) > 1 - 1e-6 for face in solid.faces)


def clicked_turn(solid: Solid, picked: PickedPoint) -> str | None:
    """Return the turn for a click: of the sticker's face, or about the nearest end of an axis."""
    turns = turns_at(solid, picked.sticker)
    if any(_is_face_turn(solid, turn) for turn in solid.turns.values()):
        turns = {
            name: each for name, each in turns.items() if spins_face(solid, picked.sticker, each)
        }
    return max(turns, key=lambda name: nearness(solid, turns[name], picked.point), default=None)
