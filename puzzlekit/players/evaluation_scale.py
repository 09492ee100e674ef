"""Conversion of evaluations to win probabilities, calibrated on random play in the game."""

from __future__ import annotations

import math
from random import Random

from ..rules.base import Rules, State

#: With two players, an evaluation with the mean distance from even means a win probability of
#: 1 / (1 + exp(-STEEPNESS)).
STEEPNESS = 1.0

#: Maximum number of random walks for measuring evaluations, and their length in plies. Each walk
#: evaluates two positions: one after one or two plies, and one at its end.
WALKS, PLIES = 40, 4

#: Number of walks after which measuring stops if all evaluations were even.
PROBE_WALKS = 8

#: Evaluations are clipped to this value, so that squares do not overflow.
MAX_EVALUATION = 1e100

#: Weight of earlier measurements relative to the current one.
DECAY = 0.8


class EvaluationScale:
    """The scale and reliability of a game's evaluation.

    The unit is the mean distance from even. `reliability` (0 to 1) is the correlation of the
    evaluations of a position and of another one two or three plies later.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.unit = self.reliability = 0.0
        # Number of evaluations, distance from even; and for pairs the sum of products and of
        # the squares of the first and the second.
        self.sums = [0.0] * 5

    def measure(self, state: State, seed: int, walks: int = WALKS) -> None:
        """Measure evaluations on random walks from a position."""
        rng = Random(seed)
        self.sums = [DECAY * each for each in self.sums]
        for walk in range(walks):
            if walk == PROBE_WALKS and not self.sums[1]:
                break
            self._walk(state, 1 + walk % 2, rng)
        count, distance, product, first, second = self.sums
        self.unit = 2 * distance / max(count, 1) / STEEPNESS
        norm = math.sqrt(first) * math.sqrt(second)
        self.reliability = max(0.0, product) / norm if norm else 0.0

    def _walk(self, state: State, first_ply: int, rng: Random) -> None:
        rules, moves, before = self.rules, list[str](), list[float]()
        for ply in range(PLIES + 1):
            if moves:
                state = rules.apply_unchecked(state, moves[int(rng.random() * len(moves))])
            if not (moves := rules.legal_moves(state)):
                return
            if ply in (first_ply, PLIES):
                values = self._values(state)
                sample = [1.0, max(values)]
                if before:
                    sample.append(sum(a * b for a, b in zip(before, values, strict=True)))
                    sample += [sum(value * value for value in each) for each in (before, values)]
                for number, each in enumerate(sample):
                    self.sums[number] += each
                before = values

    def _values(self, state: State) -> list[float]:
        """Return the evaluations of a position by seat, minus their mean."""
        values = [
            max(-MAX_EVALUATION, min(self.rules.evaluate(state, seat), MAX_EVALUATION))
            for seat in range(len(self.rules.players))
        ]
        mean = sum(values) / len(values)
        return [value - mean for value in values]

    def win_probabilities(self, state: State) -> list[float]:
        """Return the win probability of each seat by the evaluation of a position."""
        values = self._values(state)
        best, unit = max(values), self.unit or 1.0
        shares = [math.exp(max((value - best) / unit, -50.0)) for value in values]
        return [share / sum(shares) for share in shares]
