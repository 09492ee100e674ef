"""Random positions at most a given number of moves from the goal."""

from __future__ import annotations

from random import Random

from .base import Puzzle, State


def short_scramble(rules: Puzzle, rng: Random, moves: int) -> State:
    """Return the end of a random walk of the given number of moves back from the goal.

    The walk never revisits a position and, where possible, avoids positions one move away from an
    earlier one. It ends early if it gets stuck.
    """
    state, visited = rules.goal, {rules.goal}
    for _ in range(moves):
        candidates = list(
            dict.fromkeys(
                before for _, before in rules.predecessors(state) if before not in visited
            )
        )
        candidates = [before for before in candidates if rules.outcome(before) is None]
        if not candidates:
            break
        rng.shuffle(candidates)
        others = visited - {state}
        state = next(
            (each for each in candidates if not _leads_to(rules, each, others)), candidates[0]
        )
        visited.add(state)
    return state


def _leads_to(rules: Puzzle, state: State, others: set[State]) -> bool:
    return any(rules.apply_unchecked(state, move) in others for move in rules.legal_moves(state))
