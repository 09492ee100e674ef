"""The dialog that saves a drawing as a puzzle: its title, its author, its rules, a hint."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ....design.drawing import Drawing
from ....design.keeping import place_for, write_output_in_folder, written
from ..dialogs import FileDialog
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


class SaveDialog(FileDialog):
    """Saves the drawing into the plugins folder; one saved as `known` is replaced unasked."""

    title = "Save as a puzzle"
    width, height = 520.0, 372.0

    def __init__(
        self, host: Host, drawing: Drawing, known: str, done: Callable[[Drawing, str], object]
    ) -> None:
        super().__init__(host)
        self.drawing, self.known, self.done = drawing, known, done
        self.focus_key = "save-title"

    def _type(self, field: str, text: str) -> None:
        changed: dict[str, Any] = {field: text}
        self.drawing = self.drawing._replace(**changed)
        self.edited()

    def write(self) -> None:
        path = place_for(self.drawing)
        if not self.drawing.title.strip():
            self.tell("Give it a title.")
        elif self.drawing.title == self.known or self.may_write(path):
            write_output_in_folder(path, written(self.drawing))
            self.host.close_dialog()
            self.done(self.drawing, path.name)

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
        self.widgets.append(Button("save", foot, self.label("Save"), self.save, primary=True))

    def draw_back(self, canvas: Canvas) -> None:
        theme = canvas.theme
        said = self.said or "It is kept in your plugins folder, and among the puzzles at once."
        ink = theme.accent if self.said else theme.dim
        canvas.paragraph(said, self.note, 13, ink, max_lines=3)
