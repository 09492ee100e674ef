"""A question to who moves, in the panel: a button for each answer and one for playing on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....core.values import Question
from ..drawing.canvas import Canvas, Rect, wrap
from ..drawing.widgets import Button, Widget
from .button_rows import Column
from .prompt_box import Saying, draw_text, usual_height

#: The height of a button, and of a line of the question.
BUTTON, LINE = 34, 19

#: Lines of a question that are shown.
MAX_LINES = 4


class QuestionBox:
    """Asks who moves; what is said meanwhile stands in the place of the question."""

    def __init__(
        self, question: Question, play: Callable[[str], object], decline: Callable[[], object]
    ) -> None:
        self.question, self.play, self.decline = question, play, decline
        self.said = ""
        self.lines: list[str] = []
        self.box = self.inner = Rect(0, 0, 0, 0)
        self.buttons: list[Button] = []

    @property
    def widgets(self) -> list[Widget]:
        return list(self.buttons)

    def place(self, canvas: Canvas, column: Column) -> None:
        """Take room from the top of a column, and lay the buttons side by side if they fit."""
        pad, font = canvas.px(10), canvas.font(15, "Semibold")
        labels = [*self.question.answers, self.question.otherwise]
        width = column.width - 2 * pad
        wides = [font.size(label)[0] + canvas.px(24) for label in labels]
        gaps = (len(labels) - 1) * column.gap
        flat = sum(wides) + gaps <= width
        self.lines = wrap(self.question.text, canvas.font(14, "Semibold"), width)[:MAX_LINES]
        text = LINE * len(self.lines) + 12
        rows = 1 if flat else len(labels)
        high = max(text + rows * (BUTTON + 6) + 4, usual_height(canvas, column, buttons=False))
        self.box = column.from_top(high)
        self.inner = Rect(self.box.left + pad, self.box.top, width, canvas.px(text))
        top, boxes = self.inner.bottom, []
        spare, left = (width - gaps - sum(wides)) // len(labels), self.inner.left
        for number, wide in enumerate(wides):
            if flat:
                boxes.append(Rect(left, top, wide + spare, canvas.px(BUTTON)))
                left += wide + spare + column.gap
            else:
                below = top + number * canvas.px(BUTTON + 6)
                boxes.append(Rect(self.inner.left, below, width, canvas.px(BUTTON)))
        self.buttons = [
            Button(f"play {move}", box, label, partial(self.play, move), primary=True)
            for box, (label, move) in zip(boxes[:-1], self.question.answers.items(), strict=True)
        ]
        self.buttons.append(Button("question-no", boxes[-1], labels[-1], self.decline))

    def draw(self, canvas: Canvas) -> None:
        theme = canvas.theme
        canvas.panel(self.box, theme.raised, theme.accent, 10)
        if self.said:
            draw_text(canvas, Saying(self.said), self.inner, theme.text)
            return
        for number, line in enumerate(self.lines):
            spot = self.inner.left, self.inner.top + canvas.px(6 + LINE * number)
            canvas.text(line, spot, 14, weight="Semibold", width=self.inner.width)
