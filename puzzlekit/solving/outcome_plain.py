"""Outcomes under best play by the rule book alone: slow, and a yardstick for the compiled ones."""

from __future__ import annotations

import time
from collections import Counter

from ..core.errors import LimitReachedError
from ..core.progress import Progress
from ..rules.base import Rules, State

#: What a position is worth to the seat that moves.
LOSS, TIE, WIN = -1, 0, 1

#: Plies that a search looks ahead at most.
MAX_PLIES = 512

#: Bytes that a known position takes, more or less, and positions between two reports.
_ENTRY, _BETWEEN = 500, 256


class GameTooLongError(LimitReachedError):
    """A game goes on for longer than a search can follow it."""

    def __init__(self) -> None:
        super().__init__(
            f"The game can go on for more than {MAX_PLIES} plies, perhaps for ever, so that it "
            "cannot be searched to its end."
        )


class _Frame:
    """A position on the way, the window for its value, and its moves once it has been opened."""

    __slots__ = ("alpha", "beta", "found", "left", "move", "state")

    def __init__(self, state: State, alpha: int, beta: int) -> None:
        self.state, self.alpha, self.beta = state, alpha, beta
        self.left: list[str] | None = None
        self.found = LOSS - 1
        self.move = ""


class PlainSearch:
    """Finds values of positions of a game for two, by its rule book; what it knows is kept."""

    def __init__(self, rules: Rules, memory: int) -> None:
        self.rules, self.memory = rules, memory
        self.positions = 0
        self._known: dict[State, tuple[int, int]] = {}
        self._room = max(memory // _ENTRY, 1)
        self._good: Counter[tuple[int, str]] = Counter()

    def ordered(self, state: State, hardest: bool = False) -> list[str]:
        """Return the moves of a position, the most promising first."""
        seat = self.rules.turn(state)
        return sorted(self.rules.legal_moves(state), key=lambda move: -self._good[seat, move])

    def value(
        self, state: State, alpha: int, beta: int, end: float, what: str, progress: Progress
    ) -> int | None:
        """Return the value (or a bound outside the window) for the mover; None if late."""
        stack, value = [_Frame(state, alpha, beta)], LOSS
        while stack:
            frame = stack[-1]
            known = self._open(frame) if frame.left is None else None
            if known is None and frame.left and frame.found < frame.beta:
                if len(stack) > MAX_PLIES:
                    raise GameTooLongError
                stack.append(self._below(frame))
                continue
            if known is None:
                self._store(frame)
            value = frame.found if known is None else known
            stack.pop()
            if stack:
                self._accept(stack[-1], frame, value)
            if self.positions % _BETWEEN == 0:
                progress(what, self.positions, None)
            if time.monotonic() >= end and stack:
                return None
        return value

    def _open(self, frame: _Frame) -> int | None:
        """Look at a position for the first time; return its value if it is seen at once."""
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

    def _below(self, frame: _Frame) -> _Frame:
        assert frame.left is not None
        frame.move = frame.left.pop()
        after = self.rules.apply_unchecked(frame.state, frame.move)
        alpha, beta = max(frame.alpha, frame.found), frame.beta
        if self.rules.turn(after) != self.rules.turn(frame.state):
            alpha, beta = -beta, -alpha
        return _Frame(after, alpha, beta)

    def _accept(self, above: _Frame, frame: _Frame, value: int) -> None:
        seat = self.rules.turn(above.state)
        if self.rules.turn(frame.state) != seat:
            value = -value
        above.found = max(above.found, value)
        self._good[seat, above.move] += value >= above.beta

    def _store(self, frame: _Frame) -> None:
        low, high = self._known.pop(frame.state, (LOSS, WIN))
        if frame.found > frame.alpha:
            low = max(low, frame.found)
        if frame.found < frame.beta:
            high = min(high, frame.found)
        self._known[frame.state] = low, high
        if len(self._known) > self._room:
            del self._known[next(iter(self._known))]
