"""Random positions that are no more than some moves from the goal."""

from __future__ import annotations

from random import Random

from .base import Puzzle, State


def walk_to_start(rules: Puzzle, rng: Random, moves: int) -> State:
    """Return the end of a random walk of so many moves back from the goal.

    No step leads to where the walk was before, nor, if that can be helped, to a position from
    which one move would. A walk that can go nowhere else ends sooner.
    """
    state, met = rules.goal, {rules.goal}
    for _ in range(moves):
        fresh = list(
            dict.fromkeys(back for _, back in rules.predecessors(state) if back not in met)
        )
        fresh = [back for back in fresh if rules.outcome(back) is None]
        if not fresh:
            break
        rng.shuffle(fresh)
        others = met - {state}
        state = next((each for each in fresh if not _leads_to(rules, each, others)), fresh[0])
        met.add(state)
    return state


def _leads_to(rules: Puzzle, state: State, others: set[State]) -> bool:
    return any(rules.apply_unchecked(state, move) in others for move in rules.legal_moves(state))
