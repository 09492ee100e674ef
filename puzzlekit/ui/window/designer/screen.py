"""The designer: a puzzle is drawn, and what comes out is told beside it."""

from __future__ import annotations

import pygame

from ....design.drawing import Drawing
from ....design.workshop import Workshop
from ...layout import designer_boxes
from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Button
from ..host import Host
from ..screen import Screen
from .panel import Panel


class DesignerScreen(Screen):
    """Tools at the left, the sheet with the drawing, its pieces below, its facts at the right."""

    title = "Design a puzzle"

    def __init__(self, host: Host, drawing: Drawing | None = None) -> None:
        super().__init__(host)
        self.workshop = Workshop(drawing)
        self.tints: dict[int, str] = {}
        self.marked: frozenset[int] = frozenset()
        self.panel = Panel(self)

    def changed(self) -> None:
        """Show what was edited, tried or taken back."""
        self.panel.changed()
        self.rebuild()

    def undo(self) -> None:
        """Take back the last edit."""
        if self.workshop.undo():
            self.changed()

    def redo(self) -> None:
        """Do again what was taken back last."""
        if self.workshop.redo():
            self.changed()

    def complain(self, error: object) -> None:
        self.workshop.message = str(error)
        super().complain(error)
        self.rebuild()

    # -- layout and drawing -----------------------------------------------------------------------

    def build(self) -> None:
        self.boxes = designer_boxes(*self.host.size, self.canvas.scale)
        spot = Rect(self.boxes.bar[:2], (self.px(40), self.px(40)))
        self.widgets = [
            Button("home", spot, "", self.host.home, icon="home", tip="Back to all games (Esc)"),
            *self.panel.build(Rect(self.boxes.panel)),
        ]

    def draw_back(self, canvas: Canvas) -> None:
        for box in (self.boxes.tools, self.boxes.sheet, self.boxes.tray):
            canvas.panel(Rect(box), canvas.theme.panel, canvas.theme.line, 12)
        self.panel.draw(canvas)

    # -- time and input ---------------------------------------------------------------------------

    def busy(self) -> bool:
        return self.panel.busy()

    def poll(self) -> None:
        self.panel.poll()

    def close(self) -> None:
        self.panel.close()

    def key(self, event: pygame.event.Event) -> bool:
        ctrl = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if event.key == pygame.K_ESCAPE:
            self.host.home()
        elif event.key == pygame.K_z and ctrl and not event.mod & pygame.KMOD_SHIFT:
            self.undo()
        elif ctrl and event.key in (pygame.K_y, pygame.K_z):
            self.redo()
        else:
            return False
        return True
