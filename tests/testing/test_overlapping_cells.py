"""Tests for `check` on boards with overlapping cells."""

import pytest

from puzzlekit import Board
from puzzlekit.testing.contract import board_problems

SQUARE = [(0, 0), (1, 0), (1, 1), (0, 1)]
ROW = [(100 * i, 0) for i in range(6)]


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([*ROW, (300, 0)], "d and g are at the same place"),
        ([*ROW, (300.5, 0)], "d and g are at nearly the same place"),
        ([(0, 0), (0, 0)], "a and b are at the same place"),
        ([(0, 0), (0, 0), (0, 0)], "a and b are at the same place"),
    ],
)
def test_cells_at_same_point(points, words):
    board = Board("abcdefg"[: len(points)], points)
    assert [words in sentence for sentence in board_problems(board)] == [True]


@pytest.mark.parametrize("points", [[], [(1, 2)], ROW, [*ROW, (1000, 0)], [*ROW, (330, 0)]])
def test_valid_boards(points):
    assert list(board_problems(Board("abcdefg"[: len(points)], points))) == []


def test_point_outside_outline():
    assert list(board_problems(Board("a", [(2, 2)], outlines=[SQUARE]))) == [
        "The point of the cell a is outside its outline; move it inside."
    ]
