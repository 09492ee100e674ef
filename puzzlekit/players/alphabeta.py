"""Fixed-depth search with the game's evaluation.

Games for two players use alpha-beta with iterative deepening (D. Knuth and R. Moore, 1975); others
use max^n (C. Luckhardt and K. Irani, 1986). Early wins and late losses are preferred. Draws and
repetitions count as even positions. A repetition does not prove a draw; it only shows that its line
does not win. Max^n proves only immediate wins, because a losing opponent can choose who wins. The
search itself is in plain Python, but uses a game's compiled rules if they have an evaluation.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Hashable
from random import Random
from typing import Any, NamedTuple

from ..core.numba_status import retry_without_numba
from ..core.progress import TimeUpError
from ..rules.base import Rules, State, checked_moves
from ..rules.compiled import DRAW, ONGOING
from ..solving.rules_adapters import CompiledPositions, PlainPositions, Positions
from .compile_status import is_ready
from .player import PLAIN_SECONDS, SearchResult

#: Value of an immediate win. Each ply of delay reduces it by 1.
WIN = 1e12

#: Maximum depth in plies.
MAX_DEPTH = 200

#: Maximum number of positions in the transposition table.
MAX_TABLE_ENTRIES = 500_000


class SearchValue(NamedTuple):
    """The principal variation, its value, and whether the value is proved."""

    line: tuple[str, ...]
    value: float
    certain: bool


class AlphaBetaPlayer:
    """A player that searches to a depth, or as deep as time allows."""

    def __init__(
        self, plies: int | None, seconds: float | None = None, *, blocking: bool = True
    ) -> None:
        self.plies, self.seconds, self.blocking = plies, seconds, blocking

    @retry_without_numba
    def think(
        self, rules: Rules, state: State, rng: Random, limit: float | None = None
    ) -> SearchResult:
        """Return the best move, breaking ties at random."""
        plain = not self.blocking and not is_ready(type(rules))
        seconds = PLAIN_SECONDS if plain and self.seconds is None else self.seconds
        times = [each for each in (seconds, limit) if each is not None]
        deadline = time.monotonic() + min(times, default=math.inf)
        order = checked_moves(rules, state)
        rng.shuffle(order)
        kind = AlphaBeta if len(rules.players) == 2 else MaxN
        game = PlainPositions(rules) if plain else positions_of(rules)
        search = kind(game, state, len(rules.players))
        result = search.run(1, order, math.inf)
        for depth in range(2, min(self.plies or MAX_DEPTH, MAX_DEPTH) + 1):
            if result.certain or len(order) == 1:
                break
            order.sort(key=lambda move: move != result.line[0])
            try:
                result = search.run(depth, order, deadline)
            except TimeUpError:
                break
        chance = None
        if result.certain and (kind is AlphaBeta or result.value == WIN - 1):
            chance = 0.5 if abs(result.value) < WIN / 2 else float(result.value > 0)
        return SearchResult(result.line[0], result.line, chance)


def positions_of(rules: Rules) -> Positions:
    """Return the `Positions` interface of a game: compiled if its evaluation is compiled."""
    fast = rules.compiled
    if fast is None or fast.kernel.evaluate is None:
        return PlainPositions(rules)
    return CompiledPositions(fast)


class _Search(ABC):
    """The base class of both searches, with clock, path and move ordering."""

    def __init__(self, game: Positions, state: State, seats: int = 2) -> None:
        self.game, self.root, self.seats = game, game.encode(state), seats
        self.seat = game.turn(self.root)
        #: The best move in each position, tried first at greater depths, and the counters of the
        #: history heuristic.
        self.best: dict[Hashable, Any] = {}
        self.history: dict[Any, int] = {}

    def begin(self, deadline: float) -> None:
        """Prepare a search to another depth."""
        self.deadline = deadline
        # Whether the search has met its depth limit or a repetition, and the positions on the
        # current path.
        self.hit_limit, self.path = False, {self.game.repetition_key(self.root)}
        #: The bounds (alpha-beta) or values (max^n) of positions at a depth.
        self.table: dict[tuple[Hashable, int], tuple[float, ...]] = {}

    def tick(self) -> None:
        """Raise `TimeUpError` after the deadline."""
        if time.monotonic() > self.deadline:
            raise TimeUpError

    def is_repeated(self, position: Hashable) -> bool:
        """Return whether a position is already on the path; if so, record the repetition."""
        again = position in self.path
        self.hit_limit |= again
        return again

    def ordered(self, position: Any, key: Hashable) -> list[Any]:
        """Return the moves: the best move of an earlier search first, the others by history."""
        first, history = self.best.get(key), self.history
        return sorted(
            self.game.legal_moves(position),
            key=lambda move: (move == first, history.get(move, 0)),
            reverse=True,
        )

    def record_best(self, key: Hashable, move: Any, depth: int) -> None:
        """Record a best move for move ordering."""
        if len(self.best) < MAX_TABLE_ENTRIES:
            self.best[key] = move
        self.history[move] = self.history.get(move, 0) + depth * depth

    def line(self, move: Any, depth: int) -> tuple[str, ...]:
        """Return the principal variation from a root move, using the table of best moves."""
        game, line = self.game, [move]
        position = game.play(self.root, move)
        while len(line) < depth and game.outcome(position) == ONGOING:
            if (best := self.best.get(game.key(position))) is None:
                break
            line.append(best)
            position = game.play(position, best)
        return tuple(map(game.word, line))

    def result_value(self, outcome: int, seat: int, ply: int) -> float:
        """Return the value, for a seat, of a game that ends at a ply."""
        if outcome == DRAW:
            return 0.0
        return WIN - ply if outcome == seat else ply - WIN

    @abstractmethod
    def root_value(self, position: Any, depth: int, alpha: float) -> float:
        """Return the value of a position after a root move if it exceeds alpha, else a bound."""

    @abstractmethod
    def is_proved(self, value: float) -> bool:
        """Return whether a value is proved although the search met its depth limit."""

    def run(self, depth: int, order: list[str], deadline: float) -> SearchValue:
        """Return the principal variation, preferring the first of equal moves in `order`.

        Raise `TimeUpError` if the deadline passes.
        """
        self.begin(deadline)
        moves = [self.game.number(self.root, word) for word in order]
        best, value = moves[0], -math.inf
        for move in moves:
            score = self.root_value(self.game.play(self.root, move), depth - 1, value)
            if score > value:
                best, value = move, score
        certain = not self.hit_limit or self.is_proved(value)
        return SearchValue(self.line(best, depth), value, certain)


class AlphaBeta(_Search):
    """Alpha-beta for two players. Values are for the side to move at the root."""

    def is_proved(self, value: float) -> bool:
        """Return whether a value is a win or a loss."""
        return abs(value) > WIN / 2

    def root_value(self, position: Any, depth: int, alpha: float) -> float:
        """Return the value of a position after a root move if it exceeds alpha, else a bound."""
        return self._value(position, depth, 1, alpha, math.inf)

    def _value(self, position: Any, depth: int, ply: int, alpha: float, beta: float) -> float:
        """Return the value of a position if it lies between alpha and beta, else a bound."""
        game = self.game
        if (outcome := game.outcome(position)) != ONGOING:
            return self.result_value(outcome, self.seat, ply)
        if self.is_repeated(repetition_key := game.repetition_key(position)):
            return 0.0
        if depth == 0:
            self.hit_limit = True
            return game.evaluate(position, self.seat)
        self.tick()
        key = game.key(position)
        low, high = self.table.get((key, depth), (-math.inf, math.inf))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        is_own_turn = game.turn(position) == self.seat
        value, a, b = (-math.inf if is_own_turn else math.inf), max(alpha, low), min(beta, high)
        window = a, b
        self.path.add(repetition_key)
        for move in self.ordered(position, key):
            score = self._value(game.play(position, move), depth - 1, ply + 1, a, b)
            if score > value if is_own_turn else score < value:
                value, best = score, move
            if is_own_turn:
                a = max(a, value)
            else:
                b = min(b, value)
            if a >= b:
                break
        self.path.remove(repetition_key)
        self.record_best(key, best, depth)
        if len(self.table) < MAX_TABLE_ENTRIES:
            lower = value if value > window[0] else -math.inf
            upper = value if value < window[1] else math.inf
            self.table[key, depth] = max(low, lower), min(high, upper)
        return value


class MaxN(_Search):
    """Max^n for any number of players: each player maximizes their own value."""

    def is_proved(self, value: float) -> bool:
        """Return whether a value is a win."""
        return value > WIN / 2

    def root_value(self, position: Any, depth: int, alpha: float) -> float:
        """Return the value of a position after a root move."""
        return self._values(position, depth, 1)[self.seat]

    def _values(self, position: Any, depth: int, ply: int) -> tuple[float, ...]:
        """Return the values of a position by seat."""
        game, seats = self.game, range(self.seats)
        if (outcome := game.outcome(position)) != ONGOING:
            return tuple(self.result_value(outcome, seat, ply) for seat in seats)
        if self.is_repeated(repetition_key := game.repetition_key(position)):
            return (0.0,) * len(seats)
        if depth == 0:
            self.hit_limit = True
            return tuple(game.evaluate(position, seat) for seat in seats)
        self.tick()
        key = game.key(position)
        if (key, depth) not in self.table:
            seat = game.turn(position)
            self.path.add(repetition_key)
            options = [
                (self._values(game.play(position, move), depth - 1, ply + 1), move)
                for move in game.legal_moves(position)
            ]
            self.path.remove(repetition_key)
            best, move = max(options, key=lambda each: each[0][seat])
            self.record_best(key, move, depth)
            if len(self.table) >= MAX_TABLE_ENTRIES:
                return best
            self.table[key, depth] = best
        return self.table[key, depth]
