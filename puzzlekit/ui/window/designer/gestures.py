"""Mouse gestures on the sheet: tried while the button is held, done at release, or dropped."""

from __future__ import annotations

import math
from collections.abc import Collection

import pygame

from ....design import edits
from ....design.drawing import Drawing
from ..drawing.canvas import Canvas, Rect
from .context import DesignerContext
from .painter import Painter
from .pane import HitResult
from .viewport import Viewport

#: How far the mouse goes in a click, in pixels before scaling.
DRAG_THRESHOLD = 5


class Gesture:
    """One gesture; `over` says that it has come to its end."""

    #: Whether it is drawn by clicks, so that it goes on when the button is let go.
    by_clicks = False

    #: Whether the node under the mouse is its aim.
    aims = False

    #: Whether it goes on beside the sheet as at its edge; others have nothing to do there.
    holds_on = False

    def __init__(self, desk: DesignerContext, sheet: Viewport) -> None:
        self.desk, self.sheet = desk, sheet
        self.workshop = desk.workshop
        #: The drawing as it was when it began: it knows the nodes by their numbers there.
        self.base = self.workshop.drawing
        self.over = False

    @property
    def says(self) -> str:
        return ""

    def press(self, spot: HitResult) -> None:
        """Go on with another click."""

    def move(self, spot: HitResult) -> None:
        """Follow the hand."""

    def release(self, spot: HitResult) -> None:
        """Let go."""

    def wheel(self, by: int) -> bool:
        return False

    def confirm(self) -> None:
        """End it as if all were said."""

    def drop(self) -> None:
        """End it as if it had not begun."""
        tried = self.workshop.tried is not None
        self.workshop.discard()
        self.over = True
        if tried:
            self.desk.changed()

    def done(self) -> None:
        """End it, and tell that the drawing has changed."""
        self.over = True
        self.desk.changed()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        """Draw what is seen of it above the drawing."""

    def show(self, tried: Drawing | None) -> None:
        if tried != self.workshop.tried:
            self.workshop.tried = tried
            self.desk.changed()


def is_free() -> bool:
    """Return whether nodes are to lie off the grid now: while Alt is held."""
    return bool(pygame.key.get_mods() & pygame.KMOD_ALT)


def is_adding() -> bool:
    """Return whether what is selected stays selected: while Shift is held."""
    return bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)


class Pan(Gesture):
    """Moving the whole sheet."""

    holds_on = True

    def __init__(self, desk: DesignerContext, sheet: Viewport, spot: HitResult) -> None:
        super().__init__(desk, sheet)
        self.last = spot.pixel

    def move(self, spot: HitResult) -> None:
        x, y = spot.pixel
        self.sheet.pan(x - self.last[0], y - self.last[1])
        self.last = spot.pixel

    def release(self, spot: HitResult) -> None:
        self.over = True


class SelectBox(Gesture):
    """Selecting what lies in a box; a click selects nothing."""

    holds_on = True

    def __init__(self, desk: DesignerContext, sheet: Viewport, spot: HitResult) -> None:
        super().__init__(desk, sheet)
        self.first, self.last = spot, spot.pixel
        self.before = self.workshop.selection if is_adding() else frozenset()

    def _box(self) -> Rect:
        (ax, ay), (bx, by) = self.first.pixel, self.last
        return Rect(min(ax, bx), min(ay, by), abs(ax - bx), abs(ay - by))

    def move(self, spot: HitResult) -> None:
        self.last = spot.pixel
        box, pane = self._box(), self.first.pane
        inside = {
            cell
            for cell, node in enumerate(self.workshop.drawing.nodes)
            if box.collidepoint(pane.pixel(node.point))
        }
        self.workshop.selection = self.before | inside

    def release(self, spot: HitResult) -> None:
        self.move(spot)
        self.over = True
        self.desk.rebuild()

    def drop(self) -> None:
        self.workshop.selection = self.before
        super().drop()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        canvas.ring(self._box().inflate(2, 2), canvas.theme.accent, 3, 1.5)


class Move(Gesture):
    """Moving nodes; it does not begin before the mouse has gone some way."""

    holds_on = True

    def __init__(
        self, desk: DesignerContext, sheet: Viewport, spot: HitResult, cells: Collection[int]
    ) -> None:
        super().__init__(desk, sheet)
        self.first, self.cells = spot, cells
        self.begun = False

    def move(self, spot: HitResult) -> None:
        self.begun |= math.dist(spot.pixel, self.first.pixel) > DRAG_THRESHOLD * self.sheet.scale
        if self.begun:
            x, y = self.first.point
            px, py = self.first.pane.view.point(*spot.pixel)
            drawing = self.workshop.shift(self.cells, (px - x, py - y), is_free())
            if drawing is not self.workshop.drawing:  # else other nodes lie there
                self.workshop.tried = drawing

    def release(self, spot: HitResult) -> None:
        self.move(spot)
        if self.workshop.tried is not None:
            self.workshop.apply(self.workshop.tried)
        self.done()


class Erase(Gesture):
    """Sweeping over what shall go; it goes at once when the hand lets go."""

    def __init__(self, desk: DesignerContext, sheet: Viewport, spot: HitResult) -> None:
        super().__init__(desk, sheet)
        self.cells: set[int] = set()
        self.streets: set[tuple[int, int]] = set()
        self.turns: set[str] = set()
        self.move(spot)

    def move(self, spot: HitResult) -> None:
        if spot.node is not None:
            self.cells.add(spot.node)
        elif spot.turn:
            self.turns.add(spot.turn)
        elif spot.street is not None:
            self.streets.add(spot.street)

    def release(self, spot: HitResult) -> None:
        self.move(spot)
        self.workshop.preview(self._without)
        if self.cells:
            self.workshop.selection = frozenset()
        self.done()

    def _without(self, drawing: Drawing) -> Drawing:
        for street in self.streets:
            drawing = self.workshop.copies.part(drawing, *street)
        for turn in self.turns:
            drawing = edits.turn_changed(drawing, turn, None)
        return self.workshop.copies.remove(drawing, self.cells)

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        drawing, bad = self.workshop.drawing, canvas.theme.danger
        for pane in self.sheet.panes:
            for cell in self.cells:
                painter.cross(pane, drawing.nodes[cell].point, bad)
            for a, b in self.streets:
                (ax, ay), (bx, by) = drawing.nodes[a].point, drawing.nodes[b].point
                painter.cross(pane, ((ax + bx) / 2, (ay + by) / 2), bad)
