"""Outcomes of games under best play, proved by a search to the end of the game.

The search is alpha-beta with a transposition table (D. E. Knuth and R. W. Moore, An analysis of
alpha-beta pruning, Artificial Intelligence 6, 1975). It is compiled if the game is not small.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from ..core.errors import OptionError, PluginError
from ..core.progress import Progress, silent
from ..rules.base import Rules, State
from ..rules.description import suggest_seats
from .outcome_plain import LOSS, TIE, WIN, PlainSearch

if TYPE_CHECKING:
    from .outcome_compiled import CompiledSearch

#: Default size of the transposition table in bytes.
MEMORY = 256 << 20

#: Seconds of search in plain Python before code is compiled, which takes longer.
QUICK_SECONDS = 1.0


class GameValue(IntEnum):
    """The value of a position for a player: -1 for a loss, 0 for a draw, 1 for a win."""

    LOSS, DRAW, WIN = LOSS, TIE, WIN


def value_name(value: GameValue | None) -> str:
    """Return `loss`, `draw` or `win`, or `open` for an unknown value."""
    return "open" if value is None else value.name.lower()


class Outcome(NamedTuple):
    """The outcome of a position under best play, as far as it has been proved.

    `value` is the value for `seat`, the side to move, or None if it is still open. `openings` maps
    each move to its value, or to None if the move is open or irrelevant. `line` is a line of best
    play. `positions` is the number of positions searched, and `memory` is the size of the table in
    bytes.
    """

    seat: int
    value: GameValue | None
    openings: dict[str, GameValue | None]
    line: list[str]
    positions: int
    seconds: float
    memory: int

    def __str__(self) -> str:
        return value_name(self.value)


class OutcomeSearch:
    """A search for the outcome of a position, which can be interrupted and resumed.

    If `every` is true, the outcomes of all moves are proved; otherwise, only those that are needed.
    """

    def __init__(
        self, rules: Rules, state: State, *, every: bool = False, memory: int = MEMORY
    ) -> None:
        if not rules.is_game():
            raise OptionError(
                f"{rules.name} is not a game, so it has no outcome. Use `solve` for puzzles."
            )
        if len(rules.players) > 2:
            raise OptionError(
                f"Outcomes need two players; {rules.name} has {len(rules.players)}."
                f"{suggest_seats(type(rules.unwrapped), 2)}"
            )
        if (result := rules.outcome(state)) is not None:
            raise OptionError(f"There is nothing to prove: the game is over ({result.text}).")
        self.rules, self.state, self.every = rules, state, every
        self.seat = rules.turn(state)
        self.openings: dict[str, int | None] = dict.fromkeys(rules.legal_moves(state))
        self.line: list[str] = []
        self._memory = memory
        self._search: PlainSearch | CompiledSearch = PlainSearch(rules, memory)
        self._positions = 0  # of the search in plain Python, after it was replaced
        self._spent, self._end = 0.0, math.inf
        self._progress: Progress = silent
        self._complete = False

    @property
    def value(self) -> int | None:
        """The outcome for the side to move, or None if it is not proved yet."""
        values = [value for value in self.openings.values() if value is not None]
        best = max(values, default=None)
        return best if best == WIN or self._complete else None

    def run(self, seconds: float | None = None, progress: Progress = silent) -> None:
        """Search until the outcome is proved or time is up, not counting the time to compile code.

        Raises `LimitReachedError` if the game is too long.
        """
        began = time.monotonic()
        end = math.inf if seconds is None else began + seconds
        self._end, self._progress = min(end, began + QUICK_SECONDS), progress
        try:
            is_proved = isinstance(self._search, PlainSearch) and self._prove()
            self._end = end
            if not is_proved:
                self._compile_search()
            if is_proved or self._prove():
                self._complete = True
            if self.value is not None:
                self.line = list(self._best_line())
        finally:
            self._spent += time.monotonic() - began

    def _compile_search(self) -> None:
        """Use compiled rules from now on, if there are any and if there is time for a search."""
        began = time.monotonic()
        if began >= self._end or not isinstance(self._search, PlainSearch):
            return
        if self.rules.compiled is not None:
            from .outcome_compiled import CompiledSearch

            self._positions = self._search.positions
            self._search = CompiledSearch(self.rules.compiled, self.state, self._memory)
            self._end += time.monotonic() - began  # compiling takes seconds, but only once

    def _prove(self) -> bool:
        """Prove the moves one by one; return whether the proof is complete."""
        best = LOSS
        for number, move in enumerate(self._search.ordered(self.state)):
            value = self.openings[move]
            if value is None:
                what = f"positions, move {number + 1} of {len(self.openings)} ({move})"
                low = LOSS if self.every else best
                value = self._move_value(self.state, move, low, WIN, what)
                if value is None:
                    return False
                if value > low or value == LOSS:  # otherwise the value is a bound
                    self.openings[move] = value
            best = max(best, value)
            if best == WIN and not self.every:
                break
        return True

    def _move_value(self, state: State, move: str, low: int, high: int, message: str) -> int | None:
        """Return a move's value for its player if this lies in the window, otherwise a bound."""
        after = self.rules.apply_unchecked(state, move)
        if self.rules.outcome(after) is not None:
            return _score(self.rules, after, self.rules.turn(state))
        same = self.rules.turn(after) == self.rules.turn(state)
        window = (low, high) if same else (-high, -low)
        value = self._search.value(after, *window, self._end, message, self._progress)
        return value if same or value is None else -value

    def _best_line(self) -> Iterator[str]:
        """Yield a line of best play, in which the loser holds out longest, while time permits."""
        state, value, rules = self.state, self.value, self.rules
        assert value is not None
        while rules.outcome(state) is None:
            seat, chosen = rules.turn(state), None
            for move in self._search.ordered(state, hardest=value == LOSS):
                worth: int | None = LOSS
                if value > LOSS:
                    worth = self._move_value(
                        state, move, value - 1, value, "positions, line of best play"
                    )
                if worth is None:
                    return
                if worth >= value:
                    chosen = move
                    break
            if chosen is None:
                raise _contradiction(rules)
            yield chosen
            state = rules.play(state, chosen)
            if rules.turn(state) != seat:
                value = -value
        if _score(rules, state, self.seat) != self.value:
            raise _contradiction(rules)

    def result(self) -> Outcome:
        """Return the result so far."""
        return Outcome(
            self.seat,
            None if self.value is None else GameValue(self.value),
            {m: None if v is None else GameValue(v) for m, v in self.openings.items()},
            self.line,
            self._positions + self._search.positions,
            self._spent,
            self._search.memory,
        )


def _score(rules: Rules, state: State, seat: int) -> int:
    """Return the value of a finished game for a seat."""
    result = rules.outcome(state)
    assert result is not None
    return TIE if result.seat is None else (WIN if result.seat == seat else LOSS)


def _contradiction(rules: Rules) -> PluginError:
    return PluginError(
        f"The compiled rules of {rules.name} contradict its rules object. Run `puzzlekit check`."
    )
