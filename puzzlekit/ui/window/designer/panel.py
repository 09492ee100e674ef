"""The panel of the designer: cards with facts about the puzzle, and buttons for actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from ....core.translation import _
from ....design import edits
from ....design.fact_cards import FactCard, describe_counts, fact_cards
from ....design.report import Report
from ....design.tutorials import GUIDES, Guide
from ...designer_worker import DrawingWorker
from ...theme import Colour
from ..drawing.canvas import Canvas, Rect, wrap
from ..drawing.widgets import STEP, Button, Column, Pager, Widget
from .actions import DesignerActions
from .viewport import DesignerContext

#: Font sizes of headings, of short and of long values, and of notes.
CARD_TITLE, CARD_VALUES, CARD_NOTE = 12, (20, 15), 13

#: Maximum number of lines in a note.
MAX_LINES = 4


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
        canvas, box, gap = self.canvas, self.box, self.canvas.px(8)
        parts: list[tuple[int, Callable[[Rect], None]]] = []  # with their heights
        for card in cards:
            lines = self._lines(card)
            height = 10 + CARD_TITLE + 5 + sum(line.size + 4 for line in lines) + 6
            parts.append((canvas.px(height), partial(self._draw_card, card, lines)))
            if card.key == "solution" and report.levels and len(report.levels) > 2:
                parts.append((canvas.px(92), partial(self._draw_histogram, report, before)))
        self.max_scroll = max(0, sum(height + gap for height, _ in parts) - gap - box.height)
        self.scroll = max(0, min(self.scroll, self.max_scroll))
        place = Rect(box.left, box.top - self.scroll, box.width, 0)
        with canvas.clipped(box):
            for height, draw in parts:
                place.height = height
                if place.colliderect(box):
                    draw(place)
                place.top = place.bottom + gap
        if self.scroll < self.max_scroll:
            pos = box.centerx, box.bottom - canvas.px(7)
            canvas.icon("down", pos, 16, canvas.theme.accent)

    def _lines(self, card: FactCard) -> list[_CardLine]:
        """Return the value, in a large font if it is short, and the notes."""
        canvas, theme = self.canvas, self.canvas.theme
        width = self.box.width - canvas.px(20)
        size = canvas.fitting_size(card.value, width, CARD_VALUES, "Bold")
        value = wrap(card.value, canvas.font(size, "Bold"), width)[:MAX_LINES]
        notes = [
            line
            for note in card.notes
            for line in wrap(note, canvas.font(CARD_NOTE), width)[:MAX_LINES]
        ]
        value_colour = theme.muted_text if card.due else theme.text
        note_colour = theme.focus if card.tone == "guide" else theme.muted_text
        return [
            *(_CardLine(line, size, value_colour, "Bold") for line in value),
            *(_CardLine(line, CARD_NOTE, note_colour, "Regular") for line in notes),
        ]

    def _draw_card(self, card: FactCard, lines: Sequence[_CardLine], box: Rect) -> None:
        canvas, theme, px = self.canvas, self.canvas.theme, self.canvas.px
        tones = {"good": theme.success, "bad": theme.danger, "guide": theme.focus}
        canvas.panel(box, theme.surface, tones.get(card.tone, theme.line), 10)
        left, top, width = box.left + px(10), box.top + px(6), box.width - px(20)
        chip = self._draw_previous(card, box) if card.was else 0
        canvas.text(card.title, (left, top), CARD_TITLE, theme.muted_text, width=width - chip)
        top += px(CARD_TITLE + 5)
        for text, size, colour, weight in lines:
            canvas.text(text, (left, top), size, colour, weight=weight, width=width)
            top += px(size + 4)
        if card.due:  # a thin bar marks values that are being computed
            bar = Rect(left, box.bottom - px(4), width, max(2, px(2)))
            pygame.draw.rect(canvas.surface, theme.accent, bar)

    def _draw_previous(self, card: FactCard, box: Rect) -> int:
        """Draw the previous value to the right of the heading, and return its width."""
        canvas, theme, px = self.canvas, self.canvas.theme, self.canvas.px
        # Translators: The value before the last edit.
        text, colour = _("was {value}").format(value=card.was), theme.focus
        needed = canvas.text_width(text, CARD_TITLE, "Semibold") + px(14)
        width = min(needed, box.width - px(90))
        chip = Rect(box.right - width - px(8), box.top + px(5), width, px(CARD_TITLE + 7))
        canvas.panel(chip, theme.panel, colour, 9)
        at, bold, inner = chip.center, "Semibold", width - px(10)
        canvas.text(text, at, CARD_TITLE, colour, weight=bold, anchor="center", width=inner)
        return width + px(8)

    def _draw_histogram(self, report: Report, before: Report, box: Rect) -> None:
        canvas, theme, px = self.canvas, self.canvas.theme, self.canvas.px
        canvas.panel(box, theme.surface, theme.line, 10)
        title, head = _("Distance from the goal"), (box.left + px(10), box.top + px(6))
        canvas.text(title, head, CARD_TITLE, theme.muted_text)
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
            canvas.text(_("before"), pos, CARD_TITLE, theme.focus, anchor="topright")
        foot = plot.bottom + px(2)
        canvas.text("0", (plot.left, foot), 11, theme.muted_text)
        for each, colour in ((levels, theme.muted_text), (previous, theme.focus)):
            if each is levels or len(each) not in (0, 1, len(levels)):
                pos = plot.left + round(len(each) * step), foot
                canvas.text(str(len(each) - 1), pos, 11, colour, anchor="topright")
        if solution_length:
            x = plot.left + (solution_length + 0.5) * step
            text = _("from this starting position: {moves}").format(moves=solution_length)
            margin = canvas.text_width(text, 11) / 2 + canvas.text_width(str(count - 1), 11) + px(6)
            x = max(plot.left + margin, min(plot.right - margin, x))
            canvas.text(text, (x, foot), 11, theme.accent, anchor="midtop")


#: Height of the title including the line below it, and minimum height of the facts.
TITLE, FACTS = 52, 430

#: Colours of orbits.
ORBITS = ("blue", "orange", "green", "pink", "yellow", "purple", "teal", "red", "lime", "brown")

#: Labels of the quick fixes for faults and for unsolvable starts.
QUICK_FIXES = {
    "goal": _("Use start as goal"),
    "hole": _("Remove a piece"),
    "exchange": _("Swap two pieces"),
    "equal": _("Make two pieces equal"),
}


class DesignerPanel:
    """A scrollable column of facts, with buttons below."""

    def __init__(self, screen: DesignerContext) -> None:
        self.screen = screen
        self.live = DrawingWorker()
        self.live.warm_up()
        self.actions = DesignerActions(screen, self.live)
        self.guide: Guide | None = None
        self.step = 0
        self.pager = Pager()
        self.colours_orbits = False
        self.box = Rect(0, 0, 0, 0)
        self.facts = FactCards()

    def build(self, box: Rect) -> list[Widget]:
        """Lay out the panel in a box and return its buttons."""
        self.box = box
        self.changed()
        canvas, px = self.screen.window.canvas, self.screen.px
        column = Column(canvas, box.inflate(-2 * px(12), -2 * px(10)))
        self.title = column.from_top(TITLE)
        counts = describe_counts(self.screen.document.shown)
        self.counts = wrap(counts, canvas.font(CARD_NOTE), column.width)
        column.top += canvas.line_height(CARD_NOTE) * (len(self.counts) - 1)
        foot = column.from_bottom(40)
        available = (column.height - px(FACTS)) // px(STEP)
        play = Button("design-play", _("Play"), self.actions.play, primary=True, icon="play")
        buttons: list[Widget] = [play.placed(foot)]
        actions = self.pager.place_rows(column, self._rows(), max(2, available))
        if self.pager.count > 1:
            play.box, more = column.split(foot, right=64)
            buttons.append(self.pager.button("design-page", _("More buttons")).placed(more))
        actions += [each.placed(column.from_bottom(34)) for each in self._quick_fixes()]
        for button in actions:
            button.size = 14
        self.facts.place(canvas, column.rest())
        return [*buttons, *actions]

    def _rows(self) -> list[list[Button]]:
        """Return the buttons in pairs."""
        do, to_start = self.actions, partial(self.screen.apply, edits.start_from_goal)
        hardest, orbits = _("As far from the goal as possible"), self.toggle_orbits
        orbits_tip = _("Nodes connected by moves get the same colour")
        buttons = [
            Button("save", _("Save…"), do.save, _("Save as a puzzle (Ctrl+S)")),
            Button("open", _("Open…"), do.open, _("Edit an existing puzzle (Ctrl+O)")),
            Button("vary", _("Vary…"), do.vary, _("Try small changes and compare")),
            Button("search", _("Search…"), do.search, _("Search random puzzles")),
            Button("shuffle", _("Shuffle start"), do.shuffle, _("Random solvable start")),
            Button("hardest", _("Hardest start"), do.use_hardest_start, hardest),
            Button("to-goal", _("Goal = start"), do.goal_from_start),
            Button("to-start", _("Start = goal"), to_start),
            Button("export", _("Export…"), do.export, _("Export to other programs")),
            Button("copy", _("Copy group"), do.copy, _("Copy the generators in cycle notation")),
            Button("orbits", _("Colour orbits"), orbits, orbits_tip, on=self.colours_orbits),
        ]
        return [buttons[first : first + 2] for first in range(0, len(buttons), 2)]

    def _quick_fixes(self) -> list[Button]:
        """Return guides for an empty sheet, or fixes for the first fault or an unsolvable start."""
        report = self.live.now
        if not self.screen.document.drawing.nodes:
            return [
                Button(f"guide-{number}", guide.title, partial(self.begin, guide), icon="play")
                for number, guide in enumerate(GUIDES)
            ][::-1]
        fixes = [fault.quick_fix for fault in report.faults if fault.quick_fix in QUICK_FIXES][:1]
        if report.obstacle and not fixes:
            fixes = ["exchange", "equal"]
        return [
            Button(f"mend-{fix}", QUICK_FIXES[fix], partial(self.actions.apply_quick_fix, fix))
            for fix in fixes
        ]

    def begin(self, guide: Guide) -> None:
        self.guide, self.step = guide, 0
        self.actions.open_drawing(guide.drawing())

    def toggle_orbits(self) -> None:
        self.colours_orbits = not self.colours_orbits
        self._highlight_nodes()

    def _highlight_nodes(self) -> None:
        """Highlight nodes with faults, and colour the orbits."""
        report, count = self.live.now, len(self.screen.document.shown.nodes)
        faults = (*report.faults, *self.screen.document.remarks)
        cells = {cell for fault in faults for cell in fault.cells if cell < count}
        self.screen.marked = frozenset(cells)
        parts = report.parts or () if self.colours_orbits else ()
        self.screen.tints = {
            cell: ORBITS[number % len(ORBITS)]
            for number, part in enumerate(parts)
            for cell in part.cells
        }

    def changed(self) -> None:
        """Request the facts about the current drawing."""
        document = self.screen.document
        compared = (
            document.drawing if document.preview_drawing is not None else document.previous_drawing
        )
        self.live.show(document.shown, compared)
        self._highlight_nodes()
        if self.guide is not None:
            self.step = self.guide.advance(document.drawing, self.step)

    def busy(self) -> bool:
        return self.live.busy or self.actions.has_unsaved_changes()

    def poll(self) -> None:
        self.actions.save_draft()
        if self.live.update():
            self.screen.rebuild()

    def close(self) -> None:
        """Stop the computations, and save unsaved changes as a draft."""
        self.actions.save_draft(now=True)
        self.live.close()

    def draw(self, canvas: Canvas) -> None:
        theme, px = canvas.theme, canvas.px
        canvas.panel(self.box, theme.panel, theme.line, 14)
        box, step = self.title, canvas.line_height(CARD_NOTE)
        canvas.text(_("Analysis"), box.topleft, 20, weight="Bold", width=box.width)
        canvas.lines(self.counts, box.move(0, px(29)), step, CARD_NOTE, theme.muted_text)
        now, before = self.live.now, self.live.before
        cards = [*self._import_cards(), *self._guide_cards(), *fact_cards(now, before)]
        self.facts.draw(cards, now, before)

    def _import_cards(self) -> list[FactCard]:
        message = tuple(fault.message for fault in self.screen.document.remarks)
        return [FactCard("file", _("Import problems"), "", message, tone="bad")] if message else []

    def _guide_cards(self) -> list[FactCard]:
        guide = self.guide
        if guide is None:
            return []
        comments = tuple(step.comment for step in guide.steps[: self.step][-1:])
        if self.step == len(guide.steps):
            notes = (*comments, _("Done! Now continue on your own."))
            return [FactCard("guide", guide.title, "", notes)]
        title = _("{title}: step {step} of {count}").format(
            title=guide.title, step=self.step + 1, count=len(guide.steps)
        )
        notes = (*comments, guide.steps[self.step].instruction)
        return [FactCard("guide", title, "", notes, tone="guide")]

    def scroll(self, by: int) -> None:
        self.facts.scroll -= by * self.screen.px(48)
