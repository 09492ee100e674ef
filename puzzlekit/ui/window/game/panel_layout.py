"""Layout of the panel: boxes in a column, and pages of button rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Button

#: Height of a row without and with the gap below it.
ROW, STEP = 36, 44


class PanelLayout:
    """A column that allocates boxes from its top and bottom; sizes are unscaled."""

    def __init__(self, canvas: Canvas, box: Rect) -> None:
        self.px = canvas.px
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
        width = (box.width - (count - 1) * self.gap) / count
        return [
            Rect(round(box.left + i * (width + self.gap)), box.top, round(width), box.height)
            for i in range(count)
        ]


class PanelButton(NamedTuple):
    """A button of the panel; `on` marks it as active."""

    key: str
    label: str
    act: Callable[[], object]
    tip: str = ""
    enabled: bool = True
    on: bool = False
    icon: str = ""

    def button(self, box: Rect, size: float = 15) -> Button:
        key, label, act, tip, enabled, on, icon = self
        return Button(key, box, label, act, icon=icon, enabled=enabled, on=on, tip=tip, size=size)


class Pages(NamedTuple):
    """Number of pages, current page, and rows per page."""

    total: int
    page: int
    rows: int


def paginate(rows: int, available: int, page: int) -> Pages:
    """Divide rows into pages of equal height with at most `available` rows each."""
    count = -(-rows // max(1, min(rows, available)))
    return Pages(count, page % count, -(-rows // count))


def place_rows(
    column: PanelLayout, rows: Sequence[Sequence[PanelButton]], pages: Pages
) -> list[tuple[PanelButton, Rect]]:
    """Return the buttons of a page, placed upwards from the bottom of a column."""
    lines = [column.from_bottom(ROW) for _ in range(pages.rows)][::-1]
    first = pages.page * pages.rows
    return [
        (control, box)
        for row, line in zip(rows[first : first + pages.rows], lines, strict=False)
        for control, box in zip(row, _boxes(column.gap, line, row), strict=True)
    ]


def _boxes(gap: int, line: Rect, row: Sequence[PanelButton]) -> list[Rect]:
    icons = sum(not control.label for control in row)
    available = line.width - icons * line.height - gap * (len(row) - 1)
    box_width, left, boxes = available / max(1, len(row) - icons), float(line.left), []
    for control in row:
        width = box_width if control.label else line.height
        boxes.append(Rect(round(left), line.top, round(width), line.height))
        left += width + gap
    return boxes
