"""The place of one session in the library, and what is done with one game of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from ..core.files import home
from . import records
from .library import DamagedLibraryError, Library, Version
from .session import Session


class LibraryTarget:
    """The place of one session in the library: none until it is first kept."""

    def __init__(self, version: Version | None = None, moves: Sequence[str] = ()) -> None:
        self.version = version
        self._library, self._moves = Library(), list(moves)
        #: Which line of the session the entry has.
        self._line = 0

    @property
    def claimed(self) -> bool:
        """Whether the session has an entry."""
        return self.version is not None

    def save(self, session: Session) -> str:
        """Write the session, and return what there is to be said, mostly nothing."""
        try:
            return self._save(session)
        except DamagedLibraryError as error:
            self._moves = []  # what could not be rescued is kept again
            self._save(session)
            return str(error)
        finally:
            self._moves = session.all_moves

    def _save(self, session: Session) -> str:
        known, is_other = self.version, session.line != self._line
        if known is not None and not is_other:
            later = self._library.update(session, known)
            if later is not None or session.all_moves == self._moves:
                self.version = later or known
                return ""
        self.version, self._line = self._library.add(session), session.line
        if known is None:
            return ""
        if is_other:
            return (
                f"Game {known.number} of the library stays as it was; from here on this is a game "
                f"of its own, number {self.version.number}."
            )
        return (
            "The game has been gone on with in another window; from here on this is a "
            f"game of its own, number {self.version.number}."
        )

    def __str__(self) -> str:
        number = f" as number {self.version.number}" if self.version else ""
        return f"in the library{number}"


def export_entry(number: int) -> Path:
    """Write a game of the library as a record into the user's own folder, and return where."""
    session, _ = Library().open(number)
    name = re.sub(r"\W+", "-", session.rules.name.lower()).strip("-")
    path = home() / "records" / f"{name}-{number}{records.SUFFIX}"
    records.write_file(session, path)
    return path


def open_entry(number: int) -> tuple[Session, LibraryTarget]:
    """Return a game of the library, and the place in which it is gone on with."""
    session, version = Library().open(number)
    return session, LibraryTarget(version, session.all_moves)
