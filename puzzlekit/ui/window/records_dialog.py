"""The dialog that opens one of several game records in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...core.translation import _
from ...play.open_file import open_file
from ...play.records import Heading
from .dialogs import ListDialog
from .drawing.canvas import Rect
from .drawing.widgets import Button, Clicks, Row
from .interface import Window


class RecordsDialog(ListDialog):
    """The list of the games in a record file, in the order of the file."""

    width, height = 620.0, 520.0
    chosen = 0

    def __init__(self, window: Window, path: Path, headings: Sequence[Heading]) -> None:
        super().__init__(window)
        self.title = _("{count:,} games in {name}").format(count=len(headings), name=path.name)
        self.path, self.headings = path, headings

    def items(self) -> Sequence[int]:
        return range(len(self.headings))

    def make_row(self, item: int, box: Rect, clicks: Clicks) -> Row:
        game, details = self.headings[item]
        return Row(f"{item + 1}. {game}", details, box, clicks)

    def choose(self, item: int) -> None:
        self.message = ""
        super().choose(item)

    def start(self) -> None:
        self.attempt(self._open)

    def _open(self) -> None:
        opened = open_file(self.path.with_name(f"{self.path.name}#{self.chosen + 1}"))
        self.window.close_dialog()
        self.window.play(opened.session, opened.target, note=opened.message)

    def build(self) -> None:
        super().build()
        column = self.column()
        foot, self.note = column.from_bottom(38), column.from_bottom(40)
        self.place_list(column.rest())
        self.widgets.append(Button("open", _("Open"), self.start, primary=True, box=foot))
