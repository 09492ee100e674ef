"""Tests for puzzles with both slides and turns, against an exhaustive search."""

from random import Random

import pytest

from puzzlekit import (
    Board,
    IllegalMoveError,
    OptionError,
    Piece,
    Sliding,
    SlidingTwisty,
    Twisty,
    grid,
    grid_faces,
    ring,
)
from puzzlekit.solving.hints import find_word
from puzzlekit.solving.invariants import unsolvable_reason
from puzzlekit.solving.search import solve
from puzzlekit.ui.board_drawing import plate_outlines
from puzzlekit.ui.move_selector import MoveSelector


def test_a_hole_that_cannot_come_back_may_go_two_ways():
    # One route leaves A behind for good, the other leaves B.
    board = Board("hxyz", [(0, 0), (1, 1), (1, -1), (2, 0)], ["xz", "yz", "xy"], ["xh", "yh"])
    rules = Sliding(board, ["B", "A", "", "C"], start=["", "A", "B", "C"])
    assert solve(rules) is not None
    assert unsolvable_reason(rules, rules.start(), rules.goal) is None
    rules = Sliding(board, ["A", "B", "", "C"], start=["", "A", "B", "C"])
    assert solve(rules) is not None
    assert unsolvable_reason(rules, rules.start(), rules.goal) is None


def test_holes_elsewhere_are_walked_home_first():
    two = Sliding(ring(6), ["1", "2", "3", "4", "", ""], start=["", "", "2", "1", "3", "4"])
    assert unsolvable_reason(two, two.start(), two.goal) is not None
    assert solve(two) is None


def test_a_large_one_is_solved_by_slides_after_a_turn_at_most():
    goal = [*map(str, range(1, 16)), ""]
    rules = SlidingTwisty(grid(4, 4), goal, {"R": [grid_faces(4, 4)[4]]})
    for seed in (1, 2, 3):
        state = rules.start(Random(seed))
        for move in find_word(rules, state):
            state = rules.play(state, move)
        assert rules.result(state) is not None


def test_slides_and_turns_are_clicked_apart():
    board = grid(3, 1)
    rules = SlidingTwisty(board, ["1", "2", ""], {"T": [(0, 1)]}, handles={"T": ["b1"]})
    pointer = MoveSelector(rules, rules.start())
    assert pointer.buttons == ["T"]
    assert pointer.click((1,)) == ("b1-c1",)
    rules = SlidingTwisty(board, ["1", "2", ""], {"T": [(0, 1, 2)]})
    pointer = MoveSelector(rules, rules.start())
    assert pointer.click((0, 1, 2)) == ("T",)
    assert MoveSelector(rules, rules.start()).click((0, 1, 2), 1) == ("T'",)
    assert rules.prompt(rules.start()) == "Move a piece into the hole, or turn a part"


def test_what_is_wrong_is_said():
    with pytest.raises(OptionError, match="needs a hole"):
        SlidingTwisty(ring(3), "abc", {"T": [(0, 1)]})
    with pytest.raises(OptionError, match="The turn 1-2 has the name of a slide; rename it"):
        SlidingTwisty(ring(3), ["a", "b", ""], {"1-2": [(0, 1)]})
    with pytest.raises(OptionError, match="which is not a cell"):
        SlidingTwisty(ring(3), ["a", "b", ""], {"T": [("1", "9")]})


def test_moves_of_both_kinds_can_be_taken_back():
    rules = SlidingTwisty(
        Board("abc", [(0, 0), (1, 0), (2, 0)], ["ab"], ["bc"]),
        ["1", "2", ""],
        {"T": [(0, 1, 2)]},
        pieces={"1": Piece("ball", "red")},
    )
    assert [rules.inverse_move(move) for move in rules.all_moves()] == [
        "b-a",
        "a-b",
        None,
        "T'",
        "T",
    ]
    with pytest.raises(IllegalMoveError, match="'c-b' is not a legal move here"):
        rules.play(rules.start(), "c-b")


def test_no_turntable_hides_the_streets():
    rules = SlidingTwisty(grid(2, 2, shape="node"), ["1", "2", "3", ""], {"T": [(0, 1, 2)]})
    assert plate_outlines(rules) == []
    assert plate_outlines(Twisty(rules.board, rules.goal, {"T": [(0, 1, 2)]})) == [(0, 1, 2)]
