"""Exhaustive search to a depth with the evaluation of the rule book, for any game.

Two players are searched by alpha-beta (D. Knuth and R. Moore, 1975), deeper and deeper, more by
max^n (C. Luckhardt and K. Irani, 1986). A win counts more the sooner it comes, a loss the later;
a draw is worth as much as an even position, and so is a position that comes again in one line of
play. Such a cycle proves nothing but that there is no win along it.
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

#: Positions whose values are kept at most.
MAX_KEPT = 500_000


class AlphaBetaPlayer:
    """Looks some plies ahead, or as many as a time allows."""

    def __init__(
        self, plies: int | None, seconds: float | None = None, *, waits: bool = True
    ) -> None:
        self.plies, self.seconds, self.waits = plies, seconds, waits

    def think(
        self, rules: Rules, state: State, rng: Random, limit: float | None = None
    ) -> SearchResult:
        """Return the best move; of equal ones a random one."""
        plain = not self.waits and not is_ready(type(rules), ALPHABETA)
        seconds = PLAIN_SECONDS if plain and self.seconds is None else self.seconds
        times = [each for each in (seconds, limit) if each is not None]
        deadline = time.monotonic() + min(times, default=math.inf)
        order = rules.legal_moves(state)
        rng.shuffle(order)
        search = AlphaBeta(rules, state) if plain else _search(rules, state)
        found = search.to(1, order, math.inf)
        for depth in range(2, min(self.plies or MAX_DEPTH, MAX_DEPTH) + 1):
            if found.certain or len(order) == 1:
                break
            order.sort(key=lambda move: move != found.line[0])
            try:
                found = search.to(depth, order, deadline)
            except SearchTimeoutError:
                break
        chance = None
        if found.certain:
            won = abs(found.value) > WIN / 2
            chance = float(found.value > 0) if won else 1 / len(rules.players)
        return SearchResult(found.line[0], found.line, chance)


def _search(rules: Rules, state: State) -> Search:
    """Return what searches a position: compiled code for a game that brings its evaluation so."""
    if len(rules.players) > 2:
        return MaxN(rules, state)
    fast = rules.compiled
    if fast is not None and fast.kernel.evaluate is not None:
        from .alphabeta_compiled import CompiledAlphaBeta

        return CompiledAlphaBeta(fast, state)
    return AlphaBeta(rules, state)


class _Plain:
    """What both plain searches need: a clock, and what is known about positions."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules, self.root, self.seat = rules, state, rules.turn(state)
        self.deadline = math.inf
        # Whether a position beyond the depth has been seen, or one that came again; and the
        # positions on the way to the one that is looked at.
        self.open, self.path = False, {rules.repetition_key(state)}
        #: The best move of each position, to be tried first at greater depths, and how often a
        #: move was best.
        self.best: dict[State, str] = {}
        self.often: dict[str, int] = {}

    def begin(self, deadline: float) -> None:
        """Forget what a search to another depth has left, which may have run out of time."""
        self.deadline, self.open = deadline, False
        self.path = {self.rules.repetition_key(self.root)}

    def tick(self) -> None:
        """Raise `SearchTimeoutError` if the time is over."""
        if time.monotonic() > self.deadline:
            raise SearchTimeoutError

    def comes_again(self, position: Hashable) -> bool:
        """Return whether a position has been on the way already, and note that."""
        again = position in self.path
        self.open |= again
        return again

    def ordered(self, state: State) -> list[str]:
        """Return the moves, those first that have been good before."""
        first, often = self.best.get(state), self.often
        return sorted(
            self.rules.legal_moves(state),
            key=lambda move: (move == first, often.get(move, 0)),
            reverse=True,
        )

    def note(self, state: State, move: str, depth: int) -> None:
        """Remember a good move."""
        if len(self.best) < MAX_KEPT:
            self.best[state] = move
        self.often[move] = self.often.get(move, 0) + depth * depth

    def line(self, move: str, depth: int) -> tuple[str, ...]:
        """Return a move of the root and the best ones after it, as far as they are known."""
        state, found = self.rules.apply_unchecked(self.root, move), [move]
        while len(found) < depth and self.rules.outcome(state) is None and state in self.best:
            found.append(self.best[state])
            state = self.rules.apply_unchecked(state, found[-1])
        return tuple(found)


