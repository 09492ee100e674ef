"""The box of the panel that shows the status, a question, or the result of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import product
from typing import NamedTuple

from ....core.translation import _, translate
from ....core.values import Piece, Summary
from ...available_actions import gestures
from ...theme import Colour, Theme, mix
from ..drawing.canvas import Canvas, Rect, cut_lines, shorten, wrap
from ..drawing.widgets import Button, Column, Pager, TooltipArea, Widget
from .board import GameBoard
from .move_list import scrubber_height
from .player_cards import side_piece
from .timing import SolutionPlayer

#: Unscaled height of the box, by the minimum height left in the panel after `BUTTONS`.
HEIGHTS = {280: 76, 150: 54, 0: 38}
BUTTONS = 45

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
    """A status text with a severity (do, wait, tell, refuse, end) and details, most useful last."""

    text: str
    detail: tuple[str, ...] = ()
    severity: str = "tell"
    piece: Piece | None = None
    icon: str = ""


class StatusBar:
    """The status bar, optionally with a button. Truncated text is shown in full in a tooltip."""

    reserved = STATUS

    def __init__(
        self, message: StatusMessage, button: Button | None = None, *, buttons: bool
    ) -> None:
        self.message, self.button, self.buttons = message, button, buttons
        self.widgets: list[Widget] = [] if button is None else [button]

    def place(self, column: Column) -> None:
        """Lay out the box at the top of a column."""
        self.box = column.from_top(default_height(column, buttons=self.buttons))
        self._place_text(column.canvas)
        button, is_whole = self.button, self.fitted.is_whole
        if not is_whole and button is not None and button.label and button.icon:
            button.label = ""  # the icon leaves more space for the text
            self._place_text(column.canvas)
        self.widgets += tooltip_if_cut(self.message.text, self.box, is_whole=self.fitted.is_whole)

    def _place_text(self, canvas: Canvas) -> None:
        """Place the button and the text beside it."""
        if (button := self.button) is not None:
            space = canvas.px(46 if button.icon else 18)
            width = button.label_width(canvas) + space if button.label else canvas.px(30)
            button.box = Rect(0, 0, width, canvas.px(30))
            button.box.midright = self.box.right - canvas.px(9), self.box.centery
        right = button.box.left - canvas.px(6) if button is not None else self.box.right
        left = self.box.left + canvas.px(10) + self._picture_width(canvas)
        self.inner = Rect(left, self.box.top, right - canvas.px(8) - left, self.box.height)
        self.fitted = fit_text(canvas, self.message, *self.inner.size)

    def _picture_width(self, canvas: Canvas) -> int:
        """Return the width of the piece or icon on the left."""
        message = self.message
        shown = ICONS.get(message.severity) or message.icon or message.piece is not None
        return canvas.px(34) if shown and self.box.height >= canvas.px(MIN_PICTURE_HEIGHT) else 0

    def draw(self, canvas: Canvas) -> None:
        message, box = self.message, self.box
        colour = text_colour(canvas.theme, message.severity)
        coloured = message.severity in ("do", "refuse", "end")
        fill = mix(canvas.theme.panel, colour, 0.16) if coloured else canvas.theme.surface
        canvas.panel(box, fill, mix(canvas.theme.panel, colour, 0.6) if coloured else None, 10)
        if self._picture_width(canvas):
            self._draw_picture(canvas, (box.left + canvas.px(10), box.centery), colour)
        draw_text(canvas, self.fitted, self.inner, colour if coloured else canvas.theme.text)

    def _draw_picture(self, canvas: Canvas, pos: tuple[int, int], colour: Colour) -> None:
        icon, piece = ICONS.get(self.message.severity) or self.message.icon, self.message.piece
        if piece is not None and self.message.severity != "refuse":
            canvas.side_piece(piece, canvas.px(22), canvas.theme.surface, midleft=pos)
        elif icon:
            canvas.icon(icon, (pos[0] + canvas.px(11), pos[1]), 21, colour)


#: Heights of a button beside the text, of a button below it, and of a line of the question.
FLAT_BUTTON, BUTTON, LINE = 28, 34, 19

#: Minimum height of a question with its answers beside it, and maximum number of lines.
FLAT, MAX_LINES = 42, 4


def tooltip_if_cut(text: str, box: Rect, *, is_whole: bool) -> list[Widget]:
    """Return a tooltip with the whole text of a box, unless the box shows it."""
    return [] if is_whole else [TooltipArea("said", Rect(box), text)]


class QuestionBox:
    """A question with its answers beside or below the text; a message can replace the text.

    `reserved` is the unscaled height that the panel keeps free for the question. `moves` are the
    moves that have buttons here.
    """

    def __init__(
        self, text: str, buttons: Sequence[Button], reserved: int, moves: Collection[str] = ()
    ) -> None:
        self.text, self.buttons, self.reserved, self.moves = text, buttons, reserved, moves
        self.message = ""

    def place(self, column: Column) -> None:
        """Lay out the box at the top of a column."""
        self._place_buttons(column)
        self.fitted = fit_text(column.canvas, StatusMessage(self.message), *self.inner.size)
        tips = tooltip_if_cut(self.message, self.inner, is_whole=self.fitted.is_whole)
        self.widgets = [*self.buttons, *tips]

    def _place_buttons(self, column: Column) -> None:
        canvas, px, gap = column.canvas, column.px, column.gap
        pad, width = px(10), column.width - 2 * px(10)
        sizes = [each.label_width(canvas) + px(24) for each in self.buttons]
        across = sum(sizes) + gap * (len(sizes) - 1)
        least = default_height(column, buttons=False)
        if canvas.text_width(self.text, 14, "Semibold") + pad + across <= width:
            self.lines = [self.text]
            self.box = column.from_top(max(FLAT, least))
            row = Rect(0, 0, across, px(FLAT_BUTTON))
            row.midright = self.box.right - pad, self.box.centery
            column.place_in_row(row, self.buttons, sizes)
            free = width - across - pad
            self.inner = Rect(self.box.left + pad, self.box.top, free, self.box.height)
            return
        self.lines = wrap(self.text, canvas.font(14, "Semibold"), width)[:MAX_LINES]
        rows = [self.buttons] if across <= width else [[each] for each in self.buttons]
        text = LINE * len(self.lines) + 12
        self.box = column.from_top(max(text + len(rows) * (BUTTON + 6) + 4, least))
        self.inner = Rect(self.box.left + pad, self.box.top, width, px(text))
        line = Rect(self.inner.left, self.inner.bottom, width, px(BUTTON))
        for row_buttons in rows:
            column.place_in_row(line, row_buttons, sizes if len(rows) == 1 else ())
            line = line.move(0, px(BUTTON + 6))

    def draw(self, canvas: Canvas) -> None:
        theme, inner = canvas.theme, self.inner
        canvas.panel(self.box, theme.surface, theme.accent, 10)
        if self.message:
            draw_text(canvas, self.fitted, inner, theme.text)
            return
        top = inner.top + (inner.height - canvas.px(LINE) * len(self.lines)) // 2
        box = Rect(inner.left, top, inner.width, 0)
        canvas.lines(self.lines, box, canvas.px(LINE), 14, weight="Semibold")


def default_height(column: Column, *, buttons: bool) -> int:
    """Return the unscaled height of the box, which is smaller if the panel has little space."""
    left = column.height - column.px(BUTTONS if buttons else 0)
    heights = (height for available, height in HEIGHTS.items() if left >= column.px(available))
    return next(heights, HEIGHTS[0])


def text_colour(theme: Theme, severity: str) -> Colour:
    """Return the colour for a severity."""
    return {"do": theme.focus, "refuse": theme.danger, "end": theme.success}.get(
        severity, theme.muted_text
    )


class FittedText(NamedTuple):
    """A message fitted into a box, with its font, lines, and lines of details."""

    size: float
    weight: str
    lines: list[str]
    below: list[str]
    is_whole: bool


def fit_text(canvas: Canvas, message: StatusMessage, width: int, height: int) -> FittedText:
    """Return a message in the largest font that fits, or truncated if none fits."""
    weight = "Semibold" if message.severity in ("do", "refuse", "end") else "Regular"
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
    return FittedText(size, weight, lines, below, is_whole)


def draw_text(canvas: Canvas, text: FittedText, box: Rect, colour: Colour) -> None:
    """Draw a message in the middle of a box."""
    size, weight, lines, below, _ = text
    step, small = canvas.font(size, weight).get_linesize(), canvas.font(BELOW).get_linesize()
    top = box.centery - (len(lines) * step + len(below) * small) // 2
    place = Rect(box.left, top, box.width, 0)
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


#: Heights of a button, of the headline, and of a line of the reason.
END_BUTTON, TITLE, REASON = 28, 26, 18

#: Width of a button beside the main one.
SMALL_BUTTON = 58

#: Maximum numbers of lines of the headline and of the reason, and padding inside the border.
MAX_TITLES, MAX_REASONS, PAD = 2, 4, 6

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
    ) -> None:
        self.title, _, self.why = headline.partition(": ")
        self.summary = summary if summary is not None and summary.rows else None
        self.again, self.label, self.dismiss = again, label, dismiss
        self.message = ""
        self.pager = Pager()

    def place(self, column: Column) -> None:
        """Lay out the box at the top of a column."""
        canvas, px = column.canvas, column.px
        width = column.width - 2 * px(PAD + 4)
        why = self.message or self.why
        lines = wrap(why, canvas.font(14), width)
        titles = wrap(self.title, canvas.font(SIZE, "Bold"), width)
        cut = [self.title] if len(titles) > MAX_TITLES else []
        cut += [why] if len(lines) > MAX_REASONS else []
        self.lines, self.titles = cut_lines(lines, MAX_REASONS), cut_lines(titles, MAX_TITLES)
        head = len(self.titles) * px(TITLE) + len(self.lines) * px(REASON)
        foot = px(PAD + END_BUTTON + 2 * ROUND)
        available = column.height - px(scrubber_height(column) + 16)
        pages, height = 1, head
        #: The table on this page, and whether this page shows the result.
        self.table, self.shows_result = None, True
        if self.summary is not None:
            free = available - head - foot
            table = SummaryTable(canvas, self.summary, width, free)
            if table.height <= free and table.pages == 1:
                height, self.table = head + table.height, table
            else:
                page = self.pager.page - 1
                table = SummaryTable(canvas, self.summary, width, available - foot, page)
                pages, height = 1 + table.pages, max(head, table.height)
                self.shows_result = self.pager.page % pages == 0
                self.table = None if self.shows_result else table
        height = max(height + foot, px(default_height(column, buttons=True)))
        self.box = column.from_top(height / canvas.scale)
        self.inner = self.box.inflate(-2 * px(PAD + 4), -2 * px(PAD))
        if self.table is not None:
            top = self.inner.top + (head if self.shows_result else 0)
            self.table.corner = self.inner.left, top
        text = Rect(*self.inner.topleft, self.inner.width, head)
        self.pager.count = pages
        again = Button("end-new", self.label, self.again, primary=True, size=14)
        close = Button("end-close", _("Close"), self.dismiss, _("Esc"), size=14)
        others = [self.pager.button("end-page", size=14), close] if pages > 1 else [close]
        row = Rect(self.inner.left, self.box.bottom - px(ROUND + END_BUTTON), self.inner.width, 0)
        row.height = px(END_BUTTON)
        for button in reversed(others):
            row, button.box = column.split(row, right=SMALL_BUTTON)
        self.buttons = [again.placed(row), *others]
        tips = tooltip_if_cut(": ".join(cut), text, is_whole=not cut)
        self.widgets: list[Widget] = [*self.buttons, *tips]

    def draw(self, canvas: Canvas) -> None:
        theme, inner = canvas.theme, self.inner
        line = mix(theme.panel, theme.success, 0.6)
        canvas.panel(self.box, mix(theme.panel, theme.success, 0.16), line, 10)
        if self.shows_result:
            step = canvas.px(TITLE)
            end = canvas.lines(self.titles, inner, step, SIZE, theme.success, weight="Bold")
            below = Rect(inner.left, end - canvas.px(1), inner.width, 0)
            canvas.lines(self.lines, below, canvas.px(REASON), 14)
        if self.table is not None:
            self.table.draw(canvas)
