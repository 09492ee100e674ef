"""Scrolling and zooming of an unbounded board with the mouse and the keyboard."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from ..drawing.board_view import BoardView
from ..drawing.canvas import Rect
from ..drawing.widgets import ARROWS

Pixel = tuple[int, int]


class PanZoom:
    """Scrolling and zooming of a plane. A click on empty space calls `miss` with the pixel."""

    def __init__(
        self, view: BoardView, is_target: Callable[[Pixel], bool], miss: Callable[[Pixel], object]
    ) -> None:
        self.view, self.is_target, self.miss = view, is_target, miss
        self.last_pixel: Pixel | None = None
        self.dragged = False

    def mouse(self, event: pygame.event.Event) -> bool:
        """Scroll by dragging empty space, and zoom with Ctrl and the wheel."""
        camera = self.view.camera
        if camera is None:
            return False
        if event.type == pygame.MOUSEWHEEL and pygame.key.get_mods() & (
            pygame.KMOD_CTRL | pygame.KMOD_META
        ):
            camera.zoom(1.15**event.y, pygame.mouse.get_pos())
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 2):
            inside = Rect(self.view.box).collidepoint(event.pos)
            if not inside or (event.button == 1 and self.is_target(event.pos)):
                return False
            self.last_pixel, self.dragged = event.pos, False
            return True
        elif event.type == pygame.MOUSEMOTION and self.last_pixel is not None:
            dx, dy = event.pos[0] - self.last_pixel[0], event.pos[1] - self.last_pixel[1]
            if not self.dragged and math.hypot(dx, dy) < self.view.canvas.px(5):
                return True
            self.last_pixel, self.dragged = event.pos, True
            camera.scroll(dx, dy)
        elif event.type == pygame.MOUSEBUTTONUP and self.last_pixel is not None:
            self.last_pixel = None
            if not self.dragged:
                self.miss(event.pos)
            return True
        else:
            return False
        self.view.moved()
        return True

    def key(self, key: int) -> bool:
        camera = self.view.camera
        if camera is None:
            return False
        step = camera.view.unit
        if key in ARROWS:
            camera.scroll(-ARROWS[key][0] * step, ARROWS[key][1] * step)
        elif key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            camera.zoom(1.25 if key == pygame.K_PAGEUP else 0.8)
        elif key == pygame.K_HOME:
            camera.reset()
        else:
            return False
        self.view.moved()
        return True
