"""Tooltips, placed to avoid covering other widgets."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from .canvas import Canvas, Rect, wrap

#: Maximum width of the text, so that a tooltip fits into a panel without hiding the board.
WIDTH = 236

#: Height of a line, padding around the lines, and distance from the widget.
LINE, FREE, GAP = 18, (16, 8), 5


def place_tip(
    size: tuple[int, int], at: Rect, occupied: Sequence[Rect], area: Rect, gap: int
) -> Rect:
    """Return a place for a tooltip near its widget where it covers as little as possible."""
    box = Rect((0, 0), size)
    places = []
    for each in (at, *occupied):
        for corner, pos in (
            ("midbottom", (at.centerx, each.top - gap)),
            ("midtop", (at.centerx, each.bottom + gap)),
            ("midright", (each.left - gap, at.centery)),
            ("midleft", (each.right + gap, at.centery)),
        ):
            places.append(box.copy())
            setattr(places[-1], corner, pos)
            places[-1].clamp_ip(area)
    free = [pos for pos in places if not pos.colliderect(at)] or places[:1]
    return min(free, key=lambda pos: (_covered(pos, occupied), dist(pos.center, at.center)))


def _covered(box: Rect, occupied: Sequence[Rect]) -> int:
    parts = [box.clip(each) for each in occupied]
    return sum(part.width * part.height for part in parts)


def draw_tip(canvas: Canvas, tip: str, at: Rect, occupied: Sequence[Rect], area: Rect) -> Rect:
    """Draw a tooltip near its widget `at`; return the box of the tooltip."""
    font = canvas.font(13)
    lines = wrap(tip, font, canvas.px(WIDTH))
    across, down = map(canvas.px, FREE)
    step = max(canvas.px(LINE), font.get_linesize())
    size = max(font.size(line)[0] for line in lines) + across, step * len(lines) + down
    box = place_tip(size, at, occupied, area, canvas.px(GAP))
    canvas.panel(box, canvas.theme.text, None, 6)
    for number, line in enumerate(lines):
        pos = box.centerx, box.top + down // 2 + step * number + step // 2
        canvas.text(line, pos, 13, canvas.theme.background, anchor="center")
    return box
