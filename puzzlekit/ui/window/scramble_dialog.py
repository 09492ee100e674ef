"""The dialog with the moves of a scramble."""

from __future__ import annotations

import pygame

from ...core.errors import PuzzlekitError
from ...core.translation import _
from ...play.engine import ProgressUpdate, Request
from ..game_worker import SCRAMBLE, Job, Worker
from .desktop import copy_text
from .dialogs import TextDialog
from .drawing.canvas import Canvas
from .drawing.widgets import CTRL, Button, Column
from .screen import Window


class ScrambleDialog(TextDialog):
    """The moves from the goal to the start of a game, computed in the background."""

    width, height = 560.0, 330.0

    def __init__(self, window: Window, game: str) -> None:
        super().__init__(window, _("Scramble"), _("Computing scramble…"))
        self.description = _("Moves from the solved position to the start of {game}").format(
            game=game
        )
        self.scramble = ""
        self.worker = Worker()
        self.worker.submit(Job(game, Request(SCRAMBLE, ())))

    def busy(self) -> bool:
        return self.worker.busy

    def poll(self) -> None:
        if (reply := self.worker.poll()) is None:
            return
        _job, answer = reply
        if isinstance(answer, ProgressUpdate):
            if answer.total:
                percentage = f"{100 * answer.done // answer.total}%"
                self.text = _("Computing scramble ({percentage})…").format(percentage=percentage)
        elif isinstance(answer, PuzzlekitError):
            self.text = str(answer)
        else:
            self.text = self.scramble = str(answer)
        self.rebuild()

    def copy(self) -> None:
        """Copy the moves to the clipboard."""
        if self.scramble:
            copy_text(self.scramble)
            self.show_message(_("Scramble copied."))

    def confirm(self) -> bool:
        self.copy()
        return True

    def fill(self, column: Column) -> None:
        self.note = column.from_top(24)
        tip, is_known = _("Copy the moves (Ctrl+C)"), bool(self.scramble)
        copy = Button("copy", _("Copy"), self.copy, tip, is_known, primary=True)
        self.add_row(column.from_bottom(38), [copy])
        self.area = column.rest()
        self.area.height -= self.px(14)  # for the arrow that shows that there is more

    def draw_back(self, canvas: Canvas) -> None:
        super().draw_back(canvas)
        colour = canvas.theme.accent if self.message else canvas.theme.muted_text
        text, width = self.message or self.description, self.note.width
        canvas.text(text, self.note.topleft, 14, colour, width=width)

    def key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_c and event.mod & CTRL:
            self.copy()
            return True
        return super().key(event)

    def close(self) -> None:
        self.worker.stop()
