"""The strip below the cards that says why a file cannot be used that was dropped there."""

from __future__ import annotations

from collections.abc import Callable

from ....core.errors import printable
from ...theme import mix
from ..drawing.canvas import Canvas, Rect, wrap
from ..drawing.widgets import Widget

#: What it looks like: the colour of an error, and how many lines it has at most.
RED, LINES = (214, 52, 46), 4


class Strip(Widget):
    """A sentence at the foot of an area, until it is clicked."""

    tip = "Close (Esc)"

    def __init__(
        self, canvas: Canvas, area: Rect, text: str, dismiss: Callable[[], object]
    ) -> None:
        self.text, self.act = printable(text), dismiss
        inner = area.width - canvas.px(66)
        lines = min(LINES, len(wrap(self.text, canvas.font(14), inner)))
        high = canvas.px(20) * lines + canvas.px(16)
        bottom = area.bottom - canvas.px(10)
        super().__init__("refused", Rect(area.left, bottom - high, area.width, high))

    def draw(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self.box
        canvas.panel(box, mix(theme.panel, RED, 0.18), RED, 10)
        canvas.icon("warn", (box.left + canvas.px(20), box.centery), 18, theme.text)
        canvas.icon("close", (box.right - canvas.px(18), box.centery), 14, theme.text)
        inner = Rect(box.left + canvas.px(36), box.top + canvas.px(6), box.width - canvas.px(66), 0)
        inner.height = box.height - canvas.px(8)
        canvas.paragraph(self.text, inner, 14, max_lines=LINES)
