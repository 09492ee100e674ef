"""The scene on the sheet: drawing, marks, inset and text."""

from __future__ import annotations

from ....core.translation import _
from ....design.drawing import ANY
from ....design.grids import snap_to_grid
from ..drawing.canvas import Canvas, Rect
from .bar import LAYERS
from .context import DesignerContext
from .gestures import is_snapping_off
from .keyboard import Keyboard
from .mouse import MouseTool
from .painter import Painter
from .tools import TOOLS
from .viewport import Pane


class Scene:
    """A painter of the sheet with marks, inset and text."""

    def __init__(self, context: DesignerContext, mouse: MouseTool, keyboard: Keyboard) -> None:
        self.context, self.viewport = context, context.viewport
        self.mouse, self.keyboard = mouse, keyboard
        self.document = context.document
        self.painter: Painter | None = None

    def draw(self, canvas: Canvas) -> None:
        if self.painter is None or self.painter.canvas is not canvas:
            self.painter = Painter(canvas)
        viewport, painter = self.viewport, self.painter
        work, tints = self.document, self.context.tints
        for pane in viewport.panes:
            painter.draw(pane, work.drawing, work.shown, grid=work.grid, tints=tints)
            with canvas.clipped(pane.box):
                if work.symmetry.kind != "off":
                    painter.axes(pane, work.symmetry)
                self._draw_marks(painter, canvas, pane)
        if self.mouse.gesture is not None:
            with canvas.clipped(viewport.box):
                self.mouse.gesture.draw(painter, canvas)
        canvas.ring(viewport.box, canvas.theme.line, 4, 1.4)
        self._draw_pane_names(canvas)
        if viewport.inset is not None:
            self._draw_inset(painter, canvas, viewport.inset)
        self._draw_hint(canvas)
        self._draw_callout(canvas)

    def _draw_marks(self, painter: Painter, canvas: Canvas, pane: Pane) -> None:
        theme, mouse = canvas.theme, self.mouse
        nodes, work = self.document.shown.nodes, self.document
        for cell, (start, goal) in enumerate(zip(work.shown.start, work.shown.goal, strict=True)):
            if start != goal and goal != ANY and pane.layer == "start":
                painter.dashed_ring(pane, nodes[cell].point, theme.danger)
        for cell in self.context.marked:
            if cell < len(nodes):
                painter.ring(pane, nodes[cell].point, theme.danger, 1.3, 3)
        for cell in work.selection:
            if cell < len(nodes):
                painter.ring(pane, nodes[cell].point, theme.accent, 1.16, 3.5)
        hover = mouse.hover
        if hover is not None and hover.edge is not None and mouse.gesture is None:
            route = pane.routes(work.drawing).get(hover.edge)
            if route is not None:
                painter.edge(pane, work.drawing, hover.edge, route, theme.accent, strong=True)
        if mouse.cursor is not None and mouse.cursor < len(nodes):
            painter.ring(pane, nodes[mouse.cursor].point, theme.focus, 1.24, 3)
        elif hover is not None and hover.node is not None and hover.node < len(nodes):
            aimed = mouse.gesture is not None and mouse.gesture.targets_nodes
            colour, thick = (theme.focus, 3.0) if aimed else (theme.text, 1.5)
            painter.ring(pane, nodes[hover.node].point, colour, 1.24, thick)
        elif hover is not None and hover.pane == pane and mouse.would_add:
            place = hover.point if is_snapping_off() else snap_to_grid(work.grid, hover.point)
            painter.ring(pane, place, theme.muted_text, 0.95, 1.5)
        if self.keyboard.cursor_point is not None:
            painter.ring(pane, self.keyboard.cursor_point, theme.focus, 0.9, 2)

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
        painter.draw(pane, work.drawing, work.shown, tints=self.context.tints, small=True)
        canvas.ring(pane.box, theme.line, 6, 1.4)
        at = pane.box.left + px(10), pane.box.top + px(5)
        name = canvas.text(LAYERS[pane.layer][0], at, 13, weight="Semibold")
        available = pane.box.right - px(8) - name.right - px(8)
        if available > px(64):
            text, at = _("click to edit"), (pane.box.right - px(10), pane.box.top + px(7))
            canvas.text(text, at, 11, theme.muted_text, anchor="topright", width=available)

    def _draw_hint(self, canvas: Canvas) -> None:
        box, theme = self.viewport.box, canvas.theme
        hint = next(tool.hint for tool in TOOLS if tool.name == self.mouse.tool)
        doing = self.mouse.gesture.hint if self.mouse.gesture is not None else ""
        text = self.document.message or doing or hint
        tone = theme.danger if self.document.is_error else theme.success
        colour = tone if self.document.message else theme.muted_text
        at = box.left + canvas.px(14), box.bottom - canvas.px(10)
        width = box.width - canvas.px(28)
        canvas.text(text, at, 13, colour, anchor="bottomleft", width=width)

    def _draw_callout(self, canvas: Canvas) -> None:
        hover, work, px = self.mouse.hover, self.document, canvas.px
        if hover is None or hover.edge is None or self.mouse.gesture is not None:
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
        width = max(canvas.font(13, "Semibold").size(title)[0], canvas.font(12).size(help_text)[0])
        box = Rect(0, 0, width + px(24), px(46))
        box.topleft = hover.pixel[0] + px(16), hover.pixel[1] + px(16)
        box.clamp_ip(self.viewport.box)
        canvas.panel(box, canvas.theme.surface, canvas.theme.accent, 8)
        canvas.text(title, (box.left + px(12), box.top + px(5)), 13, weight="Semibold")
        canvas.text(help_text, (box.left + px(12), box.top + px(24)), 12, canvas.theme.muted_text)
