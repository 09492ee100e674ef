"""The end of a game in the panel: the result, a summary table and buttons."""

from __future__ import annotations

from collections.abc import Callable

from ....core.translation import _, translate
from ....core.values import Piece, Summary
from ...theme import mix
from ..drawing.canvas import Canvas, Rect, wrap
from ..drawing.widgets import Button, Column, Widget
from .move_list import scrubber_height
from .status_bar import ANSWERS, default_height

#: The height of the caption.
CAPTION = 18


class SummaryTable:
    """A summary with one column per entry, divided into blocks and pages to fit."""

    def __init__(
        self, canvas: Canvas, summary: Summary, width: int, height: int, page: int = 0
    ) -> None:
        self.summary, self.width = summary, width
        self.corner = 0, 0
        font, bold = canvas.font(15), canvas.font(15, "Semibold")
        texts = [text for row in summary.rows for text in row]
        self.step = max(font.size(text)[0] for text in [*texts, "00"]) + canvas.px(9)
        self.names = max(bold.size(translate(title))[0] for title in summary.titles) + canvas.px(36)
        self.line, self.between = canvas.px(20), canvas.px(8)
        columns = max(1, (width - self.names) // self.step)
        count, seats = len(summary.rows), len(summary.titles)
        block = seats * self.line + self.between
        blocks = max(1, (height - canvas.px(CAPTION) + self.between) // block)
        self.pages = -(-count // (blocks * columns))
        self.first = page % self.pages * blocks * columns
        self.last = min(count, self.first + blocks * columns)
        self.blocks = [
            range(start, min(start + columns, self.last))
            for start in range(self.first, self.last, columns)
        ]
        self.height = canvas.px(CAPTION) + len(self.blocks) * block - self.between

    def caption(self) -> str:
        if self.last - self.first == len(self.summary.rows):
            return self.summary.caption
        return _("{caption}: {first} to {last} of {count}").format(
            caption=self.summary.caption,
            first=self.first + 1,
            last=self.last,
            count=len(self.summary.rows),
        )

    def marked(self) -> Rect | None:
        """Return the box around the decisive entries."""
        decisive = self.summary.decisive
        for block, numbers in enumerate(self.blocks):
            if decisive is not None and decisive in numbers:
                left, top = self._entry_pos(block, decisive - numbers.start, 0)
                return Rect(left, top, self.step, len(self.summary.titles) * self.line)
        return None

    def _entry_pos(self, block: int, column: int, seat: int) -> tuple[int, int]:
        left, top = self.corner
        height = len(self.summary.titles) * self.line + self.between
        top += self.height - len(self.blocks) * height + self.between + block * height
        return left + self.names + column * self.step, top + seat * self.line

    def draw(self, canvas: Canvas) -> None:
        theme = canvas.theme
        canvas.text(self.caption(), self.corner, 13, theme.muted_text, width=self.width)
        box = self.marked()
        if box is not None:
            canvas.panel(box, mix(theme.panel, theme.success, 0.25), theme.success, 6)
        for block, numbers in enumerate(self.blocks):
            for seat, title in enumerate(self.summary.titles):
                self._draw_name(canvas, title, self._entry_pos(block, 0, seat)[1])
                for column, number in enumerate(numbers):
                    left, top = self._entry_pos(block, column, seat)
                    pos = left + self.step // 2, top + self.line // 2
                    weight = "Bold" if number == self.summary.decisive else "Regular"
                    value = self.summary.rows[number][seat] or "–"
                    canvas.text(value, pos, 15, weight=weight, anchor="center")

    def _draw_name(self, canvas: Canvas, title: str, top: int) -> None:
        left, middle = self.corner[0], top + self.line // 2
        if title.lower() in canvas.palette:
            picture = canvas.piece(Piece("stone", title.lower()), canvas.px(18))
            canvas.blit(picture, midleft=(left, middle))
            left += canvas.px(24)
        canvas.text(translate(title), (left, middle), 15, weight="Semibold", anchor="midleft")


#: Heights of a button, of the headline, and of a line of the reason.
BUTTON, TITLE, LINE = 28, 26, 18

#: Maximum numbers of lines of the headline and of the reason, and padding inside the border.
MAX_TITLES, MAX_LINES, PAD = 2, 4, 6

#: Margin above and below the buttons, slightly wider than their focus ring.
ROUND = 4

#: Font size of the headline.
SIZE = 19


class GameOverBox:
    """The result with its summary table, which is put on further pages if space is short."""

    reserved = ANSWERS

    def __init__(
        self,
        headline: str,
        summary: Summary | None,
        *,
        again: Callable[[], object],
        label: str,
        dismiss: Callable[[], object],
        changed: Callable[[], object],
    ) -> None:
        self.title, _, self.why = headline.partition(": ")
        self.summary = summary if summary is not None and summary.rows else None
        self.again, self.label, self.dismiss, self.changed = again, label, dismiss, changed
        self.message = ""
        self.page = 0
        self.box = self.inner = Rect(0, 0, 0, 0)
        self.titles: list[str] = []
        self.lines: list[str] = []
        self.table: SummaryTable | None = None
        #: True on the page that shows the result.
        self.shows_result = True
        self.buttons: list[Button] = []

    @property
    def widgets(self) -> list[Widget]:
        return list(self.buttons)

    def place(self, canvas: Canvas, column: Column) -> None:
        """Lay out the box at the top of a column."""
        px = canvas.px
        width = column.width - 2 * px(PAD + 4)
        why = self.message or self.why
        self.lines = wrap(why, canvas.font(14), width)[:MAX_LINES] if why else []
        self.titles = wrap(self.title, canvas.font(SIZE, "Bold"), width)[:MAX_TITLES]
        head = len(self.titles) * px(TITLE) + len(self.lines) * px(LINE)
        foot = px(PAD + BUTTON + 2 * ROUND)
        available = column.height - px(scrubber_height(column) + 16)
        pages, height = 1, head
        self.table, self.shows_result = None, True
        if self.summary is not None:
            free = available - head - foot
            table = SummaryTable(canvas, self.summary, width, free)
            if table.height <= free and table.pages == 1:
                height, self.table = head + table.height, table
            else:
                table = SummaryTable(canvas, self.summary, width, available - foot, self.page - 1)
                pages, height = 1 + table.pages, max(head, table.height)
                self.shows_result = self.page % pages == 0
                self.table = None if self.shows_result else table
        height = max(height + foot, px(default_height(canvas, column, buttons=True)))
        self.box = column.from_top(height / canvas.scale)
        self.inner = self.box.inflate(-2 * px(PAD + 4), -2 * px(PAD))
        if self.table is not None:
            top = self.inner.top + (head if self.shows_result else 0)
            self.table.corner = self.inner.left, top
        self._lay_buttons(canvas, pages)

    def _lay_buttons(self, canvas: Canvas, pages: int) -> None:
        px = canvas.px
        row = Rect(self.inner.left, self.box.bottom - px(ROUND + BUTTON), self.inner.width, 0)
        row.height = px(BUTTON)
        gap, count = px(6), 1 + (pages > 1)
        label, close = f"{self.page % pages + 1}/{pages} ›", _("Close")
        font = canvas.font(14, "Semibold")
        small = min(px(58), max(font.size(text)[0] for text in (label, close)) + px(14))
        first = Rect(row.left, row.top, row.width - count * (small + gap), row.height)
        boxes = [Rect(first.right + gap, row.top, small, row.height)]
        boxes.append(boxes[0].move(small + gap, 0))
        self.buttons = [
            Button("end-new", self.label, self.again, primary=True, size=14, box=first),
            Button("end-close", close, self.dismiss, _("Esc"), size=14, box=boxes[count - 1]),
        ]
        if pages > 1:
            self.buttons.insert(
                1, Button("end-page", label, self._turn_page, size=14, box=boxes[0])
            )

    def _turn_page(self) -> None:
        self.page += 1
        self.changed()

    def draw(self, canvas: Canvas) -> None:
        theme, inner = canvas.theme, self.inner
        line = mix(theme.panel, theme.success, 0.6)
        canvas.panel(self.box, mix(theme.panel, theme.success, 0.16), line, 10)
        if self.shows_result:
            step = canvas.px(TITLE)
            end = canvas.lines(self.titles, inner, step, SIZE, theme.success, weight="Bold")
            below = Rect(inner.left, end - canvas.px(1), inner.width, 0)
            canvas.lines(self.lines, below, canvas.px(LINE), 14)
        if self.table is not None:
            self.table.draw(canvas)
