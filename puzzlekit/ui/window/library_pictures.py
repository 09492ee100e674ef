"""Small pictures of the games in the library: how each stands."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from ...core.timeout import CallTimeout, Timeout
from ...play.library import Entry, Library
from ...rules.rule_book import Rules
from ..looks import looks_of
from .drawing.board_view import small_view
from .drawing.canvas import Canvas, Surface
from .drawing.timeline import Looks, Timeline

#: Moves of a game above which it takes too long to find out how it stands.
MOST_MOVES = 2000

#: Seconds that a plugin may take for its picture.
PATIENCE = 3.0

Key = tuple[int, float]


class LibraryPictures:
    """Makes pictures one by one, when somebody has time, and keeps them."""

    def __init__(self, library: Library) -> None:
        self.library = library
        #: How games stand, as far as that is known; None where it cannot be shown.
        self._positions: dict[Key, tuple[Rules, Looks] | None] = {}
        self._surfaces: dict[tuple[Key, Canvas, int], Surface | None] = {}

    def find(self, entry: Entry, canvas: Canvas, side: int) -> Surface | None:
        return self._surfaces.get((_key(entry), canvas, side))

    def lacks(self, entries: Iterable[Entry], canvas: Canvas, side: int) -> Entry | None:
        """Return the first of some games whose picture has not been made."""
        known = self._surfaces
        return next((each for each in entries if (_key(each), canvas, side) not in known), None)

    def make(self, entry: Entry, canvas: Canvas, side: int) -> None:
        """Make the picture of a game; one that cannot be shown has none."""
        place = _key(entry), canvas, side
        self._surfaces[place] = None
        with suppress(Exception, SystemExit, CallTimeout), Timeout(PATIENCE):
            self._surfaces[place] = self._drawn(entry, canvas, side)

    def _drawn(self, entry: Entry, canvas: Canvas, side: int) -> Surface | None:
        position = self._position(entry)
        if position is None:
            return None
        rules, looks = position
        surface = Surface((side, side)).convert()
        surface.fill(canvas.theme.background)
        with canvas.on(surface):
            free = max(2, side // 20)
            box = (free, free, side - 2 * free, side - 2 * free)
            small_view(rules, canvas, box, Timeline(canvas.settings, looks)).draw()
        return surface

    def _position(self, entry: Entry) -> tuple[Rules, Looks] | None:
        key = _key(entry)
        if key not in self._positions:
            self._positions[key] = None
            if entry.moves <= MOST_MOVES:
                session, _ = self.library.open(entry.number)
                looks = looks_of(session.rules, session.state)
                self._positions[key] = session.rules, looks
        return self._positions[key]


def _key(entry: Entry) -> Key:
    return entry.number, entry.changed
