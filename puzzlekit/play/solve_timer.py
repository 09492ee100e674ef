"""Timer and statistics for solving a puzzle."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from ..core.errors import SaveError
from ..core.translation import _
from ..rules.twisty import Twisty
from .controller import GameController
from .messages import format_move_count
from .session import Session
from .setup import Setup
from .solve_history import (
    AVERAGE_COUNT,
    Best,
    Penalty,
    Solve,
    SolveHistory,
    average,
    best_results,
    format_time,
)

#: Seconds of inspection before the first move without a penalty, and with a penalty of two seconds
#: (World Cube Association, Regulations A3a and A4d).
INSPECTION_SECONDS, MAX_INSPECTION_SECONDS = 15, 17

#: Seconds of inspection after which the elapsed time is called (Regulation A3a4).
CALL_SECONDS = 8, 12


def puzzle_of(setup: Setup) -> str:
    """Return the puzzle ID without the start, under which solves are stored."""
    puzzle = str(setup.game._replace(seed=None, position="", walk=None))
    return f"{puzzle} {setup.game.walk or ''}".rstrip()


class SolveTimer:
    """The moves, time and hints of a puzzle in progress, timed from the first move to the goal.

    If `inspection` is set, the time before the first move of a twisty puzzle is limited. The
    default clock is not `time.monotonic`, which can have steps of 16 ms on Windows.
    """

    def __init__(
        self,
        controller: GameController,
        solves: SolveHistory | None = None,
        now: Callable[[], float] = time.perf_counter,
        inspection: bool = False,
    ) -> None:
        self.controller, self.now = controller, now
        session = controller.session
        self.solves = solves or SolveHistory()
        self.hint_shown = False
        #: Whether the timer has followed the session since its start.
        self.is_timed = not session.all_moves
        self._started: float | None = None
        self._penalty = Penalty.NONE
        self._final_time: int | None = None
        self._is_over = session.result is not None
        #: The number of moves made before this attempt.
        self._moves_before = session.tree.moves_made - session.ply
        is_inspected = inspection and self.is_timed and not self._is_over
        #: Start of the inspection time, and of its current pause.
        self._inspection = now() if is_inspected and isinstance(session.rules, Twisty) else None
        self._paused_at: float | None = None
        self._error = ""
        self.best, self.last = Best(), list[Solve]()
        self._read_best_results()
        session.watchers.insert(0, self._changed)  # before the controller clears the hint

    def _changed(self, session: Session) -> None:
        self.hint_shown = self.used_hint()
        if self._is_over:
            if session.ply == 0 and session.result is None:  # restarted
                self._started = self._final_time = None
                self._moves_before = session.tree.moves_made
                self._is_over, self.hint_shown, self.is_timed = False, False, True
                self._inspection, self._penalty = None, Penalty.NONE  # the scramble is known
            return
        if session.ply and self._started is None and self.is_timed:
            self._penalty = self._inspection_penalty()
            self._started = self.now()
        if session.result is not None and session.ply and not session.can_redo:
            self._record_solve(session)

    def _record_solve(self, session: Session) -> None:
        self._is_over = True
        if session.tree.moves_made - self._moves_before < session.ply:  # a replay
            self.is_timed = False
            return
        self._final_time = self._elapsed()
        solve = Solve(
            puzzle_of(session.setup),
            session.setup.id,
            session.move_count,
            self._final_time,
            self.hint_shown,
            self._penalty,
        )
        if not solve.start:
            return
        try:
            self.solves.add(solve)
        except SaveError as error:
            self._error = str(error)
        self._read_best_results()

    def _read_best_results(self) -> None:
        """Read the best results for this start, or for all random starts, and the last times."""
        setup = self.controller.session.setup
        try:
            solves = self.solves.all(puzzle_of(setup)).values()
        except SaveError as error:
            self._error = str(error)
            return
        own = [each for each in solves if not each.used_hint]
        is_random = setup.seed is not None  # the seed follows #
        self.best = best_results(
            each for each in own if ("#" in each.start if is_random else each.start == setup.id)
        )
        self.last = [each for each in own if each.hundredths is not None][-AVERAGE_COUNT:]

    @property
    def is_running(self) -> bool:
        """True if the clock or the inspection time is running."""
        is_solving = not self._is_over and self._started is not None
        return is_solving or self.is_inspecting

    @property
    def is_inspecting(self) -> bool:
        """True if the inspection time is running, or paused."""
        return not self._is_over and self._started is None and self._inspection is not None

    def pause_inspection(self, paused: bool) -> None:
        """Pause the inspection time, or resume it."""
        if self._inspection is None or paused == (self._paused_at is not None):
            return
        if self._paused_at is None:
            self._paused_at = self.now()
        else:
            self._inspection += self.now() - self._paused_at
            self._paused_at = None

    def _inspected_seconds(self) -> float:
        if self._inspection is None:
            return 0.0
        return (self.now() if self._paused_at is None else self._paused_at) - self._inspection

    def inspection_call(self) -> str:
        """Return the last call of the elapsed inspection time, or an empty string."""
        passed = [each for each in CALL_SECONDS if each <= self._inspected_seconds()]
        if not (self.is_inspecting and passed):
            return ""
        return _("{seconds} seconds of inspection").format(seconds=passed[-1])

    def _inspection_penalty(self) -> Penalty:
        """Return the penalty for making the first move now."""
        seconds = self._inspected_seconds()
        if seconds > MAX_INSPECTION_SECONDS:
            return Penalty.DNF
        return Penalty.PLUS_2 if seconds > INSPECTION_SECONDS else Penalty.NONE

    def used_hint(self) -> bool:
        """Return whether a hint has been shown."""
        return self.hint_shown or bool(self.controller.hint)

    def take_error(self) -> str:
        """Return and clear the error that prevents saving results, usually an empty string."""
        message, self._error = self._error, ""
        return message

    def _elapsed(self) -> int | None:
        if self._final_time is not None or self._started is None:
            return self._final_time
        return int(100 * (self.now() - self._started))

    def time_text(self) -> str:
        """Return the time, with hundredths once stopped, and with a star if a hint was used."""
        if not self.is_timed:
            return "–"
        if self.is_inspecting:
            left = math.ceil(INSPECTION_SECONDS - self._inspected_seconds())
            late = {Penalty.PLUS_2: "+2", Penalty.DNF: "DNF"}
            return late.get(self._inspection_penalty(), f"{left}")
        elapsed, mark = self._elapsed() or 0, "*" if self.used_hint() else ""
        if self._final_time is None:
            return format_time(elapsed, exact=False) + mark
        return Solve("", "", 0, elapsed, penalty=self._penalty).text + mark

    def time_label(self) -> str:
        """Return the label of the time."""
        return _("Inspection") if self.is_inspecting else _("Time")

    def best_moves(self) -> str:
        """Return the best number of moves as a string, or an empty string."""
        if self.best.moves is None:
            return ""
        return _("best {result}").format(result=f"{self.best.moves:,}")

    def best_time(self) -> str:
        """Return the best time as a string, or an empty string."""
        if self.best.hundredths is None:
            return ""
        return _("best {result}").format(result=format_time(self.best.hundredths))

    def last_times(self) -> list[str]:
        """Return the last five times and, if there is one, their average."""
        times = [each.text for each in self.last]
        if (mean := average([each.total for each in self.last])) is not None:
            times.append(_("average {mean}").format(mean=format_time(mean)))
        return times

    def status_text(self) -> str:
        """Return the moves, the time and the best results in one line."""
        parts = [format_move_count(self.controller.session.move_count)]
        if self.is_timed:
            parts.append(_("time {time}").format(time=self.time_text()))
        return ", ".join(filter(None, [*parts, self.best_moves(), self.best_time()]))
