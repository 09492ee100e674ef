"""What goes on by itself in a game: the clock, a replay, and clicks that came early."""

from __future__ import annotations

from ....play.clock import spelt
from ....play.table import Table
from ...settings import Settings
from .board import GameBoard
from .early_clicks import EarlyClicks
from .replay import Replay


class Pace:
    """Looked at again and again, while it is `on`."""

    def __init__(self, table: Table, board: GameBoard, settings: Settings) -> None:
        self.table = table
        self.replay = Replay(table, board.timeline, settings, board.touched)
        self.early = EarlyClicks(table, board)
        #: The time as it was shown last.
        self._shown = ""

    @property
    def on(self) -> bool:
        """Whether there is anything to look at."""
        clock = self.table.session.clock
        runs = clock is not None and clock.seat is not None
        return runs or self.replay.is_on or bool(self.early.kept)

    def poll(self) -> bool:
        """Let time pass; tell whether there is something new to be laid out."""
        self.table.arbiter.tick()
        changed = self.replay.poll()
        return self.early.poll() or changed

    def is_stale(self) -> bool:
        """Tell whether the clock shows another time than when one looked last."""
        clock, before = self.table.session.clock, self._shown
        if clock is not None and clock.seat is not None:
            self._shown = spelt(clock.left(clock.seat))
        return self._shown != before
