"""Fixed-depth search with the game's evaluation, in plain Python.

Games for two players use alpha-beta with iterative deepening (D. Knuth and R. Moore, 1975); others
use max^n (C. Luckhardt and K. Irani, 1986). Early wins and late losses are preferred. Draws and
repetitions count as even positions; a repetition proves only that its line does not win.
"""

from __future__ import annotations

import math
import time
from collections.abc import Hashable
from random import Random

from ..core.values import Result
from ..rules.base import Rules, State
from .alphabeta_search import MAX_DEPTH, WIN, Search, SearchTimeoutError, SearchValue
from .compile_status import ALPHABETA, is_ready
from .player import PLAIN_SECONDS, SearchResult

#: Maximum number of positions in the transposition table.
MAX_TABLE_ENTRIES = 500_000


class AlphaBetaPlayer:
    """A player that searches to a depth, or as deep as time allows."""

    def __init__(
        self, plies: int | None, seconds: float | None = None, *, blocking: bool = True
    ) -> None:
        self.plies, self.seconds, self.blocking = plies, seconds, blocking

    def think(
        self, rules: Rules, state: State, rng: Random, limit: float | None = None
    ) -> SearchResult:
        """Return the best move, breaking ties at random."""
        plain = not self.blocking and not is_ready(type(rules), ALPHABETA)
        seconds = PLAIN_SECONDS if plain and self.seconds is None else self.seconds
        times = [each for each in (seconds, limit) if each is not None]
        deadline = time.monotonic() + min(times, default=math.inf)
        order = rules.legal_moves(state)
        rng.shuffle(order)
        search = AlphaBeta(rules, state) if plain else _search(rules, state)
        result = search.run(1, order, math.inf)
        for depth in range(2, min(self.plies or MAX_DEPTH, MAX_DEPTH) + 1):
            if result.certain or len(order) == 1:
                break
            order.sort(key=lambda move: move != result.line[0])
            try:
                result = search.run(depth, order, deadline)
            except SearchTimeoutError:
                break
        chance = None
        if result.certain:
            won = abs(result.value) > WIN / 2
            chance = float(result.value > 0) if won else 1 / len(rules.players)
        return SearchResult(result.line[0], result.line, chance)


def _search(rules: Rules, state: State) -> Search:
    """Return a search from a position, which is compiled if the game's evaluation is."""
    if len(rules.players) > 2:
        return MaxN(rules, state)
    fast = rules.compiled
    if fast is not None and fast.kernel.evaluate is not None:
        from .alphabeta_compiled import CompiledAlphaBeta

        return CompiledAlphaBeta(fast, state)
    return AlphaBeta(rules, state)


