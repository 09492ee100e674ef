"""Whoever has asked for the moves of a position and plays one does not let them be found again."""

import pytest
from support import Noughts

from puzzlekit import IllegalMove, StoneGame, Stones, grid, put


class Row(StoneGame):
    """Stones on a row, and how often their moves were looked for."""

    name = "Row"
    looked = 0

    def __init__(self):
        super().__init__(grid(3, 1))

    def moves(self, state):
        self.looked += 1
        pairs = zip(self.board.cells, state.stones, strict=True)
        return [cell for cell, stone in pairs if stone == "."]

    def after(self, state, move):
        stones = put(state.stones, self.board.index[move], self.own(state))
        return Stones(stones, state.ply + 1)


class Corner(Row):
    """One that has a move more than its base, and can leave the base's to it."""

    def moves(self, state):
        return [*super().moves(state), "corner"]

    def after(self, state, move):
        return state._replace(ply=state.ply + 1) if move == "corner" else super().after(state, move)


class Long(Row):
    """One that remembers what was before."""

    longest = 5


@pytest.mark.parametrize("kind", [Row, Corner, Long])
def test_a_move_that_was_named_is_played_without_another_look(kind):
    rules = kind()
    state = rules.start()
    move = rules.moves(state)[0]
    after = rules.play(state, move)
    assert rules.looked == 1
    rules.play(after, "b1")
    assert rules.looked == 2


def test_a_result_that_depends_on_the_moves_needs_no_other_look():
    rules = Row()
    state = rules.start()
    assert rules.moves(state)
    assert rules.result(state) is None
    assert rules.looked == 1


def test_who_asks_gets_a_new_answer():
    rules = Row()
    state = rules.start()
    rules.moves(state).append("d9")
    assert rules.moves(state) == ["a1", "b1", "c1"]
    assert rules.looked == 2
    with pytest.raises(IllegalMove):
        rules.play(state, "d9")


def test_the_moves_of_a_base_are_not_taken_for_those_of_a_class():
    rules = Corner()
    state = rules.start()
    assert Row.moves(rules, state) == ["a1", "b1", "c1"]
    assert rules.play(state, "corner").ply == 1


def test_equal_rule_books_do_not_share_what_they_keep():
    one, other = Row(), Row()
    state = one.start()
    one.moves(state)
    other.play(state, "a1")
    assert (one.looked, other.looked) == (1, 1)


def test_an_answer_that_is_no_list_is_not_kept():
    class Lazy(Noughts):
        """Its moves come one by one, which the contract does not allow."""

        def moves(self, state):
            yield from super().moves(state)

    rules = Lazy()
    state = rules.start()
    moves = rules.moves(state)
    assert next(moves) in [*rules.moves(state)]
    assert rules.onward(state, next(moves)) != state
