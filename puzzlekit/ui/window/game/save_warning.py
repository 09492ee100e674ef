"""Warnings shown while a game cannot be saved, for example because the disk is full."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from ....play.controller import GameController
from ..dialogs import Dialog, TextDialog
from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Button
from ..interface import Window
from .panel_layout import PanelButton

TITLE = "Not saved"


class SaveWarning:
    """A warning that a game is not saved: a dialog once, then an icon."""

    def __init__(self, controller: GameController, window: Window) -> None:
        self.controller, self.window = controller, window

    def warn(self, why: str) -> None:
        self.window.log("message", why)
        self.window.show(TextDialog(self.window, TITLE, why))

    def status_icon(self) -> PanelButton | None:
        """Return a button that explains why the game is not saved, or None if it is saved."""
        if why := self.controller.autosave.error:
            return PanelButton(
                "not-kept", "", lambda: self.warn(why), "The game is not saved", icon="warn"
            )
        return None

    def confirm_leave(self, act: Callable[[], object]) -> None:
        """Call `act`, which leaves the game, asking first if the game would be lost."""
        autosave = self.controller.autosave
        autosave.save()  # the disk may have space again
        if autosave.error:
            self.window.show(LeaveDialog(self.window, autosave.error, act))
        else:
            act()


class LeaveDialog(Dialog):
    """A dialog that asks before leaving a game that is not saved."""

    title = "Leave the game?"
    width, height = 520.0, 300.0

    def __init__(self, window: Window, why: str, act: Callable[[], object]) -> None:
        super().__init__(window)
        self.why, self.act = why, act
        self.focus_key = "stay"

    def build(self) -> None:
        stay, leave = self.foot_boxes()
        self.widgets = [
            Button("stay", stay, "Stay", self.window.close_dialog, primary=True),
            Button("leave", leave, "Leave", self._leave),
        ]

    def _leave(self) -> None:
        self.window.close_dialog()
        self.act()

    def draw_back(self, canvas: Canvas) -> None:
        box, pad = self.frame(), self.px(24)
        place = Rect(box.left + pad, box.top + self.px(60), box.width - 2 * pad, 0)
        place.height = self.widgets[0].box.top - self.px(8) - place.top
        canvas.paragraph(f"{self.why} If you leave now, the game is lost.", place)

    def mouse(self, event: pygame.event.Event) -> bool:
        return True  # a click outside does not close it
