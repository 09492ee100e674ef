"""What stands at the top of the launcher: the name, what is shown, the search, and buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..drawing.canvas import Canvas, Rect
from ..drawing.choosers import Choice
from ..drawing.widgets import Button, TextField, Widget
from .selection import SCOPES

if TYPE_CHECKING:
    from .screen import Launcher

#: How wide the choice of what is shown is, and the search at least; the size of the name.
SCOPE, SEARCH, TITLE = 116, 96, 26


class TopBar:
    """Divides the bar; the name of the program gives way to what can be done."""

    def __init__(self, screen: Launcher, box: Rect) -> None:
        self.screen, self.box = screen, box
        px, broken = screen.px, bool(screen.selection.broken)
        self._buttons = px(50) * (4 if broken else 3)
        title = screen.canvas.font(TITLE, "Bold").size(screen.title)[0] + px(24)
        room = box.width - self._buttons - px(SCOPE)
        self._title = title if room - title >= px(SEARCH) else 0

    def widgets(self) -> list[Widget]:
        """Return the choice, the search and the buttons."""
        screen, box, px = self.screen, self.box, self.screen.px
        selection = screen.selection
        narrow = Rect(box.left + self._title, box.top, px(SCOPE), box.height)
        left = narrow.right + px(10)
        field = Rect(left, box.top, box.right - self._buttons - left, box.height)
        hint, query = "Search games and puzzles", selection.query
        found: list[Widget] = [
            Choice("scope", narrow, SCOPES, selection.scope, screen.set_scope),
            TextField("search", field, query, screen.search, hint=hint, icon="search"),
        ]
        buttons = [
            ("settings", "sliders", "Settings (F4)", screen.host.show_settings),
            ("games", "list", "Games that were played (F6)", screen.show_games),
            ("design", "pencil", "Design a puzzle (F9)", screen.design),
        ]
        if broken := selection.broken:
            tip = f"{len(broken)} plugin(s) cannot be used"
            buttons.append(("broken", "warn", tip, screen.show_broken))
        spot = Rect(box.right - px(40), box.top, px(40), px(40))
        for key, icon, tip, act in buttons:
            found.append(Button(key, spot, "", act, icon=icon, tip=tip))
            spot = spot.move(-px(50), 0)
        return found

    def draw(self, canvas: Canvas) -> None:
        """Draw the name, where there is room for it."""
        if self._title:
            spot = self.box.left, self.box.centery
            canvas.text(self.screen.title, spot, TITLE, weight="Bold", anchor="midleft")
