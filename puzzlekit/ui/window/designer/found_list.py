"""Drawings that were found, as cards with small pictures in a list that grows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....core.figures import in_figures
from ....design.puzzle import rule_book
from ....design.report import Found, Report
from ...looks import looks_of
from ...theme import mix
from ..drawing.board_view import BoardView
from ..drawing.canvas import Canvas, Rect, Surface
from ..drawing.timeline import Timeline
from ..drawing.widgets import Pick

#: The height of a card with the gap below it, and the side of its picture.
STEP, HIGH, SIDE = 104, 96, 84


def lines(now: Report, before: Report | None = None) -> list[tuple[str, bool]]:
    """Return what counts of a report, a line each, and whether it was different before."""
    old = before or now
    way, was = _way(now), _way(old)
    far, far_was = _farthest(now), _farthest(old)
    moves = f"{_change(way, was)} moves" if way.isdecimal() else _change(way, was)
    upto = f", of up to {_change(far, far_was)}" if far else ""
    return [
        (_change(_group(now), _group(old)), _group(now) != _group(old)),
        (f"{_change(_count(now), _count(old))} positions", _count(now) != _count(old)),
        (moves + upto, (way, far) != (was, far_was)),
    ]


def _change(now: str, was: str) -> str:
    known = was and now and not was.endswith("known")
    return f"{was} → {now}" if known and was != now else now


def _group(report: Report) -> str:
    if report.group is None:
        return "group not known"
    return report.group.name or f"order {in_figures(report.group.order)}"


def _count(report: Report) -> str:
    return "?" if report.positions is None else in_figures(report.positions)


def _way(report: Report) -> str:
    if report.obstacle:
        return "not solvable"
    return "way not known" if report.solution is None else str(len(report.solution))


def _farthest(report: Report) -> str:
    return str(len(report.levels) - 1) if report.levels else ""


class FoundCard(Pick):
    """A drawing with what was changed, and what became of it; what stayed as it was is dim."""

    def __init__(
        self,
        found: Found,
        key: str,
        box: Rect,
        *,
        chosen: bool,
        choose: Callable[[Found], object],
        start: Callable[[], object],
    ) -> None:
        super().__init__(key, box, chosen=chosen, choose=partial(choose, found), start=start)
        self.found = found

    def draw(self, canvas: Canvas) -> None:
        theme, box, px = canvas.theme, self.box, canvas.px
        fill = mix(theme.raised, theme.text, 0.06) if self.hovered() else theme.raised
        canvas.panel(box, fill, theme.accent if self.chosen else theme.line, 8)
        side = px(SIDE)
        place = Rect(box.left + px(6), box.top + px(6), side, side)
        key = "found", self.found.drawing, side, theme, canvas.settings.palette
        canvas.surface.blit(canvas.picture(key, partial(self._picture, canvas, side)), place)
        left, top = place.right + px(10), box.top + px(7)
        wide = box.right - px(10) - left
        canvas.text(self.found.says, (left, top), 14, weight="Semibold", width=wide)
        told = lines(self.found.facts, self.found.before)
        for number, (text, changed) in enumerate(told):
            spot = left, top + px(20 + 19 * number)
            canvas.text(text, spot, 13, theme.focus if changed else theme.dim, width=wide)

    def _picture(self, canvas: Canvas, side: int) -> Surface:
        surface = Surface((side, side)).convert()
        surface.fill(canvas.theme.background)
        rules = rule_book(self.found.drawing)
        free = max(2, side // 16)
        box = free, free, side - 2 * free, side - 2 * free
        with canvas.on(surface):
            timeline = Timeline(canvas.settings, looks_of(rules, rules.start()))
            BoardView(rules, canvas, box, timeline, labels=False).draw()
        return surface
