"""Mouse gestures on the sheet, which are previewed until released or cancelled."""

from __future__ import annotations

import math
from collections.abc import Collection

import pygame

from ....design.drawing import Drawing
from ..drawing.canvas import Canvas, Rect
from .context import DesignerContext
from .painter import Painter
from .viewport import HitResult

#: Maximum distance, in unscaled pixels, that the mouse may move during a click.
DRAG_THRESHOLD = 5


class Gesture:
    """The base class of gestures; `over` is set when the gesture has ended."""

    #: True if the gesture takes several clicks and continues after the button is released.
    uses_clicks = False

    #: True if the gesture targets the node under the mouse.
    targets_nodes = False

    #: True if the gesture continues outside the sheet as if the mouse were at its edge.
    continues_outside = False

    def __init__(self, context: DesignerContext, hit: HitResult) -> None:
        self.context, self.viewport = context, context.viewport
        self.document = context.document
        #: Where the gesture began, and where the mouse is now.
        self.first = self.last = hit
        #: The drawing at the start, to which the gesture's node numbers refer.
        self.base = self.document.drawing
        self.over = False

    @property
    def is_drag(self) -> bool:
        """True if the mouse is farther from its first position than in a click."""
        distance = math.dist(self.first.pixel, self.last.pixel)
        return distance > DRAG_THRESHOLD * self.viewport.scale

    @property
    def hint(self) -> str:
        return ""

    def press(self, hit: HitResult) -> None:
        """Handle a further click."""

    def move(self, hit: HitResult) -> None:
        """Follow the mouse."""
        self.last = hit

    def release(self, hit: HitResult) -> None:
        """Handle the release of the button."""

    def wheel(self, by: int) -> bool:
        return False

    def confirm(self) -> None:
        """Complete the gesture."""

    def cancel(self) -> None:
        """Cancel the gesture."""
        tried = self.document.preview_drawing is not None
        self.document.preview_drawing = None
        self.over = True
        if tried:
            self.context.changed()

    def done(self) -> None:
        """End the gesture and update the view."""
        self.over = True
        self.context.changed()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        """Draw the gesture on top of the drawing."""

    def show(self, tried: Drawing | None) -> None:
        if tried != self.document.preview_drawing:
            self.document.preview_drawing = tried
            self.context.changed()


def is_free() -> bool:
    """Return whether Alt is held, which disables snapping."""
    return bool(pygame.key.get_mods() & pygame.KMOD_ALT)


def is_adding() -> bool:
    """Return whether Shift is held, which extends the selection."""
    return bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)


class Pan(Gesture):
    """A gesture that scrolls the sheet."""

    continues_outside = True

    def move(self, hit: HitResult) -> None:
        (x, y), (last_x, last_y) = hit.pixel, self.last.pixel
        self.viewport.pan(x - last_x, y - last_y)
        self.last = hit

    def release(self, hit: HitResult) -> None:
        self.over = True


class SelectBox(Gesture):
    """A gesture that selects the nodes in a box. A click clears the selection."""

    continues_outside = True

    def __init__(self, context: DesignerContext, hit: HitResult) -> None:
        super().__init__(context, hit)
        self.before = self.document.selection if is_adding() else frozenset()

    def _box(self) -> Rect:
        (ax, ay), (bx, by) = self.first.pixel, self.last.pixel
        return Rect(min(ax, bx), min(ay, by), abs(ax - bx), abs(ay - by))

    def move(self, hit: HitResult) -> None:
        self.last = hit
        box, pane = self._box(), self.first.pane
        inside = {
            cell
            for cell, node in enumerate(self.document.drawing.nodes)
            if box.collidepoint(pane.pixel(node.point))
        }
        self.document.selection = self.before | inside

    def release(self, hit: HitResult) -> None:
        self.move(hit)
        self.over = True
        self.context.rebuild()

    def cancel(self) -> None:
        self.document.selection = self.before
        super().cancel()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        canvas.ring(self._box().inflate(2, 2), canvas.theme.accent, 3, 1.5)


class Move(Gesture):
    """A gesture that moves nodes, once the mouse has moved farther than in a click."""

    continues_outside = True

    def __init__(self, context: DesignerContext, hit: HitResult, cells: Collection[int]) -> None:
        super().__init__(context, hit)
        self.cells, self.begun = cells, False

    def move(self, hit: HitResult) -> None:
        self.last = hit
        self.begun |= self.is_drag
        if self.begun:
            x, y = self.first.point
            px, py = self.first.pane.view.point(*hit.pixel)
            drawing = self.document.shift(self.cells, (px - x, py - y), is_free())
            if drawing is not self.document.drawing:  # otherwise the target is occupied
                self.document.preview_drawing = drawing

    def release(self, hit: HitResult) -> None:
        self.move(hit)
        self.document.apply(self.document.shown)
        self.done()


class Erase(Gesture):
    """A gesture that erases everything the mouse has passed over when the button is released."""

    def __init__(self, context: DesignerContext, hit: HitResult) -> None:
        super().__init__(context, hit)
        self.cells: set[int] = set()
        self.edges: set[tuple[int, int]] = set()
        self.turns: set[str] = set()
        self.move(hit)

    def move(self, hit: HitResult) -> None:
        if hit.node is not None:
            self.cells.add(hit.node)
        elif hit.turn:
            self.turns.add(hit.turn)
        elif hit.edge is not None:
            self.edges.add(hit.edge)

    def release(self, hit: HitResult) -> None:
        self.move(hit)
        self.document.erase(self.cells, self.edges, self.turns)
        self.done()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        drawing, bad = self.document.drawing, canvas.theme.danger
        for pane in self.viewport.panes:
            for cell in self.cells:
                painter.cross(pane, drawing.nodes[cell].point, bad)
            for a, b in self.edges:
                (ax, ay), (bx, by) = drawing.nodes[a].point, drawing.nodes[b].point
                painter.cross(pane, ((ax + bx) / 2, (ay + by) / 2), bad)
