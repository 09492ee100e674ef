"""The clock of a seat, as its card shows it."""

from __future__ import annotations

from ....play.clock import spelt
from ...theme import Colour
from ..drawing.canvas import Canvas, Rect

#: The seconds that are marked as the last ones, and their colours.
LAST = 10
LAST_FILL: Colour = (196, 44, 40)
LAST_INK: Colour = (255, 255, 255)

#: How wide and high a clock is, and one in a narrow card, where it leaves a line below free.
WIDE, HIGH = 92, 34
NARROW, LOW = 66, 22

#: How wide a card is at least that is not narrow.
WIDE_CARD = 300


def clock_place(canvas: Canvas, card: Rect) -> Rect:
    """Return where the clock lies on a card: at its right end, in a narrow one at the top."""
    if is_narrow(canvas, card):
        box = Rect(0, card.top + canvas.px(5), canvas.px(NARROW), canvas.px(LOW))
    else:
        box = Rect(0, 0, canvas.px(WIDE), canvas.px(HIGH))
        box.centery = card.centery
    box.right = card.right - canvas.px(8)
    return box


def is_narrow(canvas: Canvas, card: Rect) -> bool:
    """Return whether a card has no room for a clock beside both of its lines."""
    return card.width < canvas.px(WIDE_CARD)


def draw_clock(canvas: Canvas, box: Rect, seconds: float, *, runs: bool) -> None:
    """Draw the time that is left: filled while it runs, marked as it ends."""
    theme = canvas.theme
    fill, ink = (theme.accent, theme.on_accent) if runs else (theme.background, theme.dim)
    if runs and seconds <= LAST:
        fill, ink = LAST_FILL, LAST_INK
    canvas.panel(box, fill, None if runs else theme.line, 8)
    text = spelt(seconds)
    size = 19 if box.width >= canvas.px(WIDE) else 15 if len(text) < 7 else 14
    canvas.text(text, box.center, size, ink, weight="Semibold", anchor="center", width=box.width)
