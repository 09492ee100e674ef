"""The dialog of saved games: search, resume, delete, restore and export."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

import pygame

from ...core.errors import PuzzlekitError
from ...core.timeout import CallTimeout, Timeout
from ...play.library import Library, LibraryEntry
from ...play.library_entry import export_entry, open_entry
from ...play.messages import count_noun
from ...players.registry import titles
from ...rules.base import Rules
from ..checked_pieces import checked_pieces
from .dialogs import ListDialog
from .drawing.board_view import thumbnail
from .drawing.canvas import Canvas, Rect, Surface
from .drawing.dropdown import Dropdown
from .drawing.text_field import TextField
from .drawing.timeline import Pieces
from .drawing.widgets import Button, Clicks, Selectable, TooltipArea
from .game.panel_layout import PanelButton
from .interface import Window

#: Games with more moves have no picture, because replaying them takes too long.
MAX_MOVES = 2000

#: Time limit in seconds for drawing a picture.
PICTURE_SECONDS = 3.0

Key = tuple[int, float]


class LibraryPictures:
    """Cached pictures of saved games, drawn one by one while the window is idle."""

    def __init__(self, library: Library) -> None:
        self.library = library
        #: Final positions of games; None if one cannot be shown.
        self._positions: dict[Key, tuple[Rules, Pieces] | None] = {}
        self._surfaces: dict[tuple[Key, Canvas, int], Surface | None] = {}

    def find(self, entry: LibraryEntry, canvas: Canvas, side: int) -> Surface | None:
        return self._surfaces.get((_key(entry), canvas, side))

    def is_missing(
        self, entries: Iterable[LibraryEntry], canvas: Canvas, side: int
    ) -> LibraryEntry | None:
        """Return the first game whose picture has not been drawn."""
        cached = self._surfaces
        return next((each for each in entries if (_key(each), canvas, side) not in cached), None)

    def make(self, entry: LibraryEntry, canvas: Canvas, side: int) -> None:
        """Draw the picture of a game, or store None if that fails."""
        place = _key(entry), canvas, side
        self._surfaces[place] = None
        with suppress(Exception, SystemExit, CallTimeout), Timeout(PICTURE_SECONDS):
            self._surfaces[place] = self._drawn(entry, canvas, side)

    def _drawn(self, entry: LibraryEntry, canvas: Canvas, side: int) -> Surface | None:
        position = self._position(entry)
        if position is None:
            return None
        return thumbnail(canvas, *position, side)

    def _position(self, entry: LibraryEntry) -> tuple[Rules, Pieces] | None:
        key = _key(entry)
        if key not in self._positions:
            self._positions[key] = None
            if entry.moves <= MAX_MOVES:
                session, _ = self.library.open(entry.number)
                pieces = checked_pieces(session.rules, session.state)
                self._positions[key] = session.rules, pieces
        return self._positions[key]


def _key(entry: LibraryEntry) -> Key:
    return entry.number, entry.changed


#: Heights of a row and of the gap below it, and side length of the picture.
ROW, GAP, PICTURE = 58, 6, 50

UNFINISHED, FINISHED, DELETED = "Unfinished", "Finished", "Deleted"


class GameRow(Selectable):
    """A game in the list; clicks outside `area`, the box of the list, are ignored."""

    focusable = False

    def __init__(
        self, entry: LibraryEntry, box: Rect, area: Rect, pictures: LibraryPictures, clicks: Clicks
    ) -> None:
        super().__init__(f"game {entry.number}", box, clicks)
        self.entry, self.area, self.pictures = entry, area, pictures

    def clicked(self, event: pygame.event.Event) -> bool:
        return super().clicked(event) and self.area.collidepoint(event.pos)

    def picture_box(self, canvas: Canvas) -> Rect:
        side, free = canvas.px(PICTURE), canvas.px((ROW - PICTURE) / 2)
        return Rect(self.box.left + free, self.box.top + free, side, side)

    def draw(self, canvas: Canvas) -> None:
        theme, box, entry = canvas.theme, self.box, self.entry
        self.draw_background(canvas, theme.surface)
        place = self.picture_box(canvas)
        picture = self.pictures.find(entry, canvas, place.width)
        if picture is None:
            canvas.panel(place, theme.background, None, 6)
        else:
            canvas.surface.blit(picture, place)
        left = place.right + canvas.px(10)
        width = box.right - canvas.px(12) - left
        above = left, box.top + canvas.px(8)
        day = canvas.text(
            entry.day,
            (box.right - canvas.px(12), above[1]),
            13,
            theme.muted_text,
            anchor="topright",
        )
        available = day.left - left - canvas.px(10)
        name = canvas.text(entry.title, above, 15, weight="Semibold", width=available)
        options = "".join(re.split("([:#@])", entry.game)[1:]).removeprefix(":")
        if options and name.right < day.left - canvas.px(60):
            at = name.right + canvas.px(8), above[1] + canvas.px(2)
            canvas.text(
                options, at, 13, theme.muted_text, width=day.left - canvas.px(10) - round(at[0])
            )
        players = " – ".join(titles(entry.players)) if len(entry.players) > 1 else ""
        details = " · ".join(filter(None, (players, count_noun(entry.moves), entry.result)))
        canvas.text(details, (left, box.top + canvas.px(30)), 13, theme.muted_text, width=width)


class GamesDialog(ListDialog):
    """The list of saved games; deleted games can be restored."""

    title = "Games"
    width, height = 760.0, 640.0

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.library = Library()
        self.pictures = LibraryPictures(self.library)
        self.query, self.which = "", UNFINISHED
        self.message = ""
        self._entries: list[LibraryEntry] = []
        self._chosen: int | None = None
        #: Numbers of the deleted games; Undo restores the last one first.
        self._deleted: list[int] = []
        #: True while keys edit the search text.
        self._is_typing = False
        self.focus_key = "search"
        self._refresh()
        if not self._entries:
            self.which = FINISHED
            self._refresh()

    def _refresh(self) -> None:
        """Read the library; if the selected game is gone, select the one below it."""
        before = self._numbers()
        try:
            entries = self.library.entries(self.query, deleted=self.which == DELETED)
            self.message = self.message or self.library.damage()
        except PuzzlekitError as error:
            entries, self.message = [], str(error)
        if self.which != DELETED:
            entries = [entry for entry in entries if bool(entry.result) == (self.which == FINISHED)]
        self._entries = entries
        if self._chosen not in self._numbers():
            at = before.index(self._chosen) if self._chosen in before else 0
            self._chosen = entries[min(at, len(entries) - 1)].number if entries else None

    def _numbers(self) -> list[int]:
        return [entry.number for entry in self._entries]

    def _show(self, message: str = "") -> None:
        self.message = message
        if message:
            self.window.log("message", message)
        self._refresh()
        self.rebuild()

    def search(self, text: str) -> None:
        self.query, self.scroll, self._chosen, self._is_typing = text, 0, None, True
        self._show()

    def show_which(self, which: str) -> None:
        self.which, self.scroll, self._chosen = which, 0, None
        self._show()

    def choose(self, number: int) -> None:
        """Select a game and scroll to it."""
        self._chosen, self._is_typing = number, False
        at, step = self._numbers().index(number), self.step()
        over = (at + 1) * step - self.area.height
        self.scroll = min(max(self.scroll, over), at * step)
        self.rebuild()

    def _guarded(self, act: Callable[[int], str]) -> None:
        """Call `act` for the selected game and show its message or error."""
        if self._chosen is None:
            return
        try:
            message = act(self._chosen)
        except PuzzlekitError as error:
            message = str(error)
        self._show(message)

    def start(self) -> None:
        if self._chosen is None:
            return
        try:
            session, place = open_entry(self._chosen)
        except PuzzlekitError as error:
            self._show(str(error))
            return
        self.window.close_dialog()
        self.window.play(session, place)

    def delete(self) -> None:

        def act(number: int) -> str:
            self.library.delete(number)
            self._deleted.append(number)
            return "Deleted. Undo restores it."

        self._guarded(act)

    def restore(self) -> None:

        def act(number: int) -> str:
            self.library.restore(number)
            return "Game restored"

        self._guarded(act)

    def undo(self) -> None:
        if self._deleted:
            self._chosen = self._deleted.pop()
            self.restore()
            if self._chosen in self._numbers():
                self.choose(self._chosen)

    def export(self) -> None:
        self._guarded(lambda number: f"Written to {export_entry(number)}.")

    def _not_drawn(self) -> LibraryEntry | None:
        """Return a visible game whose picture has not been drawn."""
        shown = (each.entry for each in self.widgets if isinstance(each, GameRow))
        return self.pictures.is_missing(shown, self.canvas, self.px(PICTURE))

    def waiting(self) -> bool:
        return self._not_drawn() is not None

    def poll(self) -> None:
        if (entry := self._not_drawn()) is not None:
            self.pictures.make(entry, self.canvas, self.px(PICTURE))
            self.window.dirty = True

    def reserved_rects(self) -> list[Rect]:
        return [self.note] if self.message else []

    def visible_rows(self) -> int:
        return max(1, self.area.height // self.step())

    def move(self, rows: int) -> None:
        if self._chosen is not None:
            numbers = self._numbers()
            at = numbers.index(self._chosen) + rows
            self.choose(numbers[max(0, min(len(numbers) - 1, at))])

    def step(self) -> int:
        return self.px(ROW + GAP)

    def build(self) -> None:
        super().build()
        box, pad, gap = self.frame(), self.px(24), self.px(10)
        left, width = box.left + pad, box.width - 2 * pad
        top, height, side = box.top + self.px(60), self.px(38), self.px(150)
        field = Rect(left, top, width - side - gap, height)
        which = Rect(field.right + gap, top, side, height)
        listed = [UNFINISHED, FINISHED, DELETED]
        foot = Rect(left, box.bottom - self.px(20) - height, width, height)
        self.note = Rect(left, foot.top - self.px(26), width, self.px(20))
        self.area = Rect(left, top + height + gap, width, 0)
        self.area.height = self.note.top - self.px(4) - self.area.top
        self.scroll = max(0, min(self.scroll, len(self._entries) * self.step() - self.area.height))
        self.widgets += [
            TextField(
                "search",
                field,
                self.query,
                self.search,
                hint="Search games",
                icon="search",
                done=lambda _: self.start(),
            ),
            Dropdown("which", which, listed, self.which, self.show_which),
            *self._rows(),
            *self._buttons(foot, gap),
        ]
        if self.message:
            self.widgets.append(TooltipArea("said", self.note, self.message))

    def _rows(self) -> list[GameRow]:
        rows = []
        for number, entry in enumerate(self._entries):
            place = self.area.move(0, number * self.step() - self.scroll)
            place.height = self.step() - self.px(GAP)
            if place.colliderect(self.area):
                choose = partial(self.choose, entry.number)
                clicks = Clicks(entry.number == self._chosen, choose, self.start)
                rows.append(GameRow(entry, place, self.area, self.pictures, clicks))
        return rows

    def _buttons(self, foot: Rect, gap: int) -> list[Button]:
        chosen, undo_tip = self._chosen is not None, "Restore the last deleted game (Ctrl+Z)"
        back = PanelButton("back", "Restore", self.restore, enabled=chosen)
        delete = PanelButton("delete", "Delete", self.delete, "Delete", chosen)
        controls = (
            PanelButton("open", "Open", self.start, enabled=chosen),
            PanelButton("export", "Export", self.export, "Export as a record", chosen),
            back if self.which == DELETED else delete,
            PanelButton("undo", "Undo", self.undo, undo_tip, bool(self._deleted)),
        )
        buttons = [control.button(foot) for control in controls]
        buttons[0].primary = True
        width = (foot.width - gap * (len(buttons) - 1)) // len(buttons)
        for number, button in enumerate(buttons):
            button.box = Rect(foot.left + number * (width + gap), foot.top, width, foot.height)
        return buttons

    def draw_back(self, canvas: Canvas) -> None:
        if not self._entries:
            none = "No matches" if self.query else f"No {self.which.lower()} games"
            canvas.text(none, self.area.center, 16, canvas.theme.muted_text, anchor="center")
        canvas.text(self.message, self.note.topleft, 13, canvas.theme.accent, width=self.note.width)

    def draw_widgets(self, canvas: Canvas) -> None:
        canvas.surface.set_clip(self.area)
        for widget in self.widgets:
            if isinstance(widget, GameRow):
                self.draw_widget(canvas, widget)
        canvas.surface.set_clip(None)
        for widget in self.widgets:
            if not isinstance(widget, GameRow):
                self.draw_widget(canvas, widget)

    def confirm(self) -> bool:
        self.start()
        return True

    def key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_DELETE and self.which != DELETED:
            if not self._is_typing:  # Delete edits the text after typing
                self.delete()
        elif event.key == pygame.K_z and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self.undo()
        else:
            return super().key(event)
        return True
