"""Gestures that draw edges, pieces and turns."""

from __future__ import annotations

import math

from ....core.board import Point
from ....core.errors import OptionError
from ....core.translation import _, ngettext
from ....design import edits
from ....design.drawing import Drawing
from ....design.grids import snap_to_grid
from ..drawing.canvas import Canvas
from .context import DesignerContext
from .gestures import DRAG_THRESHOLD, Gesture, is_free
from .painter import Painter
from .viewport import HitResult, Pane


class DrawEdge(Gesture):
    """A gesture that draws an edge. A click adds a node, or starts an edge if `is_edge` is set."""

    targets_nodes = True

    def __init__(
        self,
        context: DesignerContext,
        hit: HitResult,
        *,
        one_way: bool,
        is_edge: bool,
    ) -> None:
        super().__init__(context)
        self.first = self.last = hit
        self.one_way, self.is_edge = one_way, is_edge
        self.start: int | Point = hit.point if hit.node is None else hit.node

    @property
    def hint(self) -> str:
        return _("Release over a node or empty space. Esc cancels") if self._is_drag() else ""

    def _is_drag(self) -> bool:
        return math.dist(self.first.pixel, self.last.pixel) > DRAG_THRESHOLD * self.viewport.scale

    def move(self, hit: HitResult) -> None:
        self.last = hit
        if hit.node is None or hit.node == self.start or not self._is_drag():
            self.show(None)
        else:
            self.show(self._with(hit.node))

    def _with(self, end: int | Point) -> Drawing | None:
        try:
            return self.document.with_edge(
                self.document.drawing, self.start, end, one_way=self.one_way, free=is_free()
            )
        except OptionError:
            return None

    def press(self, hit: HitResult) -> None:
        self._end(hit)

    def release(self, hit: HitResult) -> None:
        self.last = hit
        if self._is_drag() or self.start != hit.node:
            self._end(hit)
        elif self.is_edge:
            self.uses_clicks = True
        else:
            self.over = True

    def _end(self, pos: HitResult) -> None:
        end: int | Point = pos.node if pos.node is not None else pos.point
        if not self._is_drag():
            end = self.start
        self.document.apply_edit(
            self.document.with_edge, self.start, end, one_way=self.one_way, free=is_free()
        )
        self.done()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        if self.document.preview_drawing is not None or not (self._is_drag() or self.uses_clicks):
            return
        pane, nodes = self.first.pane, self.document.drawing.nodes
        start = nodes[self.start].point if isinstance(self.start, int) else self._place(self.start)
        x, y = self.last.point
        painter.arrow(
            pane,
            (start, (x, y)),
            canvas.theme.accent,
            forward=True,
            backward=not self.one_way,
            behind=0,
        )
        for end in (self.start, self.last.point):
            if not isinstance(end, int) and (self.last.node is None or end is self.start):
                painter.ring(pane, self._place(end), canvas.theme.accent, 0.95, 2)

    def _place(self, point: Point) -> Point:
        return point if is_free() else snap_to_grid(self.document.grid, point)


class DragLabel(Gesture):
    """A gesture that drags a piece to a node. A click on a node places `new_label` there."""

    targets_nodes = True

    def __init__(
        self,
        context: DesignerContext,
        pixel: tuple[int, int],
        label: str,
        origin: HitResult | None,
        new_label: str,
    ) -> None:
        super().__init__(context)
        self.label, self.origin, self.new_label = label, origin, new_label
        self.first = self.pixel = pixel

    def has_moved(self) -> bool:
        return math.dist(self.first, self.pixel) > DRAG_THRESHOLD * self.viewport.scale

    def _with(self, pos: HitResult) -> Drawing | None:
        drawing, cell, layer = self.document.drawing, pos.node, pos.pane.layer
        if cell is None:
            return None
        if self.origin is None:
            return edits.replace_label(drawing, layer, cell, self.label)
        if self.origin.node in (None, cell) or self.origin.pane.layer != layer:
            return None
        return edits.swap_labels(drawing, layer, self.origin.node, cell)

    def move(self, hit: HitResult) -> None:
        self.pixel = hit.pixel
        self.show(self._with(hit) if self.has_moved() else None)

    def away(self, pixel: tuple[int, int]) -> None:
        """Follow the mouse beyond the edges of the sheet."""
        self.pixel = pixel
        self.show(None)

    def release(self, hit: HitResult) -> None:
        self.move(hit)
        if self.document.preview_drawing is not None:
            self.document.apply(self.document.preview_drawing)
        elif not self.has_moved() and hit.node is not None:
            self.document.apply_edit(edits.replace_label, hit.pane.layer, hit.node, self.new_label)
        self.done()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        if not self.has_moved():
            return
        size = max(24, round(1.5 * self.viewport.panes[0].radius))
        piece = self.document.drawing.pieces.get(self.label)
        if piece is None and self.label:
            drawing = self.document.drawing
            piece = drawing._replace(start=(*drawing.start, self.label)).pieces.get(self.label)
        shown = (
            canvas.piece(piece, size, rounded=True) if piece else painter.hole(size, painter.ground)
        )
        canvas.surface.blit(shown, shown.get_rect(center=self.pixel))


class DrawTurn(Gesture):
    """A gesture that draws a turn: the user clicks the nodes of a closed path."""

    uses_clicks = targets_nodes = True

    def __init__(self, context: DesignerContext, hit: HitResult) -> None:
        super().__init__(context)
        self.path: list[int] = []
        self.steps = 1
        self.pane: Pane = hit.pane
        self.last = hit
        self.press(hit)

    @property
    def hint(self) -> str:
        return ngettext(
            "{nodes} nodes, {steps} step (wheel or digits). Click the first or press Enter",
            "{nodes} nodes, {steps} steps (wheel or digits). Click the first or press Enter",
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
        self._show()

    def _show(self) -> None:
        if len(self.path) > 1:
            self.steps = min(self.steps, len(self.path) - 1)
            copies, drawing = self.document.symmetry, self.document.drawing
            self.show(copies.turn(drawing, self.path, self.steps))

    def move(self, hit: HitResult) -> None:
        self.last = hit

    def wheel(self, by: int) -> bool:
        maximum = max(1, len(self.path) - 1)
        self.steps = (self.steps - 1 + (1 if by > 0 else -1)) % maximum + 1
        self._show()
        return True

    def digit(self, steps: int) -> None:
        self.steps = max(1, steps)
        self._show()

    def confirm(self) -> None:
        if len(self.path) < 2:
            self.cancel()
            return
        self.document.apply_edit(self.document.symmetry.turn, self.path, self.steps)
        self.done()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        pane, nodes = self.pane, self.document.drawing.nodes
        if len(self.path) == 1:
            start = nodes[self.path[0]].point
            painter.arrow(
                pane,
                (start, self.last.point),
                canvas.theme.accent,
                forward=True,
                backward=False,
                behind=0,
            )
        for number, cell in enumerate(self.path):
            painter.ring(pane, nodes[cell].point, canvas.theme.accent, 1.15, 3)
            painter.count(pane, nodes[cell].point, number + 1)
