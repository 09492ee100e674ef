"""What lies over the edge of the board: how a game ended, and a question to who moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from ....core.board import Point
from ....core.values import Piece, Question, Summary
from ...layout import Box, least_hidden
from ...theme import mix
from ..drawing.canvas import Canvas, Rect, wrap
from ..drawing.widgets import Button

#: Lines that each seat's part of a table takes at most.
MAX_BLOCKS = 4


class Overlay:
    """A box over the board; it lies where it hides as little as it can of what matters."""

    #: Whether it may lie in a corner or in the middle too, and not only above or below.
    anywhere = False

    def __init__(self) -> None:
        self.box = Rect(0, 0, 0, 0)
        self.buttons: list[Button] = []

    def _lie(self, board: Box, size: tuple[int, int], spots: Iterable[Point]) -> None:
        self.box = Rect(least_hidden(board, size, list(spots), anywhere=self.anywhere))

    def _row(self, canvas: Canvas, count: int, height: float) -> list[Rect]:
        """Return boxes side by side for the buttons at the bottom."""
        gap, high = canvas.px(10), canvas.px(height)
        wide = (self.box.width - (count + 1) * gap) // count
        top = self.box.bottom - gap - high
        lefts = [self.box.left + gap + number * (wide + gap) for number in range(count)]
        return [Rect(left, top, wide, high) for left in lefts]


class QuestionBar(Overlay):
    """Asks who moves, with a button an answer and one for playing on."""

    def __init__(
        self, question: Question, play: Callable[[str], object], decline: Callable[[], object]
    ) -> None:
        super().__init__()
        self.question, self.play, self.decline = question, play, decline
        self.lines: list[str] = []
        self.flat = True

    def place(self, canvas: Canvas, board: Box, spots: Iterable[Point]) -> None:
        """Lay the bar along the edge of the board that is farther from what matters."""
        font, answers = canvas.font(16, "Semibold"), self.question.answers
        labels = [*answers, self.question.otherwise]
        wides = [font.size(label)[0] + canvas.px(34) for label in labels]
        text = font.size(self.question.text)[0] + canvas.px(40)
        self.flat = text + sum(wides) <= board[2]
        if self.flat:
            self.lines = [self.question.text]
            self._lie(board, (text + sum(wides), canvas.px(58)), spots)
            boxes = self._beside(canvas, wides)
        else:
            width = min(board[2], canvas.px(560))
            self.lines = wrap(self.question.text, font, width - canvas.px(32))
            self._lie(board, (width, canvas.px(66 + 24 * len(self.lines))), spots)
            boxes = self._row(canvas, len(labels), 38)
        self.buttons = [
            Button(f"play {move}", box, label, partial(self.play, move), primary=True)
            for box, (label, move) in zip(boxes[:-1], answers.items(), strict=True)
        ]
        self.buttons.append(Button("question-no", boxes[-1], labels[-1], self.decline))

    def _beside(self, canvas: Canvas, wides: list[int]) -> list[Rect]:
        """Return boxes for the buttons at the right end of the text."""
        gap, left, boxes = canvas.px(10), self.box.right, []
        for wide in reversed(wides):
            left -= wide
            boxes.append(Rect(left, self.box.top + gap, wide - gap, self.box.height - 2 * gap))
        return boxes[::-1]

    def draw(self, canvas: Canvas) -> None:
        """Draw the bar without its buttons."""
        canvas.panel(self.box, canvas.theme.panel, canvas.theme.accent, 14)
        if self.flat:
            spot = self.box.left + canvas.px(18), self.box.centery
            canvas.text(self.lines[0], spot, 16, weight="Semibold", anchor="midleft")
            return
        for number, line in enumerate(self.lines):
            spot = (self.box.centerx, self.box.top + canvas.px(24 + 24 * number))
            canvas.text(line, spot, 16, weight="Semibold", anchor="center")


class Banner(Overlay):
    """Says how it ended, with the table of the seats and with ways to go on."""

    anywhere = True

    def __init__(
        self,
        headline: str,
        summary: Summary | None,
        *,
        again: Callable[[], object],
        home: Callable[[], object],
        dismiss: Callable[[], object],
    ) -> None:
        super().__init__()
        self.title, _, self.why = headline.partition(": ")
        self.summary = summary if summary is not None and summary.rows else None
        self.acts = [
            ("banner-new", "Play again", again),
            ("banner-home", "All games", home),
            ("banner-look", "Look at the board", dismiss),
        ]
        self.lines: list[str] = []
        self.table: SummaryTable | None = None

    def place(self, canvas: Canvas, board: Box, spots: Iterable[Point]) -> None:
        """Lay the banner where it hides few of the cells that decided."""
        width, pad = min(board[2], canvas.px(520)), canvas.px(16)
        self.lines = wrap(self.why, canvas.font(15), width - 2 * pad) if self.why else []
        high = canvas.px(52 + 20 * len(self.lines))
        self.table = SummaryTable(canvas, self.summary, width - 2 * pad) if self.summary else None
        table = high + canvas.px(4)
        high += self.table.height + canvas.px(12) if self.table else 0
        self._lie(board, (width, high + canvas.px(58)), spots)
        if self.table is not None:
            self.table.corner = self.box.left + pad, self.box.top + table
        self.buttons = [
            Button(key, box, label, act, primary=key == "banner-new")
            for box, (key, label, act) in zip(self._row(canvas, 3, 40), self.acts, strict=True)
        ]

    def draw(self, canvas: Canvas) -> None:
        """Draw the banner without its buttons."""
        theme = canvas.theme
        canvas.panel(self.box, theme.panel, theme.good, 14)
        spot = (self.box.centerx, self.box.top + canvas.px(30))
        wide = self.box.width - canvas.px(24)
        canvas.text(self.title, spot, 24, theme.good, weight="Bold", anchor="center", width=wide)
        for number, line in enumerate(self.lines):
            spot = (self.box.centerx, self.box.top + canvas.px(60 + 20 * number))
            canvas.text(line, spot, 15, anchor="center")
        if self.table is not None:
            self.table.draw(canvas)


class SummaryTable:
    """A summary, its rows drawn as columns: as many side by side as there is room for."""

    def __init__(self, canvas: Canvas, summary: Summary, width: int) -> None:
        self.summary, self.width = summary, width
        self.corner = 0, 0
        font, bold = canvas.font(15), canvas.font(15, "Semibold")
        texts = [text for row in summary.rows for text in row]
        self.step = max(font.size(text)[0] for text in [*texts, "00"]) + canvas.px(9)
        self.names = max(bold.size(title)[0] for title in summary.titles) + canvas.px(36)
        self.line, self.between = canvas.px(23), canvas.px(8)
        columns = max(1, (width - self.names) // self.step)
        count, decisive = len(summary.rows), summary.decisive or 0
        self.first = max(0, min(decisive - columns, count - MAX_BLOCKS * columns))
        self.last = min(count, self.first + MAX_BLOCKS * columns)
        self.blocks = [
            range(start, min(start + columns, self.last))
            for start in range(self.first, self.last, columns)
        ]
        seats = len(summary.titles)
        high = len(self.blocks) * (seats * self.line + self.between)
        self.height = canvas.px(22) + high - self.between

    def caption(self) -> str:
        """Return what the table holds, and which part of it is shown."""
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
        """Return the top left corner of an entry."""
        left, top = self.corner
        high = len(self.summary.titles) * self.line + self.between
        top += self.height - len(self.blocks) * high + self.between + block * high
        return left + self.names + column * self.step, top + seat * self.line

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, with a frame round what decided."""
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
