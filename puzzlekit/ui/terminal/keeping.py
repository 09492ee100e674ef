"""Keeping the game of the terminal in a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ...core.errors import SaveError
from ...play import saves
from ...play.autosave import Autosave
from ...play.session import Session

Say = Callable[[str], None]


class Keeper:
    """Keeps a session in a file, or nowhere; what goes wrong is said and stops nothing.

    A file that cannot be read is moved out of the way first.
    """

    def __init__(self, session: Session, path: Path | None, say: Say) -> None:
        self.session = session
        self.path = path
        self.say = say
        self.kept = ""
        self.write = self._prepared(path) if path else None

    def _prepared(self, path: Path) -> Autosave | None:
        known, now = "", saves.dump(self.session)
        if path.exists():
            try:
                known = saves.dump(saves.read(path))
            except SaveError as error:
                if not keep_aside(path, error, self.say):
                    return None
        # A game that is only looked at takes nobody's place.
        self.kept = now if now == known or not self.session.line else ""
        return Autosave(path, resumed=now == known)

    def keep(self) -> None:
        """Write the session if something has changed."""
        if self.write is None or (now := saves.dump(self.session)) == self.kept:
            return
        try:
            self.write(self.session)
        except (SaveError, OSError) as error:
            self.say(f"The game is not kept: {error}")
        else:
            self.kept = now

    def leave(self) -> None:
        """Write the session and say where it is, if anything was played."""
        self.keep()
        if not self.session.line:
            return
        if self.write and self.kept == saves.dump(self.session):
            self.say(f"The game is kept in {self.path}.")
        else:
            self.say("The game is not kept in a file.")


def keep_aside(path: Path, error: SaveError, say: Say) -> bool:
    """Move a damaged save out of the way; tell whether that went well."""
    try:
        aside = saves.keep_aside(path)
    except (OSError, SaveError) as trouble:
        say(f"{error} It cannot be moved ({trouble}), so this game will not be kept.")
        return False
    say(f"{error} It has been moved to {aside}.")
    return True
