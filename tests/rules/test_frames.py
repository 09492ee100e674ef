"""Tests for groups and positions of puzzles whose legal moves depend on the position."""

import math

import networkx
import pytest
from random_puzzles import Bandaged, Framed
from support import example_plugin, nightly, state_after

from puzzlekit import FrameError, Puzzle, Sliding, Twisty, from_graph, grid, load, ring
from puzzlekit.core.permutation import from_cycles, to_cycles
from puzzlekit.formats.as_rules import with_powers
from puzzlekit.rules.frames import FrameGraph
from puzzlekit.solving.group_facts import facts
from puzzlekit.solving.search import bfs_layers, solve
from puzzlekit.testing.contract import check_frames


@pytest.mark.parametrize(
    ("name", "frames", "order", "positions"),
    [("m13", 13, 95_040, 1_235_520), ("bandaged", 18, 1_620, 29_160)],
)
def test_example_frames(name, frames, order, positions):
    found = facts(example_plugin(name)())
    assert (found.frames, found.info.order, found.arrangements) == (frames, order, positions)
    assert name != "m13" or found.info.name == "M12"


@pytest.mark.slow
@pytest.mark.parametrize("rules", [example_plugin("bandaged")(), load("rush_hour")])
def test_examples_and_search(rules):
    assert list(check_frames(rules, 60)) == []


@nightly
def test_square_1():
    # Corners are two units wide and edges one; cuts through a corner are forbidden.
    # The number of shapes is from J. Scherphuis's page on the Square-1.
    layer = ["C a", "C b", "E"] * 4, ["E", "C a", "C b"] * 4
    units = [
        f"{kind} {number // 3} {side}"
        for side, kinds in enumerate(layer)
        for number, kind in enumerate(kinds)
    ]
    goal = [*units, "front", "back"]
    cut = [(i, i + 12) for i in range(6)] + [(24, 25)]
    moves = {"U": [range(12)], "D": [range(12, 24)], "/": cut}
    images = {name: from_cycles(cycles, 26) for name, cycles in moves.items()}
    turns = {name: to_cycles(each) for name, each in with_powers(images).items()}
    halves = [label for label in goal if " b " in label]
    rules = Twisty(ring(26), goal, turns, forbidden=dict.fromkeys((0, 6, 12, 18), halves))
    found = facts(rules)
    assert (found.frames, found.info.order) == (3_678, 2 * math.factorial(8) ** 2)
    assert found.arrangements == 11_958_666_854_400


class Contradictory(Puzzle):
    """A puzzle whose `cell_permutation` contradicts its `apply`."""

    name = "Uncarried"

    def legal_moves(self, state):
        return ["flip"]

    def cell_permutation(self, state, move):
        return {0: 1, 1: 2, 2: 0}

    def apply(self, state, move):
        return (state[1], state[0], *state[2:])


def test_moves_contradicting_frames():
    with pytest.raises(FrameError, match=r"T is legal only in the first.*Define frame"):
        facts(Bandaged())
    rules = Contradictory(grid(4, 1), "1234")
    for find in (facts, lambda rules: rules.move_to_frame(rules.start(), rules.goal)):
        with pytest.raises(FrameError, match=r"cell_permutation\(state, 'flip'\) contradicts"):
            find(rules)
    assert facts(Framed()).arrangements == sum(map(len, bfs_layers(Framed())))


def test_frames_of_inherited_moves_are_proved():
    assert all(load(name).has_proved_frames for name in ("fifteen", "cube:2", "lights_out"))
    assert not Bandaged().has_proved_frames


def test_searches_with_and_without_frames():
    rules = Bandaged()
    state = state_after(rules, ["L", "L", "L", "T"])
    assert solve(rules, state).length == 4
    board = from_graph(networkx.DiGraph([("a", "b"), ("b", "c"), ("c", "b")]))
    rules = Sliding(board, ["1", "", "2"])
    found = facts(rules)
    assert (found.frames, found.dead_ends) == (2, 1)


@pytest.mark.parametrize("mapping", [{0: 1, 1: 2}, {0: 5, 5: 0}, {"1": "2", "2": "1"}])
def test_moves_that_do_not_permute_cells(mapping):
    class Odd(Puzzle):
        name = "Odd"

        def legal_moves(self, state):
            return ["L"]

        def cell_permutation(self, state, move):
            return mapping

    with pytest.raises(FrameError, match=r"cell_permutation\(state, 'L'\) is \{"):
        FrameGraph(Odd(ring(5), "abcde"), tuple("abcde"))
