"""The box of the panel that shows the status, a question, or the result of a game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product
from typing import NamedTuple

from ....core.translation import _, translate
from ....core.values import Piece, Summary
from ...available_actions import gestures
from ...theme import Colour, Theme, mix
from ..drawing.canvas import Canvas, Rect, shorten, wrap
from ..drawing.widgets import Button, Column, Pager, TooltipArea, Widget
from .board import GameBoard
from .move_list import scrubber_height
from .player_cards import side_piece
from .timing import SolutionPlayer

#: Unscaled height of the box, by the minimum height left in the panel after `BUTTONS`.
HEIGHTS = {280: 76, 150: 54, 0: 38}
BUTTONS = 45

#: Height of a button, maximum height of the text above buttons, and margin at the left and right.
BUTTON, MAX_TEXT, PAD = 30, 76, 10

#: Heights that the panel reserves for the status bar, and for a question or a result.
STATUS, ANSWERS = 60, 90

#: Minimum height of a box with a picture next to the text.
MIN_PICTURE_HEIGHT = 45

#: Total margin above and below the text.
FREE = 4

#: Font sizes of the text, of which the largest that fits is used.
SIZES = (16, 15, 14, 13)

#: Font size of the details.
BELOW = 13

#: Maximum number of lines of details.
MAX_BELOW = 2

#: Icons by severity.
ICONS = {"refuse": "warn", "end": "check"}


class StatusMessage(NamedTuple):
    """A status with a severity (do, ask, wait, tell, refuse, end) and details, most useful last."""

    text: str
    detail: tuple[str, ...] = ()
    severity: str = "tell"
    piece: Piece | None = None
    icon: str = ""


class StatusBox:
    """A box of fixed height with a status, which `message` can replace, and buttons beside it.

    A box that `grows` has the buttons below if the status does not fit beside them, and a summary
    in between, which is put on further pages if space is short. `moves` are the moves that have
    buttons in the box. It is smaller if it `has_buttons_below`, those of a puzzle's moves.
    """

    #: The table on this page.
    table: SummaryTable | None

    def __init__(
        self,
        text: StatusMessage,
        answers: Sequence[Button] = (),
        *,
        grows: bool = False,
        moves: Collection[str] = (),
        summary: Summary | None = None,
        has_buttons_below: bool = False,
    ) -> None:
        self.text, self.answers, self.grows, self.moves = text, answers, grows, moves
        self.has_buttons_below = grows or has_buttons_below
        self.summary = summary if summary is not None and summary.rows else None
        self.message, self.pager = "", Pager()
        #: Unscaled height that the panel keeps free.
        self.reserved = ANSWERS if grows else STATUS

    @property
    def shown(self) -> StatusMessage:
        if self.message and self.text.severity == "end":  # the message replaces only the reason
            result = self.text.text.partition(": ")[0]
            return self.text._replace(text=f"{result} · {self.message}")
        return StatusMessage(self.message) if self.message else self.text

    def place(self, column: Column) -> None:
        """Lay out the box at the top of a column."""
        px, shown = column.px, self.shown
        height = default_height(column, has_buttons_below=self.has_buttons_below)
        self.buttons, self.table = [*self.answers], None
        #: The icon or the piece on the left.
        self.picture = ICONS.get(shown.severity) or shown.piece or shown.icon
        if self.grows or height < MIN_PICTURE_HEIGHT:
            self.picture = ""
        left, width = px(34) if self.picture else 0, column.width - 2 * px(PAD)
        across = self._row_width(column)
        free = width - left - across
        is_short = column.canvas.text_width(shown.text, SIZES[-1], "Semibold") <= free
        if self.grows and (self.summary is not None or not is_short):
            self._place_above_buttons(column, width)
        else:
            self.fitted = fit_text(column.canvas, shown, free, px(height))
            for button in self.buttons if not self.fitted.is_whole else ():
                if button.label and button.icon:
                    button.label = ""  # the icon leaves more space for the text
                    self.place(column)
                    return
            self.box = column.from_top(height)
            self.inner = Rect(self.box.left + px(PAD) + left, self.box.top, free, self.box.height)
            row = Rect(0, 0, across - column.gap, px(BUTTON))
            row.midright = self.box.right - px(PAD), self.box.centery
            column.place_in_row(row, self.buttons)
        tip = TooltipArea("said", self.inner, self.message or shown.text)
        tips = [] if self.fitted.is_whole else [tip]
        self.widgets: list[Widget] = [*self.buttons, *tips]

    def _row_width(self, column: Column) -> int:
        """Return the width of all buttons with their whole labels, and a gap beside each."""
        widths = (each.label_width(column.canvas) + column.px(14) for each in self.buttons)
        return sum(max(column.px(BUTTON), width) + column.gap for width in widths)

    def _place_above_buttons(self, column: Column, width: int) -> None:
        """Lay out the text, the summary below it, and the buttons at the bottom."""
        canvas, px = column.canvas, column.px
        self.fitted = fit_text(canvas, self.shown, width, px(MAX_TEXT))
        height = self.fitted.height + px(2 * FREE)
        if self.summary is not None:
            available = column.height - px(scrubber_height(column) + 16 + BUTTON + 2 * FREE)
            height = self._place_summary(canvas, self.summary, width, height, available)
        is_row = self.summary is not None or self._row_width(column) <= width + column.gap
        rows = [self.buttons] if is_row else [[each] for each in self.buttons]
        foot = len(rows) * px(BUTTON + FREE) + px(FREE)
        least = default_height(column, has_buttons_below=True)
        self.box = column.from_top(max(least, (height + foot) / canvas.scale))
        self.inner = Rect(self.box.left + px(PAD), self.box.top, width, self.box.height - foot)
        line = Rect(self.inner.left, self.inner.bottom + px(FREE), width, px(BUTTON))
        for row in rows:
            column.place_in_row(line, row)
            line = line.move(0, px(BUTTON + FREE))
        if self.table is not None:
            self.table.corner = self.inner.left, self.inner.bottom - self.table.height
            self.inner.height -= self.table.height

    def _place_summary(
        self, canvas: Canvas, summary: Summary, width: int, text: int, available: int
    ) -> int:
        """Choose the table of this page; return the height of all pages without their buttons."""
        self.table = SummaryTable(canvas, summary, width, available - text)
        if self.table.pages == 1 and self.table.height <= available - text:
            return text + self.table.height
        page = self.pager.page
        table = SummaryTable(canvas, summary, width, available, page - 1)
        self.table = table if page else None
        self.pager.count = 1 + table.pages
        self.buttons.insert(1, self.pager.button("end-page", size=14))
        return max(text, table.height)

    def draw(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self.box
        tone = text_colour(theme, self.shown.severity)
        fill = theme.surface if tone is None else mix(theme.panel, tone, 0.16)
        canvas.panel(box, fill, tone and mix(theme.panel, tone, 0.6), 10)
        pos = box.left + canvas.px(PAD), box.centery
        if isinstance(self.picture, Piece):
            canvas.side_piece(self.picture, canvas.px(22), theme.surface, midleft=pos)
        elif self.picture:
            at = pos[0] + canvas.px(11), pos[1]
            canvas.icon(self.picture, at, 21, tone or theme.muted_text)
        if self.table is None or not self.pager.page:
            draw_text(canvas, self.fitted, self.inner, tone or theme.text)
        if self.table is not None:
            self.table.draw(canvas)


def default_height(column: Column, *, has_buttons_below: bool) -> int:
    """Return the unscaled height of the box, which is smaller if the panel has little space."""
    left = column.height - column.px(BUTTONS if has_buttons_below else 0)
    heights = (height for available, height in HEIGHTS.items() if left >= column.px(available))
    return next(heights, HEIGHTS[0])


def text_colour(theme: Theme, severity: str) -> Colour | None:
    """Return the colour for a severity, if it has one."""
    colours = {"do": theme.focus, "refuse": theme.danger, "end": theme.success}
    return {"ask": theme.accent, **colours}.get(severity)


class FittedText(NamedTuple):
    """A message fitted into a box, with its font, lines, and lines of details."""

    size: float
    weight: str
    lines: list[str]
    below: list[str]
    is_whole: bool
    height: int


def fit_text(canvas: Canvas, message: StatusMessage, width: int, height: int) -> FittedText:
    """Return a message in the largest font that fits, or truncated if none fits."""
    weight = "Regular" if text_colour(canvas.theme, message.severity) is None else "Semibold"
    available = height - canvas.px(FREE)
    small = canvas.font(BELOW).get_linesize()
    for minimum, size in product((small, 0) if message.detail else (0,), SIZES):
        font = canvas.font(size, weight)
        step = font.get_linesize()
        lines = wrap(message.text, font, width)
        if len(lines) * step + minimum <= available:
            break
    maximum = max(1, available // step)
    is_whole = len(lines) <= maximum and all(font.size(line)[0] <= width for line in lines)
    if len(lines) > maximum:
        lines[maximum - 1 :] = [shorten(" ".join(lines[maximum - 1 :]), font, width)]
    parts = [" · ".join(message.detail[start:]) for start in range(len(message.detail))]
    wrapped = [wrap(part, canvas.font(BELOW), width) for part in parts]
    left = min(MAX_BELOW, (available - len(lines) * step) // small)
    below = next((each for each in wrapped if len(each) <= left), [])
    total = len(lines) * step + len(below) * small
    return FittedText(size, weight, lines, below, is_whole, total)


def draw_text(canvas: Canvas, text: FittedText, box: Rect, colour: Colour) -> None:
    """Draw a message in the middle of a box."""
    size, weight, lines, below, _, height = text
    step, small = canvas.font(size, weight).get_linesize(), canvas.font(BELOW).get_linesize()
    place = Rect(box.left, box.centery - height // 2, box.width, 0)
    place.top = canvas.lines(lines, place, step, size, colour, weight=weight)
    canvas.lines(below, place, small, BELOW, canvas.theme.muted_text)


def status_message(board: GameBoard, solution: SolutionPlayer, canvas: Canvas) -> StatusMessage:
    """Return the current message."""
    controller, selector = board.controller, board.selector
    solid, keyboard = board.solid is not None, board.cursor is not None
    below = tuple(gestures(selector, solid=solid, keyboard=keyboard))
    if solution.is_on:
        return StatusMessage(solution.status_text())
    if board.refusal:
        return StatusMessage(board.refusal, below if selector.path else (), "refuse")
    if controller.message:
        return StatusMessage(controller.status_message())
    headline = controller.status_line()
    if controller.session.result is not None:
        return StatusMessage(headline, severity="end")
    is_game, prompt = controller.rules.is_game(), ""
    seat = next((each for each in controller.seats() if each.is_to_move), None)
    piece = side_piece(canvas, seat) if is_game and seat is not None else None
    if controller.may_play() and controller.request is None and not controller.has_no_moves():
        prompt = controller.prompts.current(selector.state, tuple(selector.path))
        if controller.message:  # an exception is shown once
            return StatusMessage(controller.message)
    if not prompt:
        return StatusMessage(headline, severity="wait", piece=piece)
    if controller.session.task is not None:
        headline, prompt = prompt, headline
    whose = (headline,) if is_game or controller.session.is_reviewing else ()
    icon = "" if is_game else "clockwise" if controller.rules.motion == "turn" else "forward"
    return StatusMessage(prompt, whose + below, "do", piece, icon)


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
        self.line, between, self.head = canvas.px(20), canvas.px(8), canvas.px(CAPTION)
        columns = max(1, (width - self.names) // self.step)
        count, seats = len(summary.rows), len(summary.titles)
        self.block = seats * self.line + between
        blocks = max(1, (height - self.head + between) // self.block)
        self.pages = -(-count // (blocks * columns))
        self.first = page % self.pages * blocks * columns
        self.last = min(count, self.first + blocks * columns)
        self.blocks = [
            range(start, min(start + columns, self.last))
            for start in range(self.first, self.last, columns)
        ]
        self.height = self.head + len(self.blocks) * self.block - between

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
        top += self.head + block * self.block + seat * self.line
        return left + self.names + column * self.step, top

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
