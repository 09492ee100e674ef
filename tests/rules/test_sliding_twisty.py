"""Tests for puzzles with both slides and turns, against an exhaustive search."""

from random import Random

import pytest
from support import play_moves

from puzzlekit import (
    Board,
    IllegalMoveError,
    OptionError,
    Sliding,
    SlidingTwisty,
    Twisty,
    grid,
    grid_faces,
    ring,
)
from puzzlekit.solving.invariants import unsolvable_reason
from puzzlekit.solving.search import solve
from puzzlekit.solving.short_solutions import find_solution
from puzzlekit.ui.board_drawing import plate_faces
from puzzlekit.ui.board_input import MoveSelector


@pytest.mark.parametrize("goal", [["B", "A", "", "C"], ["A", "B", "", "C"]])
def test_hole_that_cannot_return(goal):
    # One route leaves A behind for good, the other leaves B.
    board = Board("hxyz", [(0, 0), (1, 1), (1, -1), (2, 0)], ["xz", "yz", "xy"], ["xh", "yh"])
    rules = Sliding(board, goal, start=["", "A", "B", "C"])
    assert solve(rules) is not None
    assert unsolvable_reason(rules, rules.start(), rules.goal) is None


def test_holes_in_other_cells():
    two = Sliding(ring(6), ["1", "2", "3", "4", "", ""], start=["", "", "2", "1", "3", "4"])
    assert unsolvable_reason(two, two.start(), two.goal) is not None
    assert solve(two) is None


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_words_of_large_puzzle(seed):
    goal = [*map(str, range(1, 16)), ""]
    rules = SlidingTwisty(grid(4, 4), goal, {"R": [grid_faces(4, 4)[4]]})
    assert rules.has_proved_frames
    state = rules.start(Random(seed))
    assert rules.result(play_moves(rules, state, find_solution(rules, state).moves)) is not None


def test_clicks_of_slides_and_turns():
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


@pytest.mark.parametrize(
    ("goal", "turns", "message"),
    [
        ("abc", {"T": [(0, 1)]}, "needs a hole"),
        (["a", "b", ""], {"1-2": [(0, 1)]}, "The turn 1-2 has the same name as a slide; rename it"),
        (["a", "b", ""], {"T": [("1", "9")]}, "which is not a cell"),
    ],
)
def test_invalid_definitions(goal, turns, message):
    with pytest.raises(OptionError, match=message):
        SlidingTwisty(ring(3), goal, turns)


def test_inverse_moves_and_turntables():
    board = Board("abc", [(0, 0), (1, 0), (2, 0)], ["ab"], ["bc"])
    rules = SlidingTwisty(board, ["1", "2", ""], {"T": [(0, 1, 2)]})
    inverses = [rules.inverse_move(move) for move in rules.all_moves()]
    assert inverses == ["b-a", "a-b", None, "T'", "T"]
    with pytest.raises(IllegalMoveError, match="'c-b' is not a legal move here"):
        rules.play(rules.start(), "c-b")
    rules = SlidingTwisty(grid(2, 2, shape="node"), ["1", "2", "3", ""], {"T": [(0, 1, 2)]})
    assert plate_faces(rules) == []
    assert plate_faces(Twisty(rules.board, rules.goal, {"T": [(0, 1, 2)]})) == [(0, 1, 2)]
