"""A line of the panel that asks something, with a button for each answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..drawing.canvas import Canvas, Rect, wrap
from ..drawing.widgets import Button, Widget
from .button_rows import Column
from .prompt_box import usual_height

#: The height of the line, and of one whose answers stand below the text.
FLAT, HIGH = 42, 66


class Asking(NamedTuple):
    """A text, and what each answer does, by its label; the last one leaves all as it is."""

    text: str
    answers: Mapping[str, Callable[[], object]]


class AskingLine:
    """Asks where the panel says what to do, in a box that is no lower than that one."""

    def __init__(self, asking: Asking, *, buttons: bool) -> None:
        self.asking, self.buttons = asking, buttons
        self.widgets: list[Widget] = []

    def place(self, canvas: Canvas, column: Column) -> None:
        """Take room from the top of a column."""
        px, font, asking = canvas.px, canvas.font(15, "Semibold"), self.asking
        pad, gap = px(10), px(6)
        wides = [max(px(52), font.size(label)[0] + px(22)) for label in asking.answers]
        answers = sum(wides) + gap * (len(wides) - 1)
        flat = font.size(asking.text)[0] + answers + 3 * pad <= column.width
        room = column.width - 2 * pad - (answers + pad if flat else 0)
        self.lines = wrap(asking.text, font, room)
        needed = FLAT if flat else HIGH + 20 * (len(self.lines) - 1)
        least = usual_height(canvas, column, buttons=self.buttons)
        self.box = column.from_top(max(needed, least))
        high = px(28)
        left = self.box.right - pad - answers if flat else self.box.left + pad
        top = self.box.centery - high // 2 if flat else self.box.bottom - px(7) - high
        if not flat:
            wide = (self.box.width - 2 * pad - gap * (len(wides) - 1)) // len(wides)
            wides = [wide] * len(wides)
        self.widgets = []
        for (label, act), wide in zip(asking.answers.items(), wides, strict=True):
            key = f"answer {label.lower()}"
            self.widgets.append(Button(key, Rect(left, top, wide, high), label, act))
            left += wide + gap
        self.flat = flat

    def draw(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self.box
        canvas.panel(box, theme.raised, theme.accent, 10)
        left = box.left + canvas.px(10)
        if self.flat:
            spot = left, box.centery
            canvas.text(self.lines[0], spot, 15, weight="Semibold", anchor="midleft")
            return
        for number, text in enumerate(self.lines):
            spot = left, box.top + canvas.px(4 + 20 * number)
            canvas.text(text, spot, 15, weight="Semibold")
