"""Tests for games with more than two players: reserve, ranking, lines and captures."""

from random import Random

import pytest
from support import Count, Noughts, example_plugin, find_problems, random_game

from puzzlekit import compare_regions, grid, load, region_table, regions, winning_regions

NAMES = "Red", "Green", "Blue"


@pytest.fixture(scope="module")
def neighbours():
    return example_plugin("neighbours")


@pytest.mark.parametrize(
    ("sizes", "found"),
    [
        (([5, 1], [2, 2], [5, 2]), (2, "Blue wins: groups of 5, 2 versus 5, 1", 1)),
        (([3], [], [2, 2]), (0, "Red wins: groups of 3 versus 2", 0)),
        (([2, 1], [2], [1]), (0, "Red wins: groups of 2, 1 versus 2", 1)),
        (([2], [1], [2]), (None, "A draw: groups of the same sizes for Red, Blue", 0)),
        (([2], [2], [2]), (None, "A draw: all players have groups of the same sizes", 0)),
    ],
)
def test_regions_of_three_players(sizes, found):
    assert compare_regions(NAMES, sizes) == found
    table = region_table(NAMES, sizes)
    assert table.decisive == (None if found[0] is None else found[2])
    assert all(len(row) == 3 for row in table.rows)


def test_evaluation_against_best_opponent(neighbours):
    rules = neighbours(size=2, players=3)
    rules.sizes = lambda state: {"R": [3], "G": [2], "B": [1]}
    assert [rules.evaluate(rules.start(), seat) for seat in range(3)] == [9 - 4, 4 - 9, 1 - 9]


def test_decisive_cells_and_reserves():
    groups = regions(grid(4, 1), "RGBB", "RGB")
    assert winning_regions(NAMES, groups) == (2, "Blue wins: groups of 2 versus 1", (2, 3))
    assert load("palagem:players=3").reserve == load("palagem:players=3").supply
    assert Count().reserve == 0


@pytest.mark.parametrize("players", [2, 3])
def test_example_for_three_players(neighbours, players):
    rules = neighbours(size=2, players=players)
    assert find_problems(rules) == []
    assert rules.reserve == players
    *states, state = random_game(rules, Random(1))
    assert [rules.turn(each) for each in states] == [n % players for n in range(len(states))]
    best = rules.result(state).winner
    values = [rules.evaluate(state, seat) for seat in range(players)]
    assert best is None or max(values) == values[best] > 0


def test_captured_stone_goes_to_reserve():
    class Take(Noughts):
        """A game with stones of three colours in a row; each stone can capture the next."""

        players = NAMES

        def __init__(self):
            self.board = grid(3, 1)

        def turn(self, state):
            return 2

        def pieces(self, state):
            return [1, 1, 1]

    rules = Take()
    assert sorted(rules.permutation(None, "a1-b1")) == list(range(6))
    assert rules.cell_permutation(None, "a1-b1")[1] == 3  # player 0 follows player 2