class AlphaBeta(_Plain):
    """Alpha-beta for two players; values are those for who moves at the root."""

    def to(self, depth: int, order: list[str], deadline: float) -> SearchValue:
        """Return the best line to a depth; see `Search`."""
        self.begin(deadline)
        self.bounds: dict[tuple[State, int], tuple[float, float]] = {}
        best, value = order[0], -math.inf
        for move in order:
            worth = self._value(
                self.rules.apply_unchecked(self.root, move), depth - 1, 1, value, math.inf
            )
            if worth > value:
                best, value = move, worth
        certain = not self.open or abs(value) > WIN / 2
        return SearchValue(self.line(best, depth), value, certain)

    def _value(self, state: State, depth: int, ply: int, alpha: float, beta: float) -> float:
        """Return the value of a position if it lies between alpha and beta, else a bound of it."""
        rules = self.rules
        result = rules.outcome(state)
        if result is not None:
            return _evaluate(result, self.seat, ply)
        if self.comes_again(position := rules.repetition_key(state)):
            return 0.0
        if depth == 0:
            self.open = True
            return rules.evaluate(state, self.seat)
        self.tick()
        low, high = self.bounds.get((state, depth), (-math.inf, math.inf))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        mine = rules.turn(state) == self.seat
        value, a, b = (-math.inf if mine else math.inf), max(alpha, low), min(beta, high)
        window = a, b
        self.path.add(position)
        for move in self.ordered(state):
            worth = self._value(rules.apply_unchecked(state, move), depth - 1, ply + 1, a, b)
            if worth > value if mine else worth < value:
                value, best = worth, move
            if mine:
                a = max(a, value)
            else:
                b = min(b, value)
            if a >= b:
                break
        self.path.remove(position)
        self.note(state, best, depth)
        if len(self.bounds) < MAX_KEPT:
            lower = value if value > window[0] else -math.inf
            upper = value if value < window[1] else math.inf
            self.bounds[state, depth] = max(low, lower), min(high, upper)
        return value


class MaxN(_Plain):
    """Max^n for any number of players: each prefers what is best for their own seat."""

    def to(self, depth: int, order: list[str], deadline: float) -> SearchValue:
        """Return the best line to a depth; see `Search`."""
        self.begin(deadline)
        self.known: dict[tuple[State, int], tuple[float, ...]] = {}
        best, value = order[0], -math.inf
        for move in order:
            worth = self._values(self.rules.apply_unchecked(self.root, move), depth - 1, 1)[
                self.seat
            ]
            if worth > value:
                best, value = move, worth
        return SearchValue(self.line(best, depth), value, not self.open or value > WIN / 2)

    def _values(self, state: State, depth: int, ply: int) -> tuple[float, ...]:
        """Return the values of a position for all seats."""
        rules, seats = self.rules, range(len(self.rules.players))
        result = rules.outcome(state)
        if result is not None:
            return tuple(_evaluate(result, seat, ply) for seat in seats)
        if self.comes_again(position := rules.repetition_key(state)):
            return (0.0,) * len(seats)
        if depth == 0:
            self.open = True
            return tuple(rules.evaluate(state, seat) for seat in seats)
        self.tick()
        if (state, depth) not in self.known:
            seat = rules.turn(state)
            self.path.add(position)
            found = [
                (self._values(rules.apply_unchecked(state, move), depth - 1, ply + 1), move)
                for move in rules.legal_moves(state)
            ]
            self.path.remove(position)
            best, move = max(found, key=lambda each: each[0][seat])
            self.note(state, move, depth)
            if len(self.known) >= MAX_KEPT:
                return best
            self.known[state, depth] = best
        return self.known[state, depth]


def _evaluate(result: Result, seat: int, ply: int) -> float:
    """Return what an end after so many plies is worth to a seat."""
    if result.seat is None:
        return 0.0
    return WIN - ply if result.seat == seat else ply - WIN
