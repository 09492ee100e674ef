"""A replay: the moves of a game shown one after the other."""

from __future__ import annotations

import time
from collections.abc import Callable

from ....play.table import Table
from ...settings import SPEEDS, Settings
from ..drawing.timeline import Timeline

#: Seconds from one move to the next at least, and how much longer for each second of motion.
PAUSE, MOTION = 0.35, 1.5


def pause(settings: Settings) -> float:
    """Return the seconds from one move to the next."""
    return PAUSE + MOTION * SPEEDS[settings.speed]


class Replay:
    """Go on from move to move until the last one, or until it is stopped."""

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
        self.is_on = False
        self._due = 0.0
        #: Where it has gone itself; anywhere else it has been interrupted.
        self._ply = 0

    def can_play(self) -> bool:
        return bool(self.table.session.all_moves)

    def toggle(self) -> None:
        """Play, from the start if the end is shown, or pause."""
        if self.is_on or not self.can_play():
            self.is_on = False
            self.changed()
            return
        if not self.table.session.can_redo:
            self.table.go(0)
        self.is_on = True
        self._wait()
        self.changed()

    def _wait(self) -> None:
        self._ply = self.table.session.ply
        self._due = self.now() + pause(self.settings)

    def poll(self) -> bool:
        """Show the next move if it is due; return whether anything has changed."""
        session = self.table.session
        if not self.is_on:
            return False
        if session.ply != self._ply or not session.can_redo:
            self.is_on = False
            return True
        if self.timeline.moving() or self.now() < self._due:
            return False
        self.table.go(session.ply + 1)
        self._wait()
        self.is_on = session.can_redo
        return True
