"""Questions in the panel: from the rules, and before a resignation or a draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from ....core.values import Question
from ..drawing.canvas import Canvas, Rect, wrap
from ..drawing.column import Column
from ..drawing.widgets import Button, Widget
from .status_bar import StatusMessage, default_height, draw_text

#: Height of a bar with its answers beside the text, and with them below it.
FLAT, HIGH = 42, 66


class Confirmation(NamedTuple):
    """A question with its answers by label; the last answer cancels."""

    text: str
    answers: Mapping[str, Callable[[], object]]


class ConfirmBar:
    """A confirmation in place of the status bar, and at least as high."""

    def __init__(self, confirmation: Confirmation, *, buttons: bool) -> None:
        self.confirmation, self.buttons = confirmation, buttons
        self.widgets: list[Widget] = []

    def place(self, canvas: Canvas, column: Column) -> None:
        """Lay out the bar at the top of a column."""
        px, font, confirmation = canvas.px, canvas.font(15, "Semibold"), self.confirmation
        pad, gap = px(10), px(6)
        widths = [max(px(52), font.size(label)[0] + px(22)) for label in confirmation.answers]
        answers = sum(widths) + gap * (len(widths) - 1)
        flat = font.size(confirmation.text)[0] + answers + 3 * pad <= column.width
        available = column.width - 2 * pad - (answers + pad if flat else 0)
        self.lines = wrap(confirmation.text, font, available)
        needed = FLAT if flat else HIGH + 20 * (len(self.lines) - 1)
        minimum = default_height(canvas, column, buttons=self.buttons)
        self.box = column.from_top(max(needed, minimum))
        height = px(28)
        left = self.box.right - pad - answers if flat else self.box.left + pad
        top = self.box.centery - height // 2 if flat else self.box.bottom - px(7) - height
        if not flat:
            width = (self.box.width - 2 * pad - gap * (len(widths) - 1)) // len(widths)
            widths = [width] * len(widths)
        self.widgets = []
        for (label, act), width in zip(confirmation.answers.items(), widths, strict=True):
            key = f"answer {label.lower()}"
            self.widgets.append(Button(key, label, act, box=Rect(left, top, width, height)))
            left += width + gap
        self.flat = flat

    def draw(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self.box
        canvas.panel(box, theme.surface, theme.accent, 10)
        left = box.left + canvas.px(10)
        if self.flat:
            pos = left, box.centery
            canvas.text(self.lines[0], pos, 15, weight="Semibold", anchor="midleft")
            return
        for number, text in enumerate(self.lines):
            pos = left, box.top + canvas.px(4 + 20 * number)
            canvas.text(text, pos, 15, weight="Semibold")


#: Heights of a button and of a line of the question.
BUTTON, LINE = 34, 19

#: Maximum number of lines of a question.
MAX_LINES = 4


class QuestionBox:
    """A question to the side to move; a message temporarily replaces its text."""

    def __init__(
        self, question: Question, play: Callable[[str], object], decline: Callable[[], object]
    ) -> None:
        self.question, self.play, self.decline = question, play, decline
        self.message = ""
        self.lines: list[str] = []
        self.box = self.inner = Rect(0, 0, 0, 0)
        self.buttons: list[Button] = []

    @property
    def widgets(self) -> list[Widget]:
        return list(self.buttons)

    def place(self, canvas: Canvas, column: Column) -> None:
        """Lay out the box at the top of a column, with the buttons side by side if they fit."""
        pad, font = canvas.px(10), canvas.font(15, "Semibold")
        labels = [*self.question.answers, self.question.default]
        width = column.width - 2 * pad
        widths = [font.size(label)[0] + canvas.px(24) for label in labels]
        gaps = (len(labels) - 1) * column.gap
        flat = sum(widths) + gaps <= width
        self.lines = wrap(self.question.text, canvas.font(14, "Semibold"), width)[:MAX_LINES]
        text = LINE * len(self.lines) + 12
        rows = 1 if flat else len(labels)
        height = max(text + rows * (BUTTON + 6) + 4, default_height(canvas, column, buttons=False))
        self.box = column.from_top(height)
        self.inner = Rect(self.box.left + pad, self.box.top, width, canvas.px(text))
        top, boxes = self.inner.bottom, []
        spare, left = (width - gaps - sum(widths)) // len(labels), self.inner.left
        for number, box_width in enumerate(widths):
            if flat:
                boxes.append(Rect(left, top, box_width + spare, canvas.px(BUTTON)))
                left += box_width + spare + column.gap
            else:
                below = top + number * canvas.px(BUTTON + 6)
                boxes.append(Rect(self.inner.left, below, width, canvas.px(BUTTON)))
        self.buttons = [
            Button(f"play {move}", label, partial(self.play, move), primary=True, box=box)
            for box, (label, move) in zip(boxes[:-1], self.question.answers.items(), strict=True)
        ]
        self.buttons.append(Button("question-no", labels[-1], self.decline, box=boxes[-1]))

    def draw(self, canvas: Canvas) -> None:
        theme = canvas.theme
        canvas.panel(self.box, theme.surface, theme.accent, 10)
        if self.message:
            draw_text(canvas, StatusMessage(self.message), self.inner, theme.text)
            return
        for number, line in enumerate(self.lines):
            pos = self.inner.left, self.inner.top + canvas.px(6 + LINE * number)
            canvas.text(line, pos, 14, weight="Semibold", width=self.inner.width)
