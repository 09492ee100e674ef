"""Macros of a puzzle: recording, playing, and the buttons in the panel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

import pygame

from ....core import words
from ....core.errors import PuzzlekitError
from ....core.translation import _
from ....play.controller import GameController
from ....play.macros import MacroEffect, Macros, macro_effect
from ....play.variations import GameNode
from ....rules.base import State
from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Button, Column, Pager, Widget, digit_of, draw_name_and_details

#: Maximum number of cached effects. Effects are needed in every frame.
MAX_CACHED = 100


class MacroControls:
    """The macros of a puzzle, which can be saved, deleted and played."""

    def __init__(
        self,
        controller: GameController,
        show_all: Callable[[MacroControls], object],
    ) -> None:
        self.controller = controller
        #: Opens the dialog with all macros.
        self.show_all = partial(show_all, self)
        self.macros = Macros(controller.session)
        self.words: dict[str, str] = {}
        #: The position where the recording began, or None if nothing is being recorded.
        self.start: GameNode | None = None
        self.pager = Pager()
        self._effect = lru_cache(MAX_CACHED)(self._compute_effect)
        try:
            self.refresh()
        except PuzzlekitError as error:
            controller.message = str(error)  # the view is not ready yet

    def refresh(self) -> None:
        self.words = self.macros.all()
        self._effect.cache_clear()

    def record(self) -> None:
        tree = self.controller.session.tree
        if self.start is None:
            self.start = tree.node
            self.controller.show_status(
                _("Recording: make your moves, then press Ctrl+M to save them.")
            )
            return
        before, self.start = {*self.start.path()}, None  # undo may have gone back further
        moves = [node.move for node in tree.node.path() if node not in before]
        if moves:
            word = words.write([(move, 1) for move in moves])
            self.save(self.macros.first_free_name(), word)
        else:
            self.controller.show_status(_("No moves recorded"))

    def save(self, name: str, word: str) -> None:
        """Save a word as a macro; raise a `PuzzlekitError` if the word cannot be saved."""
        self.macros.save(name, word)
        self.refresh()
        self.controller.show_status(
            _("{name} saved: {effect}.").format(name=name, effect=self.status_text(name))
        )

    def delete(self, name: str) -> None:
        """Delete a macro; raise `SaveError` if the macro cannot be deleted."""
        self.macros.delete(name)
        self.refresh()

    def play(self, name: str, *, backwards: bool = False) -> None:
        """Play all moves of a macro or its inverse, or none of them."""
        if self.controller.is_human_turn():
            word = f"({name})'" if backwards else name
            moves = self.macros.expand(word, self.controller.session.state)
            self.controller.play(*moves)

    def handle_ctrl_key(self, event: pygame.event.Event) -> bool:
        """Handle a key pressed with Ctrl; return whether it had an action."""
        if number := digit_of(event):
            for name in list(self.words)[number - 1 : number]:
                self.play(name, backwards=bool(event.mod & pygame.KMOD_SHIFT))
        elif event.key == pygame.K_m:
            self.record()
        return bool(number) or event.key == pygame.K_m

    def effect(self, word: str) -> MacroEffect | str:
        """Return the effect of a word in this position, or the reason why it cannot be played."""
        return self._effect(word, self.controller.session.state)

    def _compute_effect(self, word: str, state: State) -> MacroEffect | str:
        try:
            moves = self.macros.expand(word, state)
            return macro_effect(self.controller.rules, state, moves)
        except PuzzlekitError as error:
            return str(error)

    def status_text(self, word: str) -> str:
        return str(self.effect(word)).rstrip(".")


#: Height of a row, and maximum number of rows.
ROW, MAX_ROWS = 28, 3

#: Minimum height above the rows, for the status bar, the move list and move buttons.
ABOVE = 200

#: Widths of a button with a name and of a button with an icon, and minimum width of a panel with
#: rows.
NAME, SIDE, WIDE = 44, 34, 290

#: Maximum length of a word in a tooltip, in characters.
SHOWN = 40


class MacroButton(Button):
    """A button that plays a macro; if `word` is given, a row that also shows its moves."""

    def __init__(
        self, number: int, box: Rect, name: str, controls: MacroControls, *, word: str = ""
    ) -> None:
        self.name, self.word, self.controls, self.number = name, word, controls, number
        super().__init__(f"sequence {name}", name, partial(controls.play, name), box=box, size=14)

    @property
    def is_highlighted(self) -> bool:
        return self.focused or self.hovered()

    def describe(self) -> str:
        """Return the moves and the effect of the macro."""
        word = self.controls.words[self.name]
        shown = word if len(word) <= SHOWN else f"{word[:SHOWN]}…"
        text = f"{shown}: {self.controls.status_text(self.name)}"
        if self.number > 9:
            return text
        return _("{text} (Ctrl+{number})").format(text=text, number=self.number)

    def cells(self) -> tuple[int, ...]:
        """Return the cells that the macro would change, if the button is highlighted."""
        effect = self.controls.effect(self.name) if self.is_highlighted else ""
        return () if isinstance(effect, str) else effect.cells

    def draw(self, canvas: Canvas) -> None:
        self.tip = self.describe() if self.is_highlighted else ""
        if not self.word:
            super().draw(canvas)
            return
        theme, box = canvas.theme, self.box
        canvas.panel(box, theme.surface, theme.accent if self.is_highlighted else theme.line, 8)
        left, middle = box.left + canvas.px(10), box.centery
        if self.number <= 9:
            canvas.text(f"{self.number}", (left, middle), 12, theme.muted_text, anchor="midleft")
        inner = Rect(left + canvas.px(16), box.top, box.width - canvas.px(36), box.height)
        draw_name_and_details(canvas, inner, self.name, self.word)


def macro_widgets(controls: MacroControls, column: Column, field: Widget) -> list[Widget]:
    """Return the buttons of the macros, placed at the bottom of a column or beside the `field`."""
    px = column.px
    if column.height < px(ABOVE + ROW + 8) or column.width < px(WIDE):
        rest, last = column.split(field.box, right=SIDE)
        field.box, first = column.split(rest, right=SIDE)
        return _end_buttons(controls, first, last, label=False)
    names = list(controls.words)
    first, row = column.split(column.from_bottom(ROW), left=94)
    row, last = column.split(row, right=SIDE)
    widgets = _end_buttons(controls, first, last, label=True)
    rows = min(len(names), MAX_ROWS, (column.height - px(ABOVE)) // px(ROW + 8))
    has_space = rows == len(names) or rows >= MAX_ROWS
    each = rows if has_space else max(1, (row.width + px(4)) // px(NAME + 4))
    if len(names) > each:
        each = each if has_space else max(1, each - 1)
        names = [*controls.pager.items(names, each)]
        more = controls.pager.button("more sequences", _("More"), size=13)
        widgets.append(more.placed(column.split(row, right=NAME)[1]))
    if has_space:
        boxes = [column.from_bottom(ROW) for _ in names][::-1]
    else:
        step = px(NAME + 4)
        first = Rect(row.left, row.top, px(NAME), row.height)
        boxes = [first.move(at * step, 0) for at in range(len(names))]
    numbers = {name: number for number, name in enumerate(controls.words, 1)}
    for name, box in zip(names, boxes, strict=True):
        word = controls.words[name] if has_space else ""
        widgets.append(MacroButton(numbers[name], box, name, controls, word=word))
    return widgets


def _end_buttons(controls: MacroControls, first: Rect, last: Rect, *, label: bool) -> list[Widget]:
    """Return the Record button, with or without a label, and the button that opens the list."""
    on = controls.start is not None
    tip = _("Save the recorded moves (Ctrl+M)") if on else _("Record moves as a macro (Ctrl+M)")
    text = (_("Save") if on else _("Record")) if label else ""
    record = Button("record", text, controls.record, tip, icon="record", on=on, size=14, box=first)
    tip = _("Manage macros")
    return [record, Button("sequences", "", controls.show_all, tip, icon="list", box=last)]


def macro_cells(widgets: Iterable[Widget]) -> Iterator[tuple[int, ...]]:
    """Yield the cells that the highlighted macro button would change."""
    for widget in widgets:
        if isinstance(widget, MacroButton):
            yield widget.cells()
