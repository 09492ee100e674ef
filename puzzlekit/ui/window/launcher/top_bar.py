"""The bar at the top of the launcher: title, filter, search field and buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..drawing.canvas import Canvas, Rect
from ..drawing.dropdown import Dropdown
from ..drawing.text_field import TextField
from ..drawing.widgets import Button, Widget
from ..interface import Window
from .selection import SCOPES, Selection

#: Width of the filter, minimum width of the search field, font size of the title.
SCOPE, SEARCH, TITLE = 116, 96, 26


class BarCallbacks(NamedTuple):
    """Callbacks of the bar."""

    set_scope: Callable[[str], object]
    search: Callable[[str], object]
    show_settings: Callable[[], object]
    show_games: Callable[[], object]
    show_broken: Callable[[], object]


class TopBar:
    """The widgets of the bar; the title is dropped if space is short."""

    def __init__(
        self, window: Window, box: Rect, title: str, selection: Selection, callbacks: BarCallbacks
    ) -> None:
        self.window, self.box, self.title = window, box, title
        self.selection, self.callbacks = selection, callbacks
        px, broken = window.canvas.px, bool(selection.broken)
        self._buttons = px(50) * (4 if broken else 3)
        width = window.canvas.font(TITLE, "Bold").size(title)[0] + px(24)
        available = box.width - self._buttons - px(SCOPE)
        self._title = width if available - width >= px(SEARCH) else 0

    def widgets(self) -> list[Widget]:
        window, callbacks, selection = self.window, self.callbacks, self.selection
        box, px = self.box, window.canvas.px
        filter_box = Rect(box.left + self._title, box.top, px(SCOPE), box.height)
        left = filter_box.right + px(10)
        field = Rect(left, box.top, box.right - self._buttons - left, box.height)
        hint, query = "Search games and puzzles", selection.query
        widgets: list[Widget] = [
            Dropdown("scope", filter_box, SCOPES, selection.scope, callbacks.set_scope),
            TextField("search", field, query, callbacks.search, hint=hint, icon="search"),
        ]
        buttons: list[tuple[str, str, str, Callable[[], object]]] = [
            ("settings", "sliders", "Settings (F4)", callbacks.show_settings),
            ("games", "list", "Saved games (F6)", callbacks.show_games),
            ("design", "pencil", "Design a puzzle (F9)", window.design),
        ]
        if broken := selection.broken:
            plugins = "1 plugin" if len(broken) == 1 else f"{len(broken)} plugins"
            tip = f"{plugins} could not be loaded"
            buttons.append(("broken", "warn", tip, callbacks.show_broken))
        pos = Rect(box.right - px(40), box.top, px(40), px(40))
        for key, icon, tip, act in buttons:
            widgets.append(Button(key, "", act, tip, icon=icon, box=pos))
            pos = pos.move(-px(50), 0)
        return widgets

    def draw(self, canvas: Canvas) -> None:
        if self._title:
            pos = self.box.left, self.box.centery
            canvas.text(self.title, pos, TITLE, weight="Bold", anchor="midleft")
