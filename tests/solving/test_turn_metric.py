"""Distances and shortest solutions in turns of puzzles with forbidden positions."""

from random import Random

import pytest
from support import count_paths, play_moves

from puzzlekit import OptionError, Twisty, ring
from puzzlekit.solving.search import bfs_layers, solve


def random_puzzle(rng):
    cells = rng.randint(4, 6)
    goal = "abcdef"[:cells]
    moves = {name: [rng.sample(range(cells), rng.randint(2, cells))] for name in "AB"}
    for _ in range(100):
        try:
            forbidden = {rng.randrange(cells): rng.choice(goal)}
            return Twisty(ring(cells), goal, moves, forbidden=forbidden)
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
    distances, counts = count_paths(rules.goal, lambda s: [end for _, end in turns(rules, s)])
    levels = bfs_layers(rules, rules.goal, metric="turns")
    assert {state: n for n, level in enumerate(levels) for state in level} == distances
    for end in [*distances][:: 1 + len(distances) // 5]:
        found = solve(rules, rules.goal, end, metric="turns")
        assert (found.length, found.count) == (distances[end], counts[end])
        assert play_moves(rules, rules.goal, found.moves) == end
