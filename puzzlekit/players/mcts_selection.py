"""Selection formula and statistics of Monte Carlo tree search."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

#: Number of playouts after which RAVE and real rewards have about the same weight.
RAVE_WEIGHT = 300

#: Weight of the exploration term without RAVE.
EXPLORATION = math.sqrt(0.5)

#: Number of visits before a node is expanded, except in classical UCT, which uses 1.
EXPAND_AFTER = 4


def child_value(
    visits: float,
    rewards: float,
    amaf_visits: float,
    amaf_rewards: float,
    log_visits: float,
    rave: float,
    exploration: float,
    non_amaf_exploration: float,
) -> float:
    """Return the value of a child for selection: its mean reward mixed with its AMAF mean (RAVE).

    `log_visits` is the logarithm of the visits of the parent. `rave` is the number of visits at
    which both means have about the same weight. `exploration` is the weight of the exploration term
    for all moves, and `non_amaf_exploration` is an additional weight for moves with no more AMAF
    visits than visits.
    """
    value = exploration * math.sqrt(log_visits / (visits + 1.0)) if exploration else 0.0
    if visits + amaf_visits == 0:
        return 1.0 + value
    if amaf_visits <= visits:
        # AMAF never sees some moves, such as a swap; only trying them helps.
        alone = non_amaf_exploration * math.sqrt(log_visits / visits)
        return rewards / visits + alone + value
    beta = math.sqrt(rave / (3.0 * visits + rave))
    mean = rewards / visits if visits else 0.0
    return beta * (amaf_rewards / amaf_visits) + (1.0 - beta) * mean + value


class Limits:
    """The limits of a search: a number of playouts, and seconds on a clock after `start`."""

    def __init__(
        self, playouts: int | None, seconds: float | None, clock: Callable[[], float]
    ) -> None:
        self.playouts, self.seconds, self.clock = playouts, seconds, clock
        self.deadline = math.inf

    def start(self) -> None:
        """Start the clock."""
        if self.seconds is not None:
            self.deadline = self.clock() + self.seconds

    def are_over(self) -> bool:
        """Return whether the deadline has passed."""
        return self.clock() >= self.deadline


class RootMove(NamedTuple):
    """Statistics of a move at the root. `outcome` is its proved outcome or `ONGOING`."""

    move: Any
    visits: float
    reward: float
    outcome: int
