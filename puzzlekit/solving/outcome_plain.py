"""Outcomes under best play in plain Python, a slow reference for the compiled search."""

from __future__ import annotations

import time
from collections import Counter

from ..core.errors import LimitReachedError
from ..core.progress import Progress
from ..rules.base import Rules, State

#: The values of a position for the side to move.
LOSS, TIE, WIN = -1, 0, 1

#: Maximum depth of a search in plies.
MAX_PLIES = 512

#: Approximate bytes per known position; number of positions between two progress reports.
_ENTRY, _REPORT_INTERVAL = 500, 256


class GameTooLongError(LimitReachedError):
    """Raised if a game is too long to be searched to its end."""

    def __init__(self) -> None:
        super().__init__(
            f"The game can last more than {MAX_PLIES} plies, so it cannot be searched to its end."
        )


class _Frame:
    """A position on the stack with its window and, once opened, its remaining moves."""

    __slots__ = ("alpha", "best_value", "beta", "left", "move", "state")

    def __init__(self, state: State, alpha: int, beta: int) -> None:
        self.state, self.alpha, self.beta = state, alpha, beta
        self.left: list[str] | None = None
        self.best_value = LOSS - 1
        self.move = ""


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
        self, state: State, alpha: int, beta: int, end: float, what: str, progress: Progress
    ) -> int | None:
        """Return the value for the side to move, or a bound for it; return None after `end`."""
        stack, value = [_Frame(state, alpha, beta)], LOSS
        while stack:
            frame = stack[-1]
            known = self._open(frame) if frame.left is None else None
            if known is None and frame.left and frame.best_value < frame.beta:
                if len(stack) > MAX_PLIES:
                    raise GameTooLongError
                stack.append(self._push_child(frame))
                continue
            if known is None:
                self._store(frame)
            value = frame.best_value if known is None else known
            stack.pop()
            if stack:
                self._update_parent(stack[-1], frame, value)
            if self.positions % _REPORT_INTERVAL == 0:
                progress(what, self.positions, None)
            if time.monotonic() >= end and stack:
                return None
        return value

    def _open(self, frame: _Frame) -> int | None:
        """Open a position; return its value if it is known immediately."""
        rules, state = self.rules, frame.state
        self.positions += 1
        if (result := rules.outcome(state)) is not None:
            if result.seat is None:
                return TIE
            return WIN if result.seat == rules.turn(state) else LOSS
        low, high = self._known.get(state, (LOSS, WIN))
        if low >= frame.beta or low == high:
            return low
        if high <= frame.alpha:
            return high
        frame.left = self.ordered(state)[::-1]
        return None

    def _push_child(self, frame: _Frame) -> _Frame:
        assert frame.left is not None
        frame.move = frame.left.pop()
        after = self.rules.apply_unchecked(frame.state, frame.move)
        alpha, beta = max(frame.alpha, frame.best_value), frame.beta
        if self.rules.turn(after) != self.rules.turn(frame.state):
            alpha, beta = -beta, -alpha
        return _Frame(after, alpha, beta)

    def _update_parent(self, above: _Frame, frame: _Frame, value: int) -> None:
        seat = self.rules.turn(above.state)
        if self.rules.turn(frame.state) != seat:
            value = -value
        above.best_value = max(above.best_value, value)
        self._history[seat, above.move] += value >= above.beta

    def _store(self, frame: _Frame) -> None:
        low, high = self._known.pop(frame.state, (LOSS, WIN))
        if frame.best_value > frame.alpha:
            low = max(low, frame.best_value)
        if frame.best_value < frame.beta:
            high = min(high, frame.best_value)
        self._known[frame.state] = low, high
        if len(self._known) > self._max_entries:
            del self._known[next(iter(self._known))]
