"""The dialogs of saved games and of the games in a record file."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from contextlib import suppress
from pathlib import Path

from ...core.errors import PuzzlekitError
from ...core.timeout import CallTimeout, Timeout
from ...core.translation import _, ngettext
from ...play.game_database import Library, LibraryEntry, export_entry, open_entry
from ...play.messages import format_move_count
from ...play.open_file import open_file
from ...play.records import Heading
from ...players.registry import player_titles
from ...plugin.validation import checked_pieces
from .dialogs import ListDialog
from .drawing.board_view import thumbnail
from .drawing.canvas import Canvas, Rect, Surface
from .drawing.input_widgets import Dropdown, TextField
from .drawing.widgets import Button, Clicks, Column, Row, Selectable, TooltipArea
from .screen import Shortcuts, Window

#: Maximum number of moves in a game with a picture; replaying longer games would take too long.
MAX_MOVES = 2000

#: Time limit in seconds for drawing a picture.
PICTURE_SECONDS = 3.0


def draw_picture(entry: LibraryEntry, canvas: Canvas, side: int) -> Surface | None:
    """Return the picture of a game, or None if drawing fails or takes too long."""
    if entry.moves <= MAX_MOVES:
        with suppress(Exception, SystemExit, CallTimeout), Timeout(PICTURE_SECONDS):
            session, _ = Library().open(entry.number)
            pieces = checked_pieces(session.rules, session.state)
            return thumbnail(canvas, session.rules, pieces, side)
    return None


#: Height of a row, and side length of the picture in it.
ROW, PICTURE = 58, 50

UNFINISHED, FINISHED, DELETED = _("Unfinished"), _("Finished"), _("Deleted")

#: Shown instead of an empty list.
NO_GAMES = {
    UNFINISHED: _("No unfinished games"),
    FINISHED: _("No finished games"),
    DELETED: _("No deleted games"),
}


class GameRow(Selectable):
    """A game in the list."""

    focusable = False

    def __init__(
        self, entry: LibraryEntry, box: Rect, picture: Surface | None, clicks: Clicks
    ) -> None:
        super().__init__(f"game {entry.number}", box, clicks)
        self.entry, self.picture = entry, picture

    def picture_box(self, canvas: Canvas) -> Rect:
        side, free = canvas.px(PICTURE), canvas.px((ROW - PICTURE) / 2)
        return Rect(self.box.left + free, self.box.top + free, side, side)

    def draw(self, canvas: Canvas) -> None:
        theme, box, entry = canvas.theme, self.box, self.entry
        self.draw_background(canvas, theme.surface)
        place = self.picture_box(canvas)
        if self.picture is None:
            canvas.panel(place, theme.background, None, 6)
        else:
            canvas.surface.blit(self.picture, place)
        left, right = place.right + canvas.px(10), box.right - canvas.px(12)
        top = box.top + canvas.px(8)
        day = canvas.text(entry.day, (right, top), 13, theme.muted_text, anchor="topright")
        end = day.left - canvas.px(10)
        name = canvas.text(entry.title, (left, top), 15, weight="Semibold", width=end - left)
        options = "".join(re.split("([:#@])", entry.game)[1:]).removeprefix(":")
        if options and name.right < day.left - canvas.px(60):
            at = name.right + canvas.px(8), top + canvas.px(2)
            canvas.text(options, at, 13, theme.muted_text, width=end - at[0])
        players = " – ".join(player_titles(entry.players)) if len(entry.players) > 1 else ""
        details = " · ".join(filter(None, (players, format_move_count(entry.moves), entry.result)))
        pos = left, box.top + canvas.px(30)
        canvas.text(details, pos, 13, theme.muted_text, width=right - left)


class GamesDialog(ListDialog):
    """The list of saved games. Deleted games can be restored."""

    title = _("Games")
    width, height = 760.0, 640.0
    row, gap = ROW, 6
    note_lines = 1

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.library = Library()
        #: Pictures, which are drawn one by one while the window is idle, or None.
        self._pictures: dict[Hashable, Surface | None] = {}
        self.query, self.which = "", UNFINISHED
        self._entries: dict[int, LibraryEntry] = {}
        #: Numbers of the deleted games; Undo restores the last deleted game first.
        self._deleted: list[int] = []
        #: True while keys are used to edit the search text.
        self._is_typing = False
        self.focus_key = "search"
        self._refresh()
        if not self._entries:
            self.which = FINISHED
            self._refresh(self.message)

    def _refresh(self, message: str = "") -> None:
        """Read the library, and show a message, or a notice if the library is damaged."""
        before = self.items()
        try:
            entries = self.library.entries(self.query, deleted=self.which == DELETED)
            message = message or self.library.damage_notice()
        except PuzzlekitError as error:
            entries, message = [], str(error)
        if self.which != DELETED:
            entries = [entry for entry in entries if bool(entry.result) == (self.which == FINISHED)]
        self._entries = {entry.number: entry for entry in entries}
        self.empty_text = _("No matches") if self.query else NO_GAMES[self.which]
        self.keep_selection(before)
        self.show_message(message)

    def items(self) -> list[int]:
        return list(self._entries)

    def make_row(self, item: int, box: Rect, clicks: Clicks) -> GameRow:
        entry = self._entries[item]
        return GameRow(entry, box, self._pictures.get(self._picture_key(entry)), clicks)

    def _picture_key(self, entry: LibraryEntry) -> Hashable:
        return entry.number, entry.changed, self.canvas, self.px(PICTURE)

    def show_error(self, error: object) -> None:
        self._refresh(str(error))

    def search(self, text: str) -> None:
        self.query, self.scroll, self.chosen, self._is_typing = text, 0, None, True
        self._refresh()

    def show_which(self, which: str) -> None:
        self.which, self.scroll, self.chosen = which, 0, None
        self._refresh()

    def choose(self, item: int) -> None:
        self._is_typing = False
        super().choose(item)

    def start(self) -> None:
        if self.chosen is not None:
            self.play(*open_entry(self.chosen))

    def delete(self) -> None:
        if (number := self.chosen) is not None:
            self.library.delete(number)
            self._deleted.append(number)
            self._refresh(_("Deleted. Undo restores it."))

    def restore(self) -> None:
        self.library.restore(self.chosen)
        self._deleted = [number for number in self._deleted if number != self.chosen]
        self._refresh(_("Game restored"))

    def undo(self) -> None:
        if self._deleted:
            self.chosen = self._deleted[-1]
            self.restore()
            if self.chosen in self._entries:
                self.choose(self.chosen)

    def export(self) -> None:
        self.show_message(_("Written to {path}.").format(path=export_entry(self.chosen)))

    def _next_undrawn(self) -> LibraryEntry | None:
        """Return a visible game whose picture has not been drawn yet."""
        shown = (each.entry for each in self.widgets if isinstance(each, GameRow))
        return next((each for each in shown if self._picture_key(each) not in self._pictures), None)

    def needs_poll(self) -> bool:
        return self._next_undrawn() is not None

    def poll(self) -> None:
        if (entry := self._next_undrawn()) is not None:
            picture = draw_picture(entry, self.canvas, self.px(PICTURE))
            self._pictures[self._picture_key(entry)] = picture
            self.rebuild()

    def reserved_rects(self) -> list[Rect]:
        return [self.note] if self.message else []

    def fill(self, column: Column) -> None:
        field, which = column.split(column.from_top(38), right=150)
        listed = [UNFINISHED, FINISHED, DELETED]
        foot, self.note = column.from_bottom(38), column.from_bottom(20)
        self.widgets += [
            TextField(
                "search",
                field,
                self.query,
                self.search,
                hint=_("Search games"),
                icon="search",
                done=lambda _: self.start(),
            ),
            Dropdown("which", which, listed, self.which, self.show_which),
        ]
        self.place_list(column.rest())
        self.add_row(foot, self._buttons())
        if self.message:
            self.widgets.append(TooltipArea("said", self.note, self.message))

    def _buttons(self) -> list[Button]:
        chosen, undo_tip = self.chosen is not None, _("Restore the last deleted game (Ctrl+Z)")
        back = Button("back", _("Restore"), self.restore, enabled=chosen)
        delete = Button("delete", _("Delete"), self.delete, _("Delete"), chosen)
        return [
            Button("open", _("Open"), self.start, enabled=chosen, primary=True),
            Button("export", _("Export"), self.export, _("Export as a record"), chosen),
            back if self.which == DELETED else delete,
            Button("undo", _("Undo"), self.undo, undo_tip, bool(self._deleted)),
        ]

    def shortcuts(self) -> Shortcuts:
        # Delete edits the text after typing.
        can_delete = self.which != DELETED and not self._is_typing
        delete: Shortcuts = {"Delete": self.delete} if can_delete else {}
        return super().shortcuts() | {"Ctrl+Z": self.undo} | delete


class RecordsDialog(ListDialog):
    """The list of the games in a record file, in the order of the file."""

    width, height = 620.0, 520.0
    chosen = 0

    def __init__(self, window: Window, path: Path, headings: Sequence[Heading]) -> None:
        super().__init__(window)
        text = ngettext("{count:,} game in {name}", "{count:,} games in {name}", len(headings))
        self.title = text.format(count=len(headings), name=path.name)
        self.path, self.headings = path, headings

    def items(self) -> Sequence[int]:
        return range(len(self.headings))

    def make_row(self, item: int, box: Rect, clicks: Clicks) -> Row:
        game, details = self.headings[item]
        return Row(f"{item + 1}. {game}", details, box, clicks)

    def choose(self, item: int) -> None:
        self.message = ""
        super().choose(item)

    def start(self) -> None:
        opened = open_file(self.path.with_name(f"{self.path.name}#{self.chosen + 1}"))
        self.play(opened.session, opened.target, note=opened.message)

    def fill(self, column: Column) -> None:
        foot, self.note = column.from_bottom(38), column.from_bottom(40)
        self.place_list(column.rest())
        self.widgets.append(Button("open", _("Open"), self.start, primary=True, box=foot))
