"""Designer dialogs that open, save and export puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ....core.files import expand_path, home, unused_path
from ....core.translation import _
from ....design.drawing import Drawing
from ....design.export import (
    EXPORT_FORMATS,
    export_path,
    slug,
    write_design,
    write_output_in_folder,
)
from ....design.load import as_drawing
from ....design.puzzle import rules_of_drawing
from ....design.validation import DesignFault
from ....plugin.discovery import plugins
from ....rules.base import Puzzle
from ..dialogs import FileDialog, ListDialog
from ..drawing.canvas import Rect
from ..drawing.input_widgets import Dropdown, TextField
from ..drawing.offscreen import still_image
from ..drawing.widgets import Button, Clicks
from ..screen import Window


class OpenDialog(ListDialog):
    """A list of puzzles, with a field for other names and for files."""

    title = _("Edit an existing puzzle")
    description = _("Any sliding or twisty puzzle, or a file from another program.")
    width, height = 640.0, 560.0
    row, gap, columns = 34, 6, 3

    def __init__(
        self, window: Window, take: Callable[[Drawing, str, Sequence[DesignFault]], object]
    ) -> None:
        super().__init__(window)
        self.use_drawing = take
        names = [name for name, kind in plugins()[0].items() if issubclass(kind, Puzzle)]
        self.names = sorted(names)
        self.query = ""
        self.focus_key = "open-name"

    def items(self) -> list[str]:
        return [name for name in self.names if self.query.casefold().strip() in name.casefold()]

    def _type(self, text: str) -> None:
        self.query, self.message, self.scroll = text, "", 0
        self.rebuild()

    def make_row(self, item: str, box: Rect, clicks: Clicks) -> Button:
        return Button(f"open {item}", item, partial(self.open, item), box=box)

    def open(self, name: str) -> None:
        """Open a puzzle by name, ID or path."""
        self.attempt(partial(self._open, name))

    def _open(self, name: str) -> None:
        shown = self.items()
        if name == self.query and name not in self.names and len(shown) == 1:
            name = shown[0]
        drawing, faults = as_drawing(name.strip())
        self.window.close_dialog()
        self.use_drawing(drawing, _("Undo returns to your previous drawing."), faults)

    def build(self) -> None:
        super().build()
        column, hint = self.column(), _("Name, ID such as fifteen:3, or file")
        field = column.from_top(38, 6)
        self.widgets.append(
            TextField("open-name", field, self.query, self._type, hint=hint, done=self.open)
        )
        self.note = column.from_top(36, 4)
        self.place_list(column.rest())


#: Picture formats by label.
PICTURES = {_("Picture (PNG)"): "png", _("Picture (SVG)"): "svg"}

#: Width and height of a picture in pixels.
SIDE = 1000


class ExportDialog(FileDialog):
    """A dialog that exports the drawing to a file."""

    title = _("Export")
    width, height = 520.0, 286.0

    def __init__(self, window: Window, drawing: Drawing, notify: Callable[[str], object]) -> None:
        super().__init__(window)
        self.drawing, self.notify = drawing, notify
        self.focus_key = "export"
        self._choose(next(iter(EXPORT_FORMATS)))

    def _choose(self, form: str) -> None:
        self.form = form
        ending = EXPORT_FORMATS[form][1] if form in EXPORT_FORMATS else f".{PICTURES[form]}"
        self.path = str(unused_path(home() / "exports" / f"{slug(self.drawing.title)}{ending}"))
        self.after_edit()

    def write(self) -> None:
        path = expand_path(self.path.strip())
        if self.may_write(path):
            write_output_in_folder(path, self._content())
            self.window.close_dialog()
            self.notify(_("Exported to {path}").format(path=path))

    def _content(self) -> str | bytes:
        if self.form in EXPORT_FORMATS:
            return write_design(self.drawing, EXPORT_FORMATS[self.form][0])
        rules, settings = rules_of_drawing(self.drawing), self.window.settings
        return still_image(rules, rules.start(), settings, PICTURES[self.form], SIDE)

    def build(self) -> None:
        super().build()
        (kind, field), foot = self.place_rows(2)
        self.widgets += self.path_widgets(field, foot, "export", _("Export"))
        forms = [*EXPORT_FORMATS, *PICTURES]
        self.widgets.append(Dropdown("form", kind, forms, self.form, self._choose))


#: Text fields of a puzzle, with their placeholder texts.
FIELDS = {
    "title": _("Title"),
    "author": _("Author"),
    "rules": _("Goal in one sentence"),
    "hint": _("Hint for stuck players"),
}


class SaveDialog(FileDialog):
    """A dialog that saves to the plugins folder. A file titled `known` is overwritten silently."""

    title = _("Save as a puzzle")
    description = _("Saved to your plugins folder and shown in the launcher immediately.")
    width, height = 520.0, 372.0

    def __init__(
        self, window: Window, drawing: Drawing, known: str, done: Callable[[Drawing, str], object]
    ) -> None:
        super().__init__(window)
        self.drawing, self.known, self.done = drawing, known, done
        self.focus_key = "save-title"

    def _type(self, field: str, text: str) -> None:
        changed: dict[str, Any] = {field: text}
        self.drawing = self.drawing._replace(**changed)
        self.after_edit()

    def write(self) -> None:
        path = export_path(self.drawing)
        if not self.drawing.title.strip():
            self.show_message(_("Enter a title."))
        elif self.drawing.title == self.known or self.may_write(path):
            write_output_in_folder(path, write_design(self.drawing))
            self.window.close_dialog()
            self.done(self.drawing, path.name)

    def build(self) -> None:
        super().build()
        lines, foot = self.place_rows(len(FIELDS))
        for line, (field, hint) in zip(lines, FIELDS.items(), strict=True):
            text = str(getattr(self.drawing, field))
            write, done = partial(self._type, field), self.save
            field_widget = TextField(f"save-{field}", line, text, write, hint=hint, done=done)
            self.widgets.append(field_widget)
        label = self.label(_("Save"))
        self.widgets.append(Button("save", label, self.save, primary=True, box=foot))
