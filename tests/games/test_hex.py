"""Hex: small solved boards, full boards, numbers of lines, goals."""

from functools import cache
from itertools import combinations
from math import comb
from random import Random

import networkx
import pytest
from support import played

from puzzlekit import load, perft


def value(rules, state):
    """Return 1 if Red wins with best play, else -1."""

    @cache
    def search(state):
        result = rules.result(state)
        if result is not None:
            return 1 if rules.sides(state)[result.winner] == "Red" else -1
        values = [search(rules.play(state, move)) for move in rules.legal_moves(state)]
        return max(values) if rules.own_stone(state) == "R" else min(values)

    return search(state)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "winning"), [(2, {"a2", "b1"}), (3, None)])
def test_small_boards_are_won_by_the_first_player(size, winning):
    rules = load(f"hex:{size},swap=off")
    won = {
        move
        for move in rules.legal_moves(rules.start())
        if value(rules, rules.play(rules.start(), move)) == 1
    }
    assert value(rules, rules.start()) == 1
    if winning is not None:
        assert won == winning  # the short diagonal wins, the acute corners lose
    else:
        assert "b2" in won
        assert {"a1", "c3"} & won == set()


def test_who_opens_well_is_swapped():
    """With the swap rule the second player wins on 3×3."""
    rules = load("hex:3")
    after = rules.play(rules.start(), "b2")
    swapped = rules.play(after, "swap")
    assert rules.sides(swapped) == ("Blue", "Red")
    assert value(rules, swapped) == 1  # Red is the second player now


@pytest.mark.parametrize("size", [2, 3])
def test_a_full_board_has_exactly_one_winner(size):
    rules = load(f"hex:{size}")
    cells = range(size * size)
    for reds in range(size * size + 1):
        for chosen in combinations(cells, reds):
            stones = "".join("R" if cell in chosen else "B" for cell in cells)
            chains = [joined(stones) for joined in rules._joined]
            assert bool(chains[0]) != bool(chains[1])


@pytest.mark.slow
@pytest.mark.parametrize("size", [4, 7, 11])
def test_games_end_when_a_graph_is_connected(size):
    rules = load(f"hex:{size},swap=off")
    names = [f"{'abcdefghijk'[x]}{y + 1}" for x in range(size) for y in range(size)]
    graph = networkx.Graph()
    for name in names:
        x, y = "abcdefghijk".index(name[0]), int(name[1:])
        for dx, dy in ((1, 0), (0, 1), (1, -1)):
            if 0 <= x + dx < size and 1 <= y + dy <= size:
                graph.add_edge(name, f"{'abcdefghijk'[x + dx]}{y + dy}")
    ends = {
        "R": ([n for n in names if n[1:] == "1"], [n for n in names if n[1:] == str(size)]),
        "B": (
            [n for n in names if n[0] == "a"],
            [n for n in names if n[0] == "abcdefghijk"[size - 1]],
        ),
    }
    for seed in range(3):
        rng, state = Random(seed), rules.start()
        stones = {"R": [], "B": []}
        while moves := rules.legal_moves(state):
            own, move = rules.own_stone(state), rng.choice(moves)
            stones[own].append(move)
            state = rules.play(state, move)
            part = graph.subgraph(stones[own])
            joined = any(
                networkx.has_path(part, a, b)
                for a in ends[own][0]
                for b in ends[own][1]
                if a in part and b in part
            )
            assert joined == (rules.result(state) is not None)
        result = rules.result(state)
        chain = [rules.board.cells[cell] for cell in result.cells]
        assert networkx.is_path(graph, chain)
        assert set(chain) <= set(stones[own])
        assert (chain[0] in ends[own][0], chain[-1] in ends[own][1]) == (True, True)


@pytest.mark.slow
def test_games_of_two_by_two():
    # After three of four stones Red has two and has won, except with the top row, the bottom row
    # or the acute corners (a1 b1, a2 b2, a1 b2): 3 of 6 pairs, 2 orders each, 2 blue replies.
    rules = load("hex:2,swap=off")
    assert comb(4, 2) == 6
    assert list(perft(rules, 4)) == [4, 12, 24, 12]


def test_how_much_is_missing():
    rules = load("hex:5")
    state = rules.start()
    assert [rules.missing(state, player) for player in (0, 1)] == [5, 5]
    state = played(rules, state, ["c3", "c2", "d2", "b3"])
    # Red has c3 and d2, which touch: d1 is missing, and two more. Blue has c2 and b3, likewise.
    assert rules.missing(state, 0) == 3
    assert rules.evaluate(state, 0) == -rules.evaluate(state, 1)
