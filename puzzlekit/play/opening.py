"""What lies in a file that somebody brings: a saved game, a record, or a puzzle to begin."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ..core.game_id import GameID
from . import records, saves
from .autosave import InFile, Place
from .new_game import begin
from .session import Session
from .setup import set_up
from .shelf import Shelf


class Opened(NamedTuple):
    """A game, where it is kept, and what there is to be said of it, mostly nothing."""

    session: Session
    place: Place
    note: str = ""


def open_file(path: Path) -> Opened:
    """Return the saved game or record in a file, or a new game of the puzzle in it."""
    if records.is_record(path):
        session, said = records.open_file(path)
        return Opened(session, Shelf(), said)
    if saves.is_save(path):
        return Opened(saves.read(path), InFile(path, taken=True))
    return Opened(begin(set_up(GameID(str(path.absolute())))), Shelf())
