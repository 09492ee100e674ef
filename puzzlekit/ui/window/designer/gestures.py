"""Mouse gestures on the sheet, which are previewed until released or cancelled."""

from __future__ import annotations

import math
from collections.abc import Collection
from contextlib import suppress

import pygame

from ....core.board import Point
from ....core.errors import OptionError
from ....core.translation import _, ngettext
from ....design import edits
from ....design.drawing import Drawing
from ....design.grids import snap_to_grid
from ..drawing.canvas import Canvas, Rect
from .painter import Painter
from .viewport import DesignerContext, HitResult

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


def is_snapping_off() -> bool:
    """Return whether Alt is held, which disables snapping."""
    return bool(pygame.key.get_mods() & pygame.KMOD_ALT)


def extends_selection() -> bool:
    """Return whether Shift is held, which extends the selection."""
    return bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)


def is_panning() -> bool:
    """Return whether Space is held, so that a drag scrolls the sheet."""
    return bool(pygame.key.get_pressed()[pygame.K_SPACE])


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
        self.before = self.document.selection if extends_selection() else frozenset()

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
            drawing = self.document.shift(self.cells, (px - x, py - y), is_snapping_off())
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


class DrawEdge(Gesture):
    """A gesture that draws an edge. A click adds a node, or starts an edge if `is_edge` is set."""

    targets_nodes = True

    def __init__(
        self, context: DesignerContext, hit: HitResult, *, one_way: bool, is_edge: bool
    ) -> None:
        super().__init__(context, hit)
        self.one_way, self.is_edge = one_way, is_edge
        self.start: int | Point = hit.point if hit.node is None else hit.node

    @property
    def hint(self) -> str:
        return _("Release over a node or empty space. Esc cancels") if self.is_drag else ""

    def move(self, hit: HitResult) -> None:
        self.last = hit
        shown = None
        if hit.node is not None and hit.node != self.start and self.is_drag:
            with suppress(OptionError):
                shown = self._with_edge(self.document.drawing, hit.node)
        self.show(shown)

    def _with_edge(self, drawing: Drawing, end: int | Point) -> Drawing:
        return self.document.with_edge(
            drawing, self.start, end, one_way=self.one_way, free=is_snapping_off()
        )

    def press(self, hit: HitResult) -> None:
        self._end(hit)

    def release(self, hit: HitResult) -> None:
        self.last = hit
        if self.is_drag or self.start != hit.node:
            self._end(hit)
        elif self.is_edge:
            self.uses_clicks = True
        else:
            self.over = True

    def _end(self, hit: HitResult) -> None:
        end = self.start
        if self.is_drag:
            end = hit.point if hit.node is None else hit.node
        self.document.apply_edit(self._with_edge, end)
        self.done()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        if self.document.preview_drawing is not None or not (self.is_drag or self.uses_clicks):
            return
        pane, nodes, colour = self.first.pane, self.document.drawing.nodes, canvas.theme.accent
        start = nodes[self.start].point if isinstance(self.start, int) else self._place(self.start)
        painter.arrow(pane, (start, self.last.point), colour, backward=not self.one_way, behind=0)
        for end in (self.start, self.last.point):
            if not isinstance(end, int) and (self.last.node is None or end is self.start):
                painter.ring(pane, self._place(end), colour, 0.95, 2)

    def _place(self, point: Point) -> Point:
        return point if is_snapping_off() else snap_to_grid(self.document.grid, point)


class DragLabel(Gesture):
    """A gesture that drags a piece from a node, or from the palette, to a node.

    A click on a node places `new_label` there.
    """

    targets_nodes = True

    def __init__(
        self, context: DesignerContext, hit: HitResult, label: str, new_label: str = ""
    ) -> None:
        super().__init__(context, hit)
        self.label, self.new_label = label, new_label

    def _with_label(self, hit: HitResult) -> Drawing | None:
        drawing, (layer, origin) = self.document.drawing, (hit.pane.layer, self.first.node)
        if hit.node is None:
            return None
        if origin is None:
            return edits.replace_label(drawing, layer, hit.node, self.label)
        if origin == hit.node or self.first.pane.layer != layer:
            return None
        return edits.swap_labels(drawing, layer, origin, hit.node)

    def move(self, hit: HitResult) -> None:
        self.last = hit
        self.show(self._with_label(hit) if self.is_drag else None)

    def follow_outside(self, pixel: tuple[int, int]) -> None:
        """Follow the mouse beyond the edges of the sheet."""
        self.last = self.last._replace(pixel=pixel)
        self.show(None)

    def release(self, hit: HitResult) -> None:
        self.move(hit)
        if self.is_drag:
            self.document.apply(self.document.shown)
        elif hit.node is not None:
            self.document.apply_edit(edits.replace_label, hit.pane.layer, hit.node, self.new_label)
        self.done()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        if not self.is_drag:
            return
        size = max(24, round(1.5 * self.viewport.panes[0].radius))
        drawing = self.document.drawing
        piece = drawing._replace(start=(*drawing.start, self.label)).pieces.get(self.label)
        shown = (
            canvas.piece(piece, size, rounded=True) if piece else painter.hole(size, painter.ground)
        )
        canvas.blit(shown, center=self.last.pixel)


class DrawTurn(Gesture):
    """A gesture that draws a turn: the user clicks the nodes of a closed path."""

    uses_clicks = targets_nodes = True

    def __init__(self, context: DesignerContext, hit: HitResult) -> None:
        super().__init__(context, hit)
        self.path: list[int] = []
        self.steps = 1
        self.press(hit)

    @property
    def hint(self) -> str:
        if len(self.path) < 2:
            return ""
        return ngettext(
            "{nodes} nodes, turned by {steps} step (wheel or digits). "
            "Click the first node or press Enter",
            "{nodes} nodes, turned by {steps} steps (wheel or digits). "
            "Click the first node or press Enter",
            self.steps,
        ).format(nodes=len(self.path), steps=self.steps)

    def press(self, hit: HitResult) -> None:
        if hit.node is None:
            return
        self.last = hit
        if hit.node in self.path:
            if hit.node in (self.path[0], self.path[-1]) and len(self.path) > 1:
                self.confirm()
            return
        self.path.append(hit.node)
        self._show_turn()

    def _show_turn(self) -> None:
        if len(self.path) > 1:
            self.steps = min(self.steps, len(self.path) - 1)
            copies, drawing = self.document.symmetry, self.document.drawing
            self.show(copies.turn(drawing, self.path, self.steps))

    def wheel(self, by: int) -> bool:
        maximum = max(1, len(self.path) - 1)
        self.steps = (self.steps - 1 + (1 if by > 0 else -1)) % maximum + 1
        self._show_turn()
        return True

    def set_steps(self, steps: int) -> None:
        self.steps = max(1, steps)
        self._show_turn()

    def confirm(self) -> None:
        if len(self.path) < 2:
            self.cancel()
            return
        self.document.apply_edit(self.document.symmetry.turn, self.path, self.steps)
        self.done()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        pane, nodes, colour = self.first.pane, self.document.drawing.nodes, canvas.theme.accent
        if len(self.path) == 1:
            start = nodes[self.path[0]].point
            painter.arrow(pane, (start, self.last.point), colour, behind=0)
        for number, cell in enumerate(self.path):
            painter.ring(pane, nodes[cell].point, colour, 1.15, 3)
            painter.count(pane, nodes[cell].point, number + 1)
