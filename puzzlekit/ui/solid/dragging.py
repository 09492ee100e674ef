"""Which turn a drag on a sticker means: that of the row along which it runs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from ...core.board import Point
from ...core.solid import Solid, Turn, Vector, cross, dot, normalize, scale
from .picking import PickedPoint

#: By how much less a drag may run along a row for another to be taken that is nearer.
PICK_DISTANCE = 0.12

#: How well a drag must run along a row at least: the cosine of the angle between them.
MIN_DRAG = 0.4

#: How a step along the surface, from a spot, runs on the screen, in pixels.
VisibleMove = Callable[[PickedPoint, Vector], Point]


#: Turns by name, and which way each goes about the axis.
RestPosition = tuple[tuple[str, int], ...]


class DragAxis(NamedTuple):
    """A turn that carries a spot `along` a row at a distance `reach` from its axis.

    Where no turn holds the layer, `rest` are the turns of all other layers with their signs.
    """

    name: str
    turn: Turn
    along: Vector
    reach: float
    nearness: float
    rest: RestPosition


class Drag(NamedTuple):
    """A turn that follows a drag: by `rate` radians a pixel in a direction of the screen."""

    name: str
    turn: Turn
    direction: Point
    rate: float
    rest: RestPosition

    def angle(self, dx: float, dy: float) -> float:
        """Return by how much it has turned, the way its name says being above 0."""
        return (dx * self.direction[0] + dy * self.direction[1]) * self.rate


def turns_at(solid: Solid, sticker: int) -> dict[str, Turn]:
    """Return the turns that hold a sticker, of those of a line the narrowest and shortest."""
    layers = solid.stickers[sticker].layers
    found: dict[int, tuple[str, Turn]] = {}
    for name, turn in solid.turns.items():
        if turn.low <= layers[turn.line] <= turn.high:
            before = found.get(turn.line)
            if before is None or _size(turn) < _size(before[1]):
                found[turn.line] = name, turn
    return dict(found.values())


def _size(turn: Turn) -> tuple[int, int]:
    return turn.high - turn.low, abs(turn.steps)


def rest_positions(solid: Solid, sticker: int) -> list[tuple[Turn, RestPosition]]:
    """Return layers of a sticker that no turn holds, with turns of all others on their line."""
    held = {turn.line for turn in turns_at(solid, sticker).values()}
    normal = solid.faces[solid.stickers[sticker].face].normal
    found = []
    for number, line in enumerate(solid.lines):
        layer = solid.stickers[sticker].layers[number]
        across = _is_face(solid, line.axis) and abs(dot(normal, line.axis)) < 1e-6
        if number not in held and (across or len(line.planes) == 1):
            rest = _rest(solid, number, layer)
            if rest and len({abs(turn.steps) for turn in rest.values()}) == 1:
                signs = tuple((name, 1 if turn.steps > 0 else -1) for name, turn in rest.items())
                steps = abs(next(iter(rest.values())).steps)
                found.append((Turn(number, layer, layer, steps), signs))
    return found


def _rest(solid: Solid, line: int, layer: int) -> dict[str, Turn]:
    """Return turns that together hold all layers of a line but one, or none."""
    found: dict[str, Turn] = {}
    free = 0
    while free <= len(solid.lines[line].planes):
        if free == layer:
            free += 1
            continue
        fits = {
            name: turn
            for name, turn in solid.turns.items()
            if turn.line == line and turn.low == free and not turn.low <= layer <= turn.high
        }
        if not fits:
            return {}
        name = min(fits, key=lambda name: (fits[name].high, abs(fits[name].steps)))
        found[name] = fits[name]
        free = fits[name].high + 1
    return found


def is_half_turn(solid: Solid, sticker: int, turn: Turn) -> bool:
    """Return whether a turn only spins the face of a sticker."""
    normal = solid.faces[solid.stickers[sticker].face].normal
    return abs(dot(normal, solid.lines[turn.line].axis)) > 1 - 1e-6


def rows(solid: Solid, spot: PickedPoint) -> list[DragAxis]:
    """Return the rows along which a spot can be turned, or all else the other way."""
    normal = solid.faces[solid.stickers[spot.sticker].face].normal
    found = []
    turns: list[tuple[str, Turn, RestPosition]] = [
        *((name, turn, ()) for name, turn in turns_at(solid, spot.sticker).items()),
        *(("", turn, rest) for turn, rest in rest_positions(solid, spot.sticker)),
    ]
    for name, turn, rest in turns:
        axis = solid.lines[turn.line].axis
        if is_half_turn(solid, spot.sticker, turn):
            continue
        along = normalize(cross(normal, axis))
        speed = dot(cross(axis, spot.point), along) * math.copysign(1, turn.steps)
        if abs(speed) > 1e-6:
            along = scale(along, math.copysign(1, speed))
            near = nearness(solid, turn, spot.point)
            found.append(DragAxis(name, turn, along, abs(speed), near, rest))
    return found


def nearness(solid: Solid, turn: Turn, point: Vector) -> float:
    """Return how near the end of an axis at which a turn is made lies to a point."""
    return dot(_end(solid, turn), point)


def _end(solid: Solid, turn: Turn) -> Vector:
    """Return the direction to the side of a solid that a turn moves; none for what lies between."""
    axis, planes, _ = solid.lines[turn.line]
    side = turn.low + turn.high - len(planes)
    return scale(axis, (side > 0) - (side < 0))


def drag_to(
    solid: Solid, spot: PickedPoint, sight: VisibleMove, dx: float, dy: float
) -> Drag | None:
    """Return the turn that a drag from a spot means, if any row of it can be turned."""
    length = math.hypot(dx, dy)
    seen = []
    for row in rows(solid, spot):
        x, y = sight(spot, row.along)
        size = math.hypot(x, y)
        if size > 1e-9:
            seen.append(((x * dx + y * dy) / (size * length), row, (x / size, y / size), size))
    best = max((abs(cos) for cos, *_ in seen), default=0.0)
    if best < MIN_DRAG:
        return None
    rivals = [each for each in seen if abs(each[0]) >= best - PICK_DISTANCE]
    if any(_through_face(solid, row.turn) for _, row, _, _ in rivals):
        rivals = [each for each in rivals if abs(each[0]) == best]
    _, row, direction, size = max(rivals, key=lambda each: each[1].nearness)
    return Drag(row.name, row.turn, direction, 1 / (size * row.reach), row.rest)


def _through_face(solid: Solid, turn: Turn) -> bool:
    return _is_face(solid, _end(solid, turn))


def _is_face(solid: Solid, end: Vector) -> bool:
    return any(dot(face.normal, end) > 1 - 1e-6 for face in solid.faces)


def move_clicked(solid: Solid, spot: PickedPoint) -> str | None:
    """Return the turn that a click means: of the sticker's own face, or about the nearest end."""
    turns = turns_at(solid, spot.sticker)
    if any(_through_face(solid, turn) for turn in solid.turns.values()):
        turns = {
            name: each for name, each in turns.items() if is_half_turn(solid, spot.sticker, each)
        }
    return max(turns, key=lambda name: nearness(solid, turns[name], spot.point), default=None)
