"""The dialog for playing, saving, deleting and combining macros."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...core.errors import PuzzlekitError
from ...core.translation import _
from .dialogs import ListDialog
from .drawing.canvas import Canvas, Rect
from .drawing.column import Column
from .drawing.input_widgets import Dropdown
from .drawing.text_field import TextField
from .drawing.widgets import Button, Clicks, Row
from .game.macro_controls import MacroControls
from .interface import Window

#: Height of the space below the list.
FOOT = 226

#: Combinations of two macros, as templates for words.
FORMS = {_("Inverse"): "{0}'", _("Conjugate"): "[{0}: {1}]", _("Commutator"): "[{0}, {1}]"}


class MacrosDialog(ListDialog):
    """The list of a puzzle's macros. The selected macro can be combined with another one."""

    title = _("Macros")
    width, height = 620.0, 520.0

    def __init__(self, window: Window, controls: MacroControls) -> None:
        super().__init__(window)
        self.controls = controls
        self.chosen = next(iter(controls.words), "")
        self.other = next(iter([*controls.words][1:]), self.chosen)
        self.name, self.word = self._fresh(), ""

    def _fresh(self) -> str:
        try:
            return self.controls.macros.first_free_name()
        except PuzzlekitError:
            return "A"

    def items(self) -> Sequence[str]:
        return list(self.controls.words)

    def make_row(self, item: str, box: Rect, clicks: Clicks) -> Row:
        return Row(item, self.controls.words[item], box, clicks)

    def build(self) -> None:
        super().build()
        column = self.column()
        foot = column.from_bottom(FOOT)
        self.place_list(column.rest())
        column = Column(self.canvas, foot)
        combinations, fields = column.from_top(36), column.from_top(36)
        if self.controls.words:
            self._place_combinations(column, combinations)
        name, word = fields.copy(), fields.copy()
        name.width = self.px(110)
        word.width -= name.width + column.gap
        word.right = fields.right
        for key, box, hint in (
            ("name", name, _("Name")),
            ("word", word, _("Moves, such as [A, B] or (A B)3")),
        ):
            change = partial(self._type, key)
            text = str(getattr(self, key))
            self.widgets.append(TextField(key, box, text, change, hint=hint, done=self._save))
        chosen, usable = bool(self.chosen), bool(self.word)
        buttons = (
            Button("keep", _("Save"), self._save, enabled=usable, primary=usable),
            Button("play", _("Play {name}").format(name=self.chosen), self.start, enabled=chosen),
            Button(
                "delete",
                _("Delete {name}").format(name=self.chosen),
                self._delete,
                enabled=chosen,
            ),
        )
        column.place_in_row(column.from_bottom(40), buttons)
        self.widgets += buttons
        self.message_box = column.rest()

    def _place_combinations(self, column: Column, box: Rect) -> None:
        other = Rect(box.left + self.px(34), box.top, self.px(96), box.height)
        buttons = [
            Button(label, label, partial(self._combine, form), self._combined(form), size=14)
            for label, form in FORMS.items()
        ]
        left = other.right + column.gap
        column.place_in_row(Rect(left, box.top, box.right - left, box.height), buttons)
        self.widgets += buttons
        choose = partial(self._type, "other")
        self.widgets.append(Dropdown("other", other, self.items(), self.other, choose))

    def _combined(self, form: str) -> str:
        return form.format(self.chosen, self.other)

    def draw_back(self, canvas: Canvas) -> None:
        area, theme = self.area, canvas.theme
        if not self.controls.words:
            text = _(
                "No macros yet. Record moves in the panel, or type them below: U R, (U R)3, "
                "a commutator [U, R] or a conjugate [U: R]."
            )
            canvas.paragraph(text, area, 15, theme.muted_text)
        else:
            pos = area.left, area.bottom + self.px(26)
            canvas.text(_("with"), pos, 14, theme.muted_text, anchor="midleft")
        word = self.word or self.chosen
        text = self.message or (self.controls.status_text(word) if word else "")
        canvas.paragraph(text, self.message_box, 14, theme.text, max_lines=3)

    def choose(self, item: str) -> None:
        self.message = self.word = ""
        super().choose(item)

    def _combine(self, form: str) -> None:
        """Fill in a word that combines the two macros, so that the user can save it."""
        self.word, self.message = self._combined(form), ""
        self.name = self._fresh()
        self.rebuild()

    def _type(self, key: str, text: str) -> None:
        setattr(self, key, text)
        self.message = ""
        self.rebuild()

    def _save(self, _: str = "") -> None:
        if self.attempt(partial(self.controls.save, self.name.strip(), self.word)):
            self.name, name = self._fresh(), self.name.strip()
            self.choose(name)

    def _delete(self) -> None:
        if self.attempt(partial(self.controls.delete, self.chosen)):
            self.message = ""
            self.chosen = next(iter(self.controls.words), "")
            self.other = self.chosen if self.other not in self.controls.words else self.other
            self.rebuild()

    def start(self) -> None:
        name = self.chosen
        self.window.close_dialog()
        self.controls.play(name)
