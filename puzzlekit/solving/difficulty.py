"""How hard a puzzle is, in three numbers: positions, how far they are, and moves to choose from."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from ..core.formatting import format_number
from ..rules.base import Puzzle, State
from .distances import DistanceSummary, distance_summary
from .group_facts import count_positions

#: Positions whose distances are counted: a second's work.
MAX_POSITIONS = 4_000_000

#: Positions on a random walk, of whose moves the average is taken.
WALK_STEPS = 200


class Difficulty(NamedTuple):
    """How many positions there are, how far from the goal, and moves a position on average.

    `positions` is None where it is not known; what `farthest`, `average` and `least` mean stands
    at `DistanceSummary`.
    """

    positions: int | None
    farthest: int | None
    average: float | None
    minimum: int | None
    branching: float

    def __str__(self) -> str:
        found = []
        if self.positions is not None:
            found.append(f"{format_number(self.positions)} positions")
        if self.farthest is not None:
            found.append(f"at most {self.farthest} moves to go, {self.average:.1f} on average")
        elif self.minimum is not None:
            found.append(f"some need {self.minimum} moves or more")
        return ", ".join([*found, f"{self.branching:.3g} moves to choose from"])


def difficulty(rules: Puzzle, state: State) -> Difficulty:
    """Return how hard a puzzle is that starts from a state.

    >>> from puzzlekit import load
    >>> rules = load("cube:2")
    >>> print(difficulty(rules, rules.start()))
    3,674,160 positions, at most 14 moves to go, 10.7 on average, 6 moves to choose from
    """
    positions = count_positions(rules, state)
    far = (
        DistanceSummary()
        if positions is None
        else distance_summary(rules, positions, most=MAX_POSITIONS)
    )
    return Difficulty(positions, *far, branching=_branching(rules, state))


def _branching(rules: Puzzle, state: State) -> float:
    """Return how many moves a position has, on average over a walk of random moves."""
    random, total, seen = Random(0), 0, 0
    while seen < WALK_STEPS and (moves := rules.legal_moves(state)):
        total, seen = total + len(moves), seen + 1
        state = rules.apply_unchecked(state, random.choice(moves))
    return total / max(1, seen)
