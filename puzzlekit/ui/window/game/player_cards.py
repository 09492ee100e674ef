"""Player cards in the panel, with clocks, engine lines and the evaluation bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....core.translation import _, ngettext, translate
from ....core.values import Piece
from ....play.clock import format_clock
from ....play.clock_and_offers import EARLY_DRAW_PLIES
from ....play.controller import GameController, Seat
from ....players.player import DEFENCE, HUMAN, SHOWN_MOVES, SearchResult
from ....players.registry import OFFERED_PLAYERS, is_searching_player
from ...theme import Colour, is_dark
from ..drawing.board_view import draw_pieces
from ..drawing.canvas import MIN_FONT_SIZE, Canvas, Rect, drop_parts
from ..drawing.widgets import Column, TooltipArea, Widget


def shows_evaluation(controller: GameController, *, wanted: bool) -> bool:
    """Return whether to show the bar: if an engine plays, and if there is no clock or `wanted`."""
    session = controller.session
    if session.task is not None:
        return False
    has_engine = any(player != HUMAN and is_searching_player(player) for player in session.players)
    return len(session.players) == 2 and has_engine and (wanted or session.clock is None)


def first_side_probability(controller: GameController) -> float | None:
    """Return the first player's win probability from the latest search, if meaningful."""
    session = controller.session
    if session.ply < EARLY_DRAW_PLIES:
        return None
    last = controller.rules.turn(session.state_at(session.ply - 1))
    for seat in (last, 1 - last):
        result = controller.thoughts.get(seat)
        if result is not None and result.chance_text and result.win_probability is not None:
            return result.win_probability if seat == 0 else 1 - result.win_probability
    return None


def draw_evaluation_bar(
    canvas: Canvas, box: Rect, controller: GameController, seats: Sequence[Seat]
) -> None:
    """Draw the evaluation bar in the players' colours, or a thin neutral line if there is none."""
    theme, probability = canvas.theme, first_side_probability(controller)
    if probability is None:
        line = box.inflate(0, -box.height + canvas.px(4))
        canvas.panel(line, theme.surface, None, 2)
        return
    colours = [side_colour(canvas, seat.side, number) for number, seat in enumerate(seats)]
    canvas.panel(box, colours[1], None, 6)
    cut = round(box.width * probability)
    with canvas.clipped(Rect(box.left, box.top, cut, box.height)):
        canvas.panel(box, colours[0], None, 6)
    middle = Rect(box.centerx - canvas.px(1), box.top, max(1, canvas.px(2)), box.height)
    canvas.surface.fill(theme.background, middle)
    alone = [seat.player for seat in seats].count(HUMAN) == 1
    for number, (seat, colour) in enumerate(zip(seats, colours, strict=True)):
        available = cut if number == 0 else box.width - cut
        share = round(100 * probability) if number == 0 else 100 - round(100 * probability)
        text = f"{share}%"
        if alone and seat.player == HUMAN:
            text = _("{percentage} for you").format(percentage=text)
        if available < canvas.px(44):
            continue
        if canvas.text_width(text, 13, "Semibold") > available - canvas.px(16):
            text = f"{share}%"
        text_colour: Colour = (255, 255, 255) if is_dark(colour) else (20, 25, 31)
        left = number == 0
        pos = (box.left + canvas.px(9) if left else box.right - canvas.px(9)), box.centery
        anchor = "midleft" if left else "midright"
        canvas.text(text, pos, 13, text_colour, weight="Semibold", anchor=anchor)


def side_colour(canvas: Canvas, side: str, number: int) -> Colour:
    """Return the colour after which a side is named, or a colour of the theme."""
    theme = canvas.theme
    return canvas.palette.get(side.lower(), (theme.accent, theme.edge)[number])


#: Normal and reduced heights of the cards of more than two players.
SMALL, LOW = 56, 40

#: Height in pixels of three lines in the smallest font.
THREE_LINES = 3 * (MIN_FONT_SIZE + 4)

