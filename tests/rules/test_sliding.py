"""Tests for the random starts of sliding puzzles."""

from random import Random

import pytest

from puzzlekit import Sliding, grid, load
from puzzlekit.rules.base import Puzzle


@pytest.mark.slow
@pytest.mark.parametrize("text", ["fifteen:3", "knights", "pinball", "fifteen:20,height=20"])
def test_scramble_and_generic_scramble(text):
    rules = load(text)
    for seed in range(5):
        assert rules.scramble(Random(seed)) == Puzzle.scramble(rules, Random(seed))


def test_overridden_predecessors():
    class Staying(Sliding):
        """A puzzle without predecessors."""

        def random_predecessor(self, state, rng):
            return None

    rules = Staying(grid(2, 2), ["1", "2", "3", ""])
    assert rules.scramble(Random(1)) == rules.goal


def test_random_starts_are_stable():
    # Game IDs and saves of version 0.1 must keep their meaning.
    start = load("fifteen:40,height=40").start(Random(7))
    assert (start.index(""), start[:3]) == (1002, ("45", "126", "128"))


def test_nearest_hole_is_filled():
    rules = Sliding(grid(5, 1), ["", "a", "b", "c", ""])
    assert rules.multi_moves(("", "a", "b", "c", "")) == {(2,): ["b1-a1", "c1-b1"]}


def test_multi_moves_need_rows_of_squares():
    for text in ("knights", "pinball"):
        rules = load(text)
        assert rules.multi_moves(rules.start()) == {}
