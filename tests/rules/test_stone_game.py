"""Tests for the base class of stone games, with and without the pie rule."""

from random import Random
from typing import NamedTuple

import pytest
from support import find_problems, random_game
from typed_game import TypedGame

from puzzlekit import (
    SWAP,
    NotationError,
    Piece,
    PieRule,
    RegionGame,
    Result,
    StoneGame,
    Stones,
    grid,
    grid_faces,
    place_stone,
)
from puzzlekit.play.editing import can_edit, cycle_cell_content, switch_side_to_move


class Fill(StoneGame):
    """Fill the board; the player who cannot move loses."""

    name = "Fill"
    players = ("Red", "Teal")

    def __init__(self, size=2):
        super().__init__(grid(size, size))

    def legal_moves(self, state):
        return [
            cell for cell, stone in zip(self.board.cells, state.stones, strict=True) if stone == "."
        ]

    def apply(self, state, move):
        stones = place_stone(state.stones, self.board.index[move], self.own_stone(state))
        return state._replace(stones=stones, ply=state.ply + 1)


class FillAndSwap(PieRule, Fill):
    """Fill the board, with the pie rule."""

    name = "Fill and swap"

    def legal_moves(self, state):
        return super().legal_moves(state) + [SWAP] * self.can_swap(state)

    def apply(self, state, move):
        return self.after_swap(state) if move == SWAP else super().apply(state, move)


class Grow(RegionGame, Fill):
    """Fill the board; the largest group wins."""

    name = "Grow"


@pytest.mark.parametrize("kind", [Fill, FillAndSwap, Grow])
def test_contract(kind):
    rules = kind(3)
    assert find_problems(rules) == []
    assert rules.editor_letters == (".RT", "RT")
    assert can_edit(rules)


def test_base_class():
    rules = Fill()
    state = rules.play(rules.play(rules.start(), "a1"), "b2")
    assert rules.pieces(state) == [None, Piece("stone", "teal"), Piece("stone", "red"), None]
    assert (rules.turn(state), rules.own_stone(state), rules.encode(state)) == (0, "R", "1T,R1_R_2")
    assert rules.decode("1T,R1") == state  # the opening is over
    assert rules.decode("1T,R1_T").ply == 3
    edited = switch_side_to_move(rules, cycle_cell_content(rules, state, 0))
    assert (edited.stones, rules.turn(edited)) == ("RTR.", 1)


def test_pie_rule():
    rules = FillAndSwap()
    first = rules.play(rules.start(), "a1")
    assert rules.legal_moves(first)[-1] == SWAP
    assert rules.question(first).text == "Swap colours? You would play Red, and Teal moves next."
    swapped = rules.play(first, SWAP)
    assert (rules.turn(swapped), rules.own_stone(swapped)) == (0, "T")  # first player again
    assert rules.sides(swapped) == ("Teal", "Red")
    assert rules.encode(swapped) == "2,R1_T_2"
    assert rules.decode("2,R1_T_2") == swapped
    assert (rules.legal_moves(swapped).count(SWAP), rules.question(swapped)) == (0, None)
    *_, state = random_game(rules, Random(1), swapped)
    # Five plies: four stones and the swap. The first player made three of them, including the last.
    assert (state.ply, rules.result(state)) == (5, Result(0, "Teal wins: no one else can move"))


def test_largest_region_wins_after_swap():
    class GrowAndSwap(PieRule, Grow):
        """Fill the board; the largest group wins, with the pie rule."""

    rules = GrowAndSwap()
    state = Stones("RRTR", 5, True)
    result = rules.result(state)
    assert (result.winner, result.cells) == (1, (0, 1, 3))
    assert result.text == "Red wins: groups of 3 versus 1"
    assert rules.result(state._replace(swapped=False)).winner == 0
    assert rules.summary(state).titles == ("Teal", "Red")
    assert rules.summary(state).rows == (("1", "3"),)
    assert (rules.evaluate(state, 0), rules.evaluate(state, 1)) == (1 - 9, 9 - 1)


def test_full_board_without_reserve():
    class Full(Fill):
        """A game without captures."""

        reserve = 0

        def __init__(self):
            StoneGame.__init__(self, grid(2, 1), "RT")

    assert Full().editor_letters == ("RT", "RT")
    with pytest.raises(NotationError, match="every cell needs a stone"):
        Full().decode("R1")


def test_no_editor_letters_with_own_start():
    class TupleState(Fill):
        """A game whose state is a plain tuple."""

        def start(self, rng=None):
            return "....", 0

    assert TupleState().editor_letters == ("", "")
    assert TupleState().encode(("R...", 1)) == "t2_~R1,2_1"
    assert TupleState().decode("t2_~R1,2_1") == ("R...", 1)


def test_round_trip_of_all_fields():
    class Counted(NamedTuple):
        stones: str
        ply: int = 0
        rest: int = 8

    class Counting(Fill):
        """A game that writes every field of its positions."""

        kind = Counted

        def apply(self, state, move):
            return super().apply(state, move)._replace(rest=state.rest - 2)

        def encode_fields(self, state):
            return state.ply, state.rest

        def decode_fields(self, stones, side, ply, rest):
            return int(ply or 0), int(rest or 8)

    rules = Counting()
    assert rules.encode(rules.play(rules.start(), "a1")) == "2,R1_T_1_6"
    assert rules.decode("2,R1") == Counted("..R.")
    assert not find_problems(rules)


@pytest.mark.parametrize(("width", "height"), [(2, 2), (4, 3), (1, 5), (5, 1)])
def test_faces_are_clockwise(width, height):
    board, faces = grid(width, height), grid_faces(width, height)
    assert len(faces) == max(width - 1, 0) * max(height - 1, 0)
    for face in faces:
        (x, y), *rest = [board.points[cell] for cell in face]
        assert rest == [(x, y + 1), (x + 1, y + 1), (x + 1, y)]


def test_fields_with_names_and_no_reserve():
    rules = TypedGame()
    assert rules.cell_permutation(rules.start(), rules.board.cells[0]) == {}
    assert find_problems(rules) == []
