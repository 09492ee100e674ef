"""Difficulty of a puzzle: the number of positions, their distances and the branching factor."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from ..core.formatting import format_number
from ..rules.base import Puzzle, State
from .distances import DistanceSummary, distance_summary
from .group_facts import count_positions

#: Maximum number of positions whose distances are counted (about a second).
MAX_POSITIONS = 4_000_000

#: Length of the random walk that samples the branching factor.
WALK_STEPS = 200


class Difficulty(NamedTuple):
    """The number of positions, their distances to the goal, and the mean number of moves.

    `positions` is None if unknown. For `farthest`, `average` and `minimum`, see `DistanceSummary`.
    """

    positions: int | None
    farthest: int | None
    average: float | None
    minimum: int | None
    branching: float

    def __str__(self) -> str:
        parts = []
        if self.positions is not None:
            parts.append(f"{format_number(self.positions)} positions")
        if self.farthest is not None:
            parts.append(
                f"{self.average:.1f} moves from the goal on average, {self.farthest} at most"
            )
        elif self.minimum is not None:
            parts.append(f"at least {self.minimum} moves at worst")
        return ", ".join([*parts, f"{self.branching:.3g} legal moves per position"])


def difficulty(rules: Puzzle, state: State) -> Difficulty:
    """Return the difficulty of a puzzle that starts from a state.

    >>> from puzzlekit import load
    >>> rules = load("cube:2")
    >>> print(difficulty(rules, rules.start()))
    3,674,160 positions, 10.7 moves from the goal on average, 14 at most, 6 legal moves per position
    """
    positions = count_positions(rules, state)
    distances = (
        DistanceSummary()
        if positions is None
        else distance_summary(rules, positions, limit=MAX_POSITIONS)
    )
    return Difficulty(positions, *distances, branching=_branching(rules, state))


def _branching(rules: Puzzle, state: State) -> float:
    """Return the mean number of legal moves on a random walk."""
    random, total, seen = Random(0), 0, 0
    while seen < WALK_STEPS and (moves := rules.legal_moves(state)):
        total, seen = total + len(moves), seen + 1
        state = rules.apply_unchecked(state, random.choice(moves))
    return total / max(1, seen)
