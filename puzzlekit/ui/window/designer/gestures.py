"""Mouse gestures on the sheet, previewed until they are released or cancelled."""

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

#: Unscaled pixels that the mouse may move during a click.
DRAG_THRESHOLD = 5


class Gesture:
    """A gesture; `over` is set when it has ended."""

    #: True if it consists of several clicks and survives the release of the button.
    by_clicks = False

    #: True if it targets the node under the mouse.
    aims = False

    #: True if it continues outside the sheet, as if at its edge.
    holds_on = False

    def __init__(self, desk: DesignerContext, sheet: Viewport) -> None:
        self.desk, self.sheet = desk, sheet
        self.workshop = desk.workshop
        #: The drawing at the start, to whose node numbers the gesture refers.
        self.base = self.workshop.drawing
        self.over = False

    @property
    def says(self) -> str:
        return ""

    def press(self, hit: HitResult) -> None:
        """Handle another click."""

    def move(self, hit: HitResult) -> None:
        """Follow the mouse."""

    def release(self, hit: HitResult) -> None:
        """Handle the release of the button."""

    def wheel(self, by: int) -> bool:
        return False

    def confirm(self) -> None:
        """Complete the gesture."""

    def drop(self) -> None:
        """Cancel the gesture."""
        tried = self.workshop.preview_drawing is not None
        self.workshop.discard()
        self.over = True
        if tried:
            self.desk.changed()

    def done(self) -> None:
        """End the gesture and update the view."""
        self.over = True
        self.desk.changed()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        """Draw the gesture above the drawing."""

    def show(self, tried: Drawing | None) -> None:
        if tried != self.workshop.preview_drawing:
            self.workshop.preview_drawing = tried
            self.desk.changed()


def is_free() -> bool:
    """Return whether Alt is held, which turns snapping off."""
    return bool(pygame.key.get_mods() & pygame.KMOD_ALT)


def is_adding() -> bool:
    """Return whether Shift is held, which extends the selection."""
    return bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)


class Pan(Gesture):
    """Gesture that scrolls the sheet."""

    holds_on = True

    def __init__(self, desk: DesignerContext, sheet: Viewport, hit: HitResult) -> None:
        super().__init__(desk, sheet)
        self.last = hit.pixel

    def move(self, hit: HitResult) -> None:
        x, y = hit.pixel
        self.sheet.pan(x - self.last[0], y - self.last[1])
        self.last = hit.pixel

    def release(self, hit: HitResult) -> None:
        self.over = True


class SelectBox(Gesture):
    """Gesture that selects the nodes in a box; a click clears the selection."""

    holds_on = True

    def __init__(self, desk: DesignerContext, sheet: Viewport, hit: HitResult) -> None:
        super().__init__(desk, sheet)
        self.first, self.last = hit, hit.pixel
        self.before = self.workshop.selection if is_adding() else frozenset()

    def _box(self) -> Rect:
        (ax, ay), (bx, by) = self.first.pixel, self.last
        return Rect(min(ax, bx), min(ay, by), abs(ax - bx), abs(ay - by))

    def move(self, hit: HitResult) -> None:
        self.last = hit.pixel
        box, pane = self._box(), self.first.pane
        inside = {
            cell
            for cell, node in enumerate(self.workshop.drawing.nodes)
            if box.collidepoint(pane.pixel(node.point))
        }
        self.workshop.selection = self.before | inside

    def release(self, hit: HitResult) -> None:
        self.move(hit)
        self.over = True
        self.desk.rebuild()

    def drop(self) -> None:
        self.workshop.selection = self.before
        super().drop()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        canvas.ring(self._box().inflate(2, 2), canvas.theme.accent, 3, 1.5)


class Move(Gesture):
    """Gesture that moves nodes, beyond the drag threshold."""

    holds_on = True

    def __init__(
        self, desk: DesignerContext, sheet: Viewport, hit: HitResult, cells: Collection[int]
    ) -> None:
        super().__init__(desk, sheet)
        self.first, self.cells = hit, cells
        self.begun = False

    def move(self, hit: HitResult) -> None:
        self.begun |= math.dist(hit.pixel, self.first.pixel) > DRAG_THRESHOLD * self.sheet.scale
        if self.begun:
            x, y = self.first.point
            px, py = self.first.pane.view.point(*hit.pixel)
            drawing = self.workshop.shift(self.cells, (px - x, py - y), is_free())
            if drawing is not self.workshop.drawing:  # otherwise the target is occupied
                self.workshop.preview_drawing = drawing

    def release(self, hit: HitResult) -> None:
        self.move(hit)
        if self.workshop.preview_drawing is not None:
            self.workshop.apply(self.workshop.preview_drawing)
        self.done()


class Erase(Gesture):
    """Gesture that erases everything the mouse has passed over, on release."""

    def __init__(self, desk: DesignerContext, sheet: Viewport, hit: HitResult) -> None:
        super().__init__(desk, sheet)
        self.cells: set[int] = set()
        self.streets: set[tuple[int, int]] = set()
        self.turns: set[str] = set()
        self.move(hit)

    def move(self, hit: HitResult) -> None:
        if hit.node is not None:
            self.cells.add(hit.node)
        elif hit.turn:
            self.turns.add(hit.turn)
        elif hit.street is not None:
            self.streets.add(hit.street)

    def release(self, hit: HitResult) -> None:
        self.move(hit)
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
