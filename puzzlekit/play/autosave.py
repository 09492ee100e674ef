"""Keeping a session while it is played: in the library, or in a file that was named."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from ..core.errors import SaveError
from ..core.files import write_output
from . import saves
from .library_entry import LibraryTarget
from .session import Session
from .termination import Termination


class SaveTarget(Protocol):
    """Where a session is kept; as text it says so."""

    @property
    def claimed(self) -> bool:
        """Whether the session has been kept there."""

    def save(self, session: Session) -> str:
        """Write the session, and return what there is to be said, mostly nothing."""


class FileTarget:
    """A file for a session; once another program writes to it, the session goes to the library.

    `taken` says that the session was read from the file. Any other game in it is copied to the
    library before it is overwritten.
    """

    def __init__(self, path: Path, *, taken: bool = False) -> None:
        self.path, self.claimed = path, taken
        self._known = saves.read_save_text(path) if path.exists() else ""
        #: Another game that the file holds, until the library has it.
        self._other = "" if taken else self._known
        self._instead: LibraryTarget | None = None
        #: Which line of the session the file has.
        self._line = 0

    def save(self, session: Session) -> str:
        """Write the session, and return what there is to be said, mostly nothing."""
        if self._instead is not None:
            return self._instead.save(session)
        if self.path.exists() and saves.read_save_text(self.path) != self._known:
            self._instead = LibraryTarget()
            return self._instead.save(session) or (
                f"{self.path} was changed by another program; from here on this game is kept "
                f"{self._instead}."
            )
        if session.line != self._line:
            self._line, self._other = session.line, self._known
        if self._other:
            LibraryTarget().save(
                saves.restore(self._other, str(self.path), (self.path.absolute().parent,))
            )
            self._other = ""
        text = saves.dump(session)
        write_output(self.path, text)
        self._known, self.claimed = text, True
        return ""

    def __str__(self) -> str:
        return str(self._instead or f"in {self.path}")


class Autosave:
    """Keeps a session in its place, or nowhere; a game that is only looked at is not kept."""

    def __init__(self, session: Session, place: SaveTarget | None) -> None:
        self.session, self.place = session, place
        self._opening = session.all_moves
        #: The session as it need not be written.
        self._kept = self._save_now()
        self.trouble = ""

    def save(self) -> str:
        """Write the session if something has changed; return what there is to be said."""
        moves, now = self.session.all_moves, self._save_now()
        if self.place is None or now == self._kept:
            return ""
        opening = moves == self._opening and self.session.ending is None
        if not self.place.claimed and opening:
            return ""
        try:
            said = self.place.save(self.session)
        except SaveError as error:
            # The reason is said once, not at every move.
            before, self.trouble = self.trouble, f"The game is not kept: {error}"
            return "" if before == self.trouble else self.trouble
        if self.trouble:
            said = said or "The game is kept again."
        self._kept, self.trouble = now, ""
        return said

    def _save_now(self) -> tuple[list[str], int, Termination | None, list[list[float]]]:
        session = self.session
        times = session.clock.marks if session.clock is not None else []
        return session.all_moves, session.ply, session.ending, [list(each) for each in times]

    def save_on_exit(self) -> str:
        """Say where the session is kept, if anything was played."""
        moves = self.session.all_moves
        if not moves:
            return ""
        if self.place is not None and self.place.claimed and self._kept[0] == moves:
            return f"The game is kept {self.place}."
        return "The game is not kept."