#: Font sizes of a name, of which the largest that fits is used.
SIZES = (16, 15, 14, 13)

#: Minimum height below the cards for the status bar, the move list and buttons.
BELOW = 290


#: Number of seconds below which a clock is highlighted, and the highlight colours.
LOW_TIME_SECONDS = 10
LOW_TIME_FILL: Colour = (196, 44, 40)
LOW_TIME_TEXT: Colour = (255, 255, 255)

#: Size of the picture of a goal.
GOAL = (64, 42)

#: Sizes of a clock, normally and in a narrow card above a line of text.
CLOCK, NARROW_CLOCK = (92, 34), (66, 22)

#: Minimum width of a card that has its clock beside both lines.
WIDE_CARD = 300


def clock_place(canvas: Canvas, card: Rect) -> Rect:
    """Return the box of the clock: at the right edge of the card, or at the top if it is narrow."""
    if is_narrow(canvas, card):
        box = Rect(0, card.top + canvas.px(5), *map(canvas.px, NARROW_CLOCK))
    else:
        box = Rect(0, 0, *map(canvas.px, CLOCK))
        box.centery = card.centery
    box.right = card.right - canvas.px(8)
    return box


def is_narrow(canvas: Canvas, card: Rect) -> bool:
    """Return whether a card is too narrow for a clock beside both lines of text."""
    return card.width < canvas.px(WIDE_CARD)


def draw_clock(canvas: Canvas, box: Rect, seconds: float, *, runs: bool) -> None:
    """Draw the remaining time, with a fill while the clock runs."""
    theme = canvas.theme
    fill, colour = (theme.accent, theme.on_accent) if runs else (theme.background, theme.muted_text)
    if runs and seconds <= LOW_TIME_SECONDS:
        fill, colour = LOW_TIME_FILL, LOW_TIME_TEXT
    canvas.panel(box, fill, None if runs else theme.line, 8)
    text = format_clock(seconds)
    size = 19 if box.width >= canvas.px(CLOCK[0]) else 15 if len(text) < 7 else 14
    canvas.text(text, box.center, size, colour, weight="Semibold", anchor="center", width=box.width)


def draw_status(
    canvas: Canvas, status: str, pos: tuple[int, int], width: int, size: float, free: Rect
) -> None:
    """Draw a seat's status, with its last part in a free box above if it is too wide.

    If that is too narrow as well, the tooltip has the last parts.
    """
    colour, font = canvas.theme.muted_text, canvas.font(size)
    first, _separator, last = status.rpartition(" · ")
    if first and font.size(status)[0] > width and font.size(last)[0] <= free.width:
        canvas.text(last, free.midright, size, colour, anchor="midright", width=free.width)
        status = first
    status = drop_parts(status, font, width)
    canvas.text(status, pos, size, colour, anchor="midleft", width=width)


