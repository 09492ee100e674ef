"""A solution that was found, played move by move while somebody watches."""

from __future__ import annotations

import time
from collections.abc import Callable

from ....play.table import Table
from ...settings import Settings
from ..drawing.timeline import Timeline
from .replay import pause


class Solution:
    """Make the moves of a hint one after the other; undo takes all of them back together."""

    def __init__(
        self,
        table: Table,
        timeline: Timeline,
        settings: Settings,
        changed: Callable[[], object],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table, self.timeline, self.settings = table, timeline, settings
        self.changed, self.now = changed, now
        self._moves: list[str] = []
        #: Where it began and where it has come itself; anywhere else it has been interrupted.
        self._begun = self._ply = 0
        self._due = 0.0

    @property
    def is_on(self) -> bool:
        return bool(self._moves)

    def can_begin(self) -> bool:
        """Return whether more than the next move is known of a way to the goal."""
        return len(self.table.hint) > 1 and not self.table.rules.is_game()

    def begin(self) -> None:
        self._moves = list(self.table.hint)
        self._begun = self._ply = self.table.session.ply
        self._due = self.now()
        self.table.stop_looking()
        self.changed()

    def stop(self) -> bool:
        """Leave it where it is; return whether it was on."""
        was_on = self.is_on
        self._moves = []
        if was_on:
            self.changed()
        return was_on

    def said(self) -> str:
        done = self._ply - self._begun
        return f"Playing the solution: {done:,} of {done + len(self._moves):,}"

    def poll(self) -> bool:
        """Make the next move if it is due; return whether anything has changed."""
        session = self.table.session
        if not self.is_on:
            return False
        if session.ply != self._ply or session.can_redo:
            self._moves = []
            return True
        if self.timeline.moving() or self.now() < self._due:
            return False
        self._ply += 1
        self.table.play(self._moves.pop(0))
        if session.ply == self._ply:
            session.join(self._begun)
        self._due = self.now() + pause(self.settings)
        return True
