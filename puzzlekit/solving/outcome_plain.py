"""Outcomes under best play in plain Python, a slow reference for the compiled search."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from ..core.errors import LimitReachedError
from ..core.progress import Progress, TimeUpError
from ..rules.base import Rules, State

#: The values of a position for the side to move.
LOSS, TIE, WIN = -1, 0, 1

#: Maximum depth of a search in plies.
MAX_PLIES = 512

#: Approximate number of bytes per known position, and number of positions between progress reports.
_ENTRY, _REPORT_INTERVAL = 500, 256


class GameTooLongError(LimitReachedError):
    """Raised if a game is too long to be searched to its end."""

    def __init__(self) -> None:
        super().__init__(
            f"The game can last more than {MAX_PLIES} plies, so it cannot be searched to its end."
        )


class PlainSearch:
    """A search for the values of positions in a two-player game, with a transposition table."""

    def __init__(self, rules: Rules, memory: int) -> None:
        self.rules, self.memory = rules, memory
        self.positions = 0
        self._known: dict[State, tuple[int, int]] = {}
        self._max_entries = max(memory // _ENTRY, 1)
        self._history: Counter[tuple[int, str]] = Counter()

    def ordered(self, state: State, hardest: bool = False) -> list[str]:
        """Return the legal moves in a position, the most promising first."""
        seat = self.rules.turn(state)
        return sorted(self.rules.legal_moves(state), key=lambda move: -self._history[seat, move])

    def value(
        self, state: State, alpha: int, beta: int, deadline: float, message: str, progress: Progress
    ) -> int | None:
        """Return the value for the side to move, or a bound for it, or None after `deadline`."""

        def check_time() -> None:
            if self.positions % _REPORT_INTERVAL == 0:
                progress(message, self.positions, None)
            if time.monotonic() >= deadline:
                raise TimeUpError

        try:
            return self._value(state, alpha, beta, check_time)
        except TimeUpError:
            return None

    def _value(
        self, state: State, alpha: int, beta: int, check_time: Callable[[], None], ply: int = 0
    ) -> int:
        rules = self.rules
        self.positions += 1
        seat = rules.turn(state)
        if (result := rules.outcome(state)) is not None:
            return TIE if result.seat is None else WIN if result.seat == seat else LOSS
        low, high = self._known.get(state, (LOSS, WIN))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        if ply == MAX_PLIES:
            raise GameTooLongError
        best = LOSS - 1
        for move in self.ordered(state):
            after, floor = rules.apply_unchecked(state, move), max(alpha, best)
            if rules.turn(after) == seat:
                value = self._value(after, floor, beta, check_time, ply + 1)
            else:
                value = -self._value(after, -beta, -floor, check_time, ply + 1)
            check_time()
            best = max(best, value)
            self._history[seat, move] += value >= beta
            if best >= beta:
                break
        self._store(state, best if best > alpha else LOSS, best if best < beta else WIN)
        return best

    def _store(self, state: State, low: int, high: int) -> None:
        """Add bounds to the table; if the table is full, drop the oldest entry."""
        old_low, old_high = self._known.pop(state, (LOSS, WIN))
        self._known[state] = max(low, old_low), min(high, old_high)
        if len(self._known) > self._max_entries:
            del self._known[next(iter(self._known))]
