"""Random positions at most a given number of moves from the goal."""

from __future__ import annotations

from random import Random

from .base import Puzzle, State


def short_scramble(rules: Puzzle, rng: Random, moves: int) -> State:
    """Return the end of a random backward walk from the goal with the given number of moves.

    The walk never revisits a position and, where possible, avoids positions one move away from an
    earlier one. It ends early if it gets stuck.
    """
    state, visited = rules.goal, {rules.goal}
    for _ in range(moves):
        origins = dict.fromkeys(before for _, before in rules.predecessors(state))
        candidates = [
            each for each in origins if each not in visited and rules.outcome(each) is None
        ]
        if not candidates:
            break
        rng.shuffle(candidates)
        others = visited - {state}
        apart = (
            each
            for each in candidates
            if not any(rules.apply_unchecked(each, m) in others for m in rules.legal_moves(each))
        )
        state = next(apart, candidates[0])
        visited.add(state)
    return state
