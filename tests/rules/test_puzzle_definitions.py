"""Tests for definitions of twisty and sliding puzzles, valid and invalid."""

from random import Random

import pytest

from puzzlekit import IllegalMoveError, OptionError, Sliding, SlidingTwisty, Twisty, grid, ring
from puzzlekit.solving.search import solve


@pytest.mark.parametrize(
    "moves", [{"L": [range(4)], "L'": [(0, 1)]}, {"L'": [(0, 1)], "L": [range(4)]}]
)
def test_duplicate_move_names(moves):
    with pytest.raises(OptionError, match="Two moves would be named L'"):
        Twisty(ring(4), "abcd", moves)


@pytest.mark.parametrize("name", [1, "a b", ""])
def test_move_names_are_words(name):
    with pytest.raises(OptionError, match="must be a word without blanks"):
        Twisty(ring(4), "abcd", {name: [range(4)]})


@pytest.mark.parametrize(
    ("forbidden", "message"),
    [
        ({9: "b"}, "no cell 9; cells are 0 to 3"),
        ({"9": "b"}, "'9' is not a cell"),
        ({0: "bb"}, "forbids the label 'b', which is not in its goal"),
        ({0: ["z"]}, "forbids the label 'z'"),
        ({0: [1, "z"]}, "forbids the label 'z'"),
        ({0: [1]}, "forbids the label 1"),
    ],
)
def test_invalid_forbidden_labels(forbidden, message):
    with pytest.raises(OptionError, match=message):
        Twisty(ring(4), ["aa", "bb", "cc", "dd"], {"L": [range(4)]}, forbidden=forbidden)


def test_cells_with_forbidden_labels_by_name():
    by_name = Twisty(ring(4), "abcd", {"L": [range(4)]}, forbidden={"1": "b"})
    assert by_name.forbidden == {0: {"b"}}


@pytest.mark.parametrize("options", [{"free": [-1]}, {"handles": {"L": [7]}}])
def test_invalid_cell_numbers(options):
    with pytest.raises(OptionError, match="cells are 0 to 3"):
        Twisty(ring(4), "abcd", {"L": [range(4)]}, **options)


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
def test_wrong_number_of_pieces(labels):
    with pytest.raises(OptionError, match="4 cells"):
        Twisty(ring(4), labels, {})
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
