"""The clock of a seat, as its card shows it."""

from __future__ import annotations

from ....play.clock import spelt
from ...theme import Colour
from ..drawing.canvas import Canvas, Rect

#: The seconds that are marked as the last ones, and their colours.
LAST = 10
LAST_FILL: Colour = (196, 44, 40)
LAST_INK: Colour = (255, 255, 255)

#: How wide and high a clock is, and how wide in a narrow card.
WIDE, HIGH, NARROW = 92, 34, 66


def clock_place(canvas: Canvas, card: Rect) -> Rect:
    """Return where the clock lies on a card: at its right end."""
    wide = canvas.px(WIDE if card.width >= canvas.px(300) else NARROW)
    box = Rect(0, 0, wide, canvas.px(HIGH))
    box.midright = card.right - canvas.px(8), card.centery
    return box


def draw_clock(canvas: Canvas, box: Rect, seconds: float, *, runs: bool) -> None:
    """Draw the time that is left: filled while it runs, marked as it ends."""
    theme = canvas.theme
    fill, ink = (theme.accent, theme.on_accent) if runs else (theme.background, theme.dim)
    if runs and seconds <= LAST:
        fill, ink = LAST_FILL, LAST_INK
    canvas.panel(box, fill, None if runs else theme.line, 8)
    text = spelt(seconds)
    size = 19 if box.width >= canvas.px(WIDE) else 17 if len(text) < 7 else 14
    canvas.text(text, box.center, size, ink, weight="Semibold", anchor="center", width=box.width)
