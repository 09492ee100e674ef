"""The launcher: a card for each plugin, and a panel with the options of the selected plugin."""

from __future__ import annotations

import time
from functools import partial

import pygame

from ....core.translation import _
from ....play.guide import card_note
from ...screen_layout import launcher_boxes
from ..dialogs import TextDialog
from ..drawing.canvas import Canvas, Rect
from ..drawing.input_widgets import Dropdown, TextField
from ..drawing.widgets import ARROWS, Button, Clicks, Column, Widget
from ..screen import Screen, Shortcuts, Window
from .actions import LauncherActions
from .cards import Card, CompileLine, DifficultyLine, NotificationBar, Thumbnail, start_thumbnail
from .options_panel import OptionsPanel
from .selection import SCOPES, Selection

#: Seconds for which a card is animated after the last mouse or keyboard event.
ACTIVE_SECONDS = 15.0

#: Width of the filter, minimum width of the search field, and font size of the title.
SCOPE, SEARCH, TITLE = 116, 96, 26

#: Height of a heading above cards.
HEADING = 28


class Launcher(Screen):
    """The launcher screen with all plugins."""

    title = "puzzlekit"

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.selection = Selection(window.settings)
        self.actions = LauncherActions(window, self.selection)
        self.scroll = 0
        self.headings: list[tuple[str, tuple[int, int]]] = []
        #: An error about a dropped file or from the library, shown until the user dismisses it.
        self.notice = ""
        #: Size and scale of the window at the last layout.
        self._shape: tuple[float, ...] = ()
        self._thumbnails: dict[str, Thumbnail] = {}
        self.compile_line = CompileLine()
        self.difficulty = DifficultyLine(self.selection)
        self.search("")
        self._awake_until = time.monotonic() + ACTIVE_SECONDS

    def leave_when_stuck(self) -> None:
        """Remove the selected plugin, which is not responding."""
        self.selection.exclude(self.selection.chosen, "it is not responding")
        self.search("")

    def running_plugin(self) -> str:
        if self.selection.chosen:
            return self.selection.kind.name
        return self.title

    def search(self, text: str) -> None:
        """Show the plugins that match a search text, and select the best match."""
        self.scroll = 0
        self.selection.search(text)
        self.rebuild()

    def set_scope(self, scope: str) -> None:
        """Show only games, only puzzles, only unfinished games, or only the user's own plugins."""
        self.scroll = 0
        self.selection.set_scope(scope)

    def return_from(self, name: str) -> None:
        """Show all plugins, select the one that was played, and scroll to it."""
        self.search("")
        if name in self.selection.kinds:
            if name not in self.selection.shown():
                self.selection.scope = SCOPES[0]
            self.choose(name)
            self._scroll_to(name)

    def show_all(self) -> None:
        self.selection.scope = SCOPES[0]
        self.search("")

    def choose(self, name: str) -> None:
        self.selection.chosen = name
        self.window.log("choose", name)
        self.rebuild()

    def show_error(self, error: object) -> None:
        self.rebuild()
        self.window.show(TextDialog(self.window, _("Error"), str(error)))

    def show_refusal(self, why: str) -> None:
        """Show a message below the cards that explains why a dropped file cannot be used."""
        self.notice = why
        self.rebuild()

    def _dismiss(self) -> None:
        self.notice = ""

    def build(self) -> None:
        boxes, actions = launcher_boxes(*self.window.size, self.canvas.scale), self.actions
        self._build_bar(Rect(boxes.bar))
        cards = Rect(boxes.cards)
        resumable = self.selection.chosen in self.selection.unfinished()
        self.notice = self.selection.notification() or self.notice
        first: list[Widget] = []  # they get events before cards that extend below them
        if self.notice:
            first.append(NotificationBar(self.canvas, cards, self.notice, self._dismiss))
            cards.height = first[0].box.top - cards.top
        for button in self.compile_line.widgets(self.canvas, cards):
            first.append(button)
            cards.height = button.box.top - self.px(8) - cards.top
        if not self._build_cards(cards, boxes.columns):
            self.build()
            return
        buttons = [
            Button("new", _("New game"), actions.new_game, primary=True),
            Button("practice", _("Practice"), actions.practise, enabled=actions.can_practise()),
            Button("resume", _("Resume"), actions.resume, enabled=resumable),
            Button("rules", _("Rules"), actions.show_rules),
            Button("results", _("Results"), actions.show_results),
        ]
        box = Rect(boxes.panel)
        self.difficulty.update()
        note = self.selection.level_note() or f"{self.difficulty.text} {self.selection.note()}"
        self.panel = OptionsPanel(
            self.selection,
            self.canvas,
            box,
            buttons,
            actions.favourite_button(),
            note.strip(),
        )
        self.widgets = [*first, *self.widgets, *self.panel.widgets]
        shape = *self.window.size, self.canvas.scale
        is_resized, self._shape = self._shape not in ((), shape), shape
        if is_resized and self.selection.chosen in self.selection.shown():
            self._scroll_to(self.selection.chosen)

    def _build_bar(self, box: Rect) -> None:
        """Lay out the filter, the search field and buttons, and the title if there is space."""
        px, selection, column = self.px, self.selection, Column(self.canvas, box)
        buttons = [
            Button("settings", "", self.actions.show_settings, _("Settings (F4)"), icon="sliders"),
            Button("games", "", self.actions.show_games, _("Saved games (F6)"), icon="list"),
            Button("design", "", self.window.design, _("Design a puzzle (F9)"), icon="pencil"),
        ]
        if tip := selection.broken_text():
            buttons.append(Button("broken", "", self.actions.show_broken, tip, icon="warn"))
        rest = box
        for button in buttons:
            rest, button.box = column.split(rest, right=40)
        title = self.canvas.text_width(self.title, TITLE, "Bold") + px(24)
        self.title_pos = None
        if rest.width - title >= px(SCOPE + SEARCH):
            self.title_pos = box.midleft
            rest = Rect(rest.left + title, rest.top, rest.width - title, rest.height)
        scopes, field = column.split(rest, left=SCOPE)
        hint, query = _("Search games and puzzles, or #easy"), selection.query
        self.widgets = [
            Dropdown("scope", scopes, SCOPES, selection.scope, self.set_scope),
            TextField("search", field, query, self.search, hint=hint, icon="search"),
            *buttons,
        ]

    def _build_cards(self, box: Rect, columns: int) -> bool:
        """Lay out the cards; return False after excluding a plugin because its thumbnail failed."""
        self.area, self.headings = box, []
        gap = self.px(14)
        width = (box.width - (columns - 1) * gap) // columns
        height = round(width * 0.62) + self.px(56)
        self.selection.row = columns
        names, start = self.selection.shown(), len(self.selection.suggested_to_new_players())
        if not names:
            pos = Rect(box.left, box.top + self.px(20), min(box.width, self.px(260)), self.px(40))
            label = _("No matches. Show all")
            self.widgets.append(Button("show-all", label, self.show_all, box=pos))
        rows, head = -(-len(names) // columns), self.px(HEADING) if start else 0
        self.columns = columns
        self.max_scroll = max(0, rows * (height + gap) + gap + 2 * head - box.height)
        self.scroll = max(0, min(self.scroll, self.max_scroll))
        for number, name in enumerate(names):
            row, column = divmod(number, columns)
            left = box.left + column * (width + gap)
            top = box.top + row * (height + gap) - self.scroll + self.px(4)
            top += min(row + 1, 2) * head
            if head and column == 0 and row < 2:
                title = _("All games and puzzles") if row else _("Start here")
                self.headings.append((title, (left, top - self.px(HEADING - 2))))
            place = Rect(left, top, width, height)
            visible = place.colliderect(box)
            if visible and name not in self._thumbnails and not self._add_thumbnail(name):
                return False
            choose = partial(self.choose, name)
            clicks = Clicks(name == self.selection.chosen, choose, self.actions.new_game)
            kind = self.selection.kinds[name]
            texts = kind.name, card_note(kind, self.selection.guide[name])
            card = Card(name, place, texts, self._thumbnails.get(name), clicks)
            card.favourite = name in self.window.settings.favourites
            card.enabled = visible
            self.widgets.append(card)
        return True

    def _add_thumbnail(self, name: str) -> bool:
        """Start the thumbnail of a plugin, or exclude the plugin; return whether it was started."""
        started = start_thumbnail(name, self.selection.kinds[name])
        if isinstance(started, Thumbnail):
            self._thumbnails[name] = started
            return True
        self.selection.exclude(name, started)
        self.selection.search(self.selection.query)  # select another one
        return False

    def draw_back(self, canvas: Canvas) -> None:
        if self.title_pos:
            canvas.text(self.title, self.title_pos, TITLE, weight="Bold", anchor="midleft")
        self.panel.draw(canvas)

    def draw_widgets(self, canvas: Canvas) -> None:
        cards = [widget for widget in self.widgets if isinstance(widget, Card)]
        with canvas.clipped(self.area.inflate(canvas.px(12), 0)):
            for widget in cards:
                if widget.enabled:
                    self.draw_widget(canvas, widget)
            for title, at in self.headings:
                canvas.text(title, at, 16, canvas.theme.muted_text, weight="Semibold")
        for other in self.widgets:
            if not isinstance(other, Card):
                self.draw_widget(canvas, other)

    def animated_thumbnail(self) -> Thumbnail | None:
        """Return the thumbnail to animate, if the user has been active recently."""
        if self.canvas.settings.speed == "off" or time.monotonic() > self._awake_until:
            return None
        return self._thumbnails.get(self.selection.chosen)

    def moving(self) -> bool:
        thumbnail = self.animated_thumbnail()
        return thumbnail is not None and thumbnail.moving()

    def busy(self) -> bool:
        return self.difficulty.busy

    def needs_poll(self) -> bool:
        return self.busy() or self.animated_thumbnail() is not None

    def close(self) -> None:
        self.difficulty.stop()

    def poll(self) -> None:
        if self.difficulty.poll():
            self.rebuild()
        if (thumbnail := self.animated_thumbnail()) and thumbnail.animate():
            self.window.dirty = True

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self._awake_until = time.monotonic() + ACTIVE_SECONDS
        if self.compile_line.update():
            self.rebuild()
        return super().handle(event)

    def mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.scroll -= event.y * self.px(60)
            return True
        return False

    def shortcuts(self) -> Shortcuts:
        actions = self.actions
        return {
            "Return": actions.new_game,
            "Enter": actions.new_game,
            "F1": actions.show_rules,
            "F4": actions.show_settings,
            "F6": actions.show_games,
            "F9": self.window.design,
            "Ctrl+V": actions.paste,
            "Escape": self._dismiss if self.notice else partial(self.focus, None),
        }

    def key(self, event: pygame.event.Event) -> bool:
        across, up = ARROWS.get(event.key, (0, 0))
        step = across - up * self.columns
        names, chosen = self.selection.shown(), self.selection.chosen
        if step and names:
            at = names.index(chosen) if chosen in names else 0
            self.choose(names[max(0, min(len(names) - 1, at + step))])
            if self.focus_key and self.focus_key.startswith("card "):
                self.focus(f"card {self.selection.chosen}")
            self._scroll_to(self.selection.chosen)
        elif super().key(event):
            pass
        elif event.unicode and event.unicode.isprintable() and event.unicode != " ":
            self.focus("search")  # the character itself arrives as a text event
        else:
            return False
        return True

    def step_focus(self, step: int) -> None:
        super().step_focus(step)
        if self.focus_key and self.focus_key.startswith("card "):
            self._scroll_to(self.focus_key.removeprefix("card "))

    def _scroll_to(self, name: str) -> None:
        card = next(w for w in self.widgets if isinstance(w, Card) and w.name == name)
        over = card.box.bottom + self.px(10) - self.area.bottom
        under = self.area.top - card.box.top
        if over > 0 or under > 0:
            self.scroll += over if over > 0 else -under
            self.rebuild()
