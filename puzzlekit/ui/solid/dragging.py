"""Which turn a drag on a sticker means: that of the row along which it runs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from ...core.board import Point
from ...core.solid import Solid, Turn, Vector, cross, dot, scaled, unit
from .picking import Spot

#: By how much less a drag may run along a row for another to be taken that is nearer.
NEAR = 0.12

#: How well a drag must run along a row at least: the cosine of the angle between them.
LEAST = 0.4

#: How a step along the surface, from a spot, runs on the screen, in pixels.
Sight = Callable[[Spot, Vector], Point]


class Row(NamedTuple):
    """A turn that carries a spot along a row of the solid.

    `along` is where the spot goes, and `reach` how far it is from the axis, as seen along the row.
    Where all but the spot's layers turn, and the solid back as a whole, it is the `rest`.
    """

    name: str
    turn: Turn
    along: Vector
    reach: float
    nearness: float
    rest: bool


class Drag(NamedTuple):
    """A turn that follows a drag: by `rate` radians a pixel in a direction of the screen."""

    name: str
    turn: Turn
    direction: Point
    rate: float
    rest: bool

    def angle(self, dx: float, dy: float) -> float:
        """Return by how much it has turned, the way its name says being above 0."""
        return (dx * self.direction[0] + dy * self.direction[1]) * self.rate


def turns_at(solid: Solid, sticker: int) -> dict[str, Turn]:
    """Return the turns that hold a sticker, of those of a line the narrowest."""
    layers = solid.stickers[sticker].layers
    found: dict[int, tuple[str, Turn]] = {}
    for name, turn in solid.turns.items():
        if turn.low <= layers[turn.line] <= turn.high:
            before = found.get(turn.line)
            if before is None or turn.high - turn.low < before[1].high - before[1].low:
                found[turn.line] = name, turn
    return dict(found.values())


def turns_of_rest(solid: Solid, sticker: int) -> dict[str, Turn]:
    """Return the turns of the other half, on lines where no turn holds the half of a sticker."""
    held = {turn.line for turn in turns_at(solid, sticker).values()}
    return {
        name: turn
        for name, turn in solid.turns.items()
        if turn.line not in held and len(solid.lines[turn.line].planes) == 1
    }


def is_own(solid: Solid, sticker: int, turn: Turn) -> bool:
    """Tell whether a turn only spins the face of a sticker."""
    normal = solid.faces[solid.stickers[sticker].face].normal
    return abs(dot(normal, solid.lines[turn.line].axis)) > 1 - 1e-6


def rows(solid: Solid, spot: Spot, *, rest: bool = False) -> list[Row]:
    """Return the rows along which a spot can be turned, with `rest` by turning all else as well.

    >>> from puzzlekit import load
    >>> solid = load("cube:3").solid
    >>> [row.name for row in rows(solid, Spot(0, (-0.7, 1.0, -0.7)))]
    ['L', 'B']
    """
    normal = solid.faces[solid.stickers[spot.sticker].face].normal
    found = []
    turns = [(name, turn, False) for name, turn in turns_at(solid, spot.sticker).items()]
    if rest:
        turns += [(*each, True) for each in turns_of_rest(solid, spot.sticker).items()]
    for name, turn, other in turns:
        axis = solid.lines[turn.line].axis
        if is_own(solid, spot.sticker, turn):
            continue
        along = unit(cross(normal, axis))
        speed = dot(cross(axis, spot.point), along) * math.copysign(1, turn.steps)
        if abs(speed) > 1e-6:
            along = scaled(along, math.copysign(1, -speed if other else speed))
            near = nearness(solid, turn, spot.point) * (-1 if other else 1)
            found.append(Row(name, turn, along, abs(speed), near, other))
    return found


def nearness(solid: Solid, turn: Turn, point: Vector) -> float:
    """Return how near the end of an axis at which a turn is made lies to a point."""
    return dot(_end(solid, turn), point)


def _end(solid: Solid, turn: Turn) -> Vector:
    """Return the direction to the side of a solid that a turn moves; none for what lies between."""
    axis, planes, _ = solid.lines[turn.line]
    side = turn.low + turn.high - len(planes)
    return scaled(axis, (side > 0) - (side < 0))


def dragged(
    solid: Solid, spot: Spot, sight: Sight, dx: float, dy: float, *, rest: bool = False
) -> Drag | None:
    """Return the turn that a drag from a spot means, if any row of it can be turned."""
    length = math.hypot(dx, dy)
    seen = []
    for row in rows(solid, spot, rest=rest):
        x, y = sight(spot, row.along)
        size = math.hypot(x, y)
        if size > 1e-9:
            seen.append(((x * dx + y * dy) / (size * length), row, (x / size, y / size), size))
    best = max((abs(cos) for cos, *_ in seen), default=0.0)
    if best < LEAST:
        return None
    rivals = [each for each in seen if abs(each[0]) >= best - NEAR]
    if any(_through_face(solid, row.turn) for _, row, _, _ in rivals):
        rivals = [each for each in rivals if abs(each[0]) == best]
    _, row, direction, size = max(rivals, key=lambda each: each[1].nearness)
    return Drag(row.name, row.turn, direction, 1 / (size * row.reach), row.rest)


def _through_face(solid: Solid, turn: Turn) -> bool:
    end = _end(solid, turn)
    return any(dot(face.normal, end) > 1 - 1e-6 for face in solid.faces)


def clicked(solid: Solid, spot: Spot) -> str | None:
    """Return the turn that a click means: of the sticker's own face, or about the nearest end."""
    turns = turns_at(solid, spot.sticker)
    if any(_through_face(solid, turn) for turn in solid.turns.values()):
        turns = {name: each for name, each in turns.items() if is_own(solid, spot.sticker, each)}
    return max(turns, key=lambda name: nearness(solid, turns[name], spot.point), default=None)
