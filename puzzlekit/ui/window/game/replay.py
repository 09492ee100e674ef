"""Replay of a game, and playback of a solution."""

from __future__ import annotations

import time
from collections.abc import Callable

from ....play.controller import GameController
from ...settings import SPEEDS, Settings
from ..drawing.timeline import Timeline

#: Minimum seconds between moves, and extra seconds per second of animation.
PAUSE, MOTION = 0.35, 1.5


class Replay:
    """A replay of the moves, until the last one or until it is stopped."""

    def __init__(
        self,
        controller: GameController,
        timeline: Timeline,
        settings: Settings,
        changed: Callable[[], object],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.controller, self.timeline, self.settings = controller, timeline, settings
        self.changed, self.now = changed, now
        self.is_on = False
        self._due = 0.0
        #: The ply set by the replay itself; any other current ply means it was interrupted.
        self._ply = 0

    def can_play(self) -> bool:
        return bool(self.controller.session.all_moves)

    def toggle(self) -> None:
        """Start the replay (over again if the last move is shown), or pause it."""
        self.is_on = not self.is_on and self.can_play()
        if self.is_on:
            if not self.controller.session.can_redo:
                self.controller.go(0)
            self._wait()
        self.changed()

    def _wait(self) -> None:
        self._ply = self.controller.session.ply
        self._due = self.now() + PAUSE + MOTION * SPEEDS[self.settings.speed]

    def poll(self) -> bool:
        """Show the next move if it is due; return whether anything has changed."""
        if not self.is_on:
            return False
        if self.controller.session.ply != self._ply or self._is_over():
            self.is_on = False
            return True
        if self.timeline.moving() or self.now() < self._due:
            return False
        self._step()
        return True

    def _is_over(self) -> bool:
        return not self.controller.session.can_redo

    def _step(self) -> None:
        self.controller.go(self._ply + 1)
        self._wait()
        self.is_on = self.controller.session.can_redo


class SolutionPlayer(Replay):
    """Playback of a hint, move by move; a single undo takes back all of them."""

    _moves: list[str]
    _start_ply = 0

    def can_play(self) -> bool:
        return len(self.controller.hint) > 1 and not self.controller.rules.is_game()

    def begin(self) -> None:
        """Start playing the current hint."""
        self.is_on, self._moves = True, list(self.controller.hint)
        self._start_ply = self._ply = self.controller.session.ply
        self._due = self.now()
        self.controller.stop_search()
        self.changed()

    def stop(self) -> bool:
        """Stop; return whether it was running."""
        was_on, self.is_on = self.is_on, False
        if was_on:
            self.changed()
        return was_on

    def status_text(self) -> str:
        done = self._ply - self._start_ply
        return f"Playing the solution: {done:,} of {done + len(self._moves):,}"

    def _is_over(self) -> bool:
        return self.controller.session.can_redo

    def _step(self) -> None:
        before = self._ply
        self.controller.play(self._moves.pop(0))
        self._wait()
        if self._ply == before + 1:
            self.controller.session.group_moves(self._start_ply)
        self.is_on = bool(self._moves) and self._ply == before + 1
