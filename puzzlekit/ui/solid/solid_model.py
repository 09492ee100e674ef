"""A solid puzzle as seen by a camera: its turns, and the pixels of its stickers and arrows."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ...core.board import Point
from ...core.permutation import moved_points
from ...core.solid import Solid, Turn, Vector, add, centroid, cross, dot, normalize, scale
from ...core.values import Piece
from ...core.words import parse, write
from ...play.last_turn import moved_cells
from ...rules.base import Rules, State
from ...rules.merged_moves import split_turns
from ...rules.solids.rotation_notation import translate
from ...rules.solids.shapes import shape
from ...rules.solids.turning import turn_permutation
from ..screen_layout import Box
from ..theme import Colour
from .dragging import Drag, PickedPoint, ScreenDirection, clicked_turn, find_drag, pick
from .scene import BODY, Batch, SolidShape, Turning, scene
from .view import Camera, camera_for

if TYPE_CHECKING:
    from ...play.controller import GameController
    from ...play.session import Session
    from ...play.variations import GameNode

#: Corners of an arrow, with coordinates along and across the arrow.
ARROW = ((-1, -0.3), (0.5, -0.3), (0.5, -1), (1, 0), (0.5, 1), (0.5, 0.3), (-1, 0.3))

#: Maximum number of stickers of the last move that are outlined.
MAX_OUTLINED = 24

#: Minimum fraction of a turn that must be dragged to complete it.
FLICK = 0.2


class Spin(NamedTuple):
    """A layer turn that is not a move: all other layers turn, and the camera follows.

    `camera` is the camera before the turn. `times` is the number of turns to make after the mouse
    is released.
    """

    permutation: Mapping[int, int]
    turn: Turn
    camera: Camera
    times: int = 0


class SolidModel:
    """A solid puzzle in a box of pixels."""

    def __init__(self, rules: Rules, solid: Solid, box: Box) -> None:
        self.rules, self.solid, self.box = rules, solid, box
        self.shape = SolidShape(solid)
        #: The camera, whose box begins at (0, 0).
        self.camera = camera_for(solid, (0, 0, *box[2:]))
        #: The current turn of a layer that is not a move, if any.
        self.spin: Spin | None = None
        #: The node shown last, and the rotations of the camera by the turns that end at a node.
        self._node: GameNode | None = None
        self._rotations: dict[GameNode, tuple[tuple[Vector, float], ...]] = {}

    # -- turns ------------------------------------------------------------------------------------

    @cached_property
    def _moves(self) -> Mapping[frozenset[tuple[int, int]], str]:
        """The moves by permutation."""
        start = self.rules.start()
        moves = self.rules.legal_moves(start)
        return {frozenset(self.rules.cell_permutation(start, move).items()): move for move in moves}

    @cached_property
    def _turns(self) -> Mapping[frozenset[tuple[int, int]], Turn]:
        turns: dict[frozenset[tuple[int, int]], Turn] = {}
        for name, turn in self.solid.turns.items():
            forward, back = self._turn_permutations(name)
            turns |= {back: turn._replace(steps=-turn.steps), forward: turn}
        return turns

    @cached_property
    def _wide_turns(self) -> Mapping[frozenset[tuple[int, int]], Turn]:
        turns: dict[frozenset[tuple[int, int]], Turn] = {}
        for turn in set(self.solid.notation.values()):
            images = turn_permutation(self.solid, turn)
            moved = {cell: images[cell] for cell in moved_points(images)}
            turns[frozenset(moved.items())] = turn
            back = frozenset((to, cell) for cell, to in moved.items())
            turns.setdefault(back, turn._replace(steps=-turn.steps))
        return turns

    def _turn_permutations(
        self, name: str
    ) -> tuple[frozenset[tuple[int, int]], frozenset[tuple[int, int]]]:
        """Return the permutation of a turn and its inverse."""
        permutation = self.rules.cell_permutation(self.rules.start(), name).items()
        return frozenset(permutation), frozenset((to, cell) for cell, to in permutation)

    def back(self, name: str) -> str | None:
        """Return the move that is the inverse of a turn, or None if there is no such move."""
        return self._moves.get(self._turn_permutations(name)[1])

    def turn_of(self, permutation: Mapping[int, int]) -> Turn | None:
        """Return the turn that causes a permutation, or None if there is no such turn."""
        cells = frozenset(permutation.items())
        return self._turns.get(cells) or (self._wide_turns.get(cells) if cells else None)

    def suggested_turn(self, controller: GameController) -> Turn | None:
        """Return the turn of the hint, if there is one."""
        if not controller.hint:
            return None
        state, moved = controller.session.state, dict[int, int]()
        for move in split_turns(self.rules, controller.hint)[0]:
            moved |= self.rules.cell_permutation(state, move)
        return self.turn_of(moved)

    def outlined_cells(self, controller: GameController) -> Sequence[int]:
        """Return the stickers of the last move if it is shown and they are few."""
        moved = moved_cells(controller.session) if controller.shows_last_move else ()
        return moved if len(moved) <= MAX_OUTLINED else ()

    def turning(self, permutation: Mapping[int, int], share: float) -> Turning | None:
        """Return the turning layers, and their angle after a fraction of a move."""
        spin = self.spin
        turn = (
            spin.turn
            if spin is not None and permutation == spin.permutation
            else self.turn_of(permutation)
        )
        if turn is None or not share:
            return None
        angle = share * turn.steps * 2 * math.pi / self.solid.lines[turn.line].turn
        return Turning(turn.line, turn.low, turn.high, angle)

    # -- the pointer ------------------------------------------------------------------------------

    def pick(self, at: Point) -> PickedPoint | None:
        """Return the point on a sticker at a pixel, or None outside the solid."""
        return pick(self.solid, self.camera, at[0] - self.box[0], at[1] - self.box[1])

    def clicked_move(self, picked: PickedPoint, *, back: bool) -> str | None:
        """Return the move for a click: a turn or, if `back` is true, its inverse if one exists."""
        name = clicked_turn(self.solid, picked)
        return name and ((back and self.back(name)) or name)

    def screen_step(self, hit: PickedPoint, along: Vector) -> Point:
        """Return the screen vector, in pixels, of a unit step along the surface."""
        step = 1e-3
        end = self.camera.pixel(add(hit.point, scale(along, step)))
        start = self.camera.pixel(hit.point)
        return (end[0] - start[0]) / step, (end[1] - start[1]) / step

    def begin_drag(
        self,
        state: State,
        picked: PickedPoint,
        dx: float,
        dy: float,
        sight: ScreenDirection | None = None,
    ) -> LayerDrag | None:
        """Return the drag of a layer by a point of a sticker, or None if no legal turn follows it.

        `sight` returns the screen direction of a step, by default as seen by the camera.
        """
        drag = find_drag(self.solid, picked, sight or self.screen_step, dx, dy)
        if drag is None:
            return None
        layer = LayerDrag(self, drag, state)
        legal = set(self.rules.legal_moves(state))
        return layer if {*layer.moves(1), *layer.moves(-1)} <= legal else None

    def hold(self, layer: LayerDrag, dx: float, dy: float) -> HeldTurn:
        """Return the state of a drag; the camera follows a layer that no move turns."""
        held, turn = layer.hold(dx, dy), layer.drag.turn
        if layer.drag.rest:
            if held.share * held.progress < 0:
                turn = turn._replace(steps=-turn.steps)
            camera = self.camera if self.spin is None else self.spin.camera
            self.spin = Spin(held.permutation, turn, camera)
        return held

    def camera_after(self, spin: Spin, times: int) -> Camera:
        """Return the camera after a layer turn that is not a move has been made some times."""
        line = self.solid.lines[spin.turn.line]
        return spin.camera.after_rotation(
            line.axis, times * spin.turn.steps * 2 * math.pi / line.turn
        )

    def play_drag(self, held: HeldTurn, session: Session, play: Callable[[str], object]) -> None:
        """Play the moves of a drag that ends; the camera has yet to follow a turn without moves."""
        ply = session.ply
        for move in held.moves * held.times:
            play(move)
        if self.spin is not None:
            times = (session.ply - ply) // len(held.moves)  # a lesson may refuse the moves
            self.spin = self.spin._replace(times=times)
            self._remember_turn(session, ply, self.camera_after(self.spin, times))

    def finish_spin(self) -> None:
        """Let the camera follow a layer turn that is not a move, if there is one, to its end."""
        if self.spin is not None:
            self.camera, self.spin = self.camera_after(self.spin, self.spin.times), None

    def play_as_seen(self, text: str, session: Session, play: Callable[[str], object]) -> None:
        """Play a turn whose name refers to the faces as seen now, and follow its rotation."""
        ply, (moves, camera) = session.ply, self.turn_as_seen(text)
        if moves:
            play(moves)
            if session.ply == ply:  # a lesson waits for another move, or an error is shown
                return
        self._remember_turn(session, ply, camera)
        self.camera = camera

    def turn_as_seen(self, text: str) -> tuple[str, Camera]:
        """Return a turn, whose name refers to the faces as seen now, in the names of the solid.

        The camera is the one after the rotation of the whole puzzle that is part of the turn.
        """
        before, camera = self.camera.rotations, self.camera
        word, rotations = parse(text, {*self.solid.turns, *self.solid.notation}), [*before]
        turns = translate(self.solid, word, rotations)
        for axis, angle in rotations[len(before) :]:
            camera = camera.after_rotation(axis, angle)
        return write(turns), camera

    def _remember_turn(self, session: Session, first_ply: int, camera: Camera) -> None:
        """Let undo take back a turn that began at a ply as a whole, with its rotation of the view.

        `camera` is the camera after the turn, which has yet to be set.
        """
        count = session.ply - first_ply
        rotations = camera.rotations[len(self.camera.rotations) :]
        if count > 1 or (count and rotations):
            session.group_moves(first_ply)
            self._node = session.tree.node
            self._rotations[self._node] = rotations

    def follow(self, node: GameNode) -> None:
        """Rotate the camera as turns with a rotation are undone or redone on the way to a node."""
        start, self._node = self._node, node
        if node.macro_start is None:  # it may have been played again without a rotation
            self._rotations.pop(node, None)
        if start is None or not self._rotations:
            return
        before, after = start.path(), node.path()
        kept = {*before} & {*after}
        left = [
            turn for each in before if each not in kept for turn in self._rotations.get(each, ())
        ]
        turns = [(axis, -angle) for axis, angle in reversed(left)]
        turns += [
            turn for each in after if each not in kept for turn in self._rotations.get(each, ())
        ]
        if turns:
            self.finish_spin()
        for axis, angle in turns:
            self.camera = self.camera.after_rotation(axis, angle)

    # -- pictures ---------------------------------------------------------------------------------

    def colours(
        self, pieces: Sequence[Piece | None], palette: Mapping[str, Colour]
    ) -> tuple[Colour, ...]:
        """Return the colour of each sticker: of its piece, or of its face if it is not a cell."""
        names = [*(piece and piece.colour for piece in pieces), *self._fixed_colours]
        return tuple(BODY if name is None else palette[name] for name in names)

    @cached_property
    def _fixed_colours(self) -> list[str | None]:
        """The colours of stickers that are not cells."""
        colours = shape(self.solid.shape).colours
        spare = self.solid.stickers[self.solid.cells :]
        return [colours[self.solid.faces[each.face].name] for each in spare]

    def scene(self, colours: Sequence[Colour], turning: Turning | None = None) -> list[Batch]:
        """Return the visible polygons, farthest first."""
        return scene(self.shape, self.camera, colours, turning)

    def pixel(self, point: Vector) -> Point:
        x, y = self.camera.pixel(point)
        return x + self.box[0], y + self.box[1]

    def is_seen(self, sticker: int) -> bool:
        """Return whether the face of a sticker is visible."""
        normal = self.solid.faces[self.solid.stickers[sticker].face].normal
        return self.camera.height(normal) > 0

    def reveal(self, stickers: Sequence[int]) -> None:
        """Turn the camera to the first sticker if none of them is visible."""
        if not any(map(self.is_seen, stickers)):
            self.camera = self.camera.facing(
                self.solid.faces[self.solid.stickers[stickers[0]].face].normal
            )

    def outline(self, sticker: int) -> list[Point]:
        """Return the outline of a sticker in pixels."""
        return [self.pixel(corner) for corner in self.shape.outlines[sticker]]

    def arrows(self, turn: Turn) -> list[list[Point]]:
        """Return arrows, in pixels, on visible faces along the rows that a turn moves."""
        arrows = []
        for face, normal in enumerate(each.normal for each in self.solid.faces):
            row = [
                self.solid.stickers[each].corners
                for each in self.solid.moved_stickers(turn)
                if self.solid.stickers[each].face == face and self.is_seen(each)
            ]
            axis = self.solid.lines[turn.line].axis
            if not row or abs(dot(normal, axis)) > 1 - 1e-6:
                continue
            points = tuple(corner for corners in row for corner in corners)
            centre = centroid(points)
            along = normalize(cross(normal, axis))
            along = scale(along, math.copysign(1, dot(cross(axis, centre), along) * turn.steps))
            reach = 0.7 * max(dot(add(point, scale(centre, -1)), along) for point in points)
            across = cross(along, normal)
            heights = [dot(point, across) for point in points]
            across = scale(across, 0.2 * (max(heights) - min(heights)))
            arrows.append(
                [
                    self.pixel(add(centre, scale(along, reach * x), scale(across, y)))
                    for x, y in ARROW
                ]
            )
        return arrows


class HeldTurn(NamedTuple):
    """The state of a drag: its length in turns, and the permutation and progress to show.

    `progress` is negative only if the permutation is its own inverse.
    """

    share: float
    permutation: Mapping[int, int]
    progress: float
    moves: list[str]

    @property
    def times(self) -> int:
        """The number of times to play the moves if the drag ends here."""
        return max(math.floor(abs(self.share) + 0.5), int(abs(self.share) >= FLICK))


class LayerDrag:
    """A drag that turns a layer, or all others if no move turns that layer."""

    def __init__(self, model: SolidModel, drag: Drag, state: State) -> None:
        self.model, self.drag, self.state = model, drag, state

    def moves(self, direction: float) -> list[str]:
        """Return the moves: a turn, or the inverses of the turns of all other layers."""
        back = self.model.back
        turns = self.drag.rest or ((self.drag.name, -1),)
        return [name if sign * direction < 0 else back(name) or "" for name, sign in turns]

    def hold(self, dx: float, dy: float) -> HeldTurn:
        """Return the state of the drag at an offset in pixels from its start."""
        drag, rules = self.drag, self.model.rules
        line = self.model.solid.lines[drag.turn.line]
        full_angle = abs(drag.turn.steps) * 2 * math.pi / line.turn
        maximum = max(1, math.floor(math.pi / full_angle + 0.01))
        share = max(-maximum, min(maximum, drag.angle(dx, dy) / full_angle))
        moves = self.moves(share)
        permutation: dict[int, int] = {}
        for move in moves:
            permutation |= rules.cell_permutation(self.state, move)
        progress = share if moves == self.moves(-share) else abs(share)
        return HeldTurn(share, permutation, progress, moves)
