"""The chances that a computer sees, as a bar between the cards of two seats."""

from __future__ import annotations

from collections.abc import Sequence

from ....play.arbiter import EARLY
from ....play.seats import Seat
from ....play.table import Table
from ....players.named import search_of
from ....players.player import HUMAN
from ...theme import Colour, is_dark
from ..drawing.canvas import Canvas, Rect

#: How high the bar is, and how wide the part of a seat has to be to hold its number.
HIGH, LEGIBLE = 20, 44


def tells_chances(table: Table, *, asked: bool) -> bool:
    """Return whether there is a bar: a computer searches and there is no clock, or `asked`."""
    session = table.session
    searches = any(who != HUMAN and search_of(who) for who in session.players)
    return len(session.players) == 2 and searches and (asked or session.clock is None)


def chance_of_first(table: Table) -> float | None:
    """Return the chance of the first seat, if what was thought last means something."""
    session = table.session
    if session.ply < EARLY:
        return None
    last = table.rules.turn(session.state_at(session.ply - 1))
    for seat in (last, 1 - last):
        thought = table.thoughts.get(seat)
        if thought is not None and thought.outlook and thought.chance is not None:
            return thought.chance if seat == 0 else 1 - thought.chance
    return None


def draw_chances(canvas: Canvas, box: Rect, table: Table, seats: Sequence[Seat]) -> None:
    """Draw the bar: the part of each seat in its colour, with a number; empty if none is known."""
    theme, chance = canvas.theme, chance_of_first(table)
    if chance is None:
        line = box.inflate(0, -box.height + canvas.px(4))
        canvas.panel(line, theme.raised, None, 2)
        return
    colours = [_colour(canvas, seat, number) for number, seat in enumerate(seats)]
    canvas.panel(box, colours[1], None, 6)
    cut = round(box.width * chance)
    before = canvas.surface.get_clip()
    canvas.surface.set_clip(Rect(box.left, box.top, cut, box.height).clip(before))
    canvas.panel(box, colours[0], None, 6)
    canvas.surface.set_clip(before)
    middle = Rect(box.centerx - canvas.px(1), box.top, max(1, canvas.px(2)), box.height)
    canvas.surface.fill(theme.background, middle)
    alone = [seat.player for seat in seats].count(HUMAN) == 1
    for number, (seat, colour) in enumerate(zip(seats, colours, strict=True)):
        room = cut if number == 0 else box.width - cut
        share = round(100 * chance) if number == 0 else 100 - round(100 * chance)
        text = f"{share} %" + (" for you" if alone and seat.player == HUMAN else "")
        if room < canvas.px(LEGIBLE):
            continue
        if canvas.font(13, "Semibold").size(text)[0] > room - canvas.px(16):
            text = f"{share} %"
        ink: Colour = (255, 255, 255) if is_dark(colour) else (20, 25, 31)
        left = number == 0
        spot = (box.left + canvas.px(9) if left else box.right - canvas.px(9)), box.centery
        anchor = "midleft" if left else "midright"
        canvas.text(text, spot, 13, ink, weight="Semibold", anchor=anchor)


def _colour(canvas: Canvas, seat: Seat, number: int) -> Colour:
    """Return the colour of a side that is called as one, else one of the theme."""
    theme = canvas.theme
    return canvas.palette.get(seat.side.lower(), (theme.accent, theme.street)[number])
