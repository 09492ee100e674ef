"""Puzzles found by search, with the properties for which they were chosen."""

import pytest

from puzzlekit import distances, load
from puzzlekit.groups import describe
from puzzlekit.solving.search import bfs_layers, solve

#: Group, positions, moves from the start to the goal, and to the farthest position.
FACTS = {
    "mills": ("S5", 180, 35, 35),
    "ladder": ("A7", 1_120, 58, 58),
    "corners": ("S8", 5_040, 33, 37),
}


@pytest.mark.parametrize("name", FACTS)
def test_properties(name):
    rules = load(name)
    group, positions, moves, farthest = FACTS[name]
    assert describe(rules.generators(rules.start()).values()).name == group
    solution = solve(rules)
    assert (solution.length, solution.count) == (moves, 1)
    there = list(bfs_layers(rules, rules.goal, backward=True))
    assert (sum(map(len, there)), len(there) - 1) == (positions, farthest)
    assert len(there[-1]) == 1
    assert sum(distances(rules)) == positions
    page = " ".join(type(rules).__doc__.split())
    assert f"{positions:,} positions" in page
    assert str(farthest) in page
