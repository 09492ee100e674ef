"""Crossway: counts by hand, comparison with a plain oracle, no draws, always a legal point."""

from functools import cache
from itertools import pairwise, product
from random import Random

import pytest

from puzzlekit import load


def has_crosscut(rows):
    size = len(rows)
    return any(
        (rows[y][x] + rows[y][x + 1] + rows[y + 1][x] + rows[y + 1][x + 1]) in ("BWWB", "WBBW")
        for y, x in product(range(size - 1), repeat=2)
    )


def rows_of(stones, size):
    return [stones[i : i + size] for i in range(0, size * size, size)]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "games"), [(3, 4), (5, 4), (9, 4), (13, 1)])
def test_equal_to_plain_implementation(size, games):
    rules = load(f"crossway:{size},swap=off")
    for seed in range(games):
        rng, state = Random(seed), rules.start()
        while moves := rules.legal_moves(state):
            legal = set()
            for i, stone in enumerate(state.stones):
                after = state.stones[:i] + rules.own_stone(state) + state.stones[i + 1 :]
                if stone == "." and not has_crosscut(rows_of(after, size)):
                    legal.add(rules.board.cells[i])
            assert set(moves) == legal
            state = rules.play(state, rng.choice(moves))
        assert not has_crosscut(rows_of(state.stones, size))
        result = rules.result(state)
        assert result.winner in (0, 1)
        points = [rules.board.points[cell] for cell in result.cells]
        for (ax, ay), (bx, by) in pairwise(points):
            assert max(abs(ax - bx), abs(ay - by)) == 1


@pytest.mark.parametrize("size", [2, 3])
def test_no_passes_and_no_draws(size):
    rules = load(f"crossway:{size},swap=off")
    seen = set()

    @cache
    def visit(state):
        seen.add(state.stones)
        moves = rules.legal_moves(state)
        assert moves != ["pass"]
        if not moves:
            assert rules.result(state).winner is not None
        for move in moves:
            visit(rules.play(state, move))

    visit(rules.start())
    assert len(seen) > 10
