"""The cards of a puzzle: moves, time, the goal, and the distance to the goal over time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from itertools import pairwise

import pygame

from ....core.translation import _
from ....play.controller import GameController
from ....play.distance_bounds import DistanceBound, distance_bounds
from ....play.messages import format_move_count
from ....play.solve_history import AVERAGE_COUNT
from ....play.solve_timer import SolveTimer
from ....plugin.validation import checked_pieces
from ....rules.base import Puzzle
from ...board_drawing import MIN_VISIBLE_STEPS, margin
from ...screen_layout import fit_board
from ..drawing.board_view import position_view
from ..drawing.canvas import Canvas, Rect, Surface
from ..drawing.widgets import Column, TooltipArea, Widget

#: Height of the goal and the chart, and minimum height below these.
GOAL, BELOW = 126, 400


class PuzzleCards:
    """Three cards or a single line, with the goal and a distance chart below if these fit."""

    def __init__(self, timer: SolveTimer, column: Column, show_times: Callable[[], object]) -> None:
        self.timer, self.show_times = timer, show_times
        self.rules, self.session = timer.controller.rules, timer.controller.session
        self.bounds = distance_bounds(self.session, timer.controller.hint_cache)
        self.is_line = column.width < column.px(230)
        self.boxes = [column.from_top(34)] if self.is_line else column.row(column.from_top(60), 3)
        few = isinstance(self.rules, Puzzle) and is_small_enough(self.rules)
        has_space = not self.is_line and column.height >= column.px(GOAL + BELOW)
        self.goal: Rect | None = None
        self.chart: Rect | None = None
        if few and has_space:
            self.goal, self.chart = column.row(column.from_top(GOAL), 2)

    def hide_goal(self) -> None:
        """Extend the chart over the area of the goal if the goal would be unreadable there."""
        if self.goal is not None and self.chart is not None:
            self.chart.union_ip(self.goal)

    def notes(self) -> list[Widget]:
        five = ", ".join(self.timer.last_times())
        tip = (
            _("Last: {five}").format(five=five)
            if five
            else _("Timed from your first move. * = hint used")
        )
        tip += " – " + _("click for all times (Ctrl+T)")
        area = TooltipArea("time", self.boxes[0] if self.is_line else self.boxes[1], tip)
        area.act, area.keeps_focus = self.show_times, False
        return [area]

    def draw(self, canvas: Canvas) -> None:
        if self.is_line:
            self._draw_line(canvas, self.boxes[0])
            return
        timer, count = self.timer, f"{self.session.move_count:,}"
        now = self.bounds[-1]
        self._draw_card(canvas, self.boxes[0], _("Moves"), count, timer.best_moves())
        time = timer.time_label(), timer.time_text(), timer.best_time()
        self._draw_card(canvas, self.boxes[1], *time)
        # Translators: The number of moves to the goal.
        self._draw_card(canvas, self.boxes[2], _("To go"), *distance_text(now), on=bool(now))
        if self.chart is not None:
            canvas.panel(self.chart, canvas.theme.surface, canvas.theme.line, 10)
            self._draw_chart(
                canvas, self.chart.inflate(-canvas.px(20), -canvas.px(8)), canvas.px(17)
            )

    def _draw_line(self, canvas: Canvas, box: Rect) -> None:
        theme, count = canvas.theme, self.session.move_count
        canvas.panel(box, theme.surface, theme.line, 10)
        left, right = box.left + canvas.px(10), box.right - canvas.px(10)
        moves = format_move_count(count)
        canvas.text(moves, (left, box.centery), 16, weight="Semibold", anchor="midleft")
        time = canvas.text(self.timer.time_text(), (right, box.centery), 16, anchor="midright")
        if self.timer.is_inspecting:
            pos = time.left - canvas.px(6), box.centery
            label = self.timer.time_label()
            canvas.text(label, pos, 14, theme.muted_text, anchor="midright")

    def _draw_card(
        self, canvas: Canvas, box: Rect, title: str, value: str, below: str, *, on: bool = False
    ) -> None:
        theme = canvas.theme
        canvas.panel(box, theme.surface, theme.accent if on else theme.line, 10)
        left, width = box.left + canvas.px(9), box.width - canvas.px(16)
        canvas.text(title, (left, box.top + canvas.px(3)), 12, theme.muted_text, width=width)
        size = canvas.fitting_size(value, width, (20, 14), "Bold")
        pos = left, box.top + canvas.px(30)
        canvas.text(value, pos, size, weight="Bold", anchor="midleft", width=width)
        foot = left, box.bottom - canvas.px(2)
        canvas.text(below, foot, 12, theme.muted_text, anchor="bottomleft", width=width)

    def _draw_times(self, canvas: Canvas, box: Rect, line: int) -> None:
        theme, lines = canvas.theme, self.timer.last_times()
        if not lines:
            pos = box.left, box.top + line
            canvas.text(_("Use Hint to find out."), pos, 13, theme.muted_text, width=box.width)
        for number, text in enumerate(lines):
            is_mean = number == AVERAGE_COUNT
            pos = box.left, box.top + line + number * canvas.px(16)
            weight, colour = ("Semibold", theme.text) if is_mean else ("Regular", theme.muted_text)
            canvas.text(text, pos, 13, colour, weight=weight, width=box.width)

    def _draw_chart(self, canvas: Canvas, box: Rect, line: int) -> None:
        """Draw the distance to the goal after each move, with moves away from the goal in red."""
        theme, known = canvas.theme, [each for each in self.bounds if each is not None]
        title = _("Moves to go") if known or not self.timer.last else _("Last times")
        canvas.text(title, box.topleft, 12, theme.muted_text, width=box.width)
        if not known:
            self._draw_times(canvas, box, line)
            return
        exact = all(each.exact for each in known)
        # Translators: The distances to the goal, which are exact or upper bounds.
        word = _("exact") if exact else _("at most")
        colour = theme.success if exact else theme.muted_text
        canvas.text(word, box.topright, 12, colour, anchor="topright")
        maximum = max(1, max(each.moves for each in known))
        plot = Rect(box.left + canvas.px(18), box.top + line + 4, box.width - canvas.px(22), 0)
        plot.height = box.bottom - canvas.px(6) - line - plot.top
        for value, y in ((maximum, plot.top), (0, plot.bottom)):
            pos = plot.left - canvas.px(5), y
            canvas.text(f"{value}", pos, 11, theme.muted_text, anchor="midright")
            pygame.draw.line(canvas.surface, theme.line, (plot.left, y), (plot.right, y))
        pos, text = (plot.left, box.bottom), last_change(self.bounds)
        canvas.text(text, pos, 12, theme.muted_text, anchor="bottomleft", width=plot.width)
        points = progress_points(self.bounds, plot, maximum)
        for before, after in pairwise(points):
            if before is not None and after is not None:
                pygame.draw.line(canvas.surface, theme.accent, before, after, canvas.px(2))
        small, last = canvas.px(2.5), len(points) - 1
        for at, point in enumerate(points):
            if point is None or (len(points) > 60 and at != last):
                continue
            lost = _moved_away(self.bounds, at)
            colour = theme.text if at == last else canvas.palette["red"] if lost else theme.accent
            pygame.draw.aacircle(
                canvas.surface, colour, point, small + canvas.px(1.5) * (at == last)
            )


def distance_text(bounds: DistanceBound | None) -> tuple[str, str]:
    """Return the distance to the goal, and whether the number is exact or a bound."""
    if bounds is None:
        return "–", _("use Hint")
    # Translators: Below a number of moves: the shortest solution, or an upper bound.
    return f"{bounds.moves:,}", _("shortest") if bounds.exact else _("at most")


def progress_points(
    bounds: Sequence[DistanceBound | None], plot: Rect, maximum: int
) -> list[tuple[int, int] | None]:
    """Return the pixels of a curve of distances, with None for unknown distances."""
    step = plot.width / max(1, len(bounds) - 1)
    return [
        None
        if each is None
        else (round(plot.left + at * step), round(plot.bottom - plot.height * each.moves / maximum))
        for at, each in enumerate(bounds)
    ]


def last_change(bounds: Sequence[DistanceBound | None]) -> str:
    """Return a phrase on whether the last move led closer to the goal, or "" if unknown."""
    before, now = bounds[-2] if len(bounds) > 1 else None, bounds[-1]
    if before is None or now is None or not (before.exact and now.exact):
        return ""
    if now.moves < before.moves:
        return _("last move: closer")
    if now.moves > before.moves:
        return _("last move: farther away")
    return _("last move: no closer")


def _moved_away(bounds: Sequence[DistanceBound | None], at: int) -> bool:
    before, now = bounds[at - 1] if at else None, bounds[at]
    return before is not None and now is not None and now.moves > before.moves


#: Maximum number of cells of a board with a small picture.
MAX_CELLS = 150

#: Opacity of the tint on cells with a wrong piece.
FADED = 0.69

#: Height of the caption above the picture, minimum height of a box with this caption, and width of
#: the margin for the caption in a lower box.
CAPTION, HIGH, MARGIN = 17, 110, 28

#: Horizontal and vertical padding of the box.
FREE = 12, 8

#: Minimum pixels per cell at which pieces, and stickers without labels, are readable.
MIN_PIECE_PIXELS, MIN_STICKER_PIXELS = 14, 5


def is_small_enough(rules: Puzzle) -> bool:
    """Return whether a board has few enough cells for a small picture."""
    return len(rules.board) <= MAX_CELLS


class GoalPicture(Widget):
    """The goal in a box. A click calls `act`.

    In a tall box, the cells with a wrong piece are faded. In a low box, the caption is beside the
    picture, or left out if it is long.
    """

    keeps_focus = is_small = False

    def __init__(self, controller: GameController, box: Rect, act: Callable[[], object]) -> None:
        super().__init__("goal-picture", box)
        assert isinstance(controller.rules, Puzzle)
        self.id, self.rules, self.act = controller.game_id, controller.rules, act
        rules, state = self.rules, controller.session.state
        pairs = enumerate(zip(state, rules.goal, strict=True))
        self.right_cells = [a == b or cell in rules.free for cell, (a, b) in pairs]
        self.in_place = _in_place(rules, self.right_cells)
        self.tip = ". ".join(filter(None, [self.in_place, _("Click to enlarge the goal (F7)")]))

    def place(self, canvas: Canvas) -> Rect:
        inner = self.box.inflate(*(-canvas.px(each) for each in FREE))
        if self.box.height >= canvas.px(HIGH):
            return inner.inflate(0, -2 * canvas.px(CAPTION))
        left = canvas.px(MARGIN) if self._fits_in_margin(canvas) else 0
        return Rect(inner.left + left, inner.top, inner.width - left, inner.height)

    def _fits_in_margin(self, canvas: Canvas) -> bool:
        return canvas.text_width(_("Goal"), 12) < canvas.px(MARGIN)

    def is_readable(self, canvas: Canvas) -> bool:
        size = self.place(canvas).size
        if not is_small_enough(self.rules) or min(size) < 1:
            return False
        board = self.rules.board.with_unit_step
        unit = fit_board(
            board, (0, 0, *size), margin(board, labels=False), min_steps=MIN_VISIBLE_STEPS
        ).unit
        pieces = checked_pieces(self.rules, self.rules.goal)
        plain = all(
            each is None or (each.form in ("sticker", "ball") and not canvas.piece_label(each))
            for each in pieces
        )
        return unit >= (MIN_STICKER_PIXELS if plain else MIN_PIECE_PIXELS)

    def draw(self, canvas: Canvas) -> None:
        theme, place = canvas.theme, self.place(canvas)
        canvas.panel(self.box, theme.surface, theme.accent if self.hovered() else theme.line, 10)
        inner = self.box.inflate(*(-canvas.px(each) for each in FREE))
        if self.box.height >= canvas.px(HIGH) or self._fits_in_margin(canvas):
            canvas.text(_("Goal"), inner.topleft, 12, theme.muted_text, width=inner.width)
        right_cells = self.right_cells
        if self.box.height < canvas.px(HIGH) or len(set(self.rules.goal)) == 1:
            right_cells = [True] * len(right_cells)  # dimming would look like another goal
        elif self.in_place:
            pos, width = inner.bottomleft, inner.width
            canvas.text(self.in_place, pos, 12, theme.success, anchor="bottomleft", width=width)
        settings = canvas.settings
        look = theme, settings.palette, settings.uses_letters
        key = ("goal", self.id, tuple(right_cells), place.size, look)
        shown = canvas.picture(
            key, lambda: goal_picture(canvas, self.rules, right_cells, place.size)
        )
        canvas.surface.blit(shown, place)


def _in_place(rules: Puzzle, right_cells: Sequence[bool]) -> str:
    """Return text on how many pieces are in place, or "" if most pieces are identical."""
    pieces = [label for label in rules.goal if label]
    if 2 * len(set(pieces)) <= len(pieces):
        return ""
    right = sum(good for good, label in zip(right_cells, rules.goal, strict=True) if label)
    # Translators: Pieces that are in their places.
    return _("{right:,} of {count:,} in place").format(right=right, count=len(pieces))


def goal_picture(
    canvas: Canvas, rules: Puzzle, right_cells: Sequence[bool], size: tuple[int, int]
) -> Surface:
    """Return a small picture of the goal, in which cells with a wrong piece are faded."""
    theme, inner = canvas.theme, copy(canvas)  # which shares the cache
    inner.surface = picture = Surface(size)
    inner.theme = theme._replace(background=theme.surface)  # the panel behind it has this colour
    view = position_view(rules, inner, (0, 0, *size), rules.goal, labels=False)
    view.draw()
    wrong_cells = [cell for cell, right in enumerate(right_cells) if not right]
    view.tint(wrong_cells, theme.surface, FADED)
    return picture
