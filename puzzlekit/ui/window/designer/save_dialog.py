"""The dialog that saves a drawing as a puzzle: its title, its author, its rules, a hint."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from ....core.errors import PuzzlekitError
from ....design.drawing import Drawing
from ....design.keeping import place_for, write_output_in_folder, written
from ..dialogs import Dialog
from ..drawing.canvas import Canvas, Rect
from ..drawing.text_field import TextField
from ..drawing.widgets import Button
from ..host import Host

#: What can be said of a puzzle: the field of the drawing, and a hint in the empty line.
FIELDS = {
    "title": "Title",
    "author": "Author",
    "rules": "Rules: what is to be done",
    "hint": "A hint for who is stuck",
}


class SaveDialog(Dialog):
    """Saves the drawing into the plugins folder, where the launcher finds it."""

    title = "Save as a puzzle"
    width, height = 520.0, 372.0

    def __init__(
        self, host: Host, drawing: Drawing, known: str, done: Callable[[Drawing, str], object]
    ) -> None:
        """Ask how to save a drawing; one saved as `known` may be replaced without a question."""
        super().__init__(host)
        self.drawing, self.known, self.done = drawing, known, done
        self.said = ""
        #: The file that is there already and may be replaced.
        self._replaced: Path | None = None
        self.focus_key = "save-title"

    def _type(self, field: str, text: str) -> None:
        changed: dict[str, Any] = {field: text}
        self.drawing = self.drawing._replace(**changed)
        self.said, self._replaced = "", None
        self.rebuild()

    def save(self, _: str = "") -> None:
        """Write the file; ask before another one is replaced."""
        try:
            path = place_for(self.drawing)
        except PuzzlekitError as error:
            self._tell(str(error))
            return
        if not self.drawing.title.strip():
            self._tell("Give it a title.")
        elif path.exists() and self.drawing.title != self.known and self._replaced != path:
            self._replaced = path
            self._tell(f"{path.name} exists already; once more replaces it.")
        else:
            try:
                write_output_in_folder(path, written(self.drawing))
            except PuzzlekitError as error:
                self._tell(str(error))
                return
            self.host.close_dialog()
            self.done(self.drawing, path.name)

    def _tell(self, said: str) -> None:
        self.said = said
        self.host.log("message", said)
        self.rebuild()

    def build(self) -> None:
        super().build()
        box, pad, gap, high = self.frame(), self.px(24), self.px(10), self.px(38)
        line = Rect(box.left + pad, box.top + self.px(64), box.width - 2 * pad, high)
        for field, hint in FIELDS.items():
            text = str(getattr(self.drawing, field))
            self.widgets.append(
                TextField(
                    f"save-{field}",
                    line,
                    text,
                    partial(self._type, field),
                    hint=hint,
                    done=self.save,
                )
            )
            line = line.move(0, high + gap)
        foot = Rect(line.left, box.bottom - self.px(20) - high, line.width, high)
        self.note = Rect(line.left, line.top, line.width, foot.top - line.top)
        label = "Replace it" if self._replaced is not None else "Save"
        self.widgets.append(Button("save", foot, label, self.save, primary=True))

    def draw_back(self, canvas: Canvas) -> None:
        theme = canvas.theme
        said = self.said or "It is kept in your plugins folder, and among the puzzles at once."
        ink = theme.accent if self.said else theme.dim
        canvas.paragraph(said, self.note, 13, ink, max_lines=3)

    def key(self, event: pygame.event.Event) -> bool:
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.save()
            return True
        return super().key(event)
