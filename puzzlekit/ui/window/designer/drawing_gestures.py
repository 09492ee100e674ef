"""Gestures that add edges, pieces and turns."""

from __future__ import annotations

import math

from ....core.board import Point
from ....core.errors import OptionError
from ....design import edits
from ....design.drawing import Drawing
from ....design.grids import snap_to_grid
from ..drawing.canvas import Canvas
from .context import DesignerContext
from .gestures import DRAG_THRESHOLD, Gesture, is_free
from .painter import Painter
from .pane import HitResult, Pane
from .viewport import Viewport


class DrawEdge(Gesture):
    """Gesture that draws an edge; a click adds a node, or starts an edge if `stays`."""

    aims = True

    def __init__(
        self, desk: DesignerContext, sheet: Viewport, hit: HitResult, *, one_way: bool, stays: bool
    ) -> None:
        super().__init__(desk, sheet)
        self.first = self.last = hit
        self.one_way, self.stays = one_way, stays
        self.start: int | Point = hit.point if hit.node is None else hit.node

    @property
    def says(self) -> str:
        return "Release over a node or empty space; Esc cancels" if self._far() else ""

    def _far(self) -> bool:
        return math.dist(self.first.pixel, self.last.pixel) > DRAG_THRESHOLD * self.sheet.scale

    def move(self, hit: HitResult) -> None:
        self.last = hit
        if hit.node is None or hit.node == self.start or not self._far():
            self.show(None)
        else:
            self.show(self._with(hit.node))

    def _with(self, end: int | Point) -> Drawing | None:
        try:
            return self.workshop.street(
                self.workshop.drawing, self.start, end, one_way=self.one_way, free=is_free()
            )
        except OptionError:
            return None

    def press(self, hit: HitResult) -> None:
        self._end(hit)

    def release(self, hit: HitResult) -> None:
        self.last = hit
        if self._far() or self.start != hit.node:
            self._end(hit)
        elif self.stays:
            self.by_clicks = True
        else:
            self.over = True

    def _end(self, pos: HitResult) -> None:
        end: int | Point = pos.node if pos.node is not None else pos.point
        if not self._far():
            end = self.start
        self.workshop.preview(
            self.workshop.street, self.start, end, one_way=self.one_way, free=is_free()
        )
        self.done()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        if self.workshop.preview_drawing is not None or not (self._far() or self.by_clicks):
            return
        pane, nodes = self.first.pane, self.workshop.drawing.nodes
        start = nodes[self.start].point if isinstance(self.start, int) else self._place(self.start)
        x, y = self.last.point
        painter.arrow(
            pane, (start, (x, y)), canvas.theme.accent, there=True, back=not self.one_way, behind=0
        )
        for end in (self.start, self.last.point):
            if not isinstance(end, int) and (self.last.node is None or end is self.start):
                painter.ring(pane, self._place(end), canvas.theme.accent, 0.95, 2)

    def _place(self, point: Point) -> Point:
        return point if is_free() else snap_to_grid(self.workshop.grid, point)


class DragLabel(Gesture):
    """Gesture that drags a piece to a node; a click on a node places `lay` there."""

    aims = True

    def __init__(
        self,
        desk: DesignerContext,
        sheet: Viewport,
        pixel: tuple[int, int],
        label: str,
        origin: HitResult | None,
        lay: str,
    ) -> None:
        super().__init__(desk, sheet)
        self.label, self.origin, self.lay = label, origin, lay
        self.first = self.pixel = pixel

    def has_moved(self) -> bool:
        return math.dist(self.first, self.pixel) > DRAG_THRESHOLD * self.sheet.scale

    def _with(self, pos: HitResult) -> Drawing | None:
        drawing, cell, layer = self.workshop.drawing, pos.node, pos.pane.layer
        if cell is None:
            return None
        if self.origin is None:
            return edits.replaced(drawing, layer, cell, self.label)
        if self.origin.node in (None, cell) or self.origin.pane.layer != layer:
            return None
        return edits.exchanged(drawing, layer, self.origin.node, cell)

    def move(self, hit: HitResult) -> None:
        self.pixel = hit.pixel
        self.show(self._with(hit) if self.has_moved() else None)

    def away(self, pixel: tuple[int, int]) -> None:
        """Follow the mouse outside the sheet."""
        self.pixel = pixel
        self.show(None)

    def release(self, hit: HitResult) -> None:
        self.move(hit)
        if self.workshop.preview_drawing is not None:
            self.workshop.apply(self.workshop.preview_drawing)
        elif not self.has_moved() and hit.node is not None:
            self.workshop.preview(edits.replaced, hit.pane.layer, hit.node, self.lay)
        self.done()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        if not self.has_moved():
            return
        size = max(24, round(1.5 * self.sheet.panes[0].radius))
        piece = self.workshop.drawing.pieces.get(self.label)
        if piece is None and self.label:
            drawing = self.workshop.drawing
            piece = drawing._replace(start=(*drawing.start, self.label)).pieces.get(self.label)
        shown = (
            canvas.piece(piece, size, rounded=True) if piece else painter.hole(size, painter.ground)
        )
        canvas.surface.blit(shown, shown.get_rect(center=self.pixel))


class DrawTurn(Gesture):
    """Gesture that draws a turn by clicks on the nodes of a closed path."""

    by_clicks = aims = True

    def __init__(self, desk: DesignerContext, sheet: Viewport, hit: HitResult) -> None:
        super().__init__(desk, sheet)
        self.path: list[int] = []
        self.steps = 1
        self.pane: Pane = hit.pane
        self.last = hit
        self.press(hit)

    @property
    def says(self) -> str:
        steps = "1 step" if self.steps == 1 else f"{self.steps} steps"
        return f"{len(self.path)} nodes, {steps} (wheel or digits). The first node or Enter ends it"

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
            copies, drawing = self.workshop.copies, self.workshop.drawing
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
            self.drop()
            return
        self.workshop.preview(self.workshop.copies.turn, self.path, self.steps)
        self.done()

    def draw(self, painter: Painter, canvas: Canvas) -> None:
        pane, nodes = self.pane, self.workshop.drawing.nodes
        if len(self.path) == 1:
            start = nodes[self.path[0]].point
            painter.arrow(
                pane,
                (start, self.last.point),
                canvas.theme.accent,
                there=True,
                back=False,
                behind=0,
            )
        for number, cell in enumerate(self.path):
            painter.ring(pane, nodes[cell].point, canvas.theme.accent, 1.15, 3)
            painter.count(pane, nodes[cell].point, number + 1)
