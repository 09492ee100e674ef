"""Automatic saving of sessions, in the library or in a named file."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from ..core.errors import SaveError
from ..core.files import write_output
from ..core.translation import _
from . import saves
from .game_database import LibraryTarget
from .session import Session
from .termination import Termination
from .variations import GameNode


class SaveTarget(Protocol):
    """The destination of a session's saves. `str()` says that the game is saved, and where."""

    @property
    def is_saved(self) -> bool:
        """True if the session has been saved to this target."""

    def save(self, session: Session) -> str:
        """Save the session; return a message, which is usually empty."""


class FileTarget:
    """A save target that writes to a file, or to the library once another program changes the file.

    `is_owned` means that the session was read from the file. If the file contains another game,
    that game is copied to the library before the file is overwritten.
    """

    def __init__(self, path: Path, *, is_owned: bool = False) -> None:
        self.path, self.is_saved = path, is_owned
        self._known = saves.read_save_text(path) if path.exists() else ""
        #: Another game in the file that is not in the library yet.
        self._other = "" if is_owned else self._known
        self._fallback: LibraryTarget | None = None
        #: The number of the line of play stored in the file.
        self._line = 0

    def save(self, session: Session) -> str:
        """Save the session; return a message, which is usually empty."""
        if self._fallback is not None:
            return self._fallback.save(session)
        if self.path.exists() and saves.read_save_text(self.path) != self._known:
            self._fallback = LibraryTarget()
            return self._fallback.save(session) or (
                _("{path} was changed by another program.").format(path=self.path)
                + f" {self._fallback}"
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
        self._known, self.is_saved = text, True
        return ""

    def __str__(self) -> str:
        return str(self._fallback or _("Game saved in {path}.").format(path=self.path))


class Autosave:
    """Automatic saving of a session whenever it changes, except games that are only viewed."""

    def __init__(self, session: Session, target: SaveTarget | None) -> None:
        self.session, self.target = session, target
        self._opening = session.tree.edits
        #: The session as last saved.
        self._saved = self._snapshot()
        self.error = ""

    def save(self) -> str:
        """Save the session if it has changed; return a message or an empty string."""
        now = self._snapshot()
        if self.target is None or now == self._saved:
            return ""
        opening = now[0] == self._opening and self.session.ending is None
        if not self.target.is_saved and opening:
            return ""
        try:
            message = self.target.save(self.session)
        except SaveError as error:
            # Report the error once, not at every move.
            text = _("The game is not saved: {error}").format(error=error)
            previous, self.error = self.error, text
            return "" if previous == self.error else self.error
        if self.error:
            message = message or _("Saving works again.")
        self._saved, self.error = now, ""
        return message

    def _snapshot(self) -> tuple[int, GameNode, Termination | None, list[float]]:
        session, tree, clock = self.session, self.session.tree, self.session.clock
        times = [] if clock is None else [clock.node.ply, *clock.node.times]
        return tree.edits, tree.node, session.ending, times

    def save_on_exit(self) -> str:
        """Return a message about whether the session is saved, or "" if no move was made."""
        if not self.session.tree.size or self.session.task is not None:
            return ""
        edits = self.session.tree.edits
        if self.target is not None and self.target.is_saved and self._saved[0] == edits:
            return str(self.target)
        return _("The game is not saved.")
