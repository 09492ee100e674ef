"""Layout in columns: boxes from the top or bottom, rows of widgets, and pages of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .canvas import Canvas, Rect
from .widgets import MIN_SIZE, Button, Widget

#: Heights of a row without and with the gap below it.
ROW, STEP = 36, 44


class Column:
    """A column that allocates boxes from its top and bottom. Sizes are unscaled."""

    def __init__(self, canvas: Canvas, box: Rect) -> None:
        self.px, self.font = canvas.px, canvas.font
        self.gap = self.px(8)
        self.left, self.width = box.left, box.width
        self.top, self.bottom = box.top, box.bottom

    @property
    def height(self) -> int:
        return self.bottom - self.top

    def from_top(self, height: float, gap: float = 8) -> Rect:
        box = Rect(self.left, self.top, self.width, self.px(height))
        self.top = box.bottom + self.px(gap)
        return box

    def from_bottom(self, height: float) -> Rect:
        box = Rect(self.left, self.bottom - self.px(height), self.width, self.px(height))
        self.bottom = box.top - self.gap
        return box

    def rest(self) -> Rect:
        return Rect(self.left, self.top, self.width, self.height)

    def row(self, box: Rect, count: int) -> list[Rect]:
        """Return the boxes of equally wide cells in a row."""
        width = (box.width - (count - 1) * self.gap) / count
        return [
            Rect(round(box.left + i * (width + self.gap)), box.top, round(width), box.height)
            for i in range(count)
        ]

    def grid(self, widgets: Sequence[Widget], columns: int, height: float, gap: float = 8) -> None:
        """Place widgets in rows of equally wide cells, from the top."""
        for first in range(0, len(widgets), columns):
            boxes = self.row(self.from_top(height, gap), columns)
            for widget, box in zip(widgets[first:], boxes, strict=False):
                widget.box = box

    def place_in_row(
        self, box: Rect, widgets: Sequence[Widget], widths: Sequence[int] = ()
    ) -> None:
        """Place widgets in a row: icons as squares, and all others with equal shares of the rest.

        If the `widths` of the widgets are given, or a label does not fit into a share, the shares
        are added to the widths.
        """
        icons = [isinstance(widget, Button) and not widget.label for widget in widgets]
        fixed = list(widths) or [box.height if icon else 0 for icon in icons]
        available = box.width - sum(fixed) - self.gap * (len(widgets) - 1)
        share, left = available / max(1, icons.count(False)), float(box.left)
        needed = [
            size or self._label_width(each) for size, each in zip(fixed, widgets, strict=True)
        ]
        rest = available + sum(fixed) - sum(needed)
        is_cut = any(size > share for size, icon in zip(needed, icons, strict=True) if not icon)
        if is_cut and not widths and rest >= 0:
            fixed, share = needed, rest / max(1, icons.count(False))
        for widget, icon, part in zip(widgets, icons, fixed, strict=True):
            width = part if icon else part + share
            widget.box = Rect(round(left), box.top, round(width), box.height)
            left += width + self.gap

    def _label_width(self, widget: Widget) -> int:
        """Return the smallest width of a button that shows its whole label."""
        if not isinstance(widget, Button):
            return 0
        space = self.px(46 if widget.icon else 10)
        return self.font(MIN_SIZE, "Semibold").size(widget.label)[0] + space


class Pages(NamedTuple):
    """The number of pages, the current page, and the number of rows per page."""

    total: int
    page: int
    rows: int


def paginate(rows: int, available: int, page: int) -> Pages:
    """Divide rows into pages of equal height, each with at most `available` rows."""
    count = -(-rows // max(1, min(rows, available)))
    return Pages(count, page % count, -(-rows // count))


def place_rows(column: Column, rows: Sequence[Sequence[Button]], pages: Pages) -> list[Button]:
    """Return the buttons of a page, placed from the bottom of a column upwards."""
    lines = [column.from_bottom(ROW) for _ in range(pages.rows)][::-1]
    shown = rows[pages.page * pages.rows :][: pages.rows]
    for row, line in zip(shown, lines, strict=False):
        column.place_in_row(line, row)
    return [button for row in shown for button in row]
