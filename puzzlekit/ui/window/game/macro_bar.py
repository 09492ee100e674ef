"""Macros in the panel: one row each if space allows, otherwise buttons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from ..drawing.canvas import Canvas, Rect
from ..drawing.column import Column
from ..drawing.widgets import Button, Widget
from .macro_controls import MacroControls

#: Height of a row, and maximum number of rows.
ROW, MAX_ROWS = 28, 3

#: Minimum height above the rows, for the status bar, the move list and move buttons.
ABOVE = 200

#: Widths of a button with a name and of one with an icon; minimum width of a panel with rows.
NAME, SIDE, WIDE = 44, 34, 290

#: Maximum length of a word in a tooltip, in characters.
SHOWN = 40


class MacroButton(Button):
    """A button that plays a macro; with `word`, a row that also shows its moves."""

    def __init__(
        self, number: int, box: Rect, name: str, controls: MacroControls, *, word: str = ""
    ) -> None:
        self.name, self.word, self.controls, self.number = name, word, controls, number
        super().__init__(f"sequence {name}", name, partial(controls.play, name), box=box, size=14)

    @property
    def is_lit(self) -> bool:
        return self.focused or self.hovered()

    @property
    def tip(self) -> str:
        """The moves and effect of the macro, computed only while the button is highlighted."""
        if not self.is_lit:
            return ""
        keys = f" (Ctrl+{self.number})" if self.number <= 9 else ""
        word = self.controls.words[self.name]
        shown = word if len(word) <= SHOWN else f"{word[:SHOWN]}…"
        return f"{shown}: {self.controls.status_text(self.name)}{keys}"

    @tip.setter
    def tip(self, text: str) -> None:
        """Ignore the tip set by `Button`."""

    def cells(self) -> tuple[int, ...]:
        """Return the cells that the macro would change, while the button is highlighted."""
        effect = self.controls.effect(self.name) if self.is_lit else ""
        return () if isinstance(effect, str) else effect.cells

    def draw(self, canvas: Canvas) -> None:
        if not self.word:
            super().draw(canvas)
            return
        theme, box = canvas.theme, self.box
        canvas.panel(box, theme.surface, theme.accent if self.is_lit else theme.line, 8)
        left, middle = box.left + canvas.px(10), box.centery
        if self.number <= 9:
            canvas.text(f"{self.number}", (left, middle), 12, theme.muted_text, anchor="midleft")
        left += canvas.px(16)
        name = canvas.text(
            self.name, (left, middle), 14, weight="Semibold", anchor="midleft", width=canvas.px(90)
        )
        left = name.right + canvas.px(10)
        width = box.right - canvas.px(10) - left
        canvas.text(self.word, (left, middle), 13, theme.muted_text, anchor="midleft", width=width)


def macro_widgets(controls: MacroControls, column: Column, field: Rect) -> list[Widget]:
    """Return the buttons of the macros, at the bottom of a column or beside the `field`."""
    px, side = column.px, column.px(SIDE)
    if column.height < px(ABOVE + ROW + 8) or column.width < px(WIDE):
        field.width -= 2 * (side + px(6))
        ends = [Rect(field.right + px(6), field.top, side, field.height)]
        ends.append(ends[0].move(side + px(6), 0))
        return _ends(controls, *ends, label=False)
    row, names = column.from_bottom(ROW), list(controls.words)
    first = Rect(row.left, row.top, px(94), row.height)
    last = Rect(row.right - side, row.top, side, row.height)
    widgets = _ends(controls, first, last, label=True)
    left, right = first.right + px(6), last.left - px(6)
    rows = min(len(names), MAX_ROWS, (column.height - px(ABOVE)) // px(ROW + 8))
    has_space = rows == len(names) or rows >= MAX_ROWS
    each = rows if has_space else max(1, (right - left + px(4)) // px(NAME + 4))
    if len(names) > each:
        each = each if has_space else max(1, each - 1)
        pages = -(-len(names) // each)
        page = controls.page % pages
        onward = Rect(right - px(NAME), row.top, px(NAME), row.height)
        act = partial(controls.turn_to, (page + 1) % pages)
        label = f"{page + 1}/{pages} ›"
        widgets.append(Button("more sequences", label, act, "More", size=13, box=onward))
        names = names[page * each : (page + 1) * each]
    if has_space:
        boxes = [column.from_bottom(ROW) for _ in names][::-1]
    else:
        step = px(NAME + 4)
        boxes = [Rect(left + at * step, row.top, px(NAME), row.height) for at in range(len(names))]
    numbers = {name: number for number, name in enumerate(controls.words, 1)}
    for name, box in zip(names, boxes, strict=True):
        word = controls.words[name] if has_space else ""
        widgets.append(MacroButton(numbers[name], box, name, controls, word=word))
    return widgets


def _ends(controls: MacroControls, first: Rect, last: Rect, *, label: bool) -> list[Widget]:
    """Return the Record button, with or without a label, and the list button."""
    on = controls.start_ply is not None
    tip = "Save the recorded moves (Ctrl+M)" if on else "Record moves as a macro (Ctrl+M)"
    text = ("Save" if on else "Record") if label else ""
    record = Button("record", text, controls.record, tip, icon="record", on=on, size=14, box=first)
    tip = "Manage macros"
    return [record, Button("sequences", "", controls.show_all, tip, icon="list", box=last)]


def macro_cells(widgets: Iterable[Widget]) -> Iterator[tuple[int, ...]]:
    """Yield the cells that a highlighted macro button would change."""
    for widget in widgets:
        if isinstance(widget, MacroButton):
            yield widget.cells()
