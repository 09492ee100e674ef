"""Opening of files: saved games, records and puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ..core.game_id import GameID
from . import records, saves
from .autosave import FileTarget, SaveTarget
from .game_database import LibraryTarget
from .new_game import start_game
from .session import Session
from .setup import make_setup


class OpenedFile(NamedTuple):
    """A game, its save target and a message, which is usually empty."""

    session: Session
    target: SaveTarget
    message: str = ""


def open_file(path: Path) -> OpenedFile:
    """Return the saved game or record in a file, or a new game if the file is a puzzle."""
    if records.is_record(path):
        session, message = records.open_file(path)
        return OpenedFile(session, LibraryTarget(), message)
    if saves.is_save(path):
        return OpenedFile(saves.read(path), FileTarget(path, is_owned=True))
    return OpenedFile(start_game(make_setup(GameID(str(path.absolute())))), LibraryTarget())
