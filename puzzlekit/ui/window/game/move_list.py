"""The moves in the panel: a list, and a scrubber with buttons and a slider."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from ....core.translation import _
from ....play.controller import GameController
from ..drawing.canvas import Canvas, Rect
from ..drawing.column import Column
from ..drawing.dropdown import Slider
from ..drawing.widgets import Button, Widget
from .timing import Replay


class MoveList(Widget):
    """The moves in rows, scrolled to the current row; with `seats`, in one column per seat.

    `ends` has the ply after each move, since a power such as R2 can take several plies.
    """

    is_small = False

    def __init__(
        self,
        key: str,
        box: Rect,
        moves: Sequence[str],
        ply: int,
        columns: int,
        go: Callable[[int], object],
        seats: Sequence[int] | None = None,
        ends: Sequence[int] | None = None,
    ) -> None:
        super().__init__(key, box)
        self.moves, self.ply, self.go = moves, ply, go
        self.ends = ends or range(1, len(moves) + 1)
        #: The number of moves that have at least begun.
        self.begun = bisect_left(self.ends, ply) + 1 if ply else 0
        self.columns = columns
        self.places, self.numbers = column_places(len(moves), columns, seats)
        self.row = 26
        self.number, self.column_width = 44, 1
        self.scroll = 0

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        return bool(self.moves)

    def resume(self, before: Widget) -> None:
        if isinstance(before, MoveList) and before.ply == self.ply:
            self.scroll = before.scroll

    def _first_row(self, height: int) -> int:
        rows = max((row for row, _ in self.places), default=-1) + 1
        fit = max(1, self.box.height // height)
        current = self.places[max(0, self.begun - 1)][0] if self.places else 0
        return max(0, min(rows - fit, current - max(0, fit - 2) + self.scroll))

    def draw(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self.box
        canvas.panel(box, theme.background, theme.line, 8)
        self.row = canvas.px(26)
        number = self.number = canvas.px(44)
        width = self.column_width = max(1, (box.width - number - canvas.px(8)) // self.columns)
        first = self._first_row(self.row)
        fit = max(1, box.height // self.row)
        if not self.moves:
            canvas.text(_("No moves yet"), box.center, 14, theme.muted_text, anchor="center")
        shown = {row: box.top + (row - first) * self.row for row in range(first, first + fit)}
        for row, label in self.numbers.items():
            if row in shown:
                pos = box.left + number - canvas.px(8), shown[row] + self.row // 2
                canvas.text(f"{label}.", pos, 14, theme.muted_text, anchor="midright")
        for index, (move, (row, column)) in enumerate(zip(self.moves, self.places, strict=True)):
            if row not in shown:
                continue
            top = shown[row]
            cell = Rect(box.left + number + column * width, top + 2, width - 4, self.row - 4)
            colour = theme.text if index < self.begun else theme.muted_text
            if index + 1 == self.begun:  # the current move
                canvas.panel(cell, theme.accent, None, 5)
                colour = theme.on_accent
            pos, available = (cell.left + canvas.px(8), cell.centery), width - canvas.px(12)
            canvas.text(move, pos, 14, colour, anchor="midleft", width=available)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL and self.hovered():
            self.scroll -= event.y
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if not self.box.collidepoint(event.pos):
                return False
            line = self._first_row(self.row) + (event.pos[1] - self.box.top) // self.row
            column = (event.pos[0] - self.box.left - self.number) // self.column_width
            column = max(0, min(self.columns - 1, column))
            if (line, column) in self.places:
                self.go(self.ends[self.places.index((line, column))])
            return True
        if self.focused and event.type == pygame.KEYDOWN:
            step = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key, 0)
            if step:
                at = self.begun + step
                self.go(self.ends[min(at, len(self.ends)) - 1] if at > 0 else 0)
                return True
        return False


def column_places(
    count: int, columns: int, seats: Sequence[int] | None = None
) -> tuple[list[tuple[int, int]], dict[int, int]]:
    """Return the row and column of each move, and the number shown in each labelled row."""
    if seats is None:
        places = [divmod(index, columns) for index in range(count)]
        return places, {row: row * columns + 1 for row, _ in places}
    places, numbers = [], {0: 1} if count else {}
    round_start = row = bottom = 0
    for index, seat in enumerate(seats[:count]):
        last = seats[index - 1] if index else seat
        if seat < last:
            round_start = row = bottom + 1
            numbers[row] = len(numbers) + 1
        elif seat > last:
            row = round_start
        elif index:
            row += 1
        bottom = max(bottom, row)
        places.append((row, seat))
    return places, numbers


#: Heights of the buttons and, in a narrow column, of the slider below them, and the gap.
BUTTONS, LINE, GAP = 32, 22, 4

#: Minimum width of a column with the slider beside the buttons.
NARROW = 290


def scrubber_height(column: Column) -> int:
    """Return the unscaled height of the scrubber in a column."""
    return BUTTONS + (GAP + LINE if column.width < column.px(NARROW) else 0)


def scrubber_widgets(column: Column, controller: GameController, replay: Replay) -> list[Widget]:
    """Return the widgets of the scrubber, placed at the bottom of a column."""
    session, go = controller.session, controller.go
    box = column.from_bottom(scrubber_height(column))
    gap, narrow = column.px(GAP), column.width < column.px(NARROW)
    row = Rect(box.left, box.top, box.width, column.px(BUTTONS))
    side = (row.width - 4 * gap) // 5 if narrow else column.px(34)
    play = "pause" if replay.is_on else "play"
    back, forward = session.can_undo, session.can_redo
    ply, last = session.ply, len(session.all_moves)
    steps = (
        Button("first", "", partial(go, 0), _("First position (Home)"), back, icon="first"),
        Button("back", "", partial(go, ply - 1), _("Previous move (PgUp)"), back, icon="back"),
        Button("replay", "", replay.toggle, _("Replay (Space)"), replay.can_play(), icon=play),
        Button("forward", "", partial(go, ply + 1), _("Next move (PgDn)"), forward, icon="forward"),
        Button("last", "", partial(go, last), _("Last position (End)"), forward, icon="last"),
    )
    lefts = [row.left + number * (side + gap) for number in range(5)]
    if not narrow:
        lefts[3:] = [row.right - 2 * side - gap, row.right - side]
    widgets: list[Widget] = [
        control.placed(Rect(left, row.top, side, row.height))
        for control, left in zip(steps, lefts, strict=True)
    ]
    if narrow:
        line = Rect(box.left, row.bottom + gap, box.width, column.px(LINE))
    else:
        left = lefts[2] + side + gap
        line = Rect(left, row.top, lefts[3] - gap - left, row.height)
    widgets.append(Slider("scrub", line, ply, last, go))
    return widgets
