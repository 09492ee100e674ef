"""The panel beside the board: players, group, moves and buttons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import PurePath

from ....core.translation import _
from ....play.engine import ANALYSED_MOVES
from ....players.player import SHOWN_MOVES, SearchResult
from ...available_actions import is_analysis_fair, move_label, offered_moves
from ..drawing.canvas import Canvas, Rect, drop_parts
from ..drawing.input_widgets import TextField
from ..drawing.widgets import STEP, Button, Column, Pager, TooltipArea, Widget
from .actions import GameControls
from .macro_controls import MacroControls, macro_widgets
from .move_list import (
    NUMBERS,
    SIZE,
    VARIATION_SIZE,
    CommentBox,
    MoveLayout,
    MoveList,
    scrubber_height,
    scrubber_widgets,
)
from .player_cards import PlayerCards
from .puzzle_cards import GoalPicture, PuzzleCards
from .status_box import StatusBox
from .timing import Ticker

#: Height of a line, the padding around all lines, and the font size.
ENGINE_LINE, PAD, ENGINE_SIZE = 19, 5, 13

#: Height of the box, and width of the winning chance.
ENGINE_HEIGHT, CHANCE = ANALYSED_MOVES * ENGINE_LINE + 2 * PAD, 46


class EngineLines(Widget):
    """The best moves with their lines and, after 200 playouts, their winning chances."""

    focusable = is_small = False

    def __init__(self, box: Rect, moves: Sequence[SearchResult]) -> None:
        super().__init__("engine-lines", box)
        self.moves = moves

    def draw(self, canvas: Canvas) -> None:
        theme, box, left = canvas.theme, self.box, self.box.left + canvas.px(8)
        canvas.panel(box, theme.surface, None, 8)
        if not self.moves:
            canvas.text(_("Analysing…"), box.center, ENGINE_SIZE, theme.muted_text, anchor="center")
        for number, result in enumerate(self.moves):
            top = box.top + canvas.px(PAD + number * ENGINE_LINE)
            chance = "–" if result.chance is None else f"{100 * result.chance:.0f}%"
            at = left + canvas.px(CHANCE - 10), top
            canvas.text(chance, at, ENGINE_SIZE, theme.accent, weight="Semibold", anchor="topright")
            line = " ".join(result.principal_variation[:SHOWN_MOVES]) or result.move
            colour = theme.text if number == 0 else theme.muted_text
            width = box.right - canvas.px(8) - left - canvas.px(CHANCE)
            canvas.text(line, (left + canvas.px(CHANCE), top), ENGINE_SIZE, colour, width=width)


#: Height of the move buttons, and the gap between their rows.
BUTTON, GAP = 28, 4

#: Minimum height of the move list.
LIST = 28

#: Number of rows of move buttons that have priority over other buttons.
MAX_MOVE_ROWS = 4


class GamePanel:
    """The panel of a game, with fixed parts at the top and bottom and the move list in between."""

    status_box: StatusBox

    def __init__(
        self,
        controls: GameControls,
        ticker: Ticker,
        macros: MacroControls | None,
        enter: Callable[[str], object],
    ) -> None:
        self.controls, self.ticker, self.board = controls, ticker, controls.board
        self.controller, self.rules = controls.controller, controls.controller.rules
        self.session = self.controller.session
        self.macros, self.enter = macros, enter
        #: The text in the field for typing moves.
        self.typed = ""
        self.move_pages, self.row_pages = Pager(), Pager()

    def build(
        self, canvas: Canvas, box: Rect, status_box: StatusBox, answers: Collection[str]
    ) -> list[Widget]:
        """Lay out the panel in a box; `answers` are the moves with buttons in the status box.

        If the plugin fails, only the parts that need the failing member are left out.
        """
        self.canvas, self.box, self.px = canvas, box, canvas.px
        self.status_box, self.group_text = status_box, self.controls.workers.group_text()
        self.widgets: list[Widget] = []
        inner = box.inflate(-2 * self.px(16), -2 * self.px(12))
        self.column = Column(canvas, inner)
        self._lay_out_head()
        offered: list[str] = []
        with self.board.guarded():
            offered = offered_moves(self.controller, self.board.selector, answers)
        moves = [
            Button(f"play {move}", move_label(move), partial(self.board.play, move), size=14)
            for move in offered
        ]
        rows = self.column.rows_of(moves)
        self._lay_out_foot(len(rows))
        if self.macros is not None:
            self.widgets += macro_widgets(self.macros, self.column, self.field)
        status_box.place(self.column)
        self.widgets[:0] = status_box.widgets  # first in the Tab order
        if rows:
            self._lay_out_move_buttons(moves, len(rows), len(rows[0]))
        if self.column.height > self.px(scrubber_height(self.column)):
            self.widgets += scrubber_widgets(self.column, self.controller, self.ticker.replay)
        with self.board.guarded():
            self._lay_out_moves()
        return self.widgets

    def _lay_out_head(self) -> None:
        column, settings = self.column, self.canvas.settings
        self.is_low = column.height < self.px(600)
        title = column.from_top(44 if self.is_low else 52)
        side = self.px(36)
        place = Rect(title.right - side, title.top, side, side)
        for control in self.controls.top_buttons():
            self.widgets.append(control.placed(place))
            place = place.move(-side - column.gap, 0)
        self.title = Rect(title.left, title.top, place.right - title.left, title.height)
        self.cards: PlayerCards | PuzzleCards
        if self.ticker.timer is not None:
            self.cards = PuzzleCards(self.ticker.timer, column, self.controls.show_times)
            if self.cards.goal is not None and not self._add_goal(self.cards.goal):
                self.cards.hide_goal()
        else:
            self.cards = PlayerCards(self.controller, column, show_line=settings.think)
        with self.board.guarded():
            self.widgets += self.cards.notes()
        self.group = column.from_top(26) if self.group_text else None
        if self.group is not None:
            self.widgets.append(TooltipArea("group", self.group, self.group_text))

    def _lay_out_foot(self, offered: int) -> None:
        """Lay out the text field, and above it as many rows of buttons as fit."""
        column, rows = self.column, self.controls.rows()
        field = column.from_bottom(36)
        above = scrubber_height(column) + LIST + 16 + min(offered, MAX_MOVE_ROWS) * (BUTTON + GAP)
        above += self.status_box.reserved
        available = (column.height - self.px(above)) // self.px(STEP)
        buttons = self.row_pages.place_rows(column, rows, available)
        if self.row_pages.count > 1:
            field, turner = column.split(field, right=52)
            more = self.row_pages.button("rows", _("More buttons"), size=14)
            self.widgets.append(more.placed(turner))
        hints = {"hint": _("Type a move"), "short_hint": _("Move")}
        change = partial(setattr, self, "typed")
        self.field = TextField("type", field, self.typed, change, **hints, done=self.enter)
        self.widgets += [self.field, *buttons]

    def _lay_out_move_buttons(self, moves: list[Button], rows: int, columns: int) -> None:
        """Lay out the move buttons in rows, on several pages if the move list would not fit."""
        column = self.column
        available = column.height - self.px(scrubber_height(column) + LIST + 16)
        if available < self.px(BUTTON) and self.status_box.grows:
            return  # shown again once the question or the result is closed
        fit = max(1, available // self.px(BUTTON + GAP))
        if rows > fit:
            columns = max(2, min(columns, column.width // self.px(46)))
            pager = self.move_pages
            shown = pager.items(moves, fit * columns - 1)  # one slot is for the page button
            tip = _("More moves: page {page} of {pages}")
            tip = tip.format(page=pager.page + 1, pages=pager.count)
            moves = [*shown, pager.button("page", tip, size=14)]
        column.grid(moves, columns, BUTTON, GAP)
        self.widgets += moves
        column.top += self.px(8 - GAP)

    def _lay_out_moves(self) -> None:
        column, session, rules = self.column, self.session, self.rules
        if column.height < self.px(LIST):
            return
        has_lines = self.canvas.settings.think and is_analysis_fair(self.controller)
        has_space = column.height >= self.px(ENGINE_HEIGHT + 8 + LIST)
        if has_lines and has_space and session.result is None:
            moves = self.controls.workers.engine_lines()
            self.widgets.append(EngineLines(column.from_top(ENGINE_HEIGHT), moves))
        comment = CommentBox(session.tree.node.comment, self.controls.show_move)
        if session.tree.size:
            comment.place_above(column)
        box = column.rest()
        if isinstance(self.cards, PuzzleCards) and self.cards.goal is None:
            goal, rest = column.row(box, 2)
            box = rest if self._add_goal(goal) else box
        by_seat = rules.is_game() and column.width >= len(session.players) * self.px(56)
        columns = len(session.players) if by_seat else max(1, box.width // self.px(92))
        fit = max(1, (box.width - self.px(NUMBERS + 8)) // self._widest_move())
        if columns > fit:
            columns = 1 if by_seat else fit
        font, pad = self.canvas.font(VARIATION_SIZE), self.px(10)
        layout = MoveLayout(
            rules,
            session.tree.root,
            lambda text: font.size(text)[0] + pad,
            self.px,
            columns=columns,
            by_seat=by_seat,
            width=box.width,
        )
        self.widgets.append(MoveList(box, layout, session, self.controls.show_move))
        if comment.box.height:
            self.widgets.append(comment)

    def _widest_move(self) -> int:
        """Return the width of a column for the longest move."""
        text = max((node.move for node in self.session.tree.line[1:]), key=len, default="")
        return self.canvas.text_width(text, SIZE) + self.px(12)

    def _add_goal(self, box: Rect) -> bool:
        """Show the goal in a box if it would be readable; return whether it is shown."""
        with self.board.guarded():
            goal = GoalPicture(self.controller, box, self.controls.show_goal)
            if goal.is_readable(self.canvas):
                self.widgets.append(goal)
                return True
        return False

    def draw(self, canvas: Canvas) -> None:
        theme, title = canvas.theme, self.title
        canvas.panel(self.box, theme.panel, theme.line, 14)
        size, small = (22, 13) if self.is_low else (25, 14)
        canvas.text(self.rules.name, title.topleft, size, weight="Bold", width=title.width)
        below = title.left, title.top + self.px(1.25 * size)
        setup = self.session.setup
        name = setup.game.name
        shown = setup.id.replace(name, PurePath(name).name, 1)  # a file without its folder
        canvas.text(shown, below, small, theme.muted_text, width=title.width)
        with self.board.guarded():
            self.cards.draw(canvas)
        if self.group is not None:
            self._draw_group(canvas, self.group)
        self.status_box.draw(canvas)

    def _draw_group(self, canvas: Canvas, box: Rect) -> None:
        where = canvas.text(
            _("Group") + "  ", box.midleft, 14, canvas.theme.muted_text, anchor="midleft"
        )
        pos, available = (where.right, box.centery), box.right - where.right
        text = drop_parts(self.group_text, canvas.font(14, "Semibold"), available)
        canvas.text(text, pos, 14, weight="Semibold", anchor="midleft", width=available)
