"""Puzzles whose moves commute and undo themselves, compared with breadth-first search."""

from itertools import product
from math import factorial
from random import Random

import pytest
from support import play_moves

from puzzlekit import Toggle, Twisty, grid, ring, solve
from puzzlekit.solving.optimal import commuting_puzzles, solve_optimally
from puzzlekit.solving.search import solutions


def lights(width, height, *, wraps=False, labels="10"):
    """Return Lights Out: each light has two cells, which its switch and its neighbours swap."""
    moves = {}
    for x, y in product(range(width), range(height)):
        near = {(x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}
        if wraps:
            near = {(a % width, b % height) for a, b in near}
        cells = [b * width + a for a, b in near if 0 <= a < width and 0 <= b < height]
        moves["abcde"[x] + str(y + 1)] = [(2 * cell, 2 * cell + 1) for cell in cells]
    board = ring(2 * width * height)
    return Twisty(board, tuple(labels) * (width * height), moves)


def four_cells():
    """Return a puzzle with translations of four cells of two kinds."""
    swaps = {"A": [(0, 1), (2, 3)], "B": [(0, 2), (1, 3)], "C": [(0, 3), (1, 2), (4, 5)]}
    return Twisty(ring(6), "aabbcd", swaps)


@pytest.mark.parametrize(
    "rules",
    [lights(2, 2), lights(3, 2), lights(3, 3), lights(3, 3, wraps=True), four_cells()],
    ids=["2 x 2", "3 x 2", "3 x 3", "torus", "four cells"],
)
def test_same_solutions_as_breadth_first_search(rules):
    assert commuting_puzzles.has_commuting_moves(rules)
    rng = Random(4)
    for _ in range(12):
        state = play_moves(rules, rules.goal, rng.choices(list(rules.twists), k=rng.randint(1, 6)))
        if state == rules.goal:
            continue
        wanted = solutions(rules, state, rules.goal)
        found, number = commuting_puzzles.solutions(rules, state, rules.goal)
        assert number == wanted.number
        if number < 2000:
            assert sorted(found) == sorted(wanted.paths)


def test_unsolvable_lights_and_other_puzzles():
    rules = lights(5, 5)
    state = list(rules.goal)
    state[0], state[1] = state[1], state[0]  # a single light of a corner
    assert solve(rules, tuple(state), optimal=True) is None
    turn = Twisty(ring(4), "abcd", {"L": [range(4)]})
    crossing = Twisty(ring(3), "abc", {"A": [(0, 1)], "B": [(1, 2)]})
    assert not commuting_puzzles.has_commuting_moves(turn)
    assert not commuting_puzzles.has_commuting_moves(crossing)


@pytest.mark.parametrize("metric", ["steps", "turns"])
@pytest.mark.parametrize("modulus", [2, 3, 4, 6])
def test_number_of_toggle_solutions_equals_breadth_first_search(modulus, metric):
    rules, rng = Toggle(grid(2, 2), modulus), Random(modulus)
    half = [move for move in rules.board.cells for _ in range(modulus // 2)]
    for moves in (half, *[rng.choices(list(rules.additions), k=6) for _ in "abc"]):
        state = play_moves(rules, rules.goal, moves)
        counts = [
            solve_optimally(rules, state, metric=metric, every=True, limit=limit).count
            for limit in (None, 10_000)
        ]
        assert counts[0] == counts[1]


def test_many_half_turns():
    solution = solve("lights_out:width=12,height=12,colours=4#1", optimal=True, count=True)
    assert solution.length == 140
    # Each half turn can go either way, and halves the number of orders.
    assert solution.count == factorial(140)
