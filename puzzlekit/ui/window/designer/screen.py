"""The screen of the designer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame

from ....core.errors import PuzzlekitError
from ....core.translation import _
from ....design.drawing import ANY, Drawing
from ....design.grids import snap_to_grid
from ....design.load import as_drawing
from ....design.validation import DesignFault
from ...screen_layout import designer_boxes
from ..drawing.canvas import Canvas, Rect, cut_lines, wrap
from ..screen import Shortcuts, Window
from .bar import LAYERS, Bar
from .dialogs import UNDO_RETURNS
from .gestures import is_snapping_off
from .keyboard import Keyboard
from .mouse import TOOLS, MouseTool
from .painter import Painter, Sketch
from .palette import NodeCard, Palette, PieceChip
from .panel import DesignerPanel
from .viewport import DesignerContext, Pane


class DesignerScreen(DesignerContext):
    """The designer: a toolbar, a sheet with a palette, and a panel with facts."""

    title = _("Design a puzzle")
    is_workplace = True

    def __init__(
        self, window: Window, drawing: Drawing | None = None, faults: Sequence[DesignFault] = ()
    ) -> None:
        super().__init__(window, drawing)
        self.document.remarks = tuple(faults)
        self.palette = Palette(self)
        self.card = NodeCard(self)
        self.mouse_tool = MouseTool(self, self.palette, self.card)
        self.keyboard = Keyboard(self, self.mouse_tool)
        self.bar = Bar(self, self.mouse_tool, self.keyboard)
        self.painter: Painter | None = None
        self.panel = DesignerPanel(self)

    def changed(self) -> None:
        self.mouse_tool.drop_stale_state()
        self.panel.changed()
        self.rebuild()

    def show_error(self, error: object) -> None:
        self.document.message = str(error)
        super().show_error(error)
        self.rebuild()

    def open_dropped(self, path: Path) -> bool:
        try:
            drawing, faults = as_drawing(str(path.absolute()))
        except PuzzlekitError:  # not a puzzle that can be drawn, such as a saved game
            return False
        self.panel.actions.open_drawing(drawing, UNDO_RETURNS, faults)
        return True

    def build(self) -> None:
        boxes = self.boxes = designer_boxes(*self.window.size, self.canvas.scale)
        self.viewport.place(Rect(boxes.viewport), self.canvas.scale)
        if self.palette.open:
            self.card.close()
        self.widgets = [
            *self.card.build(),
            *self.palette.build(Rect(boxes.palette)),
            *self.bar.build(Rect(boxes.bar), Rect(boxes.tools)),
            *self.panel.build(Rect(boxes.panel)),
        ]

    def draw_back(self, canvas: Canvas) -> None:
        self.bar.draw(canvas)
        with canvas.guarded(self.viewport.box):
            self._draw_sheet(canvas)
        self.palette.draw(canvas)
        self.palette.draw_card(canvas, _("Style of {label}").format(label=self.palette.chosen))
        self.card.draw(canvas)
        self.panel.draw(canvas)

    def _draw_sheet(self, canvas: Canvas) -> None:
        if self.painter is None or self.painter.canvas is not canvas:
            self.painter = Painter(canvas)
        viewport, painter = self.viewport, self.painter
        work, tints = self.document, self.tints
        for pane in viewport.panes:
            painter.draw(Sketch(pane, work.shown, tints, work.grid), work.drawing)
            with canvas.clipped(pane.box):
                if work.symmetry.kind != "off":
                    painter.axes(pane, work.symmetry)
                self._draw_marks(painter, canvas, pane)
        if self.mouse_tool.gesture is not None:
            with canvas.clipped(viewport.box):
                self.mouse_tool.gesture.draw(painter, canvas)
        canvas.ring(viewport.box, canvas.theme.line, 4, 1.4)
        self._draw_pane_names(canvas)
        if viewport.inset is not None:
            self._draw_inset(painter, canvas, viewport.inset)
        self._draw_hint(canvas)
        self._draw_callout(canvas)

    def _draw_marks(self, painter: Painter, canvas: Canvas, pane: Pane) -> None:
        theme, mouse = canvas.theme, self.mouse_tool
        nodes, work = self.document.shown.nodes, self.document
        for cell, (start, goal) in enumerate(zip(work.shown.start, work.shown.goal, strict=True)):
            if start != goal and goal != ANY and pane.layer == "start":
                painter.dashed_ring(pane, nodes[cell].point, theme.danger)
        for cell in self.marked:
            if cell < len(nodes):
                painter.ring(pane, nodes[cell].point, theme.danger, 1.3, 3)
        for cell in work.selection:
            if cell < len(nodes):
                painter.ring(pane, nodes[cell].point, theme.accent, 1.16, 3.5)
        hover = mouse.hover
        if hover is not None and hover.edge is not None and mouse.gesture is None:
            route = pane.routes(work.drawing).get(hover.edge)
            if route is not None:
                sketch = Sketch(pane, work.drawing, self.tints)
                painter.edge(sketch, hover.edge, route, theme.accent, strong=True)
        if mouse.cursor is not None:
            painter.ring(pane, mouse.cursor, theme.focus, 1.24, 3)
        elif hover is not None and hover.node is not None and hover.node < len(nodes):
            aimed = mouse.gesture is not None and mouse.gesture.targets_nodes
            colour, thick = (theme.focus, 3.0) if aimed else (theme.text, 1.5)
            painter.ring(pane, nodes[hover.node].point, colour, 1.24, thick)
        elif hover is not None and hover.pane == pane and mouse.would_add:
            place = hover.point if is_snapping_off() else snap_to_grid(work.grid, hover.point)
            painter.ring(pane, place, theme.muted_text, 0.95, 1.5)

    def _draw_pane_names(self, canvas: Canvas) -> None:
        panes = self.viewport.panes
        if len(panes) > 1:
            line = Rect(panes[1].box.left, panes[1].box.top, 1, panes[1].box.height)
            canvas.surface.fill(canvas.theme.line, line)
            for pane in panes:
                at = pane.box.left + canvas.px(14), pane.box.top + canvas.px(8)
                canvas.text(LAYERS[pane.layer][0], at, 14, weight="Bold")

    def _draw_inset(self, painter: Painter, canvas: Canvas, pane: Pane) -> None:
        theme, px, work = canvas.theme, canvas.px, self.document
        painter.draw(Sketch(pane, work.shown, self.tints, small=True), work.drawing)
        canvas.ring(pane.box, theme.line, 6, 1.4)
        at = pane.box.left + px(10), pane.box.top + px(5)
        name = canvas.text(LAYERS[pane.layer][0], at, 13, weight="Semibold")
        text, at = _("click to edit"), (pane.box.right - px(10), pane.box.top + px(7))
        if canvas.text_width(text, 11) < at[0] - name.right - px(8):
            canvas.text(text, at, 11, theme.muted_text, anchor="topright")

    def _draw_hint(self, canvas: Canvas) -> None:
        box, theme = self.viewport.box, canvas.theme
        hint = next(tool.hint for tool in TOOLS if tool.name == self.mouse_tool.tool)
        doing = self.mouse_tool.gesture.hint if self.mouse_tool.gesture is not None else ""
        text = self.document.message or doing or hint
        tone = theme.danger if self.document.is_error else theme.success
        colour = tone if self.document.message else theme.muted_text
        place = box.inflate(-2 * canvas.px(14), -2 * canvas.px(8))
        lines, step = wrap(text, canvas.font(13), place.width), canvas.line_height(13)
        lines = cut_lines(lines, max(1, place.height // step))
        place.top = place.bottom - step * len(lines)
        canvas.lines(lines, place, step, 13, colour)

    def _draw_callout(self, canvas: Canvas) -> None:
        hover, work, px = self.mouse_tool.hover, self.document, canvas.px
        if hover is None or hover.edge is None or self.mouse_tool.gesture is not None:
            return
        a, b = hover.edge
        drawing = work.drawing
        if (a, b) not in drawing.ways:
            a, b = b, a
        title = (
            _("{first} – {second}, two-way")
            if (b, a) in drawing.ways
            else _("{first} to {second}, one-way")
        ).format(first=drawing.nodes[a].name, second=drawing.nodes[b].name)
        help_text = _("E or A, then click: change   Del: erase")
        width = max(canvas.text_width(title, 13, "Semibold"), canvas.text_width(help_text, 12))
        box = Rect(0, 0, width + px(24), px(46))
        box.topleft = hover.pixel[0] + px(16), hover.pixel[1] + px(16)
        box.clamp_ip(self.viewport.box)
        canvas.panel(box, canvas.theme.surface, canvas.theme.accent, 8)
        canvas.text(title, (box.left + px(12), box.top + px(5)), 13, weight="Semibold")
        canvas.text(help_text, (box.left + px(12), box.top + px(24)), 12, canvas.theme.muted_text)

    def busy(self) -> bool:
        return self.panel.busy()

    def poll(self) -> None:
        self.panel.poll()

    def close(self) -> None:
        self.panel.close()

    def handle(self, event: pygame.event.Event) -> bool:
        gesture = self.mouse_tool.gesture
        moves = event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)
        if moves and gesture is not None and not gesture.uses_clicks:
            return self.mouse_tool.mouse(event)  # even over cards above the sheet
        return super().handle(event)

    def mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN:
            cards = self.palette.card, self.card.card
            if any(card and card.collidepoint(event.pos) for card in cards):
                return True
            for widget in self.widgets if event.button == 1 else ():
                if isinstance(widget, PieceChip) and widget.box.collidepoint(event.pos):
                    self.mouse_tool.drag_label(widget.label, event.pos)
                    return True
        if event.type == pygame.MOUSEWHEEL:
            at = pygame.mouse.get_pos()
            if self.palette.box.collidepoint(at):
                self.palette.pager.turn(-1 if event.y > 0 else 1)
                return True
            if self.panel.box.collidepoint(at):
                self.panel.scroll(event.y)
                return True
        return self.mouse_tool.mouse(event)

    def shortcuts(self) -> Shortcuts:
        return {
            "Ctrl+S": self.panel.actions.save,
            "Ctrl+O": self.panel.actions.open,
            "F1": self.bar.show_help,
            "Escape": self.window.go_home,
        }

    def key(self, event: pygame.event.Event) -> bool:
        if event.unicode == "?":
            self.bar.show_help()
            return True
        return self.keyboard.key(event) or super().key(event)

    def step_focus(self, step: int) -> None:
        """Move the focus through the widgets, then through the nodes, and then to nothing."""
        keys = [widget.key for widget in self.widgets if widget.focusable]
        points = [node.point for node in self.document.drawing.nodes]
        count, mouse = len(keys) + len(points), self.mouse_tool
        if mouse.cursor is not None and mouse.cell is not None:
            at = len(keys) + mouse.cell
        else:
            at = keys.index(self.focus_key) if self.focus_key in keys else -1
        at = (at + 1 + step) % (count + 1) - 1  # -1 means no focus
        self.keyboard.go_to(points[at - len(keys)] if at >= len(keys) else None)
        self.focus(keys[at] if 0 <= at < len(keys) else None)
