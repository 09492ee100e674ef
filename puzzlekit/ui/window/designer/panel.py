"""The panel of the designer: what the puzzle is, and what can be done with it."""

from __future__ import annotations

from functools import partial

import pygame

from ....design.fact_cards import FactCard, count_noun, fact_cards
from ....design.tutorials import GUIDES, Guide
from ...drawing_worker import DrawingWorker
from ...live_report import LiveReport
from ..drawing.canvas import Canvas, Rect
from ..drawing.widgets import Button, Widget
from ..game.panel_layout import STEP, PanelButton, PanelLayout, paginate, place_rows
from .actions import DesignerActions
from .context import DesignerContext
from .fact_cards import FactCards

#: The heights of the title with the line below it, and of the room for facts at least.
TITLE, FACTS = 52, 430

#: The colours of orbits, one after the other.
ORBITS = ("blue", "orange", "green", "pink", "yellow", "purple", "teal", "red", "lime", "brown")

#: Rows of buttons at least, where facts have to be scrolled anyway.
MIN_HEIGHT = 2

#: What the buttons are called that mend a fault.
MAX_QUICK_FIXES = {"goal": "Make the start the goal", "hole": "Take a piece away"}


class Panel:
    """Facts in a column that can be scrolled, and buttons below it."""

    def __init__(self, screen: DesignerContext) -> None:
        self.screen = screen
        worker = DrawingWorker()
        worker.warm_up()
        self.live = LiveReport(worker)
        self.acts = DesignerActions(screen, self.live)
        self.guide: Guide | None = None
        self.reached = 0
        self.page = 0
        self.colours_orbits = False
        self.box = Rect(0, 0, 0, 0)
        self.facts: FactCards | None = None
        self._scroll = 0

    def build(self, box: Rect) -> list[Widget]:
        """Return the buttons of the panel in a box, and divide the rest of it."""
        self.box = box
        self.changed()
        canvas, px = self.screen.host.canvas, self.screen.px
        column = PanelLayout(canvas, box.inflate(-2 * px(12), -2 * px(10)))
        self.title = column.from_top(TITLE)
        rows = self._rows()
        play = column.from_bottom(40)
        available = (column.height - px(FACTS)) // px(STEP)
        pages = paginate(len(rows), max(MIN_HEIGHT, available), self.page)
        found: list[Widget] = [
            Button("design-play", play, "Play", self.acts.play, primary=True, icon="play")
        ]
        if pages.total > 1:
            more = Rect(play.right - px(64), play.top, px(64), play.height)
            play.width -= more.width + column.gap
            label = f"{pages.page + 1}/{pages.total} ›"
            found.append(Button("design-page", more, label, self.turn_page, tip="More buttons"))
        for control, place in place_rows(column, rows, pages):
            found.append(control.button(place, 14))
        mends = self._mends()
        for control in mends:
            found.append(control.button(column.from_bottom(34), 14))
        self.facts = FactCards(canvas, column.rest())
        self.facts.scroll = self._scroll
        return found

    def _rows(self) -> list[list[PanelButton]]:
        acts = self.acts
        return [
            [
                PanelButton("design-save", "Save...", acts.save, "Save as a puzzle (Ctrl S)"),
                PanelButton("design-open", "Open...", acts.open, "Draw on at a puzzle (Ctrl O)"),
            ],
            [
                PanelButton("design-vary", "Vary...", acts.vary, "Small changes, and what they do"),
                PanelButton(
                    "design-search", "Search...", acts.search, "Random puzzles, the best kept"
                ),
            ],
            [
                PanelButton("design-shuffle", "Shuffle start", acts.shuffle, "Pieces anywhere"),
                PanelButton("design-hardest", "Hardest start", acts.hardest, "As far as can be"),
            ],
            [
                PanelButton("design-to-goal", "Goal = start", acts.goal_from_start),
                PanelButton("design-to-start", "Start = goal", acts.start_from_goal),
            ],
            [
                PanelButton("design-export", "Export...", acts.export, "Files for other programs"),
                PanelButton("design-copy", "Copy group", acts.copy, "The generators, as cycles"),
            ],
            [
                PanelButton(
                    "design-orbits",
                    "Colour the orbits",
                    self.show_orbits,
                    "Nodes between which pieces can be carried have one colour",
                    on=self.colours_orbits,
                )
            ],
        ]

    def _mends(self) -> list[PanelButton]:
        """Return what mends the first fault or makes the start solvable; examples at first."""
        report, acts = self.live.now, self.acts
        if not self.screen.workshop.drawing.nodes:
            return [
                PanelButton(f"guide-{number}", guide.title, partial(self.begin, guide), icon="play")
                for number, guide in enumerate(GUIDES)
            ][::-1]
        found = [
            PanelButton(
                f"mend-{fault.mend}",
                MAX_QUICK_FIXES[fault.mend],
                partial(acts.apply_quick_fix, fault.mend),
            )
            for fault in report.faults
            if fault.mend in MAX_QUICK_FIXES
        ][:1]
        if report.obstacle and not found:
            found = [
                PanelButton(
                    "mend-exchange",
                    "Exchange two pieces",
                    partial(acts.apply_quick_fix, "exchange"),
                ),
                PanelButton("mend-equal", "Make two equal", partial(acts.apply_quick_fix, "equal")),
            ]
        return found

    def begin(self, guide: Guide) -> None:
        self.guide, self.reached = guide, 0
        self.acts.accept(guide.drawing())

    def show_orbits(self) -> None:
        self.colours_orbits = not self.colours_orbits
        self._mark()
        self.screen.rebuild()

    def _mark(self) -> None:
        """Mark the nodes of which the facts say something."""
        report, count = self.live.now, len(self.screen.workshop.shown.nodes)
        faults = (*report.faults, *self.screen.workshop.remarks)
        cells = {cell for fault in faults for cell in fault.cells if cell < count}
        self.screen.marked = frozenset(cells)
        parts = report.parts or () if self.colours_orbits else ()
        self.screen.tints = {
            cell: ORBITS[number % len(ORBITS)]
            for number, part in enumerate(parts)
            for cell in part.cells
        }

    def turn_page(self) -> None:
        self.page += 1
        self.screen.rebuild()

    def changed(self) -> None:
        """Ask for the facts of what is shown now."""
        workshop = self.screen.workshop
        compared = workshop.drawing if workshop.tried is not None else workshop.previous
        self.live.show(workshop.shown, compared)
        self._mark()
        if self.guide is not None:
            self.reached = self.guide.at(workshop.drawing, self.reached)

    def busy(self) -> bool:
        return self.live.busy or self.acts.has_unsaved_changes()

    def poll(self) -> None:
        self.acts.keep()
        mends = [control.key for control in self._mends()]
        if self.live.poll():
            self._mark()
            self.screen.host.dirty = True
            if [control.key for control in self._mends()] != mends:
                self.screen.rebuild()

    def close(self) -> None:
        """End what computes for the panel; what is not saved stays as a draft."""
        self.acts.keep(now=True)
        self.live.close()

    def draw(self, canvas: Canvas) -> None:
        theme, px = canvas.theme, canvas.px
        canvas.panel(self.box, theme.panel, theme.line, 14)
        box, workshop = self.title, self.screen.workshop
        canvas.text("What this puzzle is", box.topleft, 20, weight="Bold", width=box.width)
        below = box.left, box.top + px(29)
        canvas.text(count_noun(workshop.shown), below, 13, theme.muted_text, width=box.width)
        if self.facts is not None:
            now, before = self.live.now, self.live.before
            self.facts.draw([*self._read(), *self._steps(), *fact_cards(now, before)], now, before)

    def _read(self) -> list[FactCard]:
        message = tuple(fault.says for fault in self.screen.workshop.remarks)
        return (
            [FactCard("file", "What could not be read", "", message, tone="bad")] if message else []
        )

    def _steps(self) -> list[FactCard]:
        guide = self.guide
        if guide is None:
            return []
        looked = guide.steps[self.reached - 1].look if self.reached else ""
        if self.reached == len(guide.steps):
            return [
                FactCard("guide", guide.title, "", (looked, "That was all: go on as you like."))
            ]
        title = f"{guide.title}: step {self.reached + 1} of {len(guide.steps)}"
        notes = (
            (looked, guide.steps[self.reached].says)
            if looked
            else (guide.steps[self.reached].says,)
        )
        return [FactCard("guide", title, "", notes, tone="guide")]

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.MOUSEWHEEL or self.facts is None:
            return False
        if not self.box.collidepoint(pygame.mouse.get_pos()):
            return False
        self.facts.scroll_by(-event.y * self.screen.px(48))
        self._scroll = self.facts.scroll
        return True
