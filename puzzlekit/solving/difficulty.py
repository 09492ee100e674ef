"""How hard a puzzle is, in three numbers: positions, how far they are, and moves to choose from."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from ..core.figures import in_figures
from ..rules.rule_book import Puzzle, State
from .distances import Reach, reach
from .group_facts import count_positions

#: Positions whose distances are counted: a second's work.
MOST = 4_000_000

#: Positions on a random walk, of whose moves the average is taken.
WALK = 200


class Difficulty(NamedTuple):
    """How many positions there are, how far from the goal, and moves a position on average.

    `positions` is None where it is not known; what `farthest`, `average` and `least` mean stands
    at `Reach`.
    """

    positions: int | None
    farthest: int | None
    average: float | None
    least: int | None
    branching: float

    def __str__(self) -> str:
        found = []
        if self.positions is not None:
            found.append(f"{in_figures(self.positions)} positions")
        if self.farthest is not None:
            found.append(f"at most {self.farthest} moves to go, {self.average:.1f} on average")
        elif self.least is not None:
            found.append(f"some need {self.least} moves or more")
        return ", ".join([*found, f"{self.branching:.3g} moves to choose from"])


def difficulty(rules: Puzzle, state: State) -> Difficulty:
    """Return how hard a puzzle is that starts from a state.

    >>> from puzzlekit import load
    >>> rules = load("cube:2")
    >>> print(difficulty(rules, rules.start()))
    3,674,160 positions, at most 14 moves to go, 10.7 on average, 6 moves to choose from
    """
    positions = count_positions(rules, state)
    far = Reach() if positions is None else reach(rules, positions, most=MOST)
    return Difficulty(positions, *far, branching=_branching(rules, state))


def _branching(rules: Puzzle, state: State) -> float:
    """Return how many moves a position has, on average over a walk of random moves."""
    random, total, seen = Random(0), 0, 0
    while seen < WALK and (moves := rules.moves(state)):
        total, seen = total + len(moves), seen + 1
        state = rules.onward(state, random.choice(moves))
    return total / max(1, seen)
