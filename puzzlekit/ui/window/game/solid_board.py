"""The board of a solid puzzle: the solid and its net."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from ....core.solid import Solid
from ....play.controller import GameController
from ...solid.view import camera_for
from ..drawing.board_view import BoardView
from ..drawing.canvas import Canvas, Rect
from ..drawing.solid_view import SolidView
from ..drawing.widgets import ARROWS, Button
from .solid_mouse import SolidLayout, SolidMouse

#: Rotation in radians and zoom factor per key press.
STEP, NEARER = 0.26, 1.15


HELP = "Drag a sticker to turn its layer · drag outside to rotate the view · wheel to zoom"


class SolidBoard(SolidLayout):
    """A solid with its net: drawing, highlights and keys."""

    def __init__(
        self,
        controller: GameController,
        solid: Solid,
        net: BoardView,
        play: Callable[[str], object],
        press: Callable[[tuple[int, int], int], object],
    ) -> None:
        super().__init__(SolidView(controller.rules, solid, net.canvas, net.box, net.timeline), net)
        self.controller = controller
        self.mouse_control = SolidMouse(controller, self, play, press)

    def button(self, canvas: Canvas, act: Callable[[], object]) -> Button:
        side = canvas.px(30)
        box = Rect(self.area[0], self.area[1] + self.area[3] - side, side, side)
        if self.inset is not None:
            box.topright = self.inset.topright
        tip = "Show the solid (F6)" if self.is_net_large else "Show the net (F6)"
        return Button("exchange", "", act, tip, icon="exchange", box=box)

    def draw(self, marks: Callable[[], object], cursor: Iterable[int]) -> None:
        """Draw the large view, then the small one; `marks` draws the highlights of the net."""
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
                self._draw_solid(cursor)

    def _draw_help(self) -> None:
        canvas, (left, top, width, height) = self.view.canvas, self.area
        free = width - (self.inset.width if self.inset else canvas.px(40))
        if not self.is_net_large and canvas.font(13).size(HELP)[0] < free - canvas.px(20):
            at = left + width - free / 2, top + height
            canvas.text(HELP, at, 13, canvas.theme.muted_text, anchor="midbottom")

    def _draw_solid(self, cursor: Iterable[int]) -> None:
        view, theme = self.view, self.view.canvas.theme
        view.draw()
        self._draw_help()
        if not view.timeline.still():
            return
        view.write(view.timeline.pieces)
        view.outline(self.controller.session.moved_cells(), theme.accent, 2)
        if self.mouse_control.hovered is not None:
            view.outline([self.mouse_control.hovered], theme.accent, 2.5)
        view.outline(cursor, theme.focus, 3)
        if self.controller.hint:
            permutation = self.controller.rules.cell_permutation(
                self.controller.session.state, self.controller.hint[0]
            )
            turn = view.turn_of(permutation)
            if turn is not None:
                view.arrow(turn, theme.success)

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
