"""The panel of a lesson: the task, what the coach says, the buttons and the steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from ....core.translation import _, translate
from ....core.values import Piece
from ....play.controller import Seat
from ....play.lesson_controller import LessonController
from ...theme import mix
from ..drawing.board_view import draw_pieces
from ..drawing.canvas import Canvas, Rect, wrap
from ..drawing.widgets import ROW, Button, Column, TooltipArea, Widget
from .player_cards import draw_status, side_piece

#: Font sizes of the title and of the text; the largest that fit are used.
SIZES = ((22, 16), (19, 15), (16, 14), (14, 13))

#: Height of a line in the lists of seats and steps, and minimum height of the list of steps.
LINE, STEPS = 26, 90

#: Height of a line with the picture of a seat's goal, and size of that picture.
GOAL_LINE, GOAL_PICTURE = 42, (58, 38)


class LessonPanel:
    """The panel at a step. `prompt` is the next click, and `refusal` explains a refused one."""

    def __init__(self, coach: LessonController, prompt: str, refusal: str) -> None:
        self.coach, self.lesson = coach, coach.lesson
        step = self.lesson.step
        self.title, self.text = translate(step.title), translate(step.text)
        if step.has_own_game and self.lesson.number:
            self.text = _("A new position. {text}").format(text=self.text).strip()
        self.message, self.kind = "", ""
        if refusal or coach.message:
            self.message, self.kind = refusal or coach.message, "refuse"
            if coach.hint:
                self.kind = "note"
        elif coach.is_done and step.answers:
            self.message, self.kind = translate(step.after) or _("Right."), "right"
        elif prompt:
            self.message, self.kind = prompt, "note"

    def place(
        self,
        canvas: Canvas,
        column: Column,
        buttons: Sequence[Button],
        moves: Sequence[Button],
    ) -> list[Widget]:
        """Lay out the panel in a column, with rows of buttons for moves; return the buttons."""
        self.head = column.from_top(34)
        top, px = column.top, canvas.px
        rows = self._rows(canvas, column, moves)
        room = column.height - px((ROW + 8) * (1 + len(rows)))
        for self.sizes in SIZES:
            heights = self._text_heights(canvas, column.width)
            if sum(heights) <= room:
                break
        boxes = []
        for height in heights:
            boxes.append(Rect(column.left, top, column.width, height - px(8)))
            top += height
        self.title_box, self.text_box, self.message_box = boxes
        column.top = top
        row = column.from_bottom(ROW)  # a fixed place, whatever messages appear
        for each in rows:
            column.place_in_row(column.from_top(ROW, 8), each)
        column.top += px(6)
        labels = [canvas.font(15, "Semibold").size(each.label)[0] + px(16) for each in buttons]
        column.place_in_row(row, buttons, labels if sum(labels) < row.width else ())
        self.seats = self.coach.seats() if any(seat.status for seat in self.coach.seats()) else []
        rules, state = self.coach.rules, self.coach.session.state
        self.goals = [rules.goal_icon(state, number) for number in range(len(self.seats))]
        widths = [
            self._seat_width(canvas, seat) + px(GOAL_PICTURE[0] + 8 if goal else 0)
            for seat, goal in zip(self.seats, self.goals, strict=True)
        ]
        #: True if the status of a seat has a line of its own.
        self.is_narrow = max(widths, default=0) > column.width
        line = GOAL_LINE if any(self.goals) or self.is_narrow else LINE
        if column.height < px(line * len(self.seats) + STEPS):
            self.seats = []
        self.seat_boxes = [column.from_top(line) for _seat in self.seats]
        self.list_box = column.rest()
        tips = [
            TooltipArea(f"seat {number}", self.seat_boxes[number], seat.status)
            for number, seat in enumerate(self.seats)
            if widths[number] > column.width
        ]
        return [*(each for row in rows for each in row), *buttons, *tips]

    def _rows(
        self, canvas: Canvas, column: Column, moves: Sequence[Button]
    ) -> list[Sequence[Button]]:
        """Divide the buttons of moves into rows of equal length, as many as fit."""
        font = canvas.font(15, "Semibold")
        widest = max((font.size(each.label)[0] for each in moves), default=0) + canvas.px(16)
        maximum = max(1, (column.width + column.gap) // (widest + column.gap))
        count = -(-len(moves) // maximum)
        length = -(-len(moves) // max(1, count))
        fit = max(1, column.height // (2 * canvas.px(ROW + 8)))
        return [moves[row * length :][:length] for row in range(min(count, fit))]

    def _seat_width(self, canvas: Canvas, seat: Seat) -> int:
        """Return the width of a seat's piece, name and status in one line."""
        name = canvas.font(15, "Semibold").size(translate(seat.side))[0]
        return name + canvas.font(14).size(seat.status)[0] + canvas.px(40)

    def _text_heights(self, canvas: Canvas, width: int) -> list[int]:
        """Return the heights of title, text and message, with the gaps below them."""
        title, text = self.sizes
        parts = (self.title, title, "Bold"), (self.text, text, "Regular")
        heights = [self._height(canvas, *part, width) for part in parts]
        inner = width - canvas.px(24)
        message = self._height(canvas, self.message, text, "Regular", inner)
        return [*heights, message + canvas.px(16) if message else 0]

    def _height(self, canvas: Canvas, text: str, size: float, weight: str, width: int) -> int:
        font = canvas.font(size, weight)
        lines = len(wrap(text, font, width)) if text else 0
        return round(lines * font.get_linesize() * 1.08) + canvas.px(8) if lines else 0

    def draw(self, canvas: Canvas, box: Rect) -> None:
        """Draw the panel in its box."""
        theme = canvas.theme
        canvas.panel(box, theme.panel, theme.line, 14)
        name = _("Learn {name}").format(name=self.coach.rules.name)
        number, count = self.lesson.number + 1, len(self.lesson.steps)
        text = _("{name} · {number} of {count}").format(name=name, number=number, count=count)
        pos, width = self.head.midleft, self.head.width - canvas.px(44)
        if canvas.font(14, "Semibold").size(text)[0] > width:
            text = f"{self.coach.rules.name} · {number}/{count}"
        canvas.text(text, pos, 14, theme.accent, weight="Semibold", anchor="midleft", width=width)
        large, small = self.sizes
        canvas.paragraph(self.title, self.title_box, large, weight="Bold")
        canvas.paragraph(self.text, self.text_box, small, theme.muted_text)
        if self.message:
            colour = {"refuse": theme.danger, "right": theme.success}.get(self.kind, theme.focus)
            fill = mix(theme.panel, colour, 0.14)
            canvas.panel(self.message_box, fill, mix(theme.panel, colour, 0.6), 8)
            inner = self.message_box.inflate(-canvas.px(24), -canvas.px(16))
            canvas.paragraph(self.message, inner, small)
        for seat, line, goal in zip(self.seats, self.seat_boxes, self.goals, strict=False):
            self._draw_seat(canvas, seat, line, goal)
        self._draw_steps(canvas)

    def _draw_seat(self, canvas: Canvas, seat: Seat, box: Rect, goal: Mapping[int, Piece]) -> None:
        """Draw the piece, the name, the status and the goal of a seat in one or two lines."""
        left, right = box.left, box.right
        if goal:
            place = Rect(0, 0, *map(canvas.px, GOAL_PICTURE))
            place.midright = box.midright
            draw_pieces(canvas, self.coach.rules.board, goal, place)
            right = place.left - canvas.px(8)
        if (piece := side_piece(canvas, seat)) is not None:
            canvas.side_piece(piece, canvas.px(22), canvas.theme.panel, midleft=box.midleft)
            left += canvas.px(30)
        lift = canvas.px(10) if self.is_narrow else 0
        pos, side = (left, box.centery - lift), translate(seat.side)
        name = canvas.text(side, pos, 15, weight="Semibold", anchor="midleft", width=box.width)
        start = left if self.is_narrow else name.right + canvas.px(10)
        free = Rect(name.right + canvas.px(8), name.top, 0, name.height)
        free.width = max(0, right - free.left) if self.is_narrow else 0
        pos, size = (start, box.centery + lift), 12 if self.is_narrow else 14
        draw_status(canvas, seat.status, pos, right - start, size, free)

    def _draw_steps(self, canvas: Canvas) -> None:
        """Draw the list of steps, scrolled to the current one, or dots if there is no space."""
        theme, box, current = canvas.theme, self.list_box, self.lesson.number
        line, left = canvas.px(LINE), box.left + canvas.px(30)
        between = canvas.line_height(14)
        weights = ["Semibold" if n == current else "Regular" for n in range(len(self.lesson.steps))]
        titles = [
            wrap(translate(step.title), canvas.font(14, weight), box.right - left)
            for step, weight in zip(self.lesson.steps, weights, strict=True)
        ]
        heights = [line + between * (len(title) - 1) for title in titles]
        if box.height < 2 * line:
            return
        top = box.top
        for number in steps_that_fit(heights, current, box.height):
            centre = box.left + canvas.px(12), top + line // 2
            is_current, is_past = number == current, number < current
            colour = theme.success if is_past else theme.accent if is_current else theme.muted_text
            if is_past:
                canvas.icon("check", centre, 16, colour)
            else:
                width = 0 if is_current else max(1, canvas.px(1.5))
                pygame.draw.aacircle(canvas.surface, colour, centre, canvas.px(9), width)
                text_colour = theme.on_accent if is_current else theme.muted_text
                canvas.text(str(number + 1), centre, 12, text_colour, anchor="center")
            colour, weight = theme.text if is_current else theme.muted_text, weights[number]
            for row, text in enumerate(titles[number]):
                pos = left, centre[1] + between * row
                canvas.text(text, pos, 14, colour, weight=weight, anchor="midleft")
            top += heights[number]


def steps_that_fit(heights: Sequence[int], current: int, available: int) -> range:
    """Return the numbers of consecutive steps around the current one that fit into a height.

    >>> steps_that_fit([20, 20, 40, 20, 20], current=2, available=80)
    range(1, 4)
    """
    first, end = current, current + 1
    while True:
        sides = [(current - first, first - 1), (end - 1 - current, end)]
        fitting = [
            (distance, step)
            for distance, step in sides
            if 0 <= step < len(heights) and sum(heights[first:end]) + heights[step] <= available
        ]
        if not fitting:
            return range(first, end)
        step = min(fitting)[1]
        first, end = min(first, step), max(end, step + 1)
