"""Outcomes of games under best play of both players, proved by a search to the end of the game.

Alpha-beta with a table of what is known (D. E. Knuth and R. W. Moore, An analysis of alpha-beta
pruning, Artificial Intelligence 6, 1975), on the fast path of a game or by its rule book.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ..core.errors import OptionError, PluginError
from ..core.progress import Progress, silent
from ..rules.base import Rules, State
from .outcome_plain import LOSS, TIE, WIN, PlainSearch

if TYPE_CHECKING:
    from .outcome_compiled import CompiledSearch

#: Bytes for the table of known positions unless it is told otherwise.
MEMORY = 256 << 20

#: How a value is called, for the seat that moves.
OUTCOME_NAMES = {LOSS: "loss", TIE: "draw", WIN: "win", None: "open"}


class Outcome(NamedTuple):
    """How a position ends if both players play their best, as far as that has been proved.

    `value` is 1 if `seat`, which moves, wins, 0 for a draw, -1 if it loses, None if that is open.
    `openings` says the same of each of its moves, None where it is open or did not matter.
    `line` is one way to play that is best for both. `positions` is how many were looked at, and
    `memory` how many bytes the table has at most.
    """

    seat: int
    value: int | None
    openings: dict[str, int | None]
    line: list[str]
    positions: int
    seconds: float
    memory: int

    def __str__(self) -> str:
        return OUTCOME_NAMES[self.value]


class OutcomeSearch:
    """A search for the outcome of a position, which keeps what it has when it is interrupted.

    With `every` the outcomes of all moves are proved, else those that are needed.
    """

    def __init__(
        self, rules: Rules, state: State, *, every: bool = False, memory: int = MEMORY
    ) -> None:
        if not rules.is_game():
            raise OptionError(f"{rules.name} is no game for two, so nobody wins it; try `solve`.")
        if len(rules.players) > 2:
            raise OptionError(
                f"Outcomes are proved for two players, and {len(rules.players)} play "
                f"{rules.name}; choose `players=2` if it has that option."
            )
        if (result := rules.outcome(state)) is not None:
            raise OptionError(f"There is nothing to prove, since the game is over: {result.text}.")
        self.rules, self.state, self.every = rules, state, every
        self.seat = rules.turn(state)
        self.openings: dict[str, int | None] = dict.fromkeys(rules.legal_moves(state))
        self.line: list[str] = []
        self._search = _search_for(rules, state, memory)
        self._spent, self._end = 0.0, math.inf
        self._progress: Progress = silent
        self._complete = False

    @property
    def value(self) -> int | None:
        """The outcome for the seat that moves, None if it is not proved yet."""
        values = [value for value in self.openings.values() if value is not None]
        best = max(values, default=None)
        return best if best == WIN or self._complete else None

    def run(self, seconds: float | None = None, progress: Progress = silent) -> None:
        """Search until all is proved or time is up; raise `LimitReachedError` for too long a game."""
        began = time.monotonic()
        self._end = math.inf if seconds is None else began + seconds
        self._progress = progress
        try:
            if self._prove():
                self._complete = True
            if self.value is not None:
                self.line = list(self._best())
        finally:
            self._spent += time.monotonic() - began

    def _prove(self) -> bool:
        """Prove the moves one by one; return whether that was all that is needed."""
        best = LOSS
        for number, move in enumerate(self._search.ordered(self.state)):
            value = self.openings[move]
            if value is None:
                what = f"positions, move {number + 1} of {len(self.openings)} ({move})"
                low = LOSS if self.every else best
                value = self._after(self.state, move, low, WIN, what)
                if value is None:
                    return False
                if value > low or value == LOSS:  # else it is a bound
                    self.openings[move] = value
            best = max(best, value)
            if best == WIN and not self.every:
                break
        return True

    def _after(self, state: State, move: str, low: int, high: int, what: str) -> int | None:
        """Return what a move is worth to who makes it, if that lies in a window, else a bound."""
        after = self.rules.apply_unchecked(state, move)
        if self.rules.outcome(after) is not None:
            return _score(self.rules, after, self.rules.turn(state))
        same = self.rules.turn(after) == self.rules.turn(state)
        window = (low, high) if same else (-high, -low)
        found = self._search.value(after, *window, self._end, what, self._progress)
        return found if same or found is None else -found

    def _best(self) -> Iterator[str]:
        """Yield best moves for both, as time permits; the loser plays the hardest one to answer."""
        state, value, rules = self.state, self.value, self.rules
        assert value is not None
        while rules.outcome(state) is None:
            seat, chosen = rules.turn(state), None
            for move in self._search.ordered(state, hardest=value == LOSS):
                worth: int | None = LOSS
                if value > LOSS:
                    worth = self._after(state, move, value - 1, value, "positions, for the line")
                if worth is None:
                    return
                if worth >= value:
                    chosen = move
                    break
            if chosen is None:
                raise _contradicted(rules)
            yield chosen
            state = rules.play(state, chosen)
            if rules.turn(state) != seat:
                value = -value
        if _score(rules, state, self.seat) != self.value:
            raise _contradicted(rules)

    def result(self) -> Outcome:
        """Return what has been proved so far."""
        return Outcome(
            self.seat,
            self.value,
            dict(self.openings),
            self.line,
            self._search.positions,
            self._spent,
            self._search.memory,
        )


def _score(rules: Rules, state: State, seat: int) -> int:
    """Return what a game that is over is worth to a seat."""
    result = rules.outcome(state)
    assert result is not None
    return TIE if result.seat is None else (WIN if result.seat == seat else LOSS)


def _contradicted(rules: Rules) -> PluginError:
    return PluginError(
        f"The fast path of {rules.name} proves what its rule book contradicts; try "
        "`puzzlekit check`."
    )


def _search_for(rules: Rules, state: State, memory: int) -> PlainSearch | CompiledSearch:
    if rules.compiled is None:
        return PlainSearch(rules, memory)
    from .outcome_compiled import CompiledSearch

    return CompiledSearch(rules.compiled, state, memory)
