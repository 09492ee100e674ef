"""Evaluations as chances to win, on a scale that is found from the game itself."""

from __future__ import annotations

import math

from ..rules.rule_book import Rules, State

#: How much a chance changes with an evaluation: one that is as far from even as they are on
#: average is a chance of 1 / (1 + exp(-STEEPNESS)) for one of two players.
STEEPNESS = 2.0

#: After so many evaluations earlier ones count for less and less.
MEMORY = 500


class Yardstick:
    """Measures the evaluations of a rule book by how far from even they are on average.

    >>> class Bare(Rules):
    ...     players = "Black", "White"
    ...     start = moves = play = result = look = None
    ...     def evaluate(self, state, seat):
    ...         return state if seat == 0 else -state
    >>> yardstick = Yardstick(Bare())
    >>> yardstick.chances(0) is None  # no difference has been seen yet
    True
    >>> [round(chance, 2) for chance in yardstick.chances(100)]
    [0.98, 0.02]
    """

    def __init__(self, rules: Rules) -> None:
        self.evaluate, self.seats = rules.evaluate, range(len(rules.players))
        self.seen = self.sum = 0.0

    def chances(self, state: State) -> list[float] | None:
        """Return the chance of each seat to win by the evaluation of a position.

        None means that the evaluation says nothing: it has been the same for all seats so far.
        """
        values = [float(self.evaluate(state, seat)) for seat in self.seats]
        even = sum(values) / len(values)
        self.seen, self.sum = self.seen + 1, self.sum + max(values) - even
        if self.seen > MEMORY:
            self.seen, self.sum = self.seen / 2, self.sum / 2
        if not self.sum:
            return None
        unit = self.sum / self.seen / STEEPNESS * 2
        shares = [math.exp(max((value - max(values)) / unit, -50)) for value in values]
        return [share / sum(shares) for share in shares]
