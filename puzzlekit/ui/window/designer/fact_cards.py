"""Cards with the facts about a drawing, in a scrollable column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from ....core.translation import _
from ....design.fact_cards import FactCard
from ....design.report import Report
from ...theme import Colour
from ..drawing.canvas import Canvas, Rect, wrap

#: Font sizes of headings, values and notes.
HEAD, VALUE, NOTE = 12, 20, 13

#: Height of the distance histogram.
PLOT = 92

#: Maximum number of lines in a note.
LINES = 4


class _CardLine(NamedTuple):
    text: str
    size: int
    colour: Colour
    weight: str


class FactCards:
    """A column of cards with a histogram of the distances to the goal."""

    def __init__(self) -> None:
        self.scroll = self.max_scroll = 0

    def place(self, canvas: Canvas, box: Rect) -> None:
        self.canvas, self.box = canvas, box

    def draw(self, cards: Sequence[FactCard], report: Report, before: Report) -> None:
        canvas, box = self.canvas, self.box
        clip = canvas.surface.get_clip()
        canvas.surface.set_clip(box)
        place = Rect(box.left, box.top - self.scroll, box.width, 0)
        for card in cards:
            lines = self._lines(card)
            text_height = sum(line.size + 4 for line in lines)
            place.height = canvas.px(10 + HEAD + 5 + text_height + 6)
            if place.colliderect(box):
                self._draw_card(card, lines, place)
            place.top = place.bottom + canvas.px(8)
            if card.key == "solution" and report.levels and len(report.levels) > 2:
                place.height = canvas.px(PLOT)
                if place.colliderect(box):
                    self._draw_histogram(place, report, before)
                place.top = place.bottom + canvas.px(8)
        canvas.surface.set_clip(clip)
        self.max_scroll = max(0, place.top + self.scroll - canvas.px(8) - box.bottom)
        if self.scroll < self.max_scroll:
            pos = box.centerx, box.bottom - canvas.px(7)
            canvas.icon("down", pos, 16, canvas.theme.accent)

    def scroll_by(self, pixels: int) -> None:
        self.scroll = max(0, min(self.max_scroll, self.scroll + pixels))

    def _lines(self, card: FactCard) -> list[_CardLine]:
        """Return the value, in a large font if it is short, and the notes."""
        canvas, theme = self.canvas, self.canvas.theme
        width = self.box.width - canvas.px(20)
        size = VALUE if canvas.font(VALUE, "Bold").size(card.value)[0] <= width else 15
        value = wrap(card.value, canvas.font(size, "Bold"), width)[:LINES] if card.value else []
        notes = [
            line for note in card.notes for line in wrap(note, canvas.font(NOTE), width)[:LINES]
        ]
        value_colour = theme.muted_text if card.due else theme.text
        note_colour = theme.focus if card.tone == "guide" else theme.muted_text
        return [
            *(_CardLine(line, size, value_colour, "Bold") for line in value),
            *(_CardLine(line, NOTE, note_colour, "Regular") for line in notes),
        ]

    def _draw_card(self, card: FactCard, lines: Sequence[_CardLine], box: Rect) -> None:
        canvas, theme, px = self.canvas, self.canvas.theme, self.canvas.px
        tones = {"good": theme.success, "bad": theme.danger, "guide": theme.focus}
        canvas.panel(box, theme.surface, tones.get(card.tone, theme.line), 10)
        left, top, width = box.left + px(10), box.top + px(6), box.width - px(20)
        chip = self._draw_previous(card, box) if card.was else 0
        canvas.text(card.title, (left, top), HEAD, theme.muted_text, width=width - chip)
        top += px(HEAD + 5)
        for text, size, colour, weight in lines:
            canvas.text(text, (left, top), size, colour, weight=weight, width=width)
            top += px(size + 4)
        if card.due:  # a thin bar marks values that are being computed
            bar = Rect(left, box.bottom - px(4), width, max(2, px(2)))
            pygame.draw.rect(canvas.surface, theme.accent, bar)

    def _draw_previous(self, card: FactCard, box: Rect) -> int:
        """Draw the previous value to the right of the heading, and return its width."""
        canvas, theme, px = self.canvas, self.canvas.theme, self.canvas.px
        font = canvas.font(HEAD, "Semibold")
        text, colour = _("was {value}").format(value=card.was), theme.focus
        width = min(font.size(text)[0] + px(14), box.width - px(90))
        chip = Rect(box.right - width - px(8), box.top + px(5), width, px(HEAD + 7))
        canvas.panel(chip, theme.panel, colour, 9)
        at, bold, inner = chip.center, "Semibold", width - px(10)
        canvas.text(text, at, HEAD, colour, weight=bold, anchor="center", width=inner)
        return width + px(8)

    def _draw_histogram(self, box: Rect, report: Report, before: Report) -> None:
        canvas, theme, px = self.canvas, self.canvas.theme, self.canvas.px
        canvas.panel(box, theme.surface, theme.line, 10)
        title, head = _("Distance from the goal"), (box.left + px(10), box.top + px(6))
        canvas.text(title, head, HEAD, theme.muted_text)
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
        for each, colour in ((levels, theme.muted_text), (previous, theme.focus)):
            if each is levels or len(each) not in (0, 1, len(levels)):
                pos = plot.left + round(len(each) * step), foot
                canvas.text(str(len(each) - 1), pos, 11, colour, anchor="topright")
        if solution_length:
            x = plot.left + (solution_length + 0.5) * step
            x = max(plot.left + px(50), min(plot.right - px(60), x))
            text = _("from this start: {moves}").format(moves=solution_length)
            canvas.text(text, (x, foot), 11, theme.accent, anchor="midtop")
