"""Tests for `check` on boards with overlapping cells."""

import pytest

from puzzlekit import Board, Sliding, check, load
from puzzlekit.testing.contract import board_problems

SQUARE = [(0, 0), (1, 0), (1, 1), (0, 1)]
ROW = [(100 * i, 0) for i in range(6)]


class Row(Sliding):
    """Slide the pieces."""

    name = "Row"

    def __init__(self, last=200):
        points = [(0, 0), (100, 0), (last, 0)]
        board = Board("abc", points, [("a", "b"), ("b", "c")])
        super().__init__(board, ["1", "2", ""], start=["1", "", "2"])


@pytest.mark.slow
def test_contract_checks_the_board():
    assert check(Row()) == []
    assert check(Row(100)) == [
        "Row (test_boards.py, line 17): The cells b and c are at the same place; move one of them."
    ]


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([*ROW, (300, 0)], "d and g are at the same place"),
        ([*ROW, (300.5, 0)], "d and g are at nearly the same place"),
        ([(0, 0), (0, 0)], "a and b are at the same place"),
        ([(0, 0), (0, 0), (0, 0)], "a and b are at the same place"),
    ],
)
def test_cells_at_one_place(points, words):
    board = Board("abcdefg"[: len(points)], points)
    assert [words in sentence for sentence in board_problems(board)] == [True]


@pytest.mark.parametrize("points", [[], [(1, 2)], ROW, [*ROW, (1000, 0)], [*ROW, (330, 0)]])
def test_boards_without_fault(points):
    assert list(board_problems(Board("abcdefg"[: len(points)], points))) == []


def test_point_outside_its_outline():
    assert list(board_problems(Board("a", [(2, 2)], outlines=[SQUARE]))) == [
        "The point of the cell a is outside its outline; move it inside."
    ]


@pytest.mark.parametrize("name", ["cube", "hex:5", "hungarian", "pinball", "palago:6", "topspin"])
def test_bundled_boards(name):
    board = load(name).board
    assert list(board_problems(board)) == []