class PlayerCards:
    """The players' cards, in pairs for more than two players; `show_line` adds engine lines."""

    def __init__(self, controller: GameController, column: Column, *, show_line: bool) -> None:
        self.controller, self.show_line, self.column = controller, show_line, column
        players, state = controller.session.players, controller.session.state
        self.bar: Rect | None = None
        if len(players) <= 2:  # an engine's card may have one more line
            heights = [68 if show_line and player != HUMAN else 50 for player in players]
            if controller.session.clock is not None and column.width < column.px(WIDE_CARD):
                icons = [controller.rules.goal_icon(state, seat) for seat in range(len(players))]
                heights = [  # a narrow card has its icon below the clock
                    max(height, 74 if icon else 0)
                    for height, icon in zip(heights, icons, strict=True)
                ]
            self.boxes = [column.from_top(heights[0])]
            if shows_evaluation(controller, wanted=show_line):
                self.bar = column.from_top(20)
            self.boxes += [column.from_top(height) for height in heights[1:]]
        else:
            rows_of_two = players[::2]
            need = len(rows_of_two) * column.px(SMALL + 8) + column.px(BELOW)
            has_space = column.height >= need and column.px(SMALL) >= THREE_LINES
            height = SMALL if has_space else LOW
            rows = [column.row(column.from_top(height), 2) for _ in rows_of_two]
            self.boxes = [box for row in rows for box in row][: len(players)]

    def notes(self) -> list[Widget]:
        """Return the tooltips of small cards, and of cards with little space for their status."""
        cards = enumerate(zip(self.boxes, self.controller.seats(), strict=True))
        return [
            TooltipArea(f"seat {number}", box, ", ".join(filter(None, self._texts(seat))))
            for number, (box, seat) in cards
            if len(self.boxes) > 2 or self._is_crowded(number, seat)
        ]

    def _is_crowded(self, number: int, seat: Seat) -> bool:
        """Return whether a line may be wider than the space beside the stone, goal and clock."""
        goal = self.controller.rules.goal_icon(self.controller.session.state, number)
        clock = 0 if seat.seconds_left is None else self.column.px(CLOCK[0])
        space = self.boxes[number].width - self.column.px(64 + (GOAL[0] if goal else 0))
        canvas, (title, status) = self.column.canvas, self._texts(seat)
        width = canvas.text_width(title, SIZES[-1], "Semibold")
        return width > space - clock or canvas.text_width(status, 13) > space

    def draw(self, canvas: Canvas) -> None:
        theme, controller = canvas.theme, self.controller
        draw = self._draw_wide if len(self.boxes) <= 2 else self._draw_small
        seats = controller.seats()
        if self.bar is not None:
            draw_evaluation_bar(canvas, self.bar, controller, seats)
        for number, (box, seat) in enumerate(zip(self.boxes, seats, strict=True)):
            line = (
                theme.success if seat.has_won else theme.accent if seat.is_to_move else theme.line
            )
            canvas.panel(box, theme.surface, line, 10)
            draw(canvas, box, seat, controller.rules.goal_icon(controller.session.state, number))

    def _draw_wide(
        self, canvas: Canvas, box: Rect, seat: Seat, emblem: Mapping[int, Piece]
    ) -> None:
        theme, controller = canvas.theme, self.controller
        left, right = box.left + canvas.px(12), box.right - canvas.px(10)
        if seat.seconds_left is not None:
            place = clock_place(canvas, box)
            draw_clock(canvas, place, seat.seconds_left, runs=seat.is_running)
            right = place.left - canvas.px(8)
        # A longer line fits below a clock at the top.
        end = box.right - canvas.px(10) if is_narrow(canvas, box) and not emblem else right
        if stone := side_piece(canvas, seat):
            close = seat.seconds_left is not None and box.width < canvas.px(240)
            left -= canvas.px(4 if close else 0)
            size, pos = canvas.px(24 if close else 32), (left, box.centery)
            canvas.side_piece(stone, size, theme.surface, midleft=pos)
            left += canvas.px(29 if close else 42)
        if emblem:
            below_clock = seat.seconds_left is not None and is_narrow(canvas, box)
            place = Rect(0, box.top + canvas.px(4), *map(canvas.px, GOAL))
            place.right = box.right - canvas.px(8) if below_clock else right
            place.top += canvas.px(25 if below_clock else 0)
            draw_pieces(canvas, controller.rules.board, emblem, place)
            end = place.left
            right = right if below_clock else place.left
        title, below = self._texts(seat)
        width = right - left
        pos, anchor = (left, box.top + canvas.px(6)), "topleft"
        if not below:  # centre the title vertically
            pos, anchor = (left, box.top + canvas.px(25)), "midleft"
        size = canvas.fitting_size(title, width, SIZES, "Semibold")
        name = canvas.text(title, pos, size, weight="Semibold", anchor=anchor, width=width)
        start = name.right + canvas.px(8)
        free = Rect(start, name.top, max(0, right - start), name.height)
        middle = box.top + canvas.px(27) + canvas.font(13).get_linesize() // 2
        draw_status(canvas, below, (left, middle), end - left, 13, free)
        if self.show_line and seat.player != HUMAN:
            thinks = _("thinking…") if self._thinks(seat) else self.evaluation_text(seat.thought)
            canvas.text(
                thinks, (left, box.top + canvas.px(45)), 13, theme.accent, width=box.right - left
            )

    def _draw_small(
        self, canvas: Canvas, box: Rect, seat: Seat, emblem: Mapping[int, Piece]
    ) -> None:
        """Draw a half-width card: side, player and status."""
        dim, low = canvas.theme.muted_text, box.height < canvas.px(SMALL)
        left, right = box.left + canvas.px(8), box.right - canvas.px(6)
        foot = left, box.top + canvas.px(20 if low else 37)
        if emblem:
            place = Rect(
                right - canvas.px(46), box.top + canvas.px(4), canvas.px(46), canvas.px(32)
            )
            draw_pieces(canvas, self.controller.rules.board, emblem, place)
            right = place.left
        text, colour = seat.status, dim
        if self._thinks(seat):
            text, colour = _("thinking…"), canvas.theme.accent
        elif seat.thought is not None:
            text = ", ".join(part for part in (text, seat.thought.chance_text) if part)
        end = right if low else box.right - canvas.px(6)
        text = drop_parts(text, canvas.font(12), end - left)
        canvas.text(text, foot, 12, colour, width=end - left)
        top = box.top + canvas.px(3)
        player, stone = seat.name or player_name(seat.player), side_piece(canvas, seat)
        name = translate(seat.side)
        need = canvas.text_width(name, 14, "Semibold") + canvas.text_width(player, 13)
        if not (
            low and stone and need + canvas.px(24) > right - left
        ):  # otherwise the stone alone identifies it
            width = right - left
            size = canvas.fitting_size(name, width, (14, 13, 12), "Semibold")
            side = canvas.text(name, (left, top), size, weight="Semibold", width=width)
            left = side.right + canvas.px(6) if low else left
        second = top if low else box.top + canvas.px(20)
        if stone:
            pos, surface = (left, second + canvas.px(1)), canvas.theme.surface
            canvas.side_piece(stone, canvas.px(14), surface, topleft=pos)
            left += canvas.px(18)
        canvas.text(player, (left, second), 13, dim, width=right - left)

    def _thinks(self, seat: Seat) -> bool:
        return seat.is_to_move and self.controller.is_thinking()

    def _texts(self, seat: Seat) -> tuple[str, str]:
        people = self.controller.session.players.count(HUMAN)
        if seat.player == HUMAN and (seat.name or people > 1):
            return " · ".join(filter(None, (translate(seat.side), seat.name))), seat.status
        return f"{translate(seat.side)} · {player_name(seat.player)}", seat.status

    def evaluation_text(self, result: SearchResult | None) -> str:
        """Return the engine line, including the evaluation if there is no bar."""
        if result is None:
            return ""
        outlook = "" if self.bar is not None else result.chance_text
        line = (
            ngettext("book: {games:,} game", "book: {games:,} games", result.book_games).format(
                games=result.book_games
            )
            if result.book_games
            else " ".join(result.principal_variation[:SHOWN_MOVES])
        )
        return " · ".join(part for part in (outlook, line) if part)


def player_name(player: str) -> str:
    """Return the display name of a player."""
    if player.startswith(f"{DEFENCE}:"):
        return _("best defence")
    return _("you") if player == HUMAN else OFFERED_PLAYERS.get(player, player)


def side_piece(canvas: Canvas, seat: Seat) -> Piece | None:
    """Return a stone for a side that is named after a colour."""
    colour = seat.side.lower()
    return Piece("stone", colour) if colour in canvas.palette else None
