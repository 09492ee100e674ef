"""The dialog that writes a drawing for other programs, as a plugin, or as a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ....core.files import expanded, free_name, home
from ....design.drawing import Drawing
from ....design.keeping import FORMS, slug, write_output_in_folder, written
from ....design.puzzle import rule_book
from ...svg import picture
from ..dialogs import FileDialog
from ..drawing.canvas import Canvas, Rect
from ..drawing.choosers import Choice
from ..drawing.studio import still
from ..drawing.text_field import TextField
from ..drawing.widgets import Button
from ..host import Host

#: Pictures, by how they are called.
PICTURES = {"Picture (PNG)": ".png", "Picture (SVG)": ".svg"}

#: Pixels of a picture.
SIDE = 1000


class ExportDialog(FileDialog):
    """Writes the drawing in a form, into a file that is named."""

    title = "Export"
    width, height = 520.0, 286.0

    def __init__(self, host: Host, drawing: Drawing, say: Callable[[str], object]) -> None:
        super().__init__(host)
        self.drawing, self.say = drawing, say
        self.focus_key = "export"
        self._choose(next(iter(FORMS)))

    def _choose(self, form: str) -> None:
        self.form = form
        ending = FORMS[form].ending if form in FORMS else PICTURES[form]
        self.path = str(free_name(home() / "exports" / f"{slug(self.drawing)}{ending}"))
        self.edited()

    def _type(self, text: str) -> None:
        self.path = text
        self.edited()

    def write(self) -> None:
        path = expanded(self.path.strip())
        if self.may_write(path):
            self._write(path)
            self.host.close_dialog()
            self.say(f"Written: {path}")

    def _write(self, path: Path) -> None:
        settings = self.host.settings
        if self.form in FORMS:
            write_output_in_folder(path, written(self.drawing, FORMS[self.form].format))
            return
        rules = rule_book(self.drawing)
        if PICTURES[self.form] == ".svg":
            text = picture(
                rules,
                rules.start(),
                theme=settings.theme,
                palette=settings.palette,
                letters=settings.lettered,
            )
            write_output_in_folder(path, text)
        else:
            write_output_in_folder(path, still(rules, rules.start(), settings, SIDE))

    def build(self) -> None:
        super().build()
        box, pad, gap, high = self.frame(), self.px(24), self.px(10), self.px(38)
        kind = Rect(box.left + pad, box.top + self.px(64), box.width - 2 * pad, high)
        field = kind.move(0, high + gap)
        foot = Rect(kind.left, box.bottom - self.px(20) - high, kind.width, high)
        self.note = Rect(kind.left, field.bottom + gap, kind.width, foot.top - field.bottom - gap)
        self.widgets += [
            TextField("file", field, self.path, self._type, hint="Where to", done=self.save),
            Button("export", foot, self.label("Write it"), self.save, primary=True),
            Choice("form", kind, [*FORMS, *PICTURES], self.form, self._choose),
        ]

    def draw_back(self, canvas: Canvas) -> None:
        canvas.paragraph(self.said, self.note, 13, canvas.theme.accent, max_lines=3)
