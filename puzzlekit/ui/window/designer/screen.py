"""The designer: a puzzle is drawn, and what comes out is told beside it."""

from __future__ import annotations

import json

import pygame

from ....design.drawing import ANY, Drawing
from ....design.grids import snapped
from ....design.workshop import Workshop
from ...layout import designer_boxes
from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Button
from ..host import Host
from ..screen import Screen
from .bar import Bar
from .gestures import is_free
from .hand import Hand
from .help import draw_help
from .keyboard import Keyboard
from .painter import Painter
from .pane import Pane
from .panel import Panel
from .place_card import PlaceCard
from .sheet import Sheet
from .tools import TOOLS, ToolButton
from .tray import Tray


class DesignerScreen(Screen):
    """Tools at the left, the sheet with the drawing, its pieces below, its facts at the right."""

    title = "Design a puzzle"

    def __init__(self, host: Host, drawing: Drawing | None = None) -> None:
        super().__init__(host)
        self.workshop = Workshop(drawing)
        self.tints: dict[int, str] = {}
        self.marked: frozenset[int] = frozenset()
        self.helping = False
        self.sheet = Sheet(self)
        self.tray = Tray(self)
        self.card = PlaceCard(self)
        self.hand = Hand(self, self.sheet, self.tray, self.card)
        self.keyboard = Keyboard(self, self.sheet, self.hand, self.tray)
        self.bar = Bar(self, self.sheet, self.hand, self.keyboard)
        self.painter = Painter(self.canvas)
        self.panel = Panel(self)

    def changed(self) -> None:
        """Show what was edited, tried or taken back, and ask for its facts."""
        self.hand.settle()
        self.panel.changed()
        self.rebuild()
        if self.host.logging and self.workshop.tried is None:
            drawn = self.workshop.drawing
            told = drawn.nodes, sorted(drawn.ways), drawn.turns, drawn.start, drawn.goal
            self.host.log("drawn", json.dumps(told))

    def complain(self, error: object) -> None:
        self.workshop.message = str(error)
        super().complain(error)
        self.rebuild()

    def show_help(self) -> None:
        """Show what mouse and keys do, until the next one."""
        self.helping = True
        self.host.dirty = True

    # -- layout and drawing -----------------------------------------------------------------------

    def build(self) -> None:
        boxes = self.boxes = designer_boxes(*self.host.size, self.canvas.scale)
        self.sheet.place(Rect(boxes.sheet), self.canvas.scale)
        if self.painter.canvas is not self.canvas:
            self.painter = Painter(self.canvas)
        blank, work = Rect(0, 0, 0, 0), self.workshop
        undo, redo = self.keyboard.undo, self.keyboard.redo
        buttons = (
            Button(
                "undo", blank, "", undo, icon="undo", enabled=work.can_undo, tip="Undo (Ctrl Z)"
            ),
            Button(
                "redo", blank, "", redo, icon="redo", enabled=work.can_redo, tip="Redo (Ctrl Y)"
            ),
            ToolButton(
                "help", blank, "help", self.show_help, icon="help", tip="Mouse and keys (F1)"
            ),
        )
        if self.tray.open:
            self.card.shut()
        self.widgets = [
            *self.card.build(Rect(boxes.sheet)),
            *self.tray.build(Rect(boxes.tray), Rect(boxes.sheet)),
            *self.bar.build(Rect(boxes.bar), Rect(boxes.tools), *buttons),
            *self.panel.build(Rect(boxes.panel)),
        ]
        if self.host.logging:
            self.host.log("view", json.dumps(self.sheet.view))

    def draw_back(self, canvas: Canvas) -> None:
        self.bar.draw(canvas)
        with canvas.guarded(self.sheet.box):
            self._draw_sheet(canvas)
        self.tray.draw(canvas)
        self.tray.draw_card(canvas)
        self.card.draw(canvas)
        self.panel.draw(canvas)

    def _draw_sheet(self, canvas: Canvas) -> None:
        sheet, painter, work = self.sheet, self.painter, self.workshop
        for pane in sheet.panes:
            painter.draw(
                pane, work.drawing, work.shown, sheet.roads, grid=work.grid, tints=self.tints
            )
            canvas.surface.set_clip(pane.box)
            if work.copies.kind != "off":
                painter.axes(pane, work.copies)
            self._draw_marks(canvas, pane)
            canvas.surface.set_clip(None)
        canvas.surface.set_clip(sheet.box)
        if self.hand.gesture is not None:
            self.hand.gesture.draw(painter, canvas)
        canvas.surface.set_clip(None)
        canvas.ring(sheet.box, canvas.theme.line, 4, 1.4)
        self._draw_names_of_panes(canvas)
        if sheet.inset is not None:
            self._draw_inset(canvas, sheet.inset)
        self._draw_hint(canvas)
        self._draw_callout(canvas)

    def _draw_marks(self, canvas: Canvas, pane: Pane) -> None:
        """Draw what is wrong, selected, and meant."""
        theme, painter, hand = canvas.theme, self.painter, self.hand
        nodes, work = self.workshop.shown.nodes, self.workshop
        for cell, (start, goal) in enumerate(zip(work.shown.start, work.shown.goal, strict=True)):
            if start != goal and goal != ANY and pane.layer == "start":
                painter.dashed_ring(pane, nodes[cell].point, theme.bad)
        for cell in self.marked:
            if cell < len(nodes):
                painter.ring(pane, nodes[cell].point, theme.bad, 1.3, 3)
        for cell in work.selection:
            if cell < len(nodes):
                painter.ring(pane, nodes[cell].point, theme.accent, 1.16, 3.5)
        hover = hand.hover
        if hover is not None and hover.street is not None and hand.gesture is None:
            route = self.sheet.roads.of(work.drawing, pane.radius / pane.view.unit).get(
                hover.street
            )
            if route is not None:
                painter.street(pane, work.drawing, hover.street, route, theme.accent)
        if hand.cursor is not None and hand.cursor < len(nodes):
            painter.ring(pane, nodes[hand.cursor].point, theme.focus, 1.24, 3)
        elif hover is not None and hover.node is not None and hover.node < len(nodes):
            aimed = hand.gesture is not None and hand.gesture.aims
            colour, thick = (theme.focus, 3.0) if aimed else (theme.text, 1.5)
            painter.ring(pane, nodes[hover.node].point, colour, 1.24, thick)
        elif hover is not None and hover.pane == pane and hand.would_add:
            place = hover.point if is_free() else snapped(work.grid, hover.point)
            painter.ring(pane, place, theme.dim, 0.95, 1.5)
        if self.keyboard.ground is not None:
            painter.ring(pane, self.keyboard.ground, theme.focus, 0.9, 2)

    def _draw_names_of_panes(self, canvas: Canvas) -> None:
        panes = self.sheet.panes
        if len(panes) > 1:
            line = Rect(panes[1].box.left, panes[1].box.top, 1, panes[1].box.height)
            canvas.surface.fill(canvas.theme.line, line)
            for pane in panes:
                at = pane.box.left + canvas.px(14), pane.box.top + canvas.px(8)
                canvas.text(pane.layer.capitalize(), at, 14, weight="Bold")

    def _draw_inset(self, canvas: Canvas, pane: Pane) -> None:
        theme, px, work = canvas.theme, canvas.px, self.workshop
        roads, tints = self.sheet.roads, self.tints
        self.painter.draw(pane, work.drawing, work.shown, roads, tints=tints, small=True)
        canvas.ring(pane.box, theme.line, 6, 1.4)
        at = pane.box.left + px(10), pane.box.top + px(5)
        name = canvas.text(pane.layer.capitalize(), at, 13, weight="Semibold")
        room = pane.box.right - px(8) - name.right - px(8)
        if room > px(64):
            spot = pane.box.right - px(10), pane.box.top + px(7)
            canvas.text("click to edit", spot, 11, theme.dim, anchor="topright", width=room)

    def _draw_hint(self, canvas: Canvas) -> None:
        """Say what went wrong, or what the tool does."""
        box, theme = self.sheet.box, canvas.theme
        hint = next(tool.hint for tool in TOOLS if tool.name == self.hand.tool)
        doing = self.hand.gesture.says if self.hand.gesture is not None else ""
        text = self.workshop.message or doing or hint
        colour = theme.bad if self.workshop.message else theme.dim
        at = box.left + canvas.px(14), box.bottom - canvas.px(10)
        width = box.width - canvas.px(28)
        canvas.text(text, at, 13, colour, anchor="bottomleft", width=width)

    def _draw_callout(self, canvas: Canvas) -> None:
        """Say at the mouse what street is there, or would be."""
        hover, work, px = self.hand.hover, self.workshop, canvas.px
        if hover is None or hover.street is None or self.hand.gesture is not None:
            return
        a, b = hover.street
        drawing = work.drawing
        if (a, b) not in drawing.ways:
            a, b = b, a
        both = (b, a) in drawing.ways
        names = drawing.nodes[a].name, drawing.nodes[b].name
        first = (
            f"{names[0]} – {names[1]}, both ways" if both else f"{names[0]} to {names[1]}, one-way"
        )
        again = "E, A: click changes it   Del erases"
        wide = max(canvas.font(13, "Semibold").size(first)[0], canvas.font(12).size(again)[0])
        box = Rect(0, 0, wide + px(24), px(46))
        box.topleft = hover.pixel[0] + px(16), hover.pixel[1] + px(16)
        box.clamp_ip(self.sheet.box)
        canvas.panel(box, canvas.theme.raised, canvas.theme.accent, 8)
        canvas.text(first, (box.left + px(12), box.top + px(5)), 13, weight="Semibold")
        canvas.text(again, (box.left + px(12), box.top + px(24)), 12, canvas.theme.dim)

    def draw_above(self, canvas: Canvas) -> None:
        super().draw_above(canvas)
        if self.helping:
            draw_help(canvas, canvas.surface.get_rect().inflate(-canvas.px(24), -canvas.px(24)))

    # -- time and input ---------------------------------------------------------------------------

    def busy(self) -> bool:
        return self.panel.busy()

    def poll(self) -> None:
        self.panel.poll()

    def close(self) -> None:
        self.panel.close()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and self.helping:
            self.helping = False
            self.host.dirty = True
            return True
        if event.type == pygame.KEYUP and event.key == pygame.K_SPACE:
            self.hand.panning = False
        if self._is_held(event):
            return self.hand.mouse(event)  # what lies above the sheet is passed over
        return super().handle(event)

    def _is_held(self, event: pygame.event.Event) -> bool:
        moves = event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)
        gesture = self.hand.gesture
        return moves and gesture is not None and not gesture.by_clicks

    def mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN:
            if any(card and card.collidepoint(event.pos) for card in self._cards()):
                return True
            label = self.tray.chip_at(event.pos, self.widgets)
            if event.button == 1 and label is not None:
                self.hand.carry(label, event.pos)
                return True
        if event.type == pygame.MOUSEWHEEL and self.tray.box.collidepoint(pygame.mouse.get_pos()):
            self.tray.turn_page(-1 if event.y > 0 else 1)
            return True
        return self.hand.mouse(event)

    def _cards(self) -> tuple[Rect | None, ...]:
        """Return where something lies above the sheet."""
        return self.tray.card, self.card.card

    def key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_SPACE:
            self.hand.panning = True
        elif event.key == pygame.K_F1 or event.unicode == "?":
            self.show_help()
        elif self.keyboard.key(event):
            return True
        elif event.key == pygame.K_ESCAPE:
            self.host.home()
        else:
            return False
        return True

    def step_focus(self, step: int) -> None:
        """Go through the widgets, then through the nodes, then to nothing."""
        keys = [widget.key for widget in self.widgets if widget.focusable]
        count = len(keys) + len(self.workshop.drawing.nodes)
        if self.hand.cursor is not None:
            at = len(keys) + self.hand.cursor
        else:
            at = keys.index(self.focus_key) if self.focus_key in keys else -1
        at = (at + 1 + step) % (count + 1) - 1  # -1 is nothing
        self.keyboard.go_to(at - len(keys) if at >= len(keys) else None)
        self.focus(keys[at] if 0 <= at < len(keys) else None)
