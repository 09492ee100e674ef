"""Keeping a session in a file after every move."""

from __future__ import annotations

from pathlib import Path

from ..core.errors import SaveError
from . import saves
from .session import Session


class Autosave:
    """Keeps a session in a file, after every move if it is called then.

    The game that the file held before is kept beside it as `.previous`, or as `.damaged-N` if
    it cannot be read. Raises `SaveError`.
    """

    def __init__(self, path: Path, *, resumed: bool = False) -> None:
        self.path = path
        self._ours = resumed

    def __call__(self, session: Session) -> None:
        """Write the session."""
        if not self._ours and self.path.exists():
            self._make_room()
        self._ours = True
        saves.write(session, self.path)

    def _make_room(self) -> None:
        try:
            saves.read(self.path)
        except SaveError:
            saves.keep_aside(self.path)
        else:
            saves.rename(self.path, self.path.with_suffix(".previous"))
