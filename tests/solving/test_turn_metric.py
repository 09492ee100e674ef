"""Distances and shortest solutions in turns of puzzles with forbidden positions."""

from random import Random

import pytest
from support import play_moves

from puzzlekit import OptionError, Twisty, ring
from puzzlekit.solving.search import bfs_layers, solve


def random_puzzle(rng):
    cells = rng.randint(4, 6)
    goal = "abcdef"[:cells]
    moves = {name: [rng.sample(range(cells), rng.randint(2, cells))] for name in "AB"}
    for _ in range(100):
        try:
            return Twisty(
                ring(cells), goal, moves, forbidden={rng.randrange(cells): rng.choice(goal)}
            )
        except OptionError:
            continue  # the goal is forbidden
    raise AssertionError


def turns(rules, state):
    """Return the positions after repeating one legal move, each with the layer that turns."""
    found = set()
    for move in rules.all_moves():
        end = state
        while move in rules.legal_moves(end) and (end := rules.play(end, move)) != state:
            found.add((frozenset([move, rules.inverse_move(move)]), end))
    return found


@pytest.mark.parametrize("seed", range(30))
def test_turns_stop_before_illegal_repetition(seed):
    rules = random_puzzle(Random(seed))
    distances, counts, queue = {rules.goal: 0}, {rules.goal: 1}, [rules.goal]
    for state in queue:
        for _layer, end in turns(rules, state):
            if end not in distances:
                distances[end], counts[end] = distances[state] + 1, 0
                queue.append(end)
            if distances[end] == distances[state] + 1:
                counts[end] += counts[state]
    levels = bfs_layers(rules, rules.goal, metric="turns")
    assert {state: n for n, level in enumerate(levels) for state in level} == distances
    for end in queue[:: 1 + len(queue) // 5]:
        found = solve(rules, rules.goal, end, metric="turns")
        assert (found.length, found.count) == (distances[end], counts[end])
        assert play_moves(rules, rules.goal, found.moves) == end