class _PlainSearch:
    """The base class of both plain searches: clock, path and move ordering."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules, self.root, self.seat = rules, state, rules.turn(state)
        self.deadline = math.inf
        # Whether the search has met its depth limit or a repetition, and the positions on the
        # current path.
        self.hit_limit, self.path = False, {rules.repetition_key(state)}
        #: The best move of each position, tried first at greater depths, and the counters of the
        #: history heuristic.
        self.best: dict[State, str] = {}
        self.history: dict[str, int] = {}

    def begin(self, deadline: float) -> None:
        """Reset the state that an earlier search may have left when its time ran out."""
        self.deadline, self.hit_limit = deadline, False
        self.path = {self.rules.repetition_key(self.root)}

    def tick(self) -> None:
        """Raise `SearchTimeoutError` after the deadline."""
        if time.monotonic() > self.deadline:
            raise SearchTimeoutError

    def is_repeated(self, position: Hashable) -> bool:
        """Return whether a position is already on the path; if so, record the repetition."""
        again = position in self.path
        self.hit_limit |= again
        return again

    def ordered(self, state: State) -> list[str]:
        """Return the moves: the best move of an earlier search, then the others by history."""
        first, history = self.best.get(state), self.history
        return sorted(
            self.rules.legal_moves(state),
            key=lambda move: (move == first, history.get(move, 0)),
            reverse=True,
        )

    def record_best(self, state: State, move: str, depth: int) -> None:
        """Record a best move for move ordering."""
        if len(self.best) < MAX_TABLE_ENTRIES:
            self.best[state] = move
        self.history[move] = self.history.get(move, 0) + depth * depth

    def line(self, move: str, depth: int) -> tuple[str, ...]:
        """Return the principal variation that begins with a move, from the table of best moves."""
        state, line = self.rules.apply_unchecked(self.root, move), [move]
        while len(line) < depth and self.rules.outcome(state) is None and state in self.best:
            line.append(self.best[state])
            state = self.rules.apply_unchecked(state, line[-1])
        return tuple(line)


class AlphaBeta(_PlainSearch):
    """Alpha-beta for two players; values are for the side to move at the root."""

    def run(self, depth: int, order: list[str], deadline: float) -> SearchValue:
        """Return the principal variation at a depth; see `Search`."""
        self.begin(deadline)
        self.bounds: dict[tuple[State, int], tuple[float, float]] = {}
        best, value = order[0], -math.inf
        for move in order:
            score = self._value(
                self.rules.apply_unchecked(self.root, move), depth - 1, 1, value, math.inf
            )
            if score > value:
                best, value = move, score
        certain = not self.hit_limit or abs(value) > WIN / 2
        return SearchValue(self.line(best, depth), value, certain)

    def _value(self, state: State, depth: int, ply: int, alpha: float, beta: float) -> float:
        """Return the value of a position if it lies between alpha and beta, otherwise a bound."""
        rules = self.rules
        result = rules.outcome(state)
        if result is not None:
            return _evaluate(result, self.seat, ply)
        if self.is_repeated(position := rules.repetition_key(state)):
            return 0.0
        if depth == 0:
            self.hit_limit = True
            return rules.evaluate(state, self.seat)
        self.tick()
        low, high = self.bounds.get((state, depth), (-math.inf, math.inf))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        is_own_turn = rules.turn(state) == self.seat
        value, a, b = (-math.inf if is_own_turn else math.inf), max(alpha, low), min(beta, high)
        window = a, b
        self.path.add(position)
        for move in self.ordered(state):
            score = self._value(rules.apply_unchecked(state, move), depth - 1, ply + 1, a, b)
            if score > value if is_own_turn else score < value:
                value, best = score, move
            if is_own_turn:
                a = max(a, value)
            else:
                b = min(b, value)
            if a >= b:
                break
        self.path.remove(position)
        self.record_best(state, best, depth)
        if len(self.bounds) < MAX_TABLE_ENTRIES:
            lower = value if value > window[0] else -math.inf
            upper = value if value < window[1] else math.inf
            self.bounds[state, depth] = max(low, lower), min(high, upper)
        return value


class MaxN(_PlainSearch):
    """Max^n for any number of players: each player maximizes their own value."""

    def run(self, depth: int, order: list[str], deadline: float) -> SearchValue:
        """Return the principal variation at a depth; see `Search`."""
        self.begin(deadline)
        self.values: dict[tuple[State, int], tuple[float, ...]] = {}
        best, value = order[0], -math.inf
        for move in order:
            score = self._values(self.rules.apply_unchecked(self.root, move), depth - 1, 1)[
                self.seat
            ]
            if score > value:
                best, value = move, score
        return SearchValue(self.line(best, depth), value, not self.hit_limit or value > WIN / 2)

    def _values(self, state: State, depth: int, ply: int) -> tuple[float, ...]:
        """Return the values of a position by seat."""
        rules, seats = self.rules, range(len(self.rules.players))
        result = rules.outcome(state)
        if result is not None:
            return tuple(_evaluate(result, seat, ply) for seat in seats)
        if self.is_repeated(position := rules.repetition_key(state)):
            return (0.0,) * len(seats)
        if depth == 0:
            self.hit_limit = True
            return tuple(rules.evaluate(state, seat) for seat in seats)
        self.tick()
        if (state, depth) not in self.values:
            seat = rules.turn(state)
            self.path.add(position)
            options = [
                (self._values(rules.apply_unchecked(state, move), depth - 1, ply + 1), move)
                for move in rules.legal_moves(state)
            ]
            self.path.remove(position)
            best, move = max(options, key=lambda each: each[0][seat])
            self.record_best(state, move, depth)
            if len(self.values) >= MAX_TABLE_ENTRIES:
                return best
            self.values[state, depth] = best
        return self.values[state, depth]


def _evaluate(result: Result, seat: int, ply: int) -> float:
    """Return the value of a result at a ply for a seat."""
    if result.seat is None:
        return 0.0
    return WIN - ply if result.seat == seat else ply - WIN
