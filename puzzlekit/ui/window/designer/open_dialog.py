"""The dialog that opens a puzzle to draw on at it: a plugin, an ID, or a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ....core.errors import PuzzlekitError
from ....design.drawing import Drawing
from ....design.faults import Fault
from ....design.given import drawing_from
from ....plugin.discovery import plugins
from ....rules.rule_book import Puzzle
from ..dialogs import ListDialog
from ..drawing.canvas import Canvas, Rect
from ..drawing.text_field import TextField
from ..drawing.widgets import Button
from ..host import Host

#: The height of a line of the list, with its gap, and how many columns there are.
STEP, COLUMNS = 40, 3


class OpenDialog(ListDialog):
    """Lists the puzzles, and takes the name of any other one; what was drawn can be had back."""

    title = "Draw on at a puzzle"
    width, height = 640.0, 560.0

    def __init__(self, host: Host, take: Callable[[Drawing, str, Sequence[Fault]], object]) -> None:
        super().__init__(host)
        self.take_drawing = take
        found = [name for name, kind in plugins()[0].items() if issubclass(kind, Puzzle)]
        self.names = sorted(found)
        self.query = self.said = ""
        self.focus_key = "open-name"

    def shown(self) -> list[str]:
        return [name for name in self.names if self.query.casefold().strip() in name.casefold()]

    def _type(self, text: str) -> None:
        self.query, self.said, self.scroll = text, "", 0
        self.rebuild()

    def open(self, name: str) -> None:
        shown = self.shown()
        if name == self.query and name not in self.names and len(shown) == 1:
            name = shown[0]
        try:
            drawing, faults = drawing_from(name.strip())
        except PuzzlekitError as error:
            self.said = str(error)
            self.host.log("message", self.said)
            self.rebuild()
            return
        self.host.close_dialog()
        self.take_drawing(drawing, "Undo leads back to what was drawn before.", faults)

    def build(self) -> None:
        super().build()
        box, pad, high = self.frame(), self.px(24), self.px(38)
        field = Rect(box.left + pad, box.top + self.px(64), box.width - 2 * pad, high)
        hint = "A name, an ID such as fifteen:3, or a file"
        self.widgets.append(
            TextField("open-name", field, self.query, self._type, hint=hint, done=self.open)
        )
        self.note = Rect(field.left, field.bottom + self.px(6), field.width, self.px(36))
        top, gap = self.note.bottom + self.px(4), self.px(8)
        room = Rect(field.left, top, field.width, box.bottom - pad - top)
        wide, step = (room.width - (COLUMNS - 1) * gap) // COLUMNS, self.px(STEP)
        names, fit = self.shown(), max(1, room.height // step)
        self.scroll = max(0, min(self.scroll, -(-len(names) // COLUMNS) - fit))
        for place, name in enumerate(names[self.scroll * COLUMNS :][: fit * COLUMNS]):
            row, column = divmod(place, COLUMNS)
            spot = Rect(room.left + column * (wide + gap), room.top + row * step, wide, high - 4)
            self.widgets.append(Button(f"open {name}", spot, name, partial(self.open, name)))

    def draw_back(self, canvas: Canvas) -> None:
        said = self.said or "Any puzzle of slides or turns; files of other programs too."
        ink = canvas.theme.accent if self.said else canvas.theme.dim
        canvas.paragraph(said, self.note, 13, ink, max_lines=2)
