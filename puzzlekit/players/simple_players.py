"""The random player and the greedy player."""

from __future__ import annotations

import math
from random import Random

from ..rules.base import Rules, State, checked_moves
from .player import SearchResult


class RandomPlayer:
    """A player that chooses moves at random."""

    def think(
        self, rules: Rules, state: State, rng: Random, limit: float | None = None
    ) -> SearchResult:
        """Return a random legal move."""
        return SearchResult(rng.choice(checked_moves(rules, state)))


class GreedyPlayer:
    """A player that searches one ply."""

    def think(
        self, rules: Rules, state: State, rng: Random, limit: float | None = None
    ) -> SearchResult:
        """Return the move with the best evaluation, breaking ties at random."""
        seat = rules.turn(state)

        def value(move: str) -> float:
            after = rules.apply_unchecked(state, move)
            result = rules.outcome(after)
            if result is None:
                return rules.evaluate(after, seat)
            if result.seat is None:
                return 0.0
            return math.inf if result.seat == seat else -math.inf

        values = {move: value(move) for move in checked_moves(rules, state)}
        best = max(values.values())
        move = rng.choice([move for move, worth in values.items() if worth == best])
        return SearchResult(move, (move,))
