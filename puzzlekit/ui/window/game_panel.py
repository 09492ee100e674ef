"""The panel beside the board: who plays, the group, the moves made, and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from ...core.values import Piece
from ...players.named import OFFERED
from ...players.player import HUMAN, LINE, Thought
from .drawing.board_view import draw_pieces
from .drawing.canvas import Canvas, Rect, wrap
from .drawing.choosers import Slider
from .drawing.widgets import Button, TextField, Widget
from .move_list import MoveList

if TYPE_CHECKING:
    from .game import GameScreen

#: A palette with more moves than this would fill the panel.
MAX_PALETTE = 36

#: Lines of a message that are shown.
MAX_LINES = 4


def in_figures(number: int | str) -> str:
    """Return a large number in a few figures.

    >>> in_figures(20160), in_figures(10**30)
    ('20,160', '1.00·10^30')
    """
    digits = str(number)
    if len(digits) < 13:
        return f"{int(digits):,}"
    return f"{digits[0]}.{digits[1:3]}·10^{len(digits) - 1}"


class Panel:
    """Lays out the panel of a game screen: what is fixed from both ends, the moves between."""

    def __init__(self, screen: GameScreen, box: Rect) -> None:
        self.screen = screen
        self.session, self.rules = screen.session, screen.rules
        self.box = box
        self.widgets: list[Widget] = []
        self.px = screen.px
        self.pad, self.gap = self.px(16), self.px(8)
        inner = box.inflate(-2 * self.pad, -2 * self.px(12))
        self.left, self.width = inner.left, inner.width
        self.top, self.bottom = inner.top, inner.bottom
        self._head()
        self._palette(self._needed(), 28)
        self._foot()
        if self.bottom - self.top > self.px(150):
            self._palette(self._twists(), 28)
        self._moves()

    # -- layout -----------------------------------------------------------------------------------

    def _from_top(self, height: float) -> Rect:
        box = Rect(self.left, self.top, self.width, self.px(height))
        self.top = box.bottom + self.gap
        return box

    def _from_bottom(self, height: float) -> Rect:
        box = Rect(self.left, self.bottom - self.px(height), self.width, self.px(height))
        self.bottom = box.top - self.gap
        return box

    def _row(self, box: Rect, count: int) -> list[Rect]:
        wide = (box.width - (count - 1) * self.gap) / count
        return [
            Rect(round(box.left + i * (wide + self.gap)), box.top, round(wide), box.height)
            for i in range(count)
        ]

    def _head(self) -> None:
        title = self._from_top(52)
        side = self.px(36)
        self.title = Rect(title.left, title.top, title.width - side - self.gap, title.height)
        home = Rect(title.right - side, title.top, side, side)
        screen = self.screen
        self.widgets.append(
            Button("home", home, "", screen.app.home, icon="home", tip="All games (Esc)")
        )
        self.cards = self._seats(self.session.players)
        self.group = self._from_top(26)
        back = self.px(104) if screen.pointer.path else 0
        lines = max(1, len(self._message_lines(self.width - back)))
        self.message = self._from_top(10 + 20 * min(lines, MAX_LINES))
        if back:
            box = Rect(self.message.right - back, self.message.top, back, self.px(30))
            self.message.width -= back + self.gap
            tip = "Choose something else (Esc)"
            self.widgets.append(
                Button("choose-anew", box, "Take back", screen.back, tip=tip, size=14)
            )

    def _seats(self, players: Sequence[str]) -> list[Rect]:
        """Return a card for each seat: rows as wide as the panel, or for many two in a row."""
        count = len(players)
        if count <= 2:  # the card of a computer has a line more, for what it thinks
            return [self._from_top(50 if who == HUMAN else 68) for who in players]
        return [box for _ in range(0, count, 2) for box in self._row(self._from_top(56), 2)][:count]

    def _message_lines(self, width: int) -> list[str]:
        font = self.screen.canvas.font(15)
        return wrap(self.screen.message or self.screen.headline(), font, width)

    def _foot(self) -> None:
        screen, session = self.screen, self.session
        able = session.can_undo or bool(screen.pointer.path)
        field = self._from_bottom(36)
        self.widgets.append(
            TextField(
                "type",
                field,
                screen.typed,
                lambda text: setattr(screen, "typed", text),
                hint="Type a move and press Enter",
                done=screen.enter,
            )
        )
        rows = [
            [
                ("new", "New", screen.new_game, True, False, "Another game (Ctrl N)"),
                (
                    "restart",
                    "Restart",
                    screen.restart,
                    session.can_undo,
                    False,
                    "To the start",
                ),
                (
                    "copy",
                    "Copy",
                    screen.copy,
                    True,
                    False,
                    "Copy the game as text (Ctrl C; as a record: Ctrl Shift C)",
                ),
            ],
            [
                (
                    "legal",
                    "Moves",
                    screen.toggle_legal,
                    True,
                    screen.app.settings.legal,
                    "Show what can be touched (F3)",
                ),
                ("rules", "Rules", screen.show_rules, True, False, "How it is played (F1)"),
                ("settings", "Settings", screen.show_settings, True, False, "Settings (F4)"),
            ],
            [
                ("undo", "Undo", screen.undo, able, False, "Take back (Ctrl Z)"),
                ("redo", "Redo", screen.redo, session.can_redo, False, "Make again (Ctrl Y)"),
                (
                    "hint",
                    "Hint",
                    screen.ask_hint,
                    session.result is None and screen.human_turn(),
                    bool(screen.hint),
                    "One step; again to make it (F2)",
                ),
            ],
        ]
        for row in rows:
            boxes = self._row(self._from_bottom(36), 3)
            for box, (key, label, act, enabled, on, tip) in zip(boxes, row, strict=True):
                self.widgets.append(Button(key, box, label, act, enabled=enabled, on=on, tip=tip))
        if self.bottom - self.top > self.px(32):
            self._scrubber()

    def _scrubber(self) -> None:
        screen, session = self.screen, self.session
        row, side = self._from_bottom(32), self.px(34)
        steps = (
            ("first", 0),
            ("back", session.ply - 1),
            ("forward", session.ply + 1),
            ("last", len(session.line)),
        )
        spots = [row.left, row.left + side + 4, row.right - 2 * side - 4, row.right - side]
        for (name, ply), left in zip(steps, spots, strict=True):
            able = session.can_undo if name in ("first", "back") else session.can_redo
            self.widgets.append(
                Button(
                    name,
                    Rect(left, row.top, side, row.height),
                    "",
                    partial(screen.go, ply),
                    icon=name,
                    enabled=able,
                )
            )
        middle = Rect(spots[1] + side + 4, row.top, spots[2] - spots[1] - side - 8, row.height)
        if middle.width > 2 * side:
            self.widgets.append(Slider("scrub", middle, session.ply, len(session.line), screen.go))

    def _needed(self) -> list[str]:
        """Return the moves that are clicked nowhere, but for those that a question offers."""
        if not self.screen.human_turn():
            return []
        asking = self.screen.asking
        asked = asking.question.answers.values() if asking is not None else ()
        return [move for move in self.screen.pointer.buttons if move not in asked]

    def _twists(self) -> list[str]:
        """Return the twists of a puzzle, which have buttons besides where they are clicked."""
        if self.rules.is_game() or not self.screen.human_turn():
            return []
        moves = self.rules.moves(self.session.state)
        touches = {move: self.rules.touches(move) for move in moves}
        return [move for move in moves if any(len(touch.cells) > 1 for touch in touches[move])]

    def _palette(self, moves: list[str], height: float) -> None:
        """Lay out buttons for moves in rows, each as long as the words allow."""
        longest = max(map(len, moves), default=1)
        columns = max(1, min(len(moves), self.width // self.px(14 + 9 * longest)))
        if not moves or len(moves) > MAX_PALETTE:
            return
        rows = -(-len(moves) // columns)
        columns = -(-len(moves) // rows)  # rows of one length
        for start in range(0, len(moves), columns):
            boxes = self._row(self._from_top(height), columns)
            for box, move in zip(boxes, moves[start : start + columns], strict=False):
                self.widgets.append(
                    Button(
                        f"play {move}",
                        box,
                        move.capitalize() if len(move) > 3 else move,
                        partial(self.screen.play, move),
                        size=14,
                    )
                )

    def _moves(self) -> None:
        height = self.bottom - self.top
        if height >= self.px(44):
            box = Rect(self.left, self.top, self.width, height)
            session, rules = self.session, self.rules
            columns, seats = max(1, self.width // self.px(92)), None
            if rules.is_game() and self.width >= len(session.players) * self.px(56):
                columns = len(session.players)
                seats = [rules.turn(session.state_at(ply)) for ply in range(len(session.line))]
            self.widgets.append(
                MoveList(
                    "moves",
                    box,
                    session.line,
                    session.ply,
                    columns,
                    self.screen.go,
                    seats,
                )
            )

    # -- drawing ----------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the panel without its widgets."""
        theme = canvas.theme
        canvas.panel(self.box, theme.panel, theme.line, 14)
        canvas.text(self.rules.name, self.title.topleft, 25, weight="Bold", width=self.title.width)
        subtitle = self.session.setup.id
        canvas.text(
            subtitle,
            (self.title.left, self.title.top + self.px(31)),
            14,
            theme.dim,
            width=self.title.width,
        )
        self._draw_cards(canvas)
        self._draw_group(canvas)
        colour = theme.good if self.session.result is not None else theme.text
        ink = theme.text if self.screen.message else colour
        text = self.screen.message or self.screen.headline()
        box = self.message.move(0, self.px(3))
        canvas.paragraph(text, box, 15, ink, most=MAX_LINES)

    def _draw_cards(self, canvas: Canvas) -> None:
        theme, state = canvas.theme, self.session.state
        sides, status = self.rules.sides(state), self.rules.status(state)
        result = self.session.result
        for seat, box in enumerate(self.cards):
            active = result is None and self.rules.turn(state) == seat
            won = result is not None and result.winner == seat
            line = theme.good if won else theme.accent if active else theme.line
            canvas.panel(box, theme.raised, line, 10)
            colour = sides[seat].lower()
            stone = Piece("stone", colour) if colour in canvas.palette else None
            if len(self.cards) > 2:
                self._draw_small_card(canvas, box, seat, stone, status[seat])
                continue
            left, right = box.left + self.px(12), box.right - self.px(10)
            if self.rules.is_game() and stone:
                picture = canvas.piece(stone, self.px(32))
                canvas.surface.blit(picture, picture.get_rect(midleft=(left, box.centery)))
                left += self.px(42)
            if emblem := self.rules.emblem(state, seat):
                place = Rect(right - self.px(64), box.top + self.px(4), self.px(64), self.px(42))
                draw_pieces(canvas, self.rules.board, emblem, place)
                right = place.left
            name, line_two = self._card_texts(seat, sides[seat], status[seat])
            wide = right - left
            canvas.text(name, (left, box.top + self.px(6)), 16, weight="Semibold", width=wide)
            canvas.text(line_two, (left, box.top + self.px(27)), 13, theme.dim, width=wide)
            spot = left, box.top + self.px(45)
            if active and self.screen.thinker.busy:
                canvas.text("thinking ...", spot, 13, theme.accent, width=wide)
            elif thought := self.screen.thoughts.get(seat):
                canvas.text(self._opinion(thought), spot, 13, theme.accent, width=wide)

    def _draw_small_card(
        self, canvas: Canvas, box: Rect, seat: int, stone: Piece | None, status: str
    ) -> None:
        """Draw what stands on a card that is half as wide: side, player and status."""
        state, dim = self.session.state, canvas.theme.dim
        left, right = box.left + self.px(8), box.right - self.px(6)
        foot = left, box.top + self.px(37)
        if emblem := self.rules.emblem(state, seat):
            place = Rect(right - self.px(46), box.top + self.px(4), self.px(46), self.px(32))
            draw_pieces(canvas, self.rules.board, emblem, place)
            right = place.left
        thinks = self.rules.turn(state) == seat and self.screen.thinker.busy
        text, ink = ("thinking ...", canvas.theme.accent) if thinks else (status, dim)
        if not thinks and (thought := self.screen.thoughts.get(seat)):
            text = ", ".join(part for part in (status, thought.outlook) if part)
        canvas.text(text, foot, 12, ink, width=box.right - left - self.px(6))
        side, top = self.rules.sides(state)[seat], box.top + self.px(3)
        canvas.text(side, (left, top), 14, weight="Semibold", width=right - left)
        if stone:
            picture = canvas.piece(stone, self.px(14))
            canvas.surface.blit(picture, (left, box.top + self.px(21)))
            left += self.px(18)
        who = self._who(seat)
        canvas.text(who, (left, box.top + self.px(20)), 13, dim, width=right - left)

    def _who(self, seat: int) -> str:
        who = self.session.players[seat]
        return "you" if who == HUMAN else OFFERED.get(who, who)

    def _opinion(self, thought: Thought) -> str:
        """Return the chance that a computer sees, and on wish the line that it expects."""
        line = " ".join(thought.line[:LINE]) if self.screen.app.settings.think else ""
        return " · ".join(part for part in (thought.outlook, line) if part)

    def _card_texts(self, seat: int, side: str, status: str) -> tuple[str, str]:
        if self.rules.is_game():
            return f"{side} · {self._who(seat)}", status
        plural = "" if self.session.ply == 1 else "s"
        seed = (
            f"start {self.session.setup.seed}"
            if self.session.setup.seed is not None
            else "published start"
        )
        return f"{self.session.ply} move{plural}", status or seed

    def _draw_group(self, canvas: Canvas) -> None:
        theme, info = canvas.theme, self.screen.group
        if info is None:
            text = "computing ..." if self.screen.grouper.busy else "not known"
        else:
            name = f" · {info.name}" if info.name else ""
            text = f"order {in_figures(info.order)}{name}"
        where = canvas.text(
            "Group  ", (self.group.left, self.group.centery), 14, theme.dim, anchor="midleft"
        )
        canvas.text(
            text,
            (where.right, self.group.centery),
            14,
            weight="Semibold",
            anchor="midleft",
            width=self.group.right - where.right,
        )
