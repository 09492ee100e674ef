"""Cards with the facts about a drawing, in a scrollable column."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from ....core.translation import _
from ....design.fact_cards import FactCard
from ....design.report import Report
from ..drawing.canvas import Canvas, Rect, wrap

#: Font sizes of headings, values and notes.
HEAD, VALUE, NOTE = 12, 20, 13

#: Height of the distance histogram.
PLOT = 92

#: Maximum number of lines in a note.
LINES = 4


class FactCards:
    """A column of cards with a histogram of the distances to the goal."""

    def __init__(self, canvas: Canvas, box: Rect) -> None:
        self.canvas, self.box = canvas, box
        self.scroll = self.max_scroll = 0

    def draw(self, cards: Sequence[FactCard], report: Report, before: Report) -> None:
        canvas, box = self.canvas, self.box
        shown = canvas.surface.get_clip()
        canvas.surface.set_clip(box)
        top = box.top - self.scroll
        for card in cards:
            height = self._height(card)
            place = Rect(box.left, top, box.width, height)
            if place.colliderect(box):
                self._draw_card(card, place)
            top = place.bottom + canvas.px(8)
            if card.key == "solution" and report.levels and len(report.levels) > 2:
                place = Rect(box.left, top, box.width, canvas.px(PLOT))
                if place.colliderect(box):
                    self._draw_histogram(place, report, before)
                top = place.bottom + canvas.px(8)
        canvas.surface.set_clip(shown)
        self.max_scroll = max(0, top + self.scroll - canvas.px(8) - box.bottom)
        if self.scroll < self.max_scroll:
            pos = box.centerx, box.bottom - canvas.px(7)
            canvas.icon("down", pos, 16, canvas.theme.accent)

    def scroll_by(self, pixels: int) -> bool:
        """Scroll; return whether the position has changed."""
        before = self.scroll
        self.scroll = max(0, min(self.max_scroll, self.scroll + pixels))
        return self.scroll != before

    def _notes(self, card: FactCard) -> list[str]:
        font, width = self.canvas.font(NOTE), self.box.width - self.canvas.px(20)
        return [line for note in card.notes for line in wrap(note, font, width)[:LINES]]

    def _value(self, card: FactCard) -> list[str]:
        """Return the lines of a value, in a large font if the value is short."""
        font, width = self.canvas.font(self._size(card), "Bold"), self._text_width(card)
        return wrap(card.value, font, width)[:LINES] if card.value else []

    def _size(self, card: FactCard) -> int:
        width = self.canvas.font(VALUE, "Bold").size(card.value)[0]
        return VALUE if width <= self._text_width(card) else 15

    def _text_width(self, card: FactCard) -> int:
        return self.box.width - self.canvas.px(20)

    def _height(self, card: FactCard) -> int:
        px = self.canvas.px
        lines = len(self._value(card)) * (self._size(card) + 4)
        return px(10 + HEAD + 5 + lines + len(self._notes(card)) * (NOTE + 4) + 6)

    def _draw_card(self, card: FactCard, box: Rect) -> None:
        canvas, theme, px = self.canvas, self.canvas.theme, self.canvas.px
        edge = {"good": theme.success, "bad": theme.danger, "guide": theme.focus}.get(
            card.tone, theme.line
        )
        canvas.panel(box, theme.surface, edge, 10)
        left, top, width = box.left + px(10), box.top + px(6), box.width - px(20)
        chip = self._draw_previous(card, box) if card.was else 0
        canvas.text(card.title, (left, top), HEAD, theme.muted_text, width=width - chip)
        top += px(HEAD + 5)
        size = self._size(card)
        for line in self._value(card):
            colour = theme.muted_text if card.due else theme.text
            canvas.text(line, (left, top), size, colour, weight="Bold", width=width)
            top += px(size + 4)
        for line in self._notes(card):
            colour = theme.focus if card.tone == "guide" else theme.muted_text
            canvas.text(line, (left, top), NOTE, colour, width=width)
            top += px(NOTE + 4)
        if card.due:  # a thin bar marks values that are being computed
            bar = Rect(left, box.bottom - px(4), width, max(2, px(2)))
            pygame.draw.rect(canvas.surface, theme.accent, bar)

    def _draw_previous(self, card: FactCard, box: Rect) -> int:
        """Draw the previous value to the right of the heading, and return its width."""
        canvas, theme, px = self.canvas, self.canvas.theme, self.canvas.px
        font = canvas.font(HEAD, "Semibold")
        text = _("was {value}").format(value=card.was)
        width = min(font.size(text)[0] + px(14), box.width - px(90))
        chip = Rect(box.right - width - px(8), box.top + px(5), width, px(HEAD + 7))
        canvas.panel(chip, theme.panel, theme.focus, 9)
        available, colour = width - px(10), theme.focus
        canvas.text(
            text, chip.center, HEAD, colour, weight="Semibold", anchor="center", width=available
        )
        return width + px(8)

    def _draw_histogram(self, box: Rect, report: Report, before: Report) -> None:
        canvas, theme, px = self.canvas, self.canvas.theme, self.canvas.px
        canvas.panel(box, theme.surface, theme.line, 10)
        canvas.text(
            _("Distance from the goal"),
            (box.left + px(10), box.top + px(6)),
            HEAD,
            theme.muted_text,
        )
        levels, previous = report.levels or (), before.levels or ()
        plot = Rect(box.left + px(10), box.top + px(26), box.width - px(20), 0)
        plot.height = box.bottom - px(20) - plot.top
        count, maximum = max(len(levels), len(previous)), max(max(levels), max(previous, default=0))
        step = plot.width / count
        solution_length = len(report.solution) if report.solution is not None else None
        for distance, number in enumerate(levels):
            height = max(1, round(plot.height * number / maximum))
            left = plot.left + round(distance * step)
            width = max(1, round((distance + 1) * step) - round(distance * step) - 1)
            colour = theme.accent if distance == solution_length else theme.edge
            bar = Rect(left, plot.bottom - height, width, height)
            pygame.draw.rect(canvas.surface, colour, bar)
        if len(previous) > 1 and previous != levels:
            points = [
                (plot.left + (d + 0.5) * step, plot.bottom - plot.height * n / maximum)
                for d, n in enumerate(previous)
            ]
            pygame.draw.aalines(canvas.surface, theme.focus, False, points)
            pos = box.right - px(10), box.top + px(6)
            canvas.text(_("before"), pos, HEAD, theme.focus, anchor="topright")
        foot = plot.bottom + px(2)
        canvas.text("0", (plot.left, foot), 11, theme.muted_text)
        ends = [(levels, theme.muted_text)]
        if len(previous) > 1 and len(previous) != len(levels):
            ends.append((previous, theme.focus))
        for each, colour in ends:
            pos = plot.left + round(len(each) * step), foot
            canvas.text(str(len(each) - 1), pos, 11, colour, anchor="topright")
        if solution_length:
            x = plot.left + (solution_length + 0.5) * step
            x = max(plot.left + px(50), min(plot.right - px(60), x))
            canvas.text(
                _("this start: {moves}").format(moves=solution_length),
                (x, foot),
                11,
                theme.accent,
                anchor="midtop",
            )
