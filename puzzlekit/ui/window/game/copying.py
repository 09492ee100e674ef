"""Games, records and positions through the clipboard of the desktop, which may be missing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from ....core.errors import PuzzlekitError
from ....core.game_id import is_path
from ....play import records
from ....play.setup import set_up_read
from ....play.table import Table
from ..desktop import DesktopError, copied_text, copy_text
from ..host import Host


class Copying:
    """Copies what is on a table, and plays what was copied."""

    def __init__(self, table: Table, host: Host) -> None:
        self.table, self.host = table, host

    def copy(self) -> None:
        said = "The game has been copied as text; Ctrl Shift C copies a record."
        self._copy(self.table.session.transcript, said)

    def copy_record(self) -> None:
        session, said = self.table.session, "The game has been copied as a record."
        self._copy(lambda: records.write(session), said)

    def copy_position(self) -> None:
        self._copy(self.table.session.position_id, "The position has been copied: {}")

    def _copy(self, write: Callable[[], str], said: str) -> None:
        try:
            text = write()
            copy_text(text)
        except PuzzlekitError as error:
            self.table.say(str(error))
        else:
            self.table.say(said.format(text))

    def paste(self) -> None:
        """Play the game that has been copied as text: a record, or an ID and moves."""
        try:
            here = self.table.session
            name = here.setup.game.name
            find = partial(set_up_read, folders=[Path(name).parent] if is_path(name) else [])
            text = copied_text()
            session = records.read(text, "What was copied", here.players, find=find)
        except DesktopError as error:
            self.table.say(str(error))
        except PuzzlekitError as error:
            self.table.say(f"It is no game: {error}")
        else:
            self.host.play(session, note=records.disagreement(session) or "")
