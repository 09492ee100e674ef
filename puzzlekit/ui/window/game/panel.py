"""The panel beside the board: who plays, the group, the moves made, and buttons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple

from ....play.table import Table
from ...pointer import Pointer
from ..drawing.canvas import Canvas, Rect
from ..drawing.choosers import Slider
from ..drawing.widgets import Button, TextField, Widget
from .column import Column
from .end_box import EndBox
from .move_list import MoveList
from .prompt_box import PromptBox
from .question_box import QuestionBox
from .seat_cards import SeatCards

#: How high the buttons of moves are, and how far apart their rows.
BUTTON, GAP = 28, 4

#: The least height of the list of moves, and the height of what is below it.
LIST, SCRUBBER = 28, 32

#: A panel that is less high has smaller titles.
LOW = 600


class Control(NamedTuple):
    """A button of the panel; `on` says whether what it does is done."""

    key: str
    label: str
    act: Callable[[], object]
    tip: str = ""
    enabled: bool = True
    on: bool = False
    icon: str = ""


class Contents(NamedTuple):
    """What a panel shows besides the table: what it tells, and buttons in rows."""

    telling: PromptBox | QuestionBox | EndBox
    group: str
    typed: str
    home: Control
    controls: Sequence[Sequence[Control]]
    #: Moves that have buttons elsewhere.
    asked: Collection[str]
    #: Whether computer players show how they expect the game to go on.
    show_line: bool
    #: Which page of the buttons of moves is shown, where there are too many for the panel.
    page: int = 0


class Panel:
    """Lays out the panel of a game: what is fixed from both ends, the moves between.

    It calls `play` with a move of a button, `turn_to` with a page of such buttons, `typing` with
    each change of the line of text, and `enter` when that is done.
    """

    def __init__(
        self,
        table: Table,
        pointer: Pointer,
        canvas: Canvas,
        box: Rect,
        contents: Contents,
        *,
        play: Callable[[str], object],
        turn_to: Callable[[int], object],
        typing: Callable[[str], object],
        enter: Callable[[str], object],
    ) -> None:
        self.table, self.session, self.rules = table, table.session, table.rules
        self.pointer, self.canvas, self.box, self.contents = pointer, canvas, box, contents
        self.play, self.turn_to = play, turn_to
        self.px = canvas.px
        self.widgets: list[Widget] = []
        inner = box.inflate(-2 * self.px(16), -2 * self.px(12))
        self.column = Column(canvas, inner)
        self._head()
        self._foot(typing, enter)
        contents.telling.place(canvas, self.column)
        self.widgets[:0] = contents.telling.widgets  # the first that Tab comes to
        self._palette(self._offered())
        if self.column.height > self.px(32):
            self._scrubber()
        self._moves()

    # -- layout -----------------------------------------------------------------------------------

    def _add(self, control: Control, box: Rect, size: float = 15) -> None:
        key, label, act, tip, enabled, on, icon = control
        self.widgets.append(
            Button(key, box, label, act, icon=icon, enabled=enabled, on=on, tip=tip, size=size)
        )

    def _head(self) -> None:
        column, contents = self.column, self.contents
        self.is_low = column.height < self.px(LOW)
        title = column.from_top(44 if self.is_low else 52)
        side = self.px(36)
        self.title = Rect(title.left, title.top, title.width - side - column.gap, title.height)
        self._add(contents.home, Rect(title.right - side, title.top, side, side))
        self.cards = SeatCards(self.table, column, show_line=contents.show_line)
        self.group = column.from_top(26) if contents.group else None

    def _foot(self, typing: Callable[[str], object], enter: Callable[[str], object]) -> None:
        column = self.column
        field = column.from_bottom(36)
        hint = "Type a move and press Enter"
        self.widgets.append(
            TextField("type", field, self.contents.typed, typing, hint=hint, done=enter)
        )
        for row in reversed(self.contents.controls):
            for box, control in zip(column.row(column.from_bottom(36), 3), row, strict=True):
                self._add(control, box)

    def _scrubber(self) -> None:
        session, go = self.session, self.table.go
        row, side = self.column.from_bottom(SCRUBBER), self.px(34)
        steps = (
            ("first", 0, session.can_undo),
            ("back", session.ply - 1, session.can_undo),
            ("forward", session.ply + 1, session.can_redo),
            ("last", len(session.all_moves), session.can_redo),
        )
        spots = [row.left, row.left + side + 4, row.right - 2 * side - 4, row.right - side]
        for (name, ply, able), left in zip(steps, spots, strict=True):
            control = Control(name, "", partial(go, ply), enabled=able, icon=name)
            self._add(control, Rect(left, row.top, side, row.height))
        middle = Rect(spots[1] + side + 4, row.top, spots[2] - spots[1] - side - 8, row.height)
        if middle.width > 2 * side:
            self.widgets.append(Slider("scrub", middle, session.ply, len(session.all_moves), go))

    def _offered(self) -> list[str]:
        """Return the moves that have buttons: those that are clicked nowhere, and all twists.

        What is asked about has buttons elsewhere.
        """
        if not self.table.is_human_turn():
            return []
        needed = [move for move in self.pointer.buttons if move not in self.contents.asked]
        if self.rules.is_game():
            return needed
        moves = self.rules.moves(self.session.state)
        touches = {move: self.rules.touches(move) for move in moves}
        twists = {move for move in moves if any(len(each.cells) > 1 for each in touches[move])}
        return [move for move in moves if move in twists or move in needed]

    def _palette(self, moves: list[str]) -> None:
        """Lay out buttons for moves in rows, on pages if they would leave no room for the list."""
        if not moves:
            return
        column = self.column
        wide = self.px(14 + 9 * max(map(len, moves)))
        most = max(1, min(len(moves), column.width // wide))
        rows = -(-len(moves) // most)
        columns = -(-len(moves) // rows)  # rows of one length
        room = column.height - self.px(SCRUBBER + LIST + 16)
        if room < self.px(BUTTON) and not isinstance(self.contents.telling, PromptBox):
            return  # they come back when the question is answered, or the result is closed
        fit = max(1, room // self.px(BUTTON + GAP))
        controls = [Control(f"play {move}", move, partial(self.play, move)) for move in moves]
        if rows > fit:
            rows, columns = fit, most
            each = max(1, rows * columns - 1)  # and one place for the button that turns the page
            pages = -(-len(moves) // each)
            page = self.contents.page % pages
            turn = partial(self.turn_to, (page + 1) % pages)
            tip = f"More moves: page {page + 1} of {pages}"
            controls = controls[page * each : (page + 1) * each]
            controls.append(Control("page", f"{page + 1}/{pages} ›", turn, tip))
        for row in range(rows):
            boxes = column.row(column.from_top(BUTTON, GAP), columns)
            for box, control in zip(boxes, controls[row * columns :], strict=False):
                self._add(control, box, 14)
        column.top += self.px(8 - GAP)

    def _moves(self) -> None:
        column, session, rules = self.column, self.session, self.rules
        if column.height < self.px(LIST):
            return
        columns, seats = max(1, column.width // self.px(92)), None
        if rules.is_game() and column.width >= len(session.players) * self.px(56):
            columns = len(session.players)
            seats = [rules.turn(session.state_at(ply)) for ply in range(len(session.all_moves))]
        go = self.table.go
        self.widgets.append(
            MoveList("moves", column.rest(), session.all_moves, session.ply, columns, go, seats)
        )

    # -- drawing ----------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the panel without its widgets."""
        theme, title = canvas.theme, self.title
        canvas.panel(self.box, theme.panel, theme.line, 14)
        size, small = (22, 13) if self.is_low else (25, 14)
        canvas.text(self.rules.name, title.topleft, size, weight="Bold", width=title.width)
        below = title.left, title.top + self.px(1.25 * size)
        canvas.text(self.table.id, below, small, theme.dim, width=title.width)
        self.cards.draw(canvas)
        if self.group is not None:
            self._draw_group(canvas, self.group)
        self.contents.telling.draw(canvas)

    def _draw_group(self, canvas: Canvas, box: Rect) -> None:
        left, middle = box.left, box.centery
        where = canvas.text("Group  ", (left, middle), 14, canvas.theme.dim, anchor="midleft")
        canvas.text(
            self.contents.group,
            (where.right, middle),
            14,
            weight="Semibold",
            anchor="midleft",
            width=box.right - where.right,
        )
