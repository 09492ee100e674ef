"""Tests for definitions of twisty and sliding puzzles, valid and invalid."""

from random import Random

import pytest

from puzzlekit import IllegalMoveError, OptionError, Sliding, SlidingTwisty, Twisty, grid, ring
from puzzlekit.solving.search import solve

TURN = {"L": [range(4)]}


@pytest.mark.parametrize(
    ("labels", "moves", "options", "message"),
    [
        ("abcd", {**TURN, "L'": [(0, 1)]}, {}, "Two moves would be named L'"),
        ("abcd", {"L'": [(0, 1)], **TURN}, {}, "Two moves would be named L'"),
        *(
            ("abcd", {name: [range(4)]}, {}, "must be a word without blanks")
            for name in (1, "a b", "")
        ),
        *((labels, TURN, {}, "4 cells") for labels in ("abc", "abcde", "")),
        ("abcd", TURN, {"free": [-1]}, "cells are 0 to 3"),
        ("abcd", TURN, {"handles": {"L": [7]}}, "cells are 0 to 3"),
        ("abcd", TURN, {"forbidden": {9: "b"}}, "no cell 9; cells are 0 to 3"),
        ("abcd", TURN, {"forbidden": {"9": "b"}}, "'9' is not a cell"),
        ("abcd", TURN, {"forbidden": {0: ["z"]}}, "forbids the label 'z'"),
        ("abcd", TURN, {"forbidden": {0: [1, "z"]}}, "forbids the label 'z'"),
        ("abcd", TURN, {"forbidden": {0: [1]}}, "forbids the label 1"),
        ([*"abc", "dd"], TURN, {"forbidden": {0: "dd"}}, "forbids the label 'd', which is not in"),
    ],
)
def test_invalid_definitions(labels, moves, options, message):
    with pytest.raises(OptionError, match=message):
        Twisty(ring(4), labels, moves, **options)


def test_cells_with_forbidden_labels_by_name():
    by_name = Twisty(ring(4), "abcd", {"L": [range(4)]}, forbidden={"1": "b"})
    assert by_name.forbidden == {0: {"b"}}


@pytest.mark.parametrize("board", [None, 4])
def test_invalid_boards(board):
    with pytest.raises(OptionError, match=f"needs a `Board`, not {board}"):
        Twisty(board, "abcd", {})


def test_names_and_inverses_of_moves():
    by_name = Twisty(ring(4), "abcd", {"L": [("1", "2", "3")]})
    by_number = Twisty(ring(4), "abcd", {"L": [(0, 1, 2)]})
    assert by_name.twists == by_number.twists
    rules = Twisty(ring(4), "abcd", {"T": [(0, 3), (1, 2)], "L": [range(4)]})
    assert rules.legal_moves(rules.start()) == ["T", "L", "L'"]
    rules = Twisty(ring(4), "abcd", {})
    for start in (rules.start(), rules.start(Random(1))):
        assert rules.legal_moves(start) == []
        assert rules.result(start) is rules.solved
    assert solve(rules).moves == []
    with pytest.raises(OptionError, match="the same labels"):
        Sliding(grid(2, 1), ["1", ""], start=["2", ""])


@pytest.mark.parametrize("labels", ["abc", "abcde", ""])
def test_wrong_number_of_tiles(labels):
    with pytest.raises(OptionError, match="4 cells"):
        Sliding(grid(2, 2), list(labels))


@pytest.mark.parametrize(
    ("base", "given", "all_moves"),
    [
        (Twisty, (ring(4), "abcd", {"T": [(0, 3), (1, 2)], "L": [range(4)]}), ["T", "L", "L'"]),
        (Sliding, (grid(2, 1), ["1", ""]), ["a1-b1"]),
        (SlidingTwisty, (ring(3), ["1", "2", ""], {"L": [range(3)]}), ["1-3", "2-3", "L", "L'"]),
    ],
)
def test_excluded_moves_are_illegal(base, given, all_moves):
    class Fewer(base):
        def legal_moves(self, state):
            return super().legal_moves(state)[1:]

    rules = Fewer(*given)
    assert base(*given).legal_moves(rules.start()) == all_moves
    with pytest.raises(IllegalMoveError, match=all_moves[0]):
        rules.play(rules.start(), all_moves[0])
    for move in all_moves[1:]:
        assert rules.play(rules.start(), move) == rules.apply(rules.start(), move)
