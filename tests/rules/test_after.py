"""Tests for `apply` (unchecked) and `play` (checked): the method that a class overrides is used."""

import pytest
from support import Chase, Noughts

from puzzlekit import IllegalMoveError, Rules, Session, Sliding, Twisty, check, grid, load, ring


class Quiet(Chase):
    """A subclass that overrides `play`; the base class defines `apply`."""

    max_plies = 20
    asked = 0

    def play(self, state, move):
        self.asked += 1
        return super().play(state, move)


class Loud(Noughts):
    """A subclass that overrides `apply`, which is never called; the base class defines `play`."""

    def apply(self, state, move):
        raise AssertionError("this class is not asked for it")


def test_play_is_after_with_a_check():
    rules = Chase()
    assert rules.play(rules.start(), "1-2") == rules.apply(rules.start(), "1-2")
    with pytest.raises(
        IllegalMoveError, match="'1-3' is not a legal move here; did you mean '1-2' or '1-6'"
    ):
        rules.play(rules.start(), "1-3")


def test_whoever_writes_play_is_asked_for_it():
    rules = Quiet()
    rules.apply_unchecked(rules.start(), "1-2")
    assert rules.asked == 1
    assert check(rules) == []
    loud = Loud()
    assert loud.apply_unchecked(loud.start(), "a1") == loud.play(loud.start(), "a1")


@pytest.mark.parametrize("game", ["cube:2", "fifteen:3", "hex:3", "permute:4", "pentago"])
def test_both_ways_lead_to_the_same(game):
    rules = load(game)
    session = Session(rules)
    while session.ply < 6:
        for move in rules.legal_moves(session.state):
            assert rules.apply_unchecked(session.state, move) == rules.play(session.state, move)
        session.play(rules.legal_moves(session.state)[0])


def test_a_twist_or_a_slide_that_is_changed_is_changed_everywhere():
    class Marked(Twisty):
        """A puzzle that applies each twist twice."""

        name = "Marked"

        def __init__(self):
            super().__init__(ring(3), "abc", {"L": [(0, 1, 2)]})

        def apply(self, state, move):
            return super().apply(super().apply(state, move), move)

    class Slow(Sliding):
        """A puzzle that counts its slides."""

        name, slides = "Slow", 0

        def __init__(self):
            super().__init__(grid(2, 1), ["1", ""])

        def play(self, state, move):
            self.slides += 1
            return super().play(state, move)

    twisty, sliding = Marked(), Slow()
    for play in (twisty.play, twisty.apply_unchecked):
        assert play(("a", "b", "c"), "L") == ("b", "c", "a")
    sliding.apply_unchecked(sliding.start(), "a1-b1")
    assert sliding.slides == 1


def test_a_class_that_writes_neither():
    class Empty(Noughts):
        """A game with the `play` of the base class and no `apply`."""

        play = Rules.play

    with pytest.raises(NotImplementedError, match="Empty defines neither apply nor play"):
        Empty().play(Empty().start(), "a1")
