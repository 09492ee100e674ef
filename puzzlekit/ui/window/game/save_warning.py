"""Warnings shown while a game cannot be saved, for example because the disk is full."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....play.controller import GameController
from ..dialogs import ConfirmDialog, TextDialog
from ..drawing.widgets import Button
from ..interface import Window

TITLE = "Not saved"


class SaveWarning:
    """A warning that a game is not saved: a dialog once, then an icon."""

    def __init__(self, controller: GameController, window: Window) -> None:
        self.controller, self.window = controller, window

    def warn(self, why: str) -> None:
        self.window.log("message", why)
        self.window.show(TextDialog(self.window, TITLE, why))

    def status_icon(self) -> Button | None:
        """Return a button that explains why the game is not saved, or None if it is saved."""
        if why := self.controller.autosave.error:
            return Button(
                "not-kept", "", lambda: self.warn(why), "The game is not saved", icon="warn"
            )
        return None

    def confirm_leave(self, act: Callable[[], object]) -> None:
        """Call `act`, which leaves the game, asking first if the game would be lost."""
        autosave = self.controller.autosave
        autosave.save()  # the disk may have space again
        if autosave.error:
            text = f"{autosave.error} If you leave now, the game is lost."
            close = self.window.close_dialog
            stay = Button("stay", "Stay", close, primary=True)
            leave = Button("leave", "Leave", partial(self._leave, act))
            self.window.show(
                ConfirmDialog(self.window, "Leave the game?", text, (stay, leave), close)
            )
        else:
            act()

    def _leave(self, act: Callable[[], object]) -> None:
        self.window.close_dialog()
        act()
