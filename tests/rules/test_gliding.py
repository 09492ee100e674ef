"""Pieces that glide until they are stopped."""

import pytest
from support import example_plugin, play_moves

from puzzlekit import Click, Gliding, OptionError, grid, solve
from puzzlekit.solving import search


@pytest.mark.parametrize(("board", "length"), [(1, 4), (2, 8), (3, 13)])
def test_example_boards(board, length):
    rules = example_plugin("lockout")(board)
    solution = solve(rules)
    assert (solution.length, solution.proved_optimal) == (length, True)
    assert rules.result(play_moves(rules, rules.start(), solution.moves))


@pytest.mark.parametrize("edge_stops", [False, True])
def test_predecessors_invert_moves(edge_stops):
    rules = Gliding(grid(3, 3), "A.B ... C..", "... .A. ...", edge_stops=edge_stops)
    states = [state for level in search.bfs_layers(rules) for state in level]
    steps = {(s, move, rules.apply(s, move)) for s in states for move in rules.legal_moves(s)}
    back = {(s, move, state) for state in states for move, s in rules.predecessors(state)}
    assert len(states) > 5
    assert steps <= back
    for before, move, after in back:
        assert rules.play(before, move) == after


def test_letter_on_two_cells():
    with pytest.raises(OptionError, match="piece A of Gliding has 2 cells"):
        Gliding(grid(5, 1), "A.A.B", "..B..")


def test_overridden_clicks():
    class OneClick(Gliding):
        def clicks(self, move):
            return [Click(self.step_cells[move])]

    rules = OneClick(grid(5, 1), "A...B", "..A..")
    assert rules.click_sequences(rules.start(), "a1-d1") == [[Click((0, 3))]]
