"""What the launcher says about the difficulty of a puzzle, as soon as that is known."""

from __future__ import annotations

import time

from ....core.errors import PuzzlekitError
from ....play.thinking import Request
from ....rules.rule_book import Puzzle
from ...worker import DIFFICULTY, Job, Worker
from .selection import Selection

#: Seconds for which a puzzle must have been chosen before it is looked at.
DWELL = 0.4


class DifficultyLine:
    """Has another process find out how hard the chosen puzzle is; remembers what it found."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self._worker = Worker()
        self._known: dict[str, str] = {}
        self._game = ""
        self._since = 0.0

    @property
    def text(self) -> str:
        return self._known.get(self._game, "")

    @property
    def busy(self) -> bool:
        return bool(self._game) and self._game not in self._known

    def look(self) -> None:
        chosen = self.selection.chosen
        game = ""
        if chosen and issubclass(self.selection.kind, Puzzle):
            game = self.selection.game_id()
        if game != self._game:
            self._game, self._since = game, time.monotonic()
            self._worker.want(None)

    def poll(self) -> bool:
        """Ask, or take the answer if there is one; return whether there was."""
        if not self.busy:
            return False
        if not self._worker.busy:
            if time.monotonic() - self._since >= DWELL:
                self._worker.ask(Job(self._game, Request(DIFFICULTY, ())))
            return False
        if (found := self._worker.poll()) is None:
            return False
        job, answer = found
        # What cannot be found out is not said: whoever starts the puzzle is told what is wrong.
        self._known[job.game] = "" if isinstance(answer, PuzzlekitError) else str(answer)
        return True

    def stop(self) -> None:
        self._worker.stop()
        self._game = ""
