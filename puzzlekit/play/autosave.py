"""Keeping a session in a file while it is played, and taking it up again."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from ..core.errors import SaveError
from ..core.files import write_atomically
from . import saves
from .session import Session


def place_of(session: Session) -> Path:
    """Return where a session is kept unless something else is said."""
    return saves.automatic(session.setup.game)


def resume(path: Path) -> Session:
    """Return the session that was kept in a file.

    One that cannot be read is moved out of the way, which the `SaveError` says.
    """
    try:
        return saves.read(path)
    except SaveError as error:
        try:
            aside = saves.keep_aside(path)
        except SaveError as trouble:
            raise SaveError(f"{error} {trouble}") from error
        raise SaveError(f"{error} It has been moved to {aside}.") from error


class Autosave:
    """Keeps a session in a file, or nowhere; a game that is only looked at takes no other's place.

    What the file held before is kept beside it: another game as `.previous`, from the first
    change of this one on, and what cannot be read as `.damaged-N`, at once; `trouble` says so.
    """

    def __init__(self, session: Session, path: Path | None) -> None:
        self.session = session
        self.path = path
        self.trouble = ""
        #: Whether the file holds this session, and what need not be written.
        self._ours, self._kept = False, ""
        if path is None:
            return
        now = saves.dump(session)
        if path.exists():
            try:
                self._ours = self._holds(path, now)
            except SaveError as error:
                self.trouble = str(error)
                if path.exists():  # it could not be moved
                    self.path = None
                    self.trouble += " This game is not kept."
        if path.exists() or not session.all_moves:
            self._kept = now

    def _holds(self, path: Path, now: str) -> bool:
        """Tell whether a file holds the session as it is now."""
        with suppress(SaveError):
            if saves.text_of(path) == now:
                return True  # as mostly when a game is resumed: nothing needs to be replayed
        return saves.dump(resume(path)) == now

    def keep(self) -> None:
        """Write the session if something has changed; raise `SaveError` if that cannot be done."""
        if self.path is None or (now := saves.dump(self.session)) == self._kept:
            return
        if not self._ours and self.path.exists():
            saves.rename(self.path, self.path.with_suffix(".previous"))
        write_atomically(self.path, now)
        self._kept, self._ours = now, True

    def farewell(self) -> str:
        """Say where the session is kept, if anything was played."""
        if not self.session.all_moves:
            return ""
        if self._ours and saves.dump(self.session) == self._kept:
            return f"The game is kept in {self.path}."
        return "The game is not kept in a file."
