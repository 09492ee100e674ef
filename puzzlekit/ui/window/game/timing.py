"""Timed events in a game: clocks, replay and playback of solutions."""

from __future__ import annotations

import time

from ....core.translation import _
from ....play.clock import format_clock
from ....play.engine import Request
from ....play.solve_timer import SolveTimer
from ....rules.merged_moves import split_turns
from ...settings import SPEEDS
from .board import GameBoard, Premoves

#: Minimum seconds between moves, and additional seconds per second of animation.
PAUSE, MOTION = 0.35, 1.5


class Replay:
    """A replay of the moves, which ends after the last move or when it is stopped."""

    def __init__(self, board: GameBoard) -> None:
        self.controller, self.timeline = board.controller, board.timeline
        self.now = time.monotonic
        self.is_on = False
        self._due = 0.0
        #: The ply set by the replay. If the current ply differs, the replay has been interrupted.
        self._ply = 0

    def can_play(self) -> bool:
        return bool(self.controller.session.all_moves)

    def toggle(self) -> None:
        """Start the replay (from the beginning if the last move is shown), or pause it."""
        self.is_on = not self.is_on and self.can_play()
        if self.is_on:
            if not self.controller.session.can_redo:
                self.controller.go(0)
            self._schedule_step()

    def _schedule_step(self) -> None:
        self._ply = self.controller.session.ply
        self._due = self.now() + PAUSE + MOTION * SPEEDS[self.timeline.settings.speed]

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
        self.controller.step(1)
        self._schedule_step()
        self.is_on = self.controller.session.can_redo


class SolutionPlayer(Replay):
    """Playback of a hint, turn by turn. A single undo takes back all moves."""

    #: The turns that have not been played yet, each as its moves, and the number of all turns.
    _turns: list[list[str]]
    _count = 0
    _start_ply = 0
    #: The search whose solution will be played once it is found.
    _awaited: Request | None = None

    def can_play(self) -> bool:
        return len(self.controller.hint) > 1 and not self.controller.rules.is_game()

    def begin_when_found(self) -> None:
        """Play the solution as soon as the running search finds one."""
        self._awaited = self.controller.request

    def poll(self) -> bool:
        begins = self._awaited is not None and bool(self.controller.hint)
        if begins:
            self.begin()
        elif self.controller.request is not self._awaited:
            self._awaited = None  # the search has failed or been stopped
        return super().poll() or begins

    def begin(self) -> None:
        """Start playing the current hint."""
        self.is_on, self._awaited = True, None
        self._turns = split_turns(self.controller.rules, self.controller.hint)
        self._count = len(self._turns)
        self._start_ply = self._ply = self.controller.session.ply
        self._due = self.now()
        self.controller.stop_search()

    def stop(self) -> bool:
        """Stop the playback, and do not begin it later; return whether it was running."""
        was_on, self.is_on, self._awaited = self.is_on, False, None
        return was_on

    def status_text(self) -> str:
        return _("Playing the solution: {done:,} of {count:,}").format(
            done=self._count - len(self._turns), count=self._count
        )

    def _is_over(self) -> bool:
        return False

    def _step(self) -> None:
        turn = self._turns.pop(0)
        end = self._ply + len(turn)
        self.controller.play(*turn)
        self._schedule_step()
        if self._ply == end:
            self.controller.session.group_moves(self._start_ply)
        self.is_on = bool(self._turns) and self._ply == end


class Ticker:
    """The timed events of a game, polled while it is `on`."""

    def __init__(self, board: GameBoard) -> None:
        self.controller = board.controller
        self.replay, self.solution = Replay(board), SolutionPlayer(board)
        self.premoves = Premoves(board)
        self.timer: SolveTimer | None = None
        if not board.rules.is_game():
            inspection = board.timeline.settings.inspection
            self.timer = SolveTimer(self.controller, inspection=inspection)
        self._shown = self._displayed_times()
        self._called = ""

    @property
    def on(self) -> bool:
        clock = self.controller.session.clock
        runs = clock is not None and clock.seat is not None
        races = self.timer is not None and self.timer.is_running
        shows = self.replay.is_on or self.solution.is_on
        return runs or races or shows or bool(self.premoves.events)

    def poll(self, *, paused: bool) -> bool:
        """Update all timed events, of which inspection can be paused.

        Return whether the layout has changed.
        """
        self.controller.arbiter.tick()
        if self.timer is not None:
            self.timer.pause_inspection(paused)
        changed = [each.poll() for each in (self.replay, self.solution, self.premoves)]
        return any(changed)

    def new_call(self) -> str:
        """Return a call of the inspection time that has not been returned yet, or nothing."""
        before, self._called = self._called, self.timer.inspection_call() if self.timer else ""
        return "" if self._called == before else self._called

    def is_stale(self) -> bool:
        """Return whether a displayed time has changed since the last call."""
        before, self._shown = self._shown, self._displayed_times()
        return self._shown != before

    def _displayed_times(self) -> tuple[str, str]:
        clock = self.controller.session.clock
        left = (
            format_clock(clock.remaining(clock.seat))
            if clock is not None and clock.seat is not None
            else ""
        )
        return left, self.timer.time_text() if self.timer is not None else ""
