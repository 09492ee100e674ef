"""The editor for bandaged cubes: pieces with the same letter are glued together."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ...core.errors import PuzzlekitError
from ...core.formatting import column_letters
from ...core.translation import _
from ...design.glue import glued_pieces, piece_cells, save_bandaged_cube
from ...play.new_game import new_session
from ...play.session import Session
from ...rules.base import Puzzle, State
from .drawing.column import Column
from .drawing.text_field import TextField
from .drawing.widgets import Button, Widget
from .editor import PositionEditor
from .interface import Window

#: Maximum number of blocks of glued pieces.
BLOCKS = 12

#: Number of letters in a row.
COLUMNS = 6


class GlueEditor(PositionEditor):
    """An editor in which a click gives a piece of the solved cube the selected letter."""

    rules: Puzzle

    def __init__(self, window: Window, rules: Puzzle, begin: Callable[[State], Session]) -> None:
        self.marks: dict[int, str] = {}
        self.letter = column_letters(0)
        self.name = _("Bandaged cube")
        super().__init__(window, rules, rules.goal, begin)
        self.title = _("Glue pieces")

    def cycle_piece(self, cell: int, step: int = 1) -> None:
        """Give a piece the selected letter; if it has that letter, or `step` is -1, remove it."""
        remove = step == -1 or self.marks.get(cell) == self.letter
        for each in piece_cells(self.rules, cell):
            self.marks.pop(each, None)
            if not remove:
                self.marks[each] = self.letter
        self.message = ""
        self.view.timeline.show(glued_pieces(self.rules, self.marks))
        self.rebuild()

    def select(self, letter: str) -> None:
        self.letter = letter
        self.rebuild()

    def type_name(self, text: str) -> None:
        self.name = text

    def tools(self, column: Column) -> list[Widget]:
        field = TextField(
            "glue-name", column.from_top(36), self.name, self.type_name, hint=_("Name")
        )
        widgets: list[Widget] = [field]
        letters = [column_letters(number) for number in range(BLOCKS)]
        for first in range(0, BLOCKS, COLUMNS):
            boxes = column.row(column.from_top(32), COLUMNS)
            for letter, box in zip(letters[first:], boxes, strict=False):
                choose = partial(self.select, letter)
                tip = _("Glue pieces with the letter {letter}").format(letter=letter)
                on = letter == self.letter
                widgets.append(Button(f"glue {letter}", letter, choose, tip, on=on, box=box))
        return widgets

    def buttons(self) -> list[Button]:
        tip, leave = _("Save to your plugins folder"), self.window.leave_editor
        return [
            Button("glue-save", _("Save and play"), self.play, tip, primary=True),
            Button("edit-leave", _("Cancel"), leave, _("Back (Esc)")),
        ]

    def help(self) -> str:
        return _(
            "Click a letter, then pieces to glue together. Click a piece again to remove its "
            "letter. A turn must then move all pieces with the same letter or none."
        )

    def play(self) -> None:
        try:
            path = save_bandaged_cube(self.rules, self.marks, self.name)
            self.window.rescan_plugins()
            session = new_session(path.stem)
        except PuzzlekitError as error:
            self.show_error(error)
        else:
            self.window.play(session)
