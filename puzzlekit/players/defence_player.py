"""A player that defends lost positions as long as possible."""

from __future__ import annotations

from random import Random

from ..core.errors import LimitReachedError
from ..rules.base import Rules, State
from ..solving.forced_wins import prove
from .player import SearchResult
from .simple_players import GreedyPlayer

#: Maximum number of positions in a proof.
MAX_POSITIONS = 5_000


class DefencePlayer:
    """A player that delays a forced win in up to `turns` turns as long as possible.

    If another player can force a win, the result has a win probability of 0, and its principal
    variation is the longest line to the end of the game. Otherwise, the player plays like `greedy`.
    """

    def __init__(self, turns: int) -> None:
        self.turns = turns

    def think(
        self, rules: Rules, state: State, rng: Random, limit: float | None = None
    ) -> SearchResult:
        """Return the move that delays a forced win longest, or the move of `greedy`."""
        for seat in range(len(rules.players)):
            if seat == rules.turn(state):
                continue
            try:
                proof = prove(
                    rules,
                    state,
                    seat=seat,
                    turns=self.turns,
                    limit=MAX_POSITIONS,
                    seconds=limit,
                    exhaustive=True,
                )
            except LimitReachedError:
                continue
            if proof is not None:
                return SearchResult(proof.line[0], tuple(proof.line), 0.0)
        return GreedyPlayer().think(rules, state, rng, limit)
