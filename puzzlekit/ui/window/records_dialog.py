"""The dialog that opens one of several game records in a file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from ...core.errors import PuzzlekitError
from ...play.open_file import open_file
from ...play.records import Heading
from .dialogs import ListDialog
from .drawing.canvas import Canvas, Rect
from .drawing.widgets import Button, Clicks, Row
from .interface import Window

#: Heights of a row and of the gap below it.
ROW, GAP = 34, 4


class RecordsDialog(ListDialog):
    """The list of the games in a file, in file order."""

    width, height = 620.0, 520.0

    def __init__(self, window: Window, path: Path, headings: Sequence[Heading]) -> None:
        super().__init__(window)
        self.title = f"{len(headings):,} games in {path.name}"
        self.path, self.headings = path, headings
        self.chosen = 0
        self.message = ""

    def _choose(self, number: int) -> None:
        """Select a game and scroll to it."""
        self.chosen, self.message = max(0, min(number, len(self.headings) - 1)), ""
        self.scroll = max(self.chosen - self.visible_rows() + 1, min(self.scroll, self.chosen))
        self.rebuild()

    def move(self, rows: int) -> None:
        self._choose(self.chosen + rows)

    def _start(self) -> None:
        try:
            opened = open_file(self.path.with_name(f"{self.path.name}#{self.chosen + 1}"))
        except PuzzlekitError as error:
            self.message = str(error)
            self.rebuild()
            return
        self.window.close_dialog()
        self.window.play(opened.session, opened.target, note=opened.message)

    def _areas(self) -> tuple[Rect, Rect, Rect]:
        """Return the boxes of the list, the message and the button."""
        box, pad = self.frame(), self.px(24)
        left, width = box.left + pad, box.width - 2 * pad
        foot = Rect(left, box.bottom - self.px(18 + 38), width, self.px(38))
        note = Rect(left, foot.top - self.px(46), width, self.px(40))
        top = box.top + self.px(60)
        return Rect(left, top, width, note.top - top), note, foot

    def visible_rows(self) -> int:
        return max(1, self._areas()[0].height // self.px(ROW + GAP))

    def build(self) -> None:
        super().build()
        area, _, foot = self._areas()
        fit = self.visible_rows()
        self.scroll = max(0, min(self.scroll, len(self.headings) - fit))
        for at, number in enumerate(range(len(self.headings))[self.scroll : self.scroll + fit]):
            box = Rect(area.left, area.top + at * self.px(ROW + GAP), area.width, self.px(ROW))
            game, details = self.headings[number]
            clicks = Clicks(number == self.chosen, partial(self._choose, number), self._start)
            self.widgets.append(Row(f"{number + 1}. {game}", details, box, clicks))
        self.widgets.append(Button("open", foot, "Open", self._start, primary=True))

    def draw_back(self, canvas: Canvas) -> None:
        canvas.paragraph(self.message, self._areas()[1], 13, canvas.theme.accent, max_lines=2)

    def confirm(self) -> bool:
        self._start()
        return True
