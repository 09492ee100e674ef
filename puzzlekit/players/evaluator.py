"""Evaluation of the leaves of a plain search tree.

`RolloutEvaluator` plays random moves to the end. It uses the game's evaluation twice: as virtual
playouts of a new move (S. Gelly and D. Silver), and mixed into the result of each playout (D.
Silver and others, 2016). For the latter, the evaluation is computed a few plies below the tree, so
that it does not depend on the side to move. `EvaluationScale` measures how reliable the evaluation
is. Playouts that take too long are cut off.
"""

from __future__ import annotations

import math
from random import Random

from ..rules.base import Rules, State, dead_end_error
from ..rules.compiled import DRAW, outcome_of, reward
from .mcts_selection import Limits

#: Maximum number of virtual playouts for the evaluation of a new move.
PRIOR_WEIGHT = 30

#: Plies of a playout before the position is evaluated, and the maximum weight of the evaluation
#: relative to the result of the playout.
EVALUATE_AFTER, EVALUATION_WEIGHT = 2, 0.5

#: Initial and minimum ply limit of a playout. The limit is halved after a playout that was cut off
#: and doubled after one that was not.
MAX_PLIES, MIN_PLY_LIMIT = 1_000, 100

#: Number of plies of a playout between checks of the clock.
CLOCK_CHECK_PLIES = 50

#: Steepness of the win probability in games for two players. If the evaluation has the mean
#: distance from even, the win probability is 1 / (1 + exp(-STEEPNESS)).
STEEPNESS = 1.0

#: Maximum number of random walks for measuring evaluations, and their length in plies. Each walk
#: evaluates two positions: one after one or two plies, and one at its end.
WALKS, PLIES = 40, 4

#: Number of walks after which measuring stops if all evaluations so far were even.
PROBE_WALKS = 8

#: Evaluations are clipped to this value, so that squares do not overflow.
MAX_EVALUATION = 1e100

#: Weight of earlier measurements relative to the current one.
DECAY = 0.8


class RolloutEvaluator:
    """Random playouts, improved by the game's evaluation if `uses_evaluation`.

    Results are the rewards of all seats in a position, from 0 for a loss to 1 for a win.
    """

    #: Number of virtual playouts that a prediction is worth; 0 disables predictions.
    prior_weight = 0.0
    #: Number of playouts that were cut off in the current search.
    cut_count = 0

    def __init__(self, rules: Rules, *, uses_evaluation: bool) -> None:
        self.rules, self.uses_evaluation = rules, uses_evaluation
        self.scale, self.max_plies = EvaluationScale(rules), MAX_PLIES

    def begin(self, state: State, seed: int, limits: Limits) -> None:
        """Measure the game's evaluation before a search from a position."""
        self.cut_count, self.limits = 0, limits
        if self.uses_evaluation:
            most = WALKS if limits.playouts is None else min(WALKS, limits.playouts // 2)
            self.scale.measure(state, seed, most)
            self.prior_weight = PRIOR_WEIGHT * self.scale.reliability

    def evaluate(self, state: State, rng: Random, trace: list[tuple[int, str]]) -> list[float]:
        """Return the result of a random playout, mixed with the evaluation of an early position.

        The (seat, move) pairs of the playout are appended to `trace`, for RAVE.
        """
        rules, chance, reliability = self.rules, rng.random, self.scale.reliability
        seats, early = len(rules.players), None
        while moves := rules.legal_moves(state):
            plies = len(trace)
            if plies == EVALUATE_AFTER and reliability:
                early = self.scale.win_probabilities(state)
            late = plies % CLOCK_CHECK_PLIES == CLOCK_CHECK_PLIES - 1 and self.limits.are_over()
            if late or plies >= self.max_plies:
                self.cut_count += 1
                self.max_plies = max(self.max_plies // 2, MIN_PLY_LIMIT)
                return self.scale.win_probabilities(state) if reliability else rewards(DRAW, seats)
            move = moves[int(chance() * len(moves))]
            trace.append((rules.turn(state), move))
            state = rules.apply_unchecked(state, move)
        self.max_plies = min(2 * self.max_plies, MAX_PLIES)
        if (result := rules.outcome(state)) is None:
            raise dead_end_error(rules, state)
        results = rewards(outcome_of(result), seats)
        if early is None:
            return results
        weight, pairs = EVALUATION_WEIGHT * reliability, zip(results, early, strict=True)
        return [weight * evaluation + (1 - weight) * result for result, evaluation in pairs]


class EvaluationScale:
    """The scale and reliability of a game's evaluation.

    The unit is the mean distance from even. `reliability` (0 to 1) is the correlation between the
    evaluation of a position and that of a position two or three plies later.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.unit = self.reliability = 0.0
        # The number of evaluations, and the sum of their distances from even. For pairs, the sums
        # of the products, of the squares of the first values, and of the second values.
        self.sums = [0.0] * 5

    def measure(self, state: State, seed: int, walks: int = WALKS) -> None:
        """Measure the evaluations of positions on random walks from a given position."""
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
        """Return the win probability of each seat, based on the evaluation of a position."""
        values = self._values(state)
        best, unit = max(values), self.unit or 1.0
        shares = [math.exp(max((value - best) / unit, -50.0)) for value in values]
        return [share / sum(shares) for share in shares]


def rewards(outcome: int, seats: int) -> list[float]:
    """Return the reward of each seat."""
    return [reward(outcome, seat, seats) for seat in range(seats)]
