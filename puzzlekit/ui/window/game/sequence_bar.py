"""The sequences of moves in the panel: a row for each where there is room, else a button."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Button, Widget
from .column import Column
from .sequence_hand import SequenceHand

#: The height of a row, and how many stand below each other at most.
ROW, MOST = 28, 3

#: What stands above the rows at least: the list of moves, and buttons for moves.
ABOVE = 170

#: How wide a button with a name is, and a panel in which the first one has a label.
NAME, WIDE = 44, 300

#: Characters of a word that a tip shows.
SHOWN = 40


class SequenceButton(Button):
    """A sequence with its name; with `word` as a row that shows what it is."""

    def __init__(
        self, number: int, box: Rect, name: str, hand: SequenceHand, *, word: str = ""
    ) -> None:
        self.name, self.word, self.hand, self.number = name, word, hand, number
        super().__init__(f"sequence {name}", box, name, partial(hand.play, name), size=14)

    @property
    def is_lit(self) -> bool:
        """Whether it is pointed at."""
        return self.focused or self.hovered()

    @property
    def tip(self) -> str:
        """What it would do, once it is pointed at."""
        if not self.is_lit:
            return ""
        keys = f" (Ctrl {self.number})" if self.number <= 9 else ""
        word = self.hand.named[self.name]
        shown = word if len(word) <= SHOWN else f"{word[:SHOWN]} ..."
        return f"{shown}: {self.hand.told(self.name)}{keys}"

    @tip.setter
    def tip(self, text: str) -> None:
        """A button has a tip that is given; this one finds its own."""

    def cells(self) -> tuple[int, ...]:
        """Return the cells that it would change, once it is pointed at."""
        found = self.hand.effect(self.name) if self.is_lit else ""
        return () if isinstance(found, str) else found.cells

    def draw(self, canvas: Canvas) -> None:
        if not self.word:
            super().draw(canvas)
            return
        theme, box = canvas.theme, self.box
        canvas.panel(box, theme.raised, theme.accent if self.is_lit else theme.line, 8)
        left, middle = box.left + canvas.px(10), box.centery
        if self.number <= 9:
            canvas.text(f"{self.number}", (left, middle), 12, theme.dim, anchor="midleft")
        left += canvas.px(16)
        name = canvas.text(
            self.name, (left, middle), 14, weight="Semibold", anchor="midleft", width=canvas.px(90)
        )
        left = name.right + canvas.px(10)
        wide = box.right - canvas.px(10) - left
        canvas.text(self.word, (left, middle), 13, theme.dim, anchor="midleft", width=wide)


def sequence_widgets(hand: SequenceHand, column: Column) -> list[Widget]:
    """Take room for the sequences from the bottom of a column, and return their buttons.

    Those that do not fit stand on pages.
    """
    px, row, names = column.px, column.from_bottom(ROW), list(hand.named)
    rows = min(len(names), MOST, (column.height - px(ABOVE)) // px(ROW + 8))
    roomy = rows == len(names) or rows >= MOST
    ends, left, right = _ends(hand, row, px, wide=column.width >= px(WIDE))
    each = rows if roomy else max(1, (right - left + px(4)) // px(NAME + 4))
    widgets: list[Widget] = ends
    if len(names) > each:
        each = each if roomy else max(1, each - 1)
        pages = -(-len(names) // each)
        page = hand.page % pages
        onward = Rect(right - px(NAME), row.top, px(NAME), row.height)
        act = partial(hand.turn_to, (page + 1) % pages)
        label = f"{page + 1}/{pages} ›"
        widgets.append(Button("more sequences", onward, label, act, tip="More", size=13))
        names = names[page * each : (page + 1) * each]
    if roomy:
        boxes = [column.from_bottom(ROW) for _ in names][::-1]
    else:
        step = px(NAME + 4)
        boxes = [Rect(left + at * step, row.top, px(NAME), row.height) for at in range(len(names))]
    numbers = {name: number for number, name in enumerate(hand.named, 1)}
    for name, box in zip(names, boxes, strict=True):
        word = hand.named[name] if roomy else ""
        widgets.append(SequenceButton(numbers[name], box, name, hand, word=word))
    return widgets


def _ends(
    hand: SequenceHand, row: Rect, px: Callable[[float], int], *, wide: bool
) -> tuple[list[Widget], int, int]:
    """Return the buttons at both ends of the row, and what is free between them."""
    on = hand.since is not None
    tip = "Keep the moves made since (Ctrl M)" if on else "Record the next moves (Ctrl M)"
    label = ("Keep" if on else "Record") if wide else ""
    first = Rect(row.left, row.top, px(94 if wide else 34), row.height)
    last = Rect(row.right - px(34), row.top, px(34), row.height)
    record = Button("record", first, label, hand.record, icon="record", on=on, tip=tip, size=14)
    tip = "All sequences: name, form, delete"
    everything = Button("sequences", last, "", hand.show_all, icon="list", tip=tip)
    return [record, everything], first.right + px(6), last.left - px(6)
