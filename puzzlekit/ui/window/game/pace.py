"""What goes on by itself in a game: clocks, a replay, a solution, and clicks that came early."""

from __future__ import annotations

from ....play.attempt import Attempt
from ....play.clock import spelt
from ....play.table import Table
from ...settings import Settings
from .board import GameBoard
from .early_clicks import EarlyClicks
from .replay import Replay, Solution


class Pace:
    """Looked at again and again, while it is `on`."""

    def __init__(self, table: Table, board: GameBoard, settings: Settings) -> None:
        self.table = table
        self.replay = Replay(table, board.timeline, settings, board.touched)
        self.solution = Solution(table, board.timeline, settings, board.touched)
        self.early = EarlyClicks(table, board)
        self.attempt = None if table.rules.is_game() else Attempt(table)
        self._shown = self._times()

    @property
    def on(self) -> bool:
        clock = self.table.session.clock
        runs = clock is not None and clock.seat is not None
        races = self.attempt is not None and self.attempt.is_running
        shows = self.replay.is_on or self.solution.is_on
        return runs or races or shows or bool(self.early.kept)

    def poll(self) -> bool:
        """Let time pass; return whether there is something new to be laid out."""
        self.table.arbiter.tick()
        changed = [each.poll() for each in (self.replay, self.solution, self.early)]
        return any(changed)

    def is_stale(self) -> bool:
        """Return whether a clock shows another time than when one looked last."""
        before, self._shown = self._shown, self._times()
        return self._shown != before

    def _times(self) -> tuple[str, str]:
        clock = self.table.session.clock
        left = spelt(clock.left(clock.seat)) if clock is not None and clock.seat is not None else ""
        return left, self.attempt.time() if self.attempt is not None else ""
