"""The screen of the designer."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pygame

from ....core.translation import _
from ....design.document import Document
from ....design.drawing import Drawing
from ....design.validation import DesignFault
from ...screen_layout import designer_boxes
from ..drawing.canvas import Canvas, Rect
from ..interface import Window
from ..screen import Screen
from .bar import Bar
from .keyboard import Keyboard
from .mouse import MouseTool
from .palette import NodeCard, Palette, PieceChip
from .panel import DesignerPanel
from .scene import Scene
from .tools import draw_help
from .viewport import Viewport


class DesignerScreen(Screen):
    """The designer: a toolbar, a sheet with a palette, and a panel with facts."""

    title = _("Design a puzzle")
    is_workplace = True

    def __init__(
        self, window: Window, drawing: Drawing | None = None, faults: Sequence[DesignFault] = ()
    ) -> None:
        super().__init__(window)
        self.document = Document(drawing)
        self.document.remarks = tuple(faults)
        self.tints: dict[int, str] = {}
        self.marked: frozenset[int] = frozenset()
        self.shows_help = False
        self.viewport = Viewport(self.document)
        self.palette = Palette(self)
        self.card = NodeCard(self)
        self.mouse_tool = MouseTool(self, self.palette, self.card)
        self.keyboard = Keyboard(self, self.mouse_tool)
        self.bar = Bar(self, self.mouse_tool, self.keyboard)
        self.scene = Scene(self, self.mouse_tool, self.keyboard)
        self.panel = DesignerPanel(self)

    def changed(self) -> None:
        """Update the view and the facts after an edit, a preview or an undo."""
        self.mouse_tool.drop_stale_state()
        self.panel.changed()
        self.rebuild()
        if self.window.logging and self.document.preview_drawing is None:
            drawn = self.document.drawing
            state = drawn.nodes, sorted(drawn.ways), drawn.turns, drawn.start, drawn.goal
            self.window.log("drawn", json.dumps(state))

    def show_all(self) -> None:
        self.viewport.fit()
        self.rebuild()

    def show_error(self, error: object) -> None:
        self.document.message = str(error)
        super().show_error(error)
        self.rebuild()

    def show_help(self) -> None:
        self.shows_help = True
        self.window.dirty = True

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
        if self.window.logging:
            self.window.log("view", json.dumps(self.viewport.view))

    def draw_back(self, canvas: Canvas) -> None:
        self.bar.draw(canvas)
        with canvas.guarded(self.viewport.box):
            self.scene.draw(canvas)
        self.palette.draw(canvas)
        self.palette.draw_card(canvas, _("Style of {label}").format(label=self.palette.chosen))
        self.card.draw(canvas)
        self.panel.draw(canvas)

    def draw_above(self, canvas: Canvas) -> None:
        super().draw_above(canvas)
        if self.shows_help:
            draw_help(canvas, canvas.surface.get_rect().inflate(-canvas.px(24), -canvas.px(24)))

    def busy(self) -> bool:
        return self.panel.busy()

    def poll(self) -> None:
        self.panel.poll()

    def close(self) -> None:
        self.panel.close()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and self.shows_help:
            self.shows_help = False
            self.window.dirty = True
            return True
        if event.type == pygame.KEYUP and event.key == pygame.K_SPACE:
            self.mouse_tool.panning = False
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
        if event.type == pygame.MOUSEWHEEL and self.palette.box.collidepoint(
            pygame.mouse.get_pos()
        ):
            self.palette.turn_page(-1 if event.y > 0 else 1)
            return True
        return self.mouse_tool.mouse(event)

    def key(self, event: pygame.event.Event) -> bool:
        dialogs = {pygame.K_s: self.panel.actions.save, pygame.K_o: self.panel.actions.open}
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and event.key in dialogs:
            dialogs[event.key]()
        elif event.key == pygame.K_SPACE:
            self.mouse_tool.panning = True
        elif event.key == pygame.K_F1 or event.unicode == "?":
            self.show_help()
        elif self.keyboard.key(event):
            return True
        elif event.key == pygame.K_ESCAPE:
            self.window.go_home()
        else:
            return False
        return True

    def step_focus(self, step: int) -> None:
        """Move the focus through the widgets, then through the nodes, and then to nothing."""
        keys = [widget.key for widget in self.widgets if widget.focusable]
        count = len(keys) + len(self.document.drawing.nodes)
        if self.mouse_tool.cursor is not None:
            at = len(keys) + self.mouse_tool.cursor
        else:
            at = keys.index(self.focus_key) if self.focus_key in keys else -1
        at = (at + 1 + step) % (count + 1) - 1  # -1 means no focus
        self.keyboard.go_to(at - len(keys) if at >= len(keys) else None)
        self.focus(keys[at] if 0 <= at < len(keys) else None)
