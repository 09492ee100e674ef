"""A table of what the seats have at the end, drawn in as many rows as there is room for."""

from __future__ import annotations

from ....core.values import Piece, Summary
from ...theme import mix
from ..drawing.canvas import Canvas, Rect

#: The height of the caption.
CAPTION = 18


class SummaryTable:
    """A summary, its rows drawn as columns: as many as there is room for, the others on pages."""

    def __init__(
        self, canvas: Canvas, summary: Summary, width: int, height: int, page: int = 0
    ) -> None:
        self.summary, self.width = summary, width
        self.corner = 0, 0
        font, bold = canvas.font(15), canvas.font(15, "Semibold")
        texts = [text for row in summary.rows for text in row]
        self.step = max(font.size(text)[0] for text in [*texts, "00"]) + canvas.px(9)
        self.names = max(bold.size(title)[0] for title in summary.titles) + canvas.px(36)
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
        return (
            f"{self.summary.caption}: {self.first + 1} to {self.last} of {len(self.summary.rows)}"
        )

    def marked(self) -> Rect | None:
        """Return the box round the entries that decided."""
        decisive = self.summary.decisive
        for block, numbers in enumerate(self.blocks):
            if decisive is not None and decisive in numbers:
                left, top = self._spot(block, decisive - numbers.start, 0)
                return Rect(left, top, self.step, len(self.summary.titles) * self.line)
        return None

    def _spot(self, block: int, column: int, seat: int) -> tuple[int, int]:
        left, top = self.corner
        high = len(self.summary.titles) * self.line + self.between
        top += self.height - len(self.blocks) * high + self.between + block * high
        return left + self.names + column * self.step, top + seat * self.line

    def draw(self, canvas: Canvas) -> None:
        theme = canvas.theme
        canvas.text(self.caption(), self.corner, 13, theme.dim, width=self.width)
        box = self.marked()
        if box is not None:
            canvas.panel(box, mix(theme.panel, theme.good, 0.25), theme.good, 6)
        for block, numbers in enumerate(self.blocks):
            for seat, title in enumerate(self.summary.titles):
                self._draw_name(canvas, title, self._spot(block, 0, seat)[1])
                for column, number in enumerate(numbers):
                    left, top = self._spot(block, column, seat)
                    spot = left + self.step // 2, top + self.line // 2
                    decisive = number == self.summary.decisive
                    canvas.text(
                        self.summary.rows[number][seat] or "–",
                        spot,
                        15,
                        weight="Bold" if decisive else "Regular",
                        anchor="center",
                    )

    def _draw_name(self, canvas: Canvas, title: str, top: int) -> None:
        left, middle = self.corner[0], top + self.line // 2
        if title.lower() in canvas.palette:
            picture = canvas.piece(Piece("stone", title.lower()), canvas.px(18))
            canvas.surface.blit(picture, picture.get_rect(midleft=(left, middle)))
            left += canvas.px(24)
        canvas.text(title, (left, middle), 15, weight="Semibold", anchor="midleft")
