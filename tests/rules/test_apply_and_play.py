"""Tests for `apply` (unchecked) and `play` (checked): the method that a class overrides is used."""

import pytest
from support import Chase, Noughts, find_problems

from puzzlekit import Blocks, IllegalMoveError, Rules, Session, Sliding, Twisty, grid, load, ring


def test_play_checks_and_applies():
    rules = Chase()
    assert rules.play(rules.start(), "1-2") == rules.apply(rules.start(), "1-2")
    message = "'1-3' is not a legal move here; did you mean '1-2' or '1-6'"
    with pytest.raises(IllegalMoveError, match=message):
        rules.play(rules.start(), "1-3")


def test_overridden_play_is_called():
    class Quiet(Chase):
        """A subclass that overrides `play`; the base class defines `apply`."""

        max_plies = 20
        calls = 0

        def play(self, state, move):
            self.calls += 1
            return super().play(state, move)

    rules = Quiet()
    rules.apply_unchecked(rules.start(), "1-2")
    assert rules.calls == 1
    assert find_problems(rules) == []
    rules = Noughts()
    rules.apply = None  # it must not be called, since the class defines `play`
    assert rules.apply_unchecked(rules.start(), "a1") == rules.play(rules.start(), "a1")


@pytest.mark.parametrize(
    "game", ["cube:2", "fifteen:3", "hex:3", "permute:4", "pentago", "catchup:3"]
)
def test_apply_and_play(game):
    rules = load(game)
    session = Session(rules)
    while session.ply < 6:
        for move in rules.legal_moves(session.state):
            after = rules.play(session.state, move)
            assert rules.apply_unchecked(session.state, move) == after
            assert rules.apply(session.state, move) == after
        session.play(rules.legal_moves(session.state)[0])


def test_puzzles_that_override_moves():
    class Doubled(Twisty):
        """A puzzle that applies each twist twice."""

        def apply(self, state, move):
            return super().apply(super().apply(state, move), move)

    class Slow(Sliding):
        """A puzzle that counts its slides."""

        slides = 0

        def play(self, state, move):
            self.slides += 1
            return super().play(state, move)

    twisty = Doubled(ring(3), "abc", {"L": [(0, 1, 2)]})
    for play in (twisty.play, twisty.apply_unchecked):
        assert play(("a", "b", "c"), "L") == ("b", "c", "a")
    sliding = Slow(grid(2, 1), ["1", ""])
    sliding.apply_unchecked(sliding.start(), "a1-b1")
    assert sliding.slides == 1


def test_overridden_cell_permutation_of_blocks():
    class Wrong(Blocks):
        """A puzzle that forgets the second cell of a block, which the contract test reports."""

        def cell_permutation(self, state, move):
            a, b = self.step_cells[move]
            return {a: b, b: a}

    assert Wrong(grid(3, 1), "AA.", ".AA").apply(("A", "A", ""), "a1-b1") == ("", "A", "A")


def test_class_without_play_and_apply():
    class Empty(Noughts):
        """A game with the `play` of the base class and no `apply`."""

        play = Rules.play

    with pytest.raises(NotImplementedError, match="Empty defines neither apply nor play"):
        Empty().play(Empty().start(), "a1")
