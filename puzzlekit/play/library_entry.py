"""A save target in the library, and operations on a game in the library."""

from __future__ import annotations

import re
from pathlib import Path

from ..core.files import home
from ..core.translation import _
from . import records
from .library import DamagedLibraryError, Library, Version
from .session import Session


class LibraryTarget:
    """A save target that writes a session to the library. The first save creates the entry."""

    def __init__(self, version: Version | None = None, edits: int = 0) -> None:
        self.version = version
        #: The library, and the number of edits of the session when it was last saved.
        self._library, self._edits = Library(), edits
        #: The number of the line of play stored in the entry.
        self._line = 0

    @property
    def is_saved(self) -> bool:
        """True if the session has an entry."""
        return self.version is not None

    def save(self, session: Session) -> str:
        """Save the session; return a message, which is usually empty."""
        try:
            return self._save(session)
        except DamagedLibraryError as error:
            self._edits = -1  # save again in case the game was not rescued
            self._save(session)
            return str(error)
        finally:
            self._edits = session.tree.edits

    def _save(self, session: Session) -> str:
        known, is_other = self.version, session.line != self._line
        if known is not None and not is_other:
            updated = self._library.update(session, known)
            if updated is not None or session.tree.edits == self._edits:
                self.version = updated or known
                return ""
        self.version, self._line = self._library.add(session), session.line
        if known is None:
            return ""
        if is_other:
            return _(
                "Game {old} in the library is unchanged; this game is now saved separately as "
                "number {new}."
            ).format(old=known.number, new=self.version.number)
        return _(
            "This game was continued in another window; this copy is now saved separately as "
            "number {number}."
        ).format(number=self.version.number)

    def __str__(self) -> str:
        if self.version is None:
            return _("in the library")
        return _("in the library as number {number}").format(number=self.version.number)


def export_entry(number: int) -> Path:
    """Export a game from the library to the user's folder as a record, and return its path."""
    session, _ = Library().open(number)
    name = re.sub(r"\W+", "-", session.rules.name.lower()).strip("-")
    path = home() / "records" / f"{name}-{number}{records.SUFFIX}"
    records.write_file(session, path)
    return path


def open_entry(number: int) -> tuple[Session, LibraryTarget]:
    """Return a game in the library and the target for saving it."""
    session, version = Library().open(number)
    return session, LibraryTarget(version, session.tree.edits)
