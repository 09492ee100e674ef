"""A puzzle that somebody tries to solve: moves, time, help, and the best so far."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..core.errors import SaveError
from .controller import GameController
from .distance_bounds import DistanceBound, distance_bounds
from .session import Session
from .solve_history import Best, Solve, SolveHistory, average, format_time


class SolveTimer:
    """Follow a table at which a puzzle is solved; the time runs from the first move to the goal."""

    def __init__(
        self,
        table: GameController,
        solves: SolveHistory | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table, self.now = table, now
        session = table.session
        self.solves = solves or SolveHistory()
        self.helped = False
        #: Whether the beginning was seen.
        self.is_timed = not session.all_moves
        self._begun: float | None = None
        self._took: int | None = None
        self._over = session.result is not None
        self._trouble = ""
        self.best, self.last = Best(), list[int]()
        self._read()
        session.watchers.insert(0, self._changed)  # the hint is still on the table then

    def _changed(self, session: Session) -> None:
        self.helped = self.used_hint()
        if self._over:
            if session.ply == 0 and session.result is None:  # once more from the start
                self._begun = self._took = None
                self._over, self.helped, self.is_timed = False, False, True
            return
        if session.ply and self._begun is None and self.is_timed:
            self._begun = self.now()
        if session.result is not None and session.ply and not session.can_redo:
            self._end(session)

    def _end(self, session: Session) -> None:
        self._over = True
        self._took = self._elapsed()
        solve = Solve(*self._ids(), session.ply, self._took, self.helped)
        if not solve.start:
            return
        try:
            self.solves.add(solve)
        except SaveError as error:
            self._trouble = str(error)
        self._read()

    def _ids(self) -> tuple[str, str]:
        """Return the IDs of the puzzle, and of the puzzle with its start."""
        setup = self.table.session.setup
        puzzle = str(setup.game._replace(seed=None, position="", walk=None))
        return f"{puzzle} {setup.game.walk or ''}".rstrip(), setup.id

    def _read(self) -> None:
        puzzle, start = self._ids()
        try:
            self.best, self.last = self.solves.best(start), self.solves.last(puzzle)
        except SaveError as error:
            self._trouble = str(error)

    @property
    def is_running(self) -> bool:
        """Whether the time runs."""
        return self._begun is not None and not self._over

    def used_hint(self) -> bool:
        """Return whether a hint was shown."""
        return self.helped or bool(self.table.hint)

    def trouble(self) -> str:
        """Return once what keeps moves and times from being kept; mostly nothing."""
        said, self._trouble = self._trouble, ""
        return said

    def _elapsed(self) -> int | None:
        if self._took is not None or self._begun is None:
            return self._took
        return int(100 * (self.now() - self._begun))

    def time(self) -> str:
        """Return the time, with hundredths when it has stopped and a star if a hint was shown."""
        if not self.is_timed:
            return "–"
        taken = self._elapsed() or 0
        mark = "*" if self.used_hint() else ""
        return format_time(taken, exact=self._took is not None) + mark

    def far(self) -> list[DistanceBound | None]:
        """Return how far the positions were from the goal, where that is known."""
        return distance_bounds(self.table.session, self.table.ways)

    def best_moves(self) -> str:
        """Return the fewest moves so far, in words; empty if it was never solved."""
        return "" if self.best.moves is None else f"best {self.best.moves:,}"

    def best_time(self) -> str:
        """Return the shortest time so far, in words; empty if there is none."""
        return "" if self.best.hundredths is None else f"best {format_time(self.best.hundredths)}"

    def average_of_five(self) -> str:
        """Return the last five times, and their average; empty if there are none."""
        if not self.last:
            return ""
        mean = average(self.last)
        times = "  ".join(map(format_time, self.last))
        return f"{times}  average {format_time(mean)}" if mean is not None else times

    def status_text(self) -> str:
        """Return moves, time and best in one line."""
        count = self.table.session.ply
        moves = "1 move" if count == 1 else f"{count:,} moves"
        parts = [moves, f"time {self.time()}" if self.is_timed else "", self.best_moves()]
        return ", ".join(filter(None, [*parts, self.best_time()]))
