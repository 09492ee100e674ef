"""The moves in the panel: their layout, a list, and a scrubber with buttons and a slider."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pygame

from ....core.translation import _
from ....play.controller import GameController
from ....play.session import Session
from ....play.variations import GameNode, RoundNumbers, merged_nodes, runs_in_pgn_order
from ....rules.base import Rules
from ..drawing.canvas import Canvas, Rect, wrap
from ..drawing.input_widgets import Slider
from ..drawing.widgets import ENTER_KEYS, NOWHERE, SIDEWAYS, Button, Column, Widget
from .timing import Replay

#: Maximum indentation, as a number of nested variations.
MAX_INDENT = 4


class Entry(NamedTuple):
    """Moves that are one entry of the list, such as the power R2.

    Entries of the main line have a column; those of variations have a nesting depth and a box from
    `left` to `right`, in pixels.
    """

    nodes: list[GameNode]
    text: str
    row: int
    column: int = 0
    depth: int = 0
    left: int = 0
    right: int = 0


#: Height of a row, width of the row labels, and left margin and indentation of variations.
ROW, NUMBERS, MARGIN, INDENT = 26, 44, 28, 14

#: Font sizes of the main line and of variations.
SIZE, VARIATION_SIZE = 14, 13


class MoveLayout:
    """The entries of a move list, and the labels of its rows.

    The main line has columns, which belong to the seats if `by_seat` is set. A row of a variation
    is `width` pixels wide. The functions return the width of a label, and a length in pixels.
    """

    def __init__(
        self,
        rules: Rules,
        root: GameNode,
        measure: Callable[[str], int],
        px: Callable[[float], int],
        *,
        columns: int,
        by_seat: bool,
        width: int,
    ) -> None:
        self.rules, self.measure, self.px = rules, measure, px
        self.columns, self.by_seat, self.width = columns, by_seat, width
        self.entries: list[Entry] = []
        self.numbers: dict[int, str] = {}
        #: A mapping from each move to the index of its entry.
        self.index: dict[GameNode, int] = {}
        self.rows = 0
        #: The number of entries from the start of the game to a move.
        self._counts = {root: 0}
        self._depth, self._left, self._round = 0, 0, RoundNumbers(rules)
        #: The first and the last row of the current round, and the row and seat of the last move.
        self._first_row = self._last_row = self._row = self._seat = -1
        #: True if variations follow the last move of the main line.
        self._is_interrupted = False
        for run in runs_in_pgn_order(root):
            if isinstance(run, str):
                self._depth += 1 if run == "(" else -1
                self._left, self._is_interrupted = 0, True
                continue
            place = self._place_in_variation if self._depth else self._place_in_column
            for nodes, text in merged_nodes(rules, run):
                place(nodes, text + nodes[-1].mark)

    def _place_in_column(self, nodes: list[GameNode], text: str) -> None:
        """Place a move of the main line in its column, and after variations in a new row."""
        count = self._counts[_parent(nodes[0])]
        number, seat, starts = count + 1, count % self.columns, count % self.columns == 0
        if self.rules.is_game():
            turn = self._round.add(nodes[0])
            number, seat, starts = turn if self.by_seat else (number, seat, starts)
        if starts:
            self._row = self._first_row = self._last_row + 1
        elif seat > self._seat and self.columns > 1:
            self._row = self._first_row
        else:
            self._row += 1
        if self._is_interrupted:
            shift, starts, self._is_interrupted = self.rows - self._row, True, False
            self._first_row += shift
            self._last_row += shift
            self._row += shift
        self._last_row, self._seat = max(self._last_row, self._row), seat
        entry = Entry(nodes, text, self._row, seat if self.columns > 1 else 0)
        self._add(entry, f"{number}." if starts else "")

    def _place_in_variation(self, nodes: list[GameNode], text: str) -> None:
        """Place a move of a variation after the last one, in rows below the move it replaces."""
        text = self._variation_label(nodes[0], is_first=not self._left) + text
        width, row = self.measure(text), self.rows - 1
        if not self._left or self._left + width > self.width:
            self._left = self.px(MARGIN + min(self._depth - 1, MAX_INDENT) * INDENT)
            row = self.rows
        right = self._left + width
        self._add(Entry(nodes, text, row, 0, self._depth, self._left, right))
        self._left = right

    def _variation_label(self, node: GameNode, *, is_first: bool) -> str:
        if not self.rules.is_game():
            return f"{self._counts[_parent(node)] + 1}. " if is_first else ""
        number, seat, starts = self._round.add(node)
        if not (is_first or starts):
            return ""
        return f"{number}. " if seat == 0 else f"{number}… "

    def _add(self, entry: Entry, label: str = "") -> None:
        """Add an entry; if it is the first one in its row, label the row."""
        self.index.update(dict.fromkeys(entry.nodes, len(self.entries)))
        self._counts[entry.nodes[-1]] = self._counts[_parent(entry.nodes[0])] + 1
        self.entries.append(entry)
        if label and entry.row >= self.rows:
            self.numbers[entry.row] = label
        self.rows = max(self.rows, entry.row + 1)


def _parent(node: GameNode) -> GameNode:
    assert node.parent is not None
    return node.parent


class MoveList(Widget):
    """The moves in rows, scrolled to the current one, with variations below the main line.

    A click on a move goes to its position; a right-click, or Enter, opens its menu.
    """

    is_small = False

    def __init__(
        self,
        box: Rect,
        layout: MoveLayout,
        session: Session,
        open_menu: Callable[[GameNode], object],
    ) -> None:
        super().__init__("moves", box)
        self.layout, self.session, self.open_menu = layout, session, open_menu
        #: The number of the current entry, or -1 at the start.
        self.current = layout.index.get(session.tree.node, -1)
        self.row, self.number = layout.px(ROW), layout.px(NUMBERS)
        available = box.width - self.number - layout.px(8)
        self.column_width = max(1, available // layout.columns)
        self.scroll = 0
        self.focusable = bool(layout.entries)

    def resume(self, previous: Widget) -> None:
        if isinstance(previous, MoveList) and previous.current == self.current:
            self.scroll = previous.scroll

    @property
    def visible_rows(self) -> range:
        """The rows that are shown, which include the current one unless the user scrolls."""
        fit = max(1, self.box.height // self.row)
        current = self.layout.entries[self.current].row if self.current >= 0 else 0
        first = max(0, min(self.layout.rows - fit, current - max(0, fit - 2) + self.scroll))
        return range(first, first + fit)

    def draw(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self.box
        canvas.panel(box, theme.background, theme.line, 8)
        if not self.layout.entries:
            text, width = _("No moves yet"), box.width - canvas.px(8)
            canvas.text(text, box.center, SIZE, theme.muted_text, anchor="center", width=width)
        for row in (shown := self.visible_rows):
            if label := self.layout.numbers.get(row):
                pos = self.box.left + self.number - canvas.px(8), self._top(row) + self.row // 2
                canvas.text(label, pos, SIZE, theme.muted_text, anchor="midright")
        done = set(self.session.tree.line[: self.session.ply + 1])
        for number, entry in enumerate(self.layout.entries):
            if entry.row in shown:
                self._draw_entry(canvas, entry, number == self.current, entry.nodes[0] in done)

    def _top(self, row: int) -> int:
        return self.box.top + (row - self.visible_rows.start) * self.row

    def _entry_box(self, entry: Entry) -> Rect:
        top, height = self._top(entry.row) + 2, self.row - 4
        if entry.depth:
            width = min(entry.right, self.box.width - 4) - entry.left
            return Rect(self.box.left + entry.left, top, width, height)
        left = self.box.left + self.number + entry.column * self.column_width
        return Rect(left, top, self.column_width - 4, height)

    def _draw_entry(self, canvas: Canvas, entry: Entry, is_current: bool, is_done: bool) -> None:
        theme, cell = canvas.theme, self._entry_box(entry)
        colour = theme.text if is_done else theme.muted_text
        if is_current:
            canvas.panel(cell, theme.accent, None, 5)
            colour = theme.on_accent
        pad = canvas.px(4 if entry.depth else 8)
        pos = cell.left + pad, cell.centery
        size = VARIATION_SIZE if entry.depth else SIZE
        shown = canvas.text(entry.text, pos, size, colour, anchor="midleft", width=cell.width - pad)
        if entry.nodes[-1].comment:
            centre = shown.right + canvas.px(4), cell.top + canvas.px(5)
            dot = theme.on_accent if is_current else theme.accent
            pygame.draw.aacircle(canvas.surface, dot, centre, canvas.px(2.5))

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.scroll -= event.y
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            act = self.session.go_to if event.button == 1 else self.open_menu
            for entry in self.layout.entries:
                if self._entry_box(entry).collidepoint(event.pos):
                    act(entry.nodes[-1])
                    break
            return True
        return event.type == pygame.KEYDOWN and self._key(event.key)

    def _key(self, key: int) -> bool:
        """Step along the current line or between the alternatives to a move, or open the menu."""
        session, node = self.session, self.session.tree.node
        if key == pygame.K_UP and self.current >= 0:
            session.go_to_ply(self.layout.entries[self.current].nodes[0].ply - 1)
        elif key == pygame.K_DOWN:
            done = self.layout.entries[self.current].nodes[-1].ply if self.current >= 0 else 0
            for after in session.tree.line[done + 1 : done + 2]:
                session.go_to_ply(self.layout.entries[self.layout.index[after]].nodes[-1].ply)
        elif key in SIDEWAYS and node.parent is not None:
            siblings = node.parent.children
            session.go_to(siblings[(siblings.index(node) + SIDEWAYS[key]) % len(siblings)])
        elif key in ENTER_KEYS and node.parent is not None:
            self.open_menu(node)
        else:
            return key == pygame.K_UP
        return True


#: Height of a line of a comment, their maximum number, and the padding around them.
COMMENT_LINE, MAX_COMMENT_LINES, COMMENT_PAD = 18, 3, 6


class CommentBox(Widget):
    """The comment on the current move. A click opens the editor."""

    keeps_focus = False

    def __init__(self, comment: str, act: Callable[[], object]) -> None:
        super().__init__("comment", NOWHERE)
        self.comment, self.act = comment, act
        self.tip = comment or _("Comment on this move or mark it (Ctrl+K)")

    def place_above(self, column: Column) -> None:
        """Place the box at the bottom of a column, unless that leaves too little for the moves."""
        px, font = column.px, column.canvas.font(VARIATION_SIZE)
        lines = wrap(self.comment, font, column.width - px(40))
        height = COMMENT_LINE * max(1, min(len(lines), MAX_COMMENT_LINES)) + 2 * COMMENT_PAD
        if column.height > px(height + (3 if self.comment else 5) * ROW):
            self.box = column.from_bottom(height)

    def draw(self, canvas: Canvas) -> None:
        theme, box = canvas.theme, self.box
        colour = theme.text if self.comment else theme.muted_text
        if self.hovered():
            canvas.panel(box, theme.surface, None, 6)
        centre = box.left + canvas.px(12), box.top + canvas.px(COMMENT_PAD + COMMENT_LINE // 2)
        canvas.icon("pencil", centre, 14, theme.muted_text)
        text = Rect(box.left + canvas.px(28), box.top, box.width - canvas.px(40), box.height)
        text.top += canvas.px(COMMENT_PAD)
        canvas.paragraph(
            self.comment or _("Comment…"), text, VARIATION_SIZE, colour, max_lines=MAX_COMMENT_LINES
        )


#: Heights of the buttons and, in a narrow column, of the slider below them with the gap.
BUTTONS, SLIDER = 32, 26

#: Minimum width of a column with the slider beside the buttons.
NARROW = 290


def scrubber_height(column: Column) -> int:
    """Return the unscaled height of the scrubber in a column."""
    return BUTTONS + (SLIDER if column.width < column.px(NARROW) else 0)


def scrubber_widgets(column: Column, controller: GameController, replay: Replay) -> list[Widget]:
    """Return the widgets of the scrubber, placed at the bottom of a column."""
    session, go = controller.session, controller.go
    box = column.from_bottom(scrubber_height(column))
    row = Rect(box.left, box.top, box.width, column.px(BUTTONS))
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
    slider = Slider("scrub", NOWHERE, ply, last, go)
    if row.height == box.height:
        column.place_in_row(row, [*steps[:3], slider, *steps[3:]])
    else:
        for button, place in zip(steps, column.row(row, len(steps)), strict=True):
            button.box = place
        slider.box = Rect(box.left, row.bottom, box.width, box.height - row.height)
    return [*steps, slider]
