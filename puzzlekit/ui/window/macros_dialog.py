"""The dialog of macros: play, save, delete and combine them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ...core.errors import PuzzlekitError
from .dialogs import ListDialog
from .drawing.canvas import Canvas, Rect
from .drawing.dropdown import Dropdown
from .drawing.text_field import TextField
from .drawing.widgets import Button, Clicks, Row
from .game.macro_controls import MacroControls
from .interface import Window

#: Heights of a row and of the area below the list.
ROW, FOOT = 34, 226

#: Combinations of two macros, as templates for a word.
FORMS = {"Inverse": "{0}'", "Conjugate": "[{0}: {1}]", "Commutator": "[{0}, {1}]"}


class MacrosDialog(ListDialog):
    """The list of a puzzle's macros; the selected one can be combined with another."""

    title = "Macros"
    width, height = 620.0, 520.0

    def __init__(self, window: Window, controls: MacroControls) -> None:
        super().__init__(window)
        self.controls = controls
        self.chosen = next(iter(controls.words), "")
        self.other = next(iter([*controls.words][1:]), self.chosen)
        self.name, self.word = self._fresh(), ""
        self.message = ""

    def _fresh(self) -> str:
        try:
            return self.controls.macros.fresh_name()
        except PuzzlekitError:
            return "A"

    def _inner(self) -> Rect:
        box, pad = self.frame(), self.px(20)
        top = box.top + self.px(62)
        return Rect(box.left + pad, top, box.width - 2 * pad, box.bottom - self.px(16) - top)

    def _area(self) -> Rect:
        inner = self._inner()
        return Rect(inner.left, inner.top, inner.width, inner.height - self.px(FOOT))

    def visible_rows(self) -> int:
        return max(1, self._area().height // self.px(ROW + 4))

    def build(self) -> None:
        super().build()
        area, inner, gap = self._area(), self._inner(), self.px(8)
        step, fit = self.px(ROW + 4), self.visible_rows()
        names = list(self.controls.words)
        self.scroll = max(0, min(self.scroll, len(names) - fit))
        for at, name in enumerate(names[self.scroll : self.scroll + fit]):
            box = Rect(area.left, area.top + at * step, area.width, self.px(ROW))
            act = partial(self._choose, name)
            word = self.controls.words[name]
            self.widgets.append(Row(name, word, box, Clicks(name == self.chosen, act, self._play)))
        top = area.bottom + gap
        height = self.px(36)
        if names:
            self._place_combinations(Rect(inner.left, top, inner.width, height), gap, names)
        top += height + gap
        width = self.px(110)
        fields = (
            ("name", Rect(inner.left, top, width, height), self.name, "Name"),
            (
                "word",
                Rect(inner.left + width + gap, top, inner.width - width - gap, height),
                self.word,
                "Moves, such as [A, B] or (A B)3",
            ),
        )
        for key, box, text, hint in fields:
            change = partial(self._type, key)
            self.widgets.append(TextField(key, box, text, change, hint=hint, done=self._save))
        self.message_box = Rect(inner.left, top + height + gap, inner.width, self.px(60))
        foot = Rect(inner.left, inner.bottom - self.px(40), inner.width, self.px(40))
        third = (foot.width - 2 * gap) // 3
        acts: tuple[tuple[str, str, Callable[[], object], bool, bool], ...] = (
            ("keep", "Save", self._save, bool(self.word), True),
            ("play", f"Play {self.chosen}", self._play, bool(self.chosen), False),
            ("delete", f"Delete {self.chosen}", self._delete, bool(self.chosen), False),
        )
        for at, (key, label, done, usable, primary) in enumerate(acts):
            box = Rect(foot.left + at * (third + gap), foot.top, third, foot.height)
            button = Button(key, box, label, done, enabled=usable, primary=primary and usable)
            self.widgets.append(button)

    def _place_combinations(self, box: Rect, gap: int, names: list[str]) -> None:
        other = Rect(box.left + self.px(34), box.top, self.px(96), box.height)
        left = other.right + gap
        width = (box.right - left - 2 * gap) // 3
        for at, (label, form) in enumerate(FORMS.items()):
            place = Rect(left + at * (width + gap), box.top, width, box.height)
            act = partial(self._combine, form)
            tip = form.format(self.chosen, self.other)
            self.widgets.append(Button(label, place, label, act, tip=tip, size=14))
        self.widgets.append(Dropdown("other", other, names, self.other, self._choose_other))

    def draw_back(self, canvas: Canvas) -> None:
        area, theme = self._area(), canvas.theme
        if not self.controls.words:
            text = (
                "No macros yet. Record moves in the panel, or type them below: U R, (U R)3, "
                "a commutator [U, R] or a conjugate [U: R]."
            )
            canvas.paragraph(text, area, 15, theme.muted_text)
        else:
            pos = area.left, area.bottom + self.px(26)
            canvas.text("with", pos, 14, theme.muted_text, anchor="midleft")
        word = self.word or self.chosen
        text = self.message or (self.controls.status_text(word) if word else "")
        canvas.paragraph(text, self.message_box, 14, theme.text, max_lines=3)

    def move(self, rows: int) -> None:
        names = list(self.controls.words)
        if names:
            at = names.index(self.chosen) + rows
            self._choose(names[max(0, min(len(names) - 1, at))])

    def _choose(self, name: str) -> None:
        """Select a macro and scroll to it."""
        self.chosen, self.message, self.word = name, "", ""
        at = list(self.controls.words).index(name)
        self.scroll = max(at - self.visible_rows() + 1, min(self.scroll, at))
        self.rebuild()

    def _choose_other(self, name: str) -> None:
        self.other = name
        self.rebuild()

    def _combine(self, form: str) -> None:
        """Fill in a word that combines the two macros, for the user to save."""
        self.word, self.message = form.format(self.chosen, self.other), ""
        self.name = self._fresh()
        self.rebuild()

    def _type(self, key: str, text: str) -> None:
        setattr(self, key, text)
        self.message = ""
        self.rebuild()

    def _save(self, _: str = "") -> None:
        if self._try(partial(self.controls.save, self.name.strip(), self.word)):
            self.name, name = self._fresh(), self.name.strip()
            self._choose(name)

    def _delete(self) -> None:
        if self._try(partial(self.controls.delete, self.chosen)):
            self.chosen = next(iter(self.controls.words), "")
            self.other = self.chosen if self.other not in self.controls.words else self.other
            self.rebuild()

    def _play(self) -> None:
        name = self.chosen
        self.window.close_dialog()
        self.controls.play(name)

    def _try(self, act: Callable[[], object]) -> bool:
        """Call `act`; show an error and return False if it fails."""
        self.message = ""
        try:
            act()
        except PuzzlekitError as error:
            self.message = str(error)
            self.rebuild()
        return not self.message
