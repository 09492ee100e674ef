"""The cards of a puzzle: moves, time, how far it is to the goal, and the goal as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pygame

from ....play.attempt import Attempt
from ....play.far import Far
from ....play.solves import FIVE, average, clock
from ....play.table import Table
from ....rules.rule_book import Puzzle
from ...cells import outline
from ...looks import looks_of
from ...sketch import SQUARE
from ...theme import Colour
from ..drawing.board_view import BoardView
from ..drawing.canvas import Canvas, Rect, Surface
from ..drawing.timeline import Timeline
from ..drawing.widgets import Widget
from .column import Column

#: The height of the cards, and of the one line where the panel is too narrow for three.
CARD, LINE = 60, 34

#: How wide the panel is at least for three cards.
THREE = 230

#: The height of the goal with the way made, and what stands below that at least.
GOAL, BELOW = 126, 400

#: Cells of a board above which nobody can see its goal in a small picture.
LARGE = 150

#: How much a cell fades that does not show what it should, of 255.
FADED = 175


class Note(Widget):
    """A part of the panel that says more when the mouse is over it."""

    focusable = False

    def __init__(self, key: str, box: Rect, tip: str) -> None:
        super().__init__(key, box)
        self.tip = tip


class PuzzleCards:
    """Three cards in a row, or one line; below them the goal, where there is room for it."""

    def __init__(self, attempt: Attempt, table: Table, column: Column) -> None:
        self.attempt, self.table = attempt, table
        self.far = attempt.far()
        self.is_line = column.width < column.px(THREE)
        self.boxes = (
            [column.from_top(LINE)] if self.is_line else column.row(column.from_top(CARD), 3)
        )
        few = isinstance(table.rules, Puzzle) and len(table.rules.board) <= LARGE
        roomy = not self.is_line and column.height >= column.px(GOAL + BELOW)
        self.goal = column.from_top(GOAL) if few and roomy else None

    def notes(self) -> list[Widget]:
        """Return what says more about the cards under the mouse."""
        five = self.attempt.five()
        tip = f"Last: {five}" if five else "From the first move on; a hint marks it (*)"
        return [Note("time", self.boxes[0] if self.is_line else self.boxes[1], tip)]

    def draw(self, canvas: Canvas) -> None:
        """Draw the cards."""
        if self.is_line:
            self._draw_line(canvas, self.boxes[0])
            return
        attempt, ply = self.attempt, f"{self.table.session.ply:,}"
        now = self.far[-1]
        known = [each.moves for each in self.far if each is not None]
        self._draw_card(canvas, self.boxes[0], "Moves", ply, attempt.best_moves())
        self._draw_card(canvas, self.boxes[1], "Time", attempt.time(), attempt.best_time())
        below = f"of {max(known):,}" if known else "ask a hint"
        self._draw_card(canvas, self.boxes[2], "To go", str(now or "–"), below, on=bool(now))
        if self.goal is not None:
            self._draw_goal(canvas, self.goal)

    def _draw_line(self, canvas: Canvas, box: Rect) -> None:
        theme, count = canvas.theme, self.table.session.ply
        canvas.panel(box, theme.raised, theme.line, 10)
        left, right = box.left + canvas.px(10), box.right - canvas.px(10)
        where = canvas.text(f"{count:,}", (left, box.centery), 16, weight="Bold", anchor="midleft")
        text = " move" if count == 1 else " moves"
        canvas.text(text, (where.right, box.centery), 14, theme.dim, anchor="midleft")
        canvas.text(self.attempt.time(), (right, box.centery), 16, anchor="midright")

    def _draw_card(
        self, canvas: Canvas, box: Rect, title: str, value: str, below: str, *, on: bool = False
    ) -> None:
        theme = canvas.theme
        canvas.panel(box, theme.raised, theme.accent if on else theme.line, 10)
        left, wide = box.left + canvas.px(9), box.width - canvas.px(16)
        canvas.text(title, (left, box.top + canvas.px(3)), 12, theme.dim, width=wide)
        size = 20 if canvas.font(20, "Bold").size(value)[0] <= wide else 14
        spot = left, box.top + canvas.px(30)
        canvas.text(value, spot, size, weight="Bold", anchor="midleft", width=wide)
        foot = left, box.bottom - canvas.px(2)
        canvas.text(below, foot, 12, theme.dim, anchor="bottomleft", width=wide)

    # -- the goal, and the way made ---------------------------------------------------------------

    def _draw_goal(self, canvas: Canvas, box: Rect) -> None:
        theme = canvas.theme
        canvas.panel(box, theme.raised, theme.line, 10)
        inner = box.inflate(-canvas.px(20), -canvas.px(8))
        half = (inner.width - canvas.px(12)) // 2
        right = Rect(inner.right - half, inner.top, half, inner.height)
        rules, state = self.table.rules, self.table.session.state
        assert isinstance(rules, Puzzle)
        free, pairs = rules.free, enumerate(zip(state, rules.goal, strict=True))
        right_cells = [a == b or cell in free for cell, (a, b) in pairs]
        line = canvas.px(17)
        canvas.text("Goal", inner.topleft, 12, theme.dim, width=half)
        if told := _in_place(rules, right_cells):
            canvas.text(told, (inner.left, inner.bottom), 12, theme.good, anchor="bottomleft")
        picture = Rect(inner.left, inner.top + line, half, inner.height - 2 * line)
        key = ("goal", self.table.id, tuple(right_cells), picture.size, theme, _look(canvas))
        shown = canvas.picture(key, lambda: goal_picture(canvas, rules, right_cells, picture.size))
        canvas.surface.blit(shown, picture)
        self._draw_way(canvas, right, line)

    def _draw_times(self, canvas: Canvas, box: Rect, line: int) -> None:
        """Draw the last five times where no distance is known."""
        theme, lines = canvas.theme, _five(self.attempt.last)
        if not lines:
            spot = box.left, box.top + line
            canvas.text("A hint tells how many.", spot, 13, theme.dim, width=box.width)
        for number, text in enumerate(lines):
            is_mean = number == FIVE
            spot = box.left, box.top + line + number * canvas.px(16)
            weight, ink = ("Semibold", theme.text) if is_mean else ("Regular", theme.dim)
            canvas.text(text, spot, 13, ink, weight=weight, width=box.width)

    def _draw_way(self, canvas: Canvas, box: Rect, line: int) -> None:
        """Draw how far it was to go after each move, with what lost ground in red."""
        theme, known = canvas.theme, [each for each in self.far if each is not None]
        title = "Moves to go" if known or not self.attempt.last else "Last times"
        canvas.text(title, box.topleft, 12, theme.dim, width=box.width)
        if not known:
            self._draw_times(canvas, box, line)
            return
        exact = all(each.exact for each in known)
        word = "exact" if exact else "at most"
        ink = theme.good if exact else theme.dim
        canvas.text(word, box.topright, 12, ink, anchor="topright")
        most = max(1, max(each.moves for each in known))
        plot = Rect(box.left + canvas.px(18), box.top + line + 4, box.width - canvas.px(22), 0)
        plot.height = box.bottom - canvas.px(6) - line - plot.top
        for value, y in ((most, plot.top), (0, plot.bottom)):
            spot = plot.left - canvas.px(5), y
            canvas.text(f"{value}", spot, 11, theme.dim, anchor="midright")
            pygame.draw.line(canvas.surface, theme.line, (plot.left, y), (plot.right, y))
        spot = plot.left, box.bottom
        canvas.text(last_step(self.far), spot, 12, theme.dim, anchor="bottomleft", width=plot.width)
        points = way_points(self.far, plot, most)
        for before, after in pairwise(points):
            if before is not None and after is not None:
                pygame.draw.line(canvas.surface, theme.accent, before, after, canvas.px(2))
        small, last = canvas.px(2.5), len(points) - 1
        for at, point in enumerate(points):
            if point is None or (len(points) > 60 and at != last):
                continue
            lost = _is_farther(self.far, at)
            ink = theme.text if at == last else canvas.palette["red"] if lost else theme.accent
            pygame.draw.aacircle(canvas.surface, ink, point, small + canvas.px(1.5) * (at == last))


def _five(times: Sequence[int]) -> list[str]:
    """Return the last times as lines, and below them their average if they are five."""
    mean = average(times)
    lines = [clock(each) for each in times]
    return lines if mean is None else [*lines, f"average {clock(mean)}"]


def way_points(far: Sequence[Far | None], plot: Rect, most: int) -> list[tuple[int, int] | None]:
    """Return the pixels of a curve of distances; None where one is not known."""
    step = plot.width / max(1, len(far) - 1)
    return [
        None
        if each is None
        else (
            round(plot.left + at * step),
            round(plot.bottom - plot.height * each.moves / most),
        )
        for at, each in enumerate(far)
    ]


def last_step(far: Sequence[Far | None]) -> str:
    """Say whether the last move led nearer to the goal, if that is known.

    >>> last_step([Far(5, True), Far(4, True)]), last_step([Far(5, True), Far(6, False)])
    ('last move: closer', '')
    """
    before, here = far[-2] if len(far) > 1 else None, far[-1]
    if before is None or here is None or not (before.exact and here.exact):
        return ""
    step = here.moves - before.moves
    return f"last move: {'closer' if step < 0 else 'lost ground' if step else 'as far'}"


def _is_farther(far: Sequence[Far | None], at: int) -> bool:
    """Tell whether a move led away from the goal."""
    before, here = far[at - 1] if at else None, far[at]
    return before is not None and here is not None and here.moves > before.moves


def _in_place(rules: Puzzle, right_cells: Sequence[bool]) -> str:
    """Return how much is in place, unless equal pieces make that say little."""
    pieces = [label for label in rules.goal if label]
    if 2 * len(set(pieces)) <= len(pieces):
        return ""
    right = sum(good for good, label in zip(right_cells, rules.goal, strict=True) if label)
    return f"{right:,} of {len(pieces):,} in place"


def _look(canvas: Canvas) -> tuple[str, bool]:
    return canvas.settings.palette, canvas.settings.lettered


def goal_picture(
    canvas: Canvas, rules: Puzzle, right_cells: Sequence[bool], size: tuple[int, int]
) -> Surface:
    """Return a small picture of the goal, with the cells faded that do not show it yet."""
    picture, theme = Surface(size), canvas.theme
    looks = looks_of(rules, rules.goal)
    canvas.theme = theme._replace(background=theme.raised)  # on which the picture lies
    with canvas.on(picture):
        box = 0, 0, *size
        view = BoardView(rules, canvas, box, Timeline(canvas.settings, looks), labels=False)
        view.draw()
    canvas.theme = theme
    picture.blit(_veil(view, right_cells, theme.raised, size), (0, 0))
    return picture


def _veil(
    view: BoardView, right_cells: Sequence[bool], colour: Colour, size: tuple[int, int]
) -> Surface:
    """Return what is laid over a board to fade some of its cells."""
    veil, board = Surface(size, pygame.SRCALPHA), view.board
    for cell, good in enumerate(right_cells):
        if good:
            continue
        if board.shape in SQUARE or board.tiled or board.outlines:
            corners = [view.view.pixel(*point) for point in outline(board, cell)]
            pygame.draw.polygon(veil, (*colour, FADED), corners)
        else:
            pygame.draw.circle(veil, (*colour, FADED), view.pixel(cell), view.view.unit / 2)
    return veil
