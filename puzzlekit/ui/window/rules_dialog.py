"""Dialogs with sections of text: the rules of a plugin in four tabs, and other help."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from ...core.errors import PuzzlekitError
from ...core.translation import _, translate
from ...rules.base import Puzzle, Rules
from ..rules_sections import TABS, Section, tabs_of
from ..theme import Colour
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

#: Gap below the title and each row of keys, and the indentation of a title with a number.
ROW_GAP, INDENT = 4, 30

#: Widths of the row of tabs, and of the column of keys.
TABS_WIDTH, KEYS = 440, 140


class SectionCard:
    """A card with a section, laid out in a box whose height is set by its contents.

    If `has_pairs` is set, a picture of a move shows two positions.
    """

    def __init__(self, canvas: Canvas, section: Section, box: Rect, *, has_pairs: bool) -> None:
        self.canvas, self.section, self.box = canvas, section, box
        self.picture: Rect | None = None
        #: Lines of text with their places in the card, sizes, colours and weights.
        self.lines: list[tuple[str, tuple[int, int], int, Colour, str]] = []
        px, theme, pad = canvas.px, canvas.theme, canvas.px(PAD)
        indent, width = px(INDENT) if section.number else 0, box.width - 2 * pad
        title = Rect(pad + indent, pad, width - indent, 0)
        top = self._write(section.title, title, TITLE, theme.text, "Semibold") + px(ROW_GAP)
        top = self._write(section.text, Rect(pad, top, width, 0), TEXT, theme.text)
        keys = min(px(KEYS), width // 2)
        for key, action in section.rows:
            left, right = Rect(pad, top, keys - px(8), 0), Rect(pad + keys, top, width - keys, 0)
            top = self._write(key, left, 14, theme.text, "Semibold")
            top = max(top, self._write(action, right, 14, theme.muted_text)) + px(ROW_GAP)
        if (example := section.example) is not None:
            is_pair = has_pairs and bool(example.move) and not example.illegal
            height = round(width * (PAIR if is_pair else SINGLE))
            self.picture = Rect(box.left + pad, box.top + top + px(6), width, height)
            top += px(6) + height
            if example.caption:
                text, place = translate(example.caption), Rect(pad, top + px(6), width, 0)
                colour = theme.danger if example.illegal else theme.muted_text
                top = self._write(text, place, CAPTION, colour)
        box.height = top + pad

    def _write(
        self, text: str, box: Rect, size: int, colour: Colour, weight: str = "Regular"
    ) -> int:
        """Add text from the top of a box in the card; return where it ends."""
        top = box.top
        for line in wrap(text, self.canvas.font(size, weight), box.width):
            self.lines.append((line, (box.left, top), size, colour, weight))
            top += self.canvas.line_height(size, weight)
        return top

    def draw(self) -> None:
        canvas, px, (left, top) = self.canvas, self.canvas.px, self.box.topleft
        canvas.panel(self.box, canvas.theme.background, canvas.theme.line, 10)
        if self.section.number:
            centre, colour = (left + px(PAD + 11), top + px(PAD + 11)), canvas.theme.on_accent
            pygame.draw.aacircle(canvas.surface, canvas.theme.accent, centre, px(11))
            canvas.text(str(self.section.number), centre, 13, colour, anchor="center")
        for text, (x, y), size, colour, weight in self.lines:
            canvas.text(text, (left + x, top + y), size, colour, weight=weight)


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


class SectionsDialog(ScrollDialog):
    """A dialog with sections as cards in columns that scroll together."""

    width, height = 1100.0, 730.0
    has_pairs = True

    def sections(self) -> Sequence[Section]:
        """Return the sections to show."""
        raise NotImplementedError

    def fill(self, column: Column) -> None:
        """Place numbered cards row by row, and each other card in the shortest column."""
        self.area = column.rest()
        area, gap = self.area, self.px(GAP)
        columns = max(1, min(MAX_COLUMNS, (area.width + gap) // (self.px(COLUMN) + gap)))
        width = (area.width - (columns - 1) * gap) // columns
        tops = [0] * columns
        self.cards: list[SectionCard] = []
        for section in self.sections():
            place = (section.number - 1) % columns if section.number else tops.index(min(tops))
            left = area.left + place * (width + gap)
            box = Rect(left, area.top + tops[place], width, 0)
            card = SectionCard(self.canvas, section, box, has_pairs=self.has_pairs)
            self.cards.append(card)
            tops[place] += card.box.height + gap
        self.step = self.px(60)
        self.set_extent(max(tops) - gap, area.height)
        for box in (box for card in self.cards for box in (card.box, card.picture) if box):
            box.top -= self.scroll

    def draw_back(self, canvas: Canvas) -> None:
        super().draw_back(canvas)
        with canvas.clipped(self.area.inflate(4, 0)):
            for card in self.cards:
                if card.box.colliderect(self.area):
                    card.draw()


class RulesDialog(SectionsDialog):
    """The rules of a plugin."""

    def __init__(self, window: Window, rules: Rules) -> None:
        super().__init__(window)
        self.rules, self.title = rules, rules.name
        self.tabs, self.has_pairs = tabs_of(rules), rules.solid is None
        self.tab = self.tabs[0]
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

    def confirm(self) -> None:
        """Do nothing, because Enter must not leave the game for the lesson."""

    def copy(self) -> None:
        copy_text(f"{self.rules.name}\n\n{self.rules.rules_text(translate)}\n")
        self.show_message(_("Rules copied as text"))

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
        super().fill(column)
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

    def _view(self, number: int, card: SectionCard) -> ExampleView | str:
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

    def moving(self) -> bool:
        # Asked without a time limit, so the layout, which calls the plugin, is left to `draw`.
        views = (each.view for each in self._widgets if isinstance(each, PictureArea))
        return any(isinstance(view, ExampleView) and view.moving() for view in views)
