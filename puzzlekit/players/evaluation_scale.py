"""Evaluations as chances to win: their scale and their worth are found from the game itself."""

from __future__ import annotations

import math
from random import Random

from ..rules.base import Rules, State

#: How much a chance changes with an evaluation: one that is as far from even as they are on
#: average is a chance of 1 / (1 + exp(-STEEPNESS)) for one of two players.
STEEPNESS = 1.0

#: Short random walks from a position by which evaluations are measured, at most, and their plies:
#: the evaluation is asked twice, after one ply or two and at the end.
WALKS, PLIES = 40, 4

#: Walks after which those are left out whose evaluation was even throughout, if it has one at all.
SAMPLE_GAMES = 8

#: What an evaluation counts at most, so that its square is a number.
MAX_SAMPLES = 1e100

#: How much of what has been measured in earlier positions still counts.
MEMORY = 0.8


class EvaluationScale:
    """Measures the evaluations of a rule book.

    Their unit is how far from even they are on average. `worth` (0 to 1) is how much those of a
    position and of another one two or three plies later agree.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.unit = self.worth = 0.0
        # How many evaluations there were, how far from even, and of those that were compared
        # the products of two, and the squares of the first and of the second.
        self.sums = [0.0] * 5

    def measure(self, state: State, seed: int, walks: int = WALKS) -> None:
        """Look at positions that can come about soon."""
        rng = Random(seed)
        self.sums = [MEMORY * each for each in self.sums]
        for walk in range(walks):
            if walk == SAMPLE_GAMES and not self.sums[1]:
                break
            self._walk(state, 1 + walk % 2, rng)
        count, far, product, one, two = self.sums
        self.unit = 2 * far / max(count, 1) / STEEPNESS
        most = math.sqrt(one) * math.sqrt(two)
        self.worth = max(0.0, product) / most if most else 0.0

    def _walk(self, state: State, early: int, rng: Random) -> None:
        rules, moves, before = self.rules, list[str](), list[float]()
        for ply in range(PLIES + 1):
            if moves:
                state = rules.apply_unchecked(state, moves[int(rng.random() * len(moves))])
            if not (moves := rules.legal_moves(state)):
                return
            if ply in (early, PLIES):
                values = self._values(state)
                found = [1.0, max(values)]
                if before:
                    found.append(sum(a * b for a, b in zip(before, values, strict=True)))
                    found += [sum(value * value for value in each) for each in (before, values)]
                for number, each in enumerate(found):
                    self.sums[number] += each
                before = values

    def _values(self, state: State) -> list[float]:
        """Return the evaluations of a position for all seats, less what is even."""
        values = [
            max(-MAX_SAMPLES, min(self.rules.evaluate(state, seat), MAX_SAMPLES))
            for seat in range(len(self.rules.players))
        ]
        even = sum(values) / len(values)
        return [value - even for value in values]

    def chances(self, state: State) -> list[float]:
        """Return the chance of each seat to win by the evaluation of a position."""
        values = self._values(state)
        most, unit = max(values), self.unit or 1.0
        shares = [math.exp(max((value - most) / unit, -50.0)) for value in values]
        return [share / sum(shares) for share in shares]
