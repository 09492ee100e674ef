"""The launcher: a card for each plugin, and a panel with the options of the selected plugin."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import pygame

from ....core.errors import PuzzlekitError
from ....core.translation import _
from ...layout import launcher_boxes
from ..dialogs import SettingsDialog, TextDialog
from ..drawing.canvas import Canvas, Rect
from ..drawing.dropdown import Dropdown
from ..drawing.text_field import TextField
from ..drawing.widgets import ARROWS, Button, Clicks
from ..games_dialog import GamesDialog
from ..interface import Window
from ..rules_dialog import RulesDialog
from ..screen import Screen
from .bar import bar_layout
from .cards import Card, Thumbnail, start_thumbnail
from .notices import CompileLine, DifficultyLine, NotificationBar
from .options_panel import OptionsPanel
from .selection import SCOPES, Selection
from .starting import is_first_game, lesson_offer, resume_game, start_game

#: Seconds for which a card is animated after the last mouse or keyboard event.
ACTIVE_SECONDS = 15.0

#: Font size of the title.
TITLE = 26


class Launcher(Screen):
    """The launcher screen with all plugins."""

    title = "puzzlekit"

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.selection = Selection(window.settings.players)
        self.scroll = 0
        #: An error about a dropped file or from the library, shown until the user dismisses it.
        self.notice = ""
        self._awake_until = 0.0
        self._thumbnails: dict[str, Thumbnail] = {}
        self.compile_line = CompileLine()
        self.difficulty = DifficultyLine(self.selection)
        self.search("")
        self._awake_until = time.monotonic() + ACTIVE_SECONDS

    def leave_when_stuck(self) -> None:
        """Remove the selected plugin, which is not responding."""
        self.selection.exclude(self.selection.chosen, "it does not respond")
        self.search("")

    def is_computing(self) -> str:
        return self.selection.kind.name if self.selection.chosen else self.title

    def search(self, text: str) -> None:
        """Show the plugins that match a search text, and select the best match."""
        self.selection.search(text)
        self._scroll_by(-self.scroll)

    def set_scope(self, scope: str) -> None:
        """Show only games, only puzzles, only unfinished games, or only the user's own plugins."""
        self.selection.set_scope(scope)
        self._scroll_by(-self.scroll)

    def _scroll_by(self, pixels: int) -> None:
        self.scroll += pixels
        self.rebuild()

    def show_all(self) -> None:
        self.selection.scope = SCOPES[0]
        self.search("")

    def choose(self, name: str) -> None:
        self.selection.chosen = name
        self.window.log("choose", name)
        self.rebuild()

    def new_game(self) -> None:
        """Start a game of the selected plugin or, the first time, offer its guided game."""
        chosen = self.selection.chosen
        if chosen and is_first_game(self.window, chosen):
            name = self.selection.kind.name
            self.window.show(lesson_offer(self.window, name, self.teach, self._start_game))
        else:
            self._start_game()

    def teach(self) -> None:
        self._attempt(lambda: self.window.teach(self.selection.rules()))

    def _start_game(self) -> None:
        if self.selection.chosen:
            self._attempt(partial(start_game, self.window, self.selection))

    def resume(self) -> None:
        self._attempt(partial(resume_game, self.window, self.selection))

    def show_games(self) -> None:
        self.window.show(GamesDialog(self.window))

    def show_settings(self) -> None:
        self.window.show(SettingsDialog(self.window))

    def show_error(self, error: object) -> None:
        self.window.log("message", str(error))
        self.rebuild()
        self.window.show(TextDialog(self.window, _("Error"), str(error)))

    def show_refusal(self, why: str) -> None:
        """Show a message below the cards that explains why a dropped file cannot be used."""
        self.window.log("message", why)
        self.notice = why
        self.rebuild()

    def _dismiss(self) -> None:
        self.notice = ""
        self.rebuild()

    def show_broken(self) -> None:
        text = "\n\n".join(map(str, self.selection.broken))
        self.window.show(TextDialog(self.window, _("Plugins that could not be loaded"), text))

    def show_rules(self) -> None:
        self._attempt(lambda: self.window.show(RulesDialog(self.window, self.selection.rules())))

    def _attempt(self, act: Callable[[], object]) -> None:
        """Call `act`, and show its error."""
        try:
            act()
        except PuzzlekitError as error:
            self.show_error(error)

    def build(self) -> None:
        boxes = launcher_boxes(*self.window.size, self.canvas.scale)
        self._build_bar(Rect(boxes.bar))
        cards = Rect(boxes.cards)
        resumable = self.selection.chosen in self.selection.unfinished()
        if notification := self.selection.notification():
            self.notice = notification
            self.window.log("message", notification)
        notification_bar = (
            NotificationBar(self.canvas, cards, self.notice, self._dismiss) if self.notice else None
        )
        if notification_bar is not None:
            cards.height = notification_bar.box.top - cards.top
        if not self._build_cards(cards, boxes.columns):
            self.build()
            return
        buttons = [
            Button("new", _("New game"), self.new_game, primary=True),
            Button("resume", _("Resume"), self.resume, enabled=resumable),
            Button("rules", _("Rules"), self.show_rules),
        ]
        box = Rect(boxes.panel)
        self.difficulty.update()
        note = self.difficulty.text or self.selection.has_levels()
        self.panel = OptionsPanel(self.selection, self.canvas, box, buttons, self.rebuild, note)
        self.widgets += self.panel.widgets
        # These come first, because they are above the cards and get events before them.
        self.widgets[:0] = self.compile_line.widgets(self.canvas, self.area)
        self.widgets[:0] = [notification_bar] if notification_bar is not None else []

    def _build_bar(self, box: Rect) -> None:
        """Lay out the filter, the search field and buttons, and the title if there is space."""
        buttons = [
            Button("settings", "", self.show_settings, _("Settings (F4)"), icon="sliders"),
            Button("games", "", self.show_games, _("Saved games (F6)"), icon="list"),
            Button("design", "", self.window.design, _("Design a puzzle (F9)"), icon="pencil"),
        ]
        if tip := self.selection.broken_text():
            buttons.append(Button("broken", "", self.show_broken, tip, icon="warn"))
        title = self.canvas.font(TITLE, "Bold").size(self.title)[0] + self.px(24)
        bar = bar_layout(box, self.px, title, buttons)
        self.title_pos = box.midleft if bar.has_title else None
        hint, query = _("Search games and puzzles"), self.selection.query
        self.widgets = [
            Dropdown("scope", bar.scopes, SCOPES, self.selection.scope, self.set_scope),
            TextField("search", bar.field, query, self.search, hint=hint, icon="search"),
            *buttons,
        ]

    def _build_cards(self, box: Rect, columns: int) -> bool:
        """Lay out the cards; return False after excluding a plugin because its thumbnail failed."""
        self.area = box
        gap = self.px(14)
        width = (box.width - (columns - 1) * gap) // columns
        height = round(width * 0.62) + self.px(56)
        names = self.selection.shown()
        if not names:
            pos = Rect(box.left, box.top + self.px(20), min(box.width, self.px(260)), self.px(40))
            label = _("No matches. Show all")
            self.widgets.append(Button("show-all", label, self.show_all, box=pos))
        rows = -(-len(names) // columns)
        self.columns = columns
        self.max_scroll = max(0, rows * (height + gap) + gap - box.height)
        self.scroll = max(0, min(self.scroll, self.max_scroll))
        for number, name in enumerate(names):
            row, column = divmod(number, columns)
            left = box.left + column * (width + gap)
            top = box.top + row * (height + gap) - self.scroll + self.px(4)
            place = Rect(left, top, width, height)
            visible = place.colliderect(box)
            if visible and name not in self._thumbnails and not self._add_thumbnail(name):
                return False
            choose = partial(self.choose, name)
            clicks = Clicks(name == self.selection.chosen, choose, self.new_game)
            card = Card(name, place, self.selection.kinds[name], self._thumbnails.get(name), clicks)
            card.enabled = visible
            self.widgets.append(card)
        return True

    def _add_thumbnail(self, name: str) -> bool:
        """Start the thumbnail of a plugin, or exclude the plugin; return whether it was started."""
        if isinstance(started := start_thumbnail(name, self.selection.kinds[name]), Thumbnail):
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
        canvas.surface.set_clip(self.area.inflate(canvas.px(12), 0))
        for widget in cards:
            if widget.enabled:
                self.draw_widget(canvas, widget)
        canvas.surface.set_clip(None)
        for other in self.widgets:
            if not isinstance(other, Card):
                self.draw_widget(canvas, other)

    def animated_thumbnail(self) -> Thumbnail | None:
        """Return the thumbnail to animate, if the user has been active recently."""
        is_awake = self.canvas.settings.speed != "off" and time.monotonic() <= self._awake_until
        return self._thumbnails.get(self.selection.chosen) if is_awake else None

    def moving(self) -> bool:
        thumbnail = self.animated_thumbnail()
        return thumbnail is not None and thumbnail.moving()

    def busy(self) -> bool:
        return self.difficulty.busy

    def waiting(self) -> bool:
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
            self._scroll_by(-event.y * self.px(60))
            return True
        if event.type == pygame.MOUSEMOTION:
            self.window.dirty = True
        return False

    def _keys(self) -> dict[int, Callable[[], object]]:
        return {
            **dict.fromkeys((pygame.K_RETURN, pygame.K_KP_ENTER), self.new_game),
            **({pygame.K_F1: self.show_rules} if self.selection.chosen else {}),
            pygame.K_F4: self.show_settings,
            pygame.K_F6: self.show_games,
            pygame.K_F9: self.window.design,
            pygame.K_ESCAPE: self._dismiss if self.notice else partial(self.focus, None),
        }

    def key(self, event: pygame.event.Event) -> bool:
        across, up = ARROWS.get(event.key, (0, 0))
        step, names, chosen = (
            across - up * self.columns,
            self.selection.shown(),
            self.selection.chosen,
        )
        if step and names:
            at = names.index(chosen) if chosen in names else 0
            self.choose(names[max(0, min(len(names) - 1, at + step))])
            if self.focus_key and self.focus_key.startswith("card "):
                self.focus(f"card {self.selection.chosen}")
            self._scroll_to(self.selection.chosen)
        elif event.key in (keys := self._keys()):
            keys[event.key]()
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
            self._scroll_by(over if over > 0 else -under)
