"""The rules of a plugin in four tabs: rules with pictures, variants, notation and keys."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest

import pygame

from ...core.errors import PuzzlekitError
from ...core.translation import _, translate
from ...rules.base import Puzzle, Rules
from ..rules_sections import TABS, Section, tabs_of
from .desktop import copy_text
from .dialogs import ScrollDialog
from .drawing.canvas import Canvas, Rect, wrap
from .drawing.example_view import ExampleView
from .drawing.widgets import Button, Column, Widget
from .screen import Window

#: Minimum width of a column of cards, maximum number of columns, gap between cards, and padding.
COLUMN, MAX_COLUMNS, GAP, PAD = 300, 3, 14, 14

#: Height of a picture relative to its width: of a position, and of two side by side.
SINGLE, PAIR = 0.66, 0.5

#: Sizes of titles, of texts and of captions.
TITLE, TEXT, CAPTION = 17, 15, 13

#: Height of a line of a title, and the indentation of a title with a number.
TITLE_LINE, INDENT = 28, 30

#: Widths of the row of tabs, and of the column of keys.
TABS_WIDTH, KEYS = 440, 140


@dataclass
class PlacedSection:
    """A section that has been laid out: its box, its lines and the box of its picture."""

    section: Section
    box: Rect
    title: list[str]
    lines: list[str]
    #: The lines of the keys and of the action in each row, and the width of the column of keys.
    rows: list[tuple[list[str], list[str]]]
    keys: int
    picture: Rect | None = None
    caption: list[str] = field(default_factory=list)


class PictureArea(Widget):
    """The picture of a section, whose moves a click or Enter animates."""

    is_small = False

    def __init__(self, key: str, box: Rect, view: ExampleView | str, area: Rect) -> None:
        super().__init__(key, box)
        self.view, self.area = view, area
        self.enabled = bool(box.colliderect(area))
        has_moves = isinstance(view, ExampleView) and bool(view.scene.steps)
        self.focusable = self.enabled and has_moves

    def draw(self, canvas: Canvas) -> None:
        with canvas.clipped(self.area):
            if isinstance(self.view, ExampleView):
                canvas.surface.blit(self.view.draw(), self.box)
            else:
                canvas.paragraph(self.view, self.box, CAPTION, canvas.theme.danger)

    def handle(self, event: pygame.event.Event) -> bool:
        if not self.clicked(event) or not isinstance(self.view, ExampleView):
            return False
        self.view.play()
        return True


class RulesDialog(ScrollDialog):
    """The rules dialog: cards in columns that scroll together."""

    width, height = 1100.0, 730.0

    def __init__(self, window: Window, rules: Rules) -> None:
        super().__init__(window)
        self.rules, self.title = rules, rules.name
        self.tabs = tabs_of(rules)
        self.tab = self.tabs[0]
        self.max_scroll = 0
        self.cards: list[PlacedSection] = []
        self._sections: dict[str, list[Section]] = {}
        self._views: dict[tuple[str, int, tuple[int, int]], ExampleView | str] = {}
        self._drawn_for: Canvas | None = None

    def sections(self) -> list[Section]:
        """Return the sections of the current tab."""
        if self.tab not in self._sections:
            self._sections[self.tab] = TABS[self.tab](self.rules)
        return self._sections[self.tab]

    def choose_tab(self, tab: str) -> None:
        self.tab, self.scroll = tab, 0

    def copy(self) -> None:
        copy_text(f"{self.rules.name}\n\n{self.rules.rules_text(translate)}\n")
        self.show_message(_("Rules copied as text"))

    # -- layout -----------------------------------------------------------------------------------

    def fill(self, column: Column) -> None:
        if self._drawn_for is not self.canvas:
            self._drawn_for = self.canvas
            self._views.clear()
        self.widgets += self._tabs(column)
        foot = column.from_bottom(36)
        label = _("Guided start") if isinstance(self.rules, Puzzle) else _("Guided game")
        teach = partial(self.window.teach, self.rules)
        lesson = Button("lesson", label, teach, primary=True, icon="play")
        copy = Button("copy", _("Copy text"), self.copy)
        for button, width in ((lesson, 160), (copy, 110)):
            box, foot = column.split(foot, left=width)
            self.widgets.append(button.placed(box))
        self.note = foot.move(0, self.px(8))
        self.area = column.rest()
        self._lay_out()
        for number, card in enumerate(self.cards):
            if card.picture is not None:
                view = self._view(number, card)
                self.widgets.append(PictureArea(f"picture {number}", card.picture, view, self.area))

    def _tabs(self, column: Column) -> list[Button]:
        """Return the tabs, beside the title or, in a narrow dialog, below it."""
        box, width = self.frame(), self.px(TABS_WIDTH)
        line = Rect(box.right - self.px(64) - width, box.top + self.px(15), width, self.px(32))
        title = self.canvas.text_width(self.title, 24, "Bold")
        if column.left + title + self.px(26) > line.left:
            line = column.from_top(32)
            line.width = min(line.width, width)
        tabs = [
            Button(f"tab {tab}", tab, partial(self.choose_tab, tab), on=tab == self.tab, size=14)
            for tab in self.tabs
        ]
        column.place_in_row(line, tabs)
        return tabs

    def _lay_out(self) -> None:
        """Place numbered cards row by row, and each other card in the shortest column."""
        area, gap = self.area, self.px(GAP)
        columns = max(1, min(MAX_COLUMNS, (area.width + gap) // (self.px(COLUMN) + gap)))
        width = (area.width - (columns - 1) * gap) // columns
        tops = [0] * columns
        self.cards = []
        for section in self.sections():
            column = (section.number - 1) % columns if section.number else tops.index(min(tops))
            left = area.left + column * (width + gap)
            card = self._card(section, Rect(left, area.top + tops[column], width, 0))
            self.cards.append(card)
            tops[column] += card.box.height + gap
        self.max_scroll = max(0, max(tops) - gap - area.height)
        self.scroll = max(0, min(self.scroll, self.max_scroll))
        for card in self.cards:
            card.box.top -= self.scroll
            if card.picture is not None:
                card.picture.top -= self.scroll

    def _card(self, section: Section, box: Rect) -> PlacedSection:
        """Return a card whose top, left and width are those of a box."""
        px, pad, font = self.px, self.px(PAD), self.canvas.font
        inner, indent = box.width - 2 * pad, px(INDENT) if section.number else 0
        lines = wrap(section.text, font(TEXT), inner)
        title = wrap(section.title, font(TITLE, "Semibold"), inner - indent)
        keys = min(px(KEYS), inner // 2)
        rows = [
            (wrap(key, font(14, "Semibold"), keys - px(8)), wrap(action, font(14), inner - keys))
            for key, action in section.rows
        ]
        height = pad + len(title) * px(TITLE_LINE) + len(lines) * self.canvas.line_height(TEXT)
        height += sum(px(24) * max(map(len, row)) for row in rows)
        card = PlacedSection(section, box, title, lines, rows, keys)
        if section.example is not None:
            top = box.top + height + px(6)
            example = section.example
            is_pair = bool(example.move) and not example.illegal and self.rules.solid is None
            ratio = PAIR if is_pair else SINGLE
            card.picture = Rect(box.left + pad, top, inner, round(inner * ratio))
            height = card.picture.bottom - box.top
            if section.example.caption:
                caption = translate(section.example.caption)
                card.caption = wrap(caption, font(CAPTION), inner)
                height += px(6) + len(card.caption) * self.canvas.line_height(CAPTION)
        box.height = height + pad
        return card

    def _view(self, number: int, card: PlacedSection) -> ExampleView | str:
        """Return the picture of a card from the cache, or an error message."""
        assert card.picture is not None
        assert card.section.example is not None
        key = self.tab, number, card.picture.size
        if key not in self._views:
            try:
                view = ExampleView(self.canvas, self.rules, card.section.example, key[2])
                self._views[key] = view
            except PuzzlekitError as error:
                self._views[key] = str(error)
        return self._views[key]

    # -- drawing ----------------------------------------------------------------------------------

    def draw_back(self, canvas: Canvas) -> None:
        super().draw_back(canvas)
        with canvas.clipped(self.area.inflate(4, 0)):
            for card in self.cards:
                if card.box.colliderect(self.area):
                    self._draw_card(canvas, card)
        if self.scroll < self.max_scroll:
            at = self.area.centerx, self.area.bottom + self.px(4)
            canvas.icon("down", at, 16, canvas.theme.accent)

    def _draw_card(self, canvas: Canvas, card: PlacedSection) -> None:
        theme, section, px = canvas.theme, card.section, canvas.px
        canvas.panel(card.box, theme.background, theme.line, 10)
        left, top = card.box.left + px(PAD), card.box.top + px(PAD)
        width = card.box.width - 2 * px(PAD)
        indent = px(INDENT) if section.number else 0
        if section.number:
            centre = left + px(11), top + px(11)
            pygame.draw.aacircle(canvas.surface, theme.accent, centre, px(11))
            canvas.text(str(section.number), centre, 13, theme.on_accent, anchor="center")
        box = Rect(left + indent, top, width - indent, 0)
        top = canvas.lines(card.title, box, px(TITLE_LINE), TITLE, weight="Semibold")
        top = canvas.lines(card.lines, Rect(left, top, width, 0), canvas.line_height(TEXT), TEXT)
        keys = card.keys
        for names, actions in card.rows:
            for number, (name, action) in enumerate(zip_longest(names, actions, fillvalue="")):
                pos = left, top + number * px(24)
                canvas.text(name, pos, 14, weight="Semibold", width=keys - px(8))
                pos = left + keys, pos[1]
                canvas.text(action, pos, 14, theme.muted_text, width=width - keys)
            top += px(24) * max(len(names), len(actions))
        if card.picture is not None and section.example is not None:
            box = Rect(left, card.picture.bottom + px(6), width, 0)
            colour = theme.danger if section.example.illegal else theme.muted_text
            canvas.lines(card.caption, box, canvas.line_height(CAPTION), CAPTION, colour)

    # -- events -----------------------------------------------------------------------------------

    def moving(self) -> bool:
        # Asked without a time limit, so the layout, which calls the plugin, is left to `draw`.
        views = (each.view for each in self._widgets if isinstance(each, PictureArea))
        return any(isinstance(view, ExampleView) and view.moving() for view in views)

    def scroll_steps(self) -> tuple[int, int, int]:
        return self.px(60), self.px(60), self.area.height
