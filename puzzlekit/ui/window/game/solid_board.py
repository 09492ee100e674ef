"""The board of a solid puzzle: the solid and its net, with mouse and keyboard control."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import pygame

from ....core.board import Point
from ....core.solid import Solid, Vector, centroid
from ....core.translation import _
from ....play.controller import GameController
from ...screen_layout import Box, inset_box
from ...solid.dragging import PickedPoint
from ...solid.solid_model import HeldTurn, LayerDrag
from ...solid.view import camera_for
from ..drawing.board_view import BoardView
from ..drawing.canvas import Canvas, Rect
from ..drawing.solid_view import SolidView
from ..drawing.widgets import ARROWS, Button

#: Rotation in radians and zoom factor per key press.
STEP, NEARER = 0.26, 1.15


HELP = _("Drag a sticker to turn its layer · drag outside to rotate the view · wheel to zoom")

#: Aspect ratio (width divided by height) of a small net.
NET = 1.3

Pixel = tuple[int, int]

#: Distance in unscaled pixels from which a press becomes a drag.
DRAG_THRESHOLD = 8


class Press(NamedTuple):
    """A press of a mouse button, with the pixel, view and sticker at which it occurred."""

    at: Pixel
    button: int
    net: bool
    picked: PickedPoint | None


class SolidBoard:
    """A solid and its net, one of which is large: layout, drawing, highlights and keys."""

    def __init__(
        self,
        controller: GameController,
        solid: Solid,
        net: BoardView,
        play: Callable[[str], object],
        press: Callable[[Pixel, int], object],
    ) -> None:
        self.controller, self.net = controller, net
        self.view = SolidView(controller.rules, solid, net.canvas, net.box, net.timeline)
        #: `is_net_large` means that the net is large. `inset` is the box of the small view.
        self.is_net_large = False
        self.inset: Rect | None = None
        self.area = net.box
        self.place(net.canvas, net.box)
        self.mouse_control = SolidMouse(self, play, press)

    def place(self, canvas: Canvas, box: Box) -> None:
        self.area = box
        small = inset_box(box, canvas.scale, 1.0 if self.is_net_large else NET)
        self.inset = Rect(small) if small else None
        pad = canvas.px(10)
        inner = self.inset.inflate(-2 * pad, -2 * pad) if self.inset else Rect(box)
        boxes: list[Box] = [box, (inner.left, inner.top, inner.width, inner.height)]
        if self.is_net_large:
            boxes.reverse()
        self.view.place(canvas, boxes[0])
        self.net.place(canvas, boxes[1])

    def shows(self, net: bool) -> bool:
        return net == self.is_net_large or self.inset is not None

    def is_over(self, at: tuple[int, int], *, net: bool) -> bool:
        if self.inset is not None and self.inset.collidepoint(at):
            return net != self.is_net_large
        return net == self.is_net_large and Rect(self.area).collidepoint(at)

    def swap_views(self) -> None:
        self.is_net_large = not self.is_net_large
        self.place(self.net.canvas, self.area)

    def button(self, canvas: Canvas, act: Callable[[], object]) -> Button:
        side = canvas.px(30)
        box = Rect(self.area[0], self.area[1] + self.area[3] - side, side, side)
        if self.inset is not None:
            box.topright = self.inset.topright
        tip = _("Show the solid (F6)") if self.is_net_large else _("Show the net (F6)")
        return Button("exchange", "", act, tip, icon="exchange", box=box)

    def draw(
        self,
        marks: Callable[[], object],
        cursor: Iterable[int],
        guarded: Callable[[], AbstractContextManager[None]],
    ) -> None:
        """Draw the large view, then the small view; `marks` draws the highlights of the net."""
        for net in (self.is_net_large, not self.is_net_large):
            if not self.shows(net):
                continue
            if net != self.is_net_large and self.inset is not None:
                theme = self.net.canvas.theme
                self.net.canvas.panel(self.inset, theme.background, theme.line, 10)
            if net:
                self.net.draw()
                if self.net.timeline.still():
                    marks()
            else:
                self.view.draw()
                self._draw_help()
                with guarded():
                    self._mark_solid(cursor)

    def _draw_help(self) -> None:
        canvas, (left, top, width, height) = self.view.canvas, self.area
        free = width - (self.inset.width if self.inset else canvas.px(40))
        if not self.is_net_large and canvas.text_width(HELP, 13) < free - canvas.px(20):
            at = left + width - free / 2, top + height
            canvas.text(HELP, at, 13, canvas.theme.muted_text, anchor="midbottom")

    def _mark_solid(self, cursor: Iterable[int]) -> None:
        view, theme = self.view, self.view.canvas.theme
        if not view.timeline.still():
            return
        view.write(view.timeline.pieces)
        view.draw_outlines(view.outlined_cells(self.controller), theme.accent, 2)
        if self.mouse_control.hovered is not None:
            view.draw_outlines([self.mouse_control.hovered], theme.accent, 2.5)
        view.draw_outlines(cursor, theme.focus, 3)
        if (turn := view.suggested_turn(self.controller)) is not None:
            view.draw_arrows(turn, theme.success)

    def key(self, key: int) -> bool:
        """Rotate, zoom or reset the view with Ctrl and a key."""
        camera = self.view.camera
        if key in ARROWS:
            x, y = ARROWS[key]
            self.view.camera = camera.turned(-STEP * x, STEP * y)
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.view.camera = camera.zoomed(NEARER if key == pygame.K_PAGEUP else 1 / NEARER)
        elif key == pygame.K_HOME:
            self.view.camera = camera_for(self.view.solid, camera.box)
        else:
            return False
        return True


#: Relative precision of the maps, for faces whose cells are all on a line.
PRECISION = 1e-6


class Net:
    """The net of a solid: a board on which each face is laid out flat."""

    def __init__(self, solid: Solid, points: Sequence[Point]) -> None:
        from numpy.linalg import lstsq, pinv  # late: only solids need them

        self.solid = solid
        #: Linear maps from (x, y, 1) on the board to space, and of steps in space to steps on the
        #: board, by face.
        self.maps: dict[int, tuple[Any, Any]] = {}
        for face in range(len(solid.faces)):
            cells = [i for i, each in enumerate(solid.stickers[: solid.cells]) if each.face == face]
            if cells:
                flat = [(*points[cell], 1.0) for cell in cells]
                middles = [centroid(solid.stickers[cell].corners) for cell in cells]
                fitted = lstsq(flat, middles, rcond=PRECISION)[0]
                self.maps[face] = fitted, pinv(fitted[:2], rcond=PRECISION)

    def point_on_net(self, cell: int, point: Point) -> PickedPoint:
        """Return the point on the solid that corresponds to a point in a cell on the board."""
        to_space = self.maps[self.solid.stickers[cell].face][0]
        x, y, z = map(float, (*point, 1.0) @ to_space)
        return PickedPoint(cell, (x, y, z))

    def screen_direction(self, spot: PickedPoint, along: Vector) -> Point:
        """Return the direction on the board of a step along the surface of the solid."""
        to_board = self.maps[self.solid.stickers[spot.sticker].face][1]
        x, y = map(float, along @ to_board)
        return x, y


class SolidMouse:
    """Mouse control. `play` makes a move, and `press` handles a click on the net."""

    def __init__(
        self,
        board: SolidBoard,
        play: Callable[[str], object],
        press: Callable[[Pixel, int], object],
    ) -> None:
        self.controller, self.board, self.play, self.press = board.controller, board, play, press
        self.solid = board.view.solid
        self.net = Net(self.solid, board.net.board.points)
        self.hovered: int | None = None
        self.pressed: Press | None = None
        self.moved = False
        #: Last mouse pixel during a rotation of the view.
        self.last_pixel: Pixel | None = None
        self.drag: LayerDrag | None = None

    def mouse(self, event: pygame.event.Event, *, may_play: bool) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            return self._zoom(event.y)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 2, 3):
            return self._down(event.pos, event.button)
        if event.type == pygame.MOUSEMOTION:
            return self._move(event.pos, may_play)
        if event.type == pygame.MOUSEBUTTONUP and self.pressed is not None:
            if event.button == self.pressed.button:
                self._up(event.pos, may_play)
            return True
        return False

    def _zoom(self, by: int) -> bool:
        if not self.board.is_over(pygame.mouse.get_pos(), net=False):
            return False
        self.board.view.camera = self.board.view.camera.zoomed(1.1**by)
        return True

    def _pick(self, at: Pixel, *, net: bool) -> PickedPoint | None:
        if not net:
            return self.board.view.pick(at)
        flat = self.board.net
        cell = flat.cell_at(flat.view.point(*at))
        return None if cell is None else self.net.point_on_net(cell, flat.view.point(*at))

    def _down(self, at: Pixel, button: int) -> bool:
        for net in (True, False):
            if self.board.is_over(at, net=net):
                self.pressed = Press(at, button, net, self._pick(at, net=net))
                return True
        return False

    def _move(self, at: Pixel, may_play: bool) -> bool:
        if self.pressed is None:
            over = self.board.is_over(at, net=False)
            pos = self._pick(at, net=False) if over and may_play else None
            self.hovered = pos.sticker if pos is not None else None
            return over
        dx, dy = at[0] - self.pressed.at[0], at[1] - self.pressed.at[1]
        if not self.moved:
            if math.hypot(dx, dy) < self.board.view.canvas.px(DRAG_THRESHOLD):
                return True
            self.moved = True
            self._begin_drag(dx, dy, may_play)
        if self.drag is not None:
            self._hold(self.drag, dx, dy)
        elif self.last_pixel is not None:
            view = self.board.view
            view.camera = view.camera.moved(at[0] - self.last_pixel[0], at[1] - self.last_pixel[1])
            self.last_pixel = at
        return True

    def _begin_drag(self, dx: int, dy: int, may_play: bool) -> None:
        assert self.pressed is not None
        _, button, net, pos = self.pressed
        self.hovered = None
        timeline = self.board.net.timeline
        if timeline.queue:
            timeline.show(timeline.last)  # finish animations before the drag
        if pos is not None and button == 1 and may_play:
            state = self.controller.session.state
            sight = self._net_direction if net else None
            self.drag = self.board.view.begin_drag(state, pos, dx, dy, sight)
            if self.drag is not None:
                return
        if not net:
            self.last_pixel = self.pressed.at

    def _net_direction(
        self, pos: PickedPoint, along: tuple[float, float, float]
    ) -> tuple[float, float]:
        (x, y), unit = self.net.screen_direction(pos, along), self.board.net.view.unit
        return x * unit, -y * unit

    def _hold(self, layer: LayerDrag, dx: float, dy: float) -> HeldTurn:
        """Show the current state of a drag, and return it."""
        held = self.board.view.hold(layer, dx, dy)
        self.board.net.timeline.drag(held.permutation, held.progress)
        return held

    def _up(self, at: Pixel, may_play: bool) -> None:
        pressed, drag, moved = self.pressed, self.drag, self.moved
        assert pressed is not None
        self.pressed = self.drag = self.last_pixel = None
        self.moved = False
        if drag is not None:
            held = self._hold(drag, at[0] - pressed.at[0], at[1] - pressed.at[1])
            timeline = self.board.net.timeline
            timeline.end_drag(held.times, len(held.moves))
            self.board.view.play_drag(held, self.controller.session, self.play)
            timeline.end_drag(0)  # animate back a drag that cannot be played
        elif not moved and may_play and pressed.button in (1, 3):
            self._click(pressed)

    def _click(self, pressed: Press) -> None:
        if pressed.net:
            self.press(pressed.at, pressed.button)
        elif pressed.picked is not None:
            back = pressed.button == 3 or bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
            move = self.board.view.clicked_move(pressed.picked, back=back)
            if move:
                self.play(move)
