"""Tests for groups and positions of puzzles whose legal moves depend on the position."""

import importlib.util
import math
from pathlib import Path

import networkx
import pytest

from puzzlekit import FrameError, Puzzle, Sliding, Twisty, from_graph, grid, ring
from puzzlekit.core.permutation import to_cycles
from puzzlekit.formats.as_rules import with_powers
from puzzlekit.groups import describe
from puzzlekit.rules.frames import FrameGraph
from puzzlekit.solving.group_facts import facts
from puzzlekit.solving.search import bfs_layers, solve
from puzzlekit.testing.check_frames import check_frames

EXAMPLES = Path(__file__).parents[2] / "examples" / "plugins"


def example(name, kind):
    """Return the puzzle defined in a file in `examples/plugins`."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, kind)()


@pytest.mark.parametrize(
    ("name", "kind", "frames", "order", "positions"),
    [
        ("m13", "M13", 13, 95_040, 1_235_520),
        ("bandaged", "Bandaged", 18, 1_620, 29_160),
        ("rush_hour", "RushHour", 1_247, 1, 1_247),
    ],
)
def test_frames_of_the_examples(name, kind, frames, order, positions):
    found = facts(example(name, kind))
    assert (found.frames, found.info.order, found.arrangements) == (frames, order, positions)


def test_the_group_of_m13_is_named():
    assert facts(example("m13", "M13")).info.name == "M12"


@pytest.mark.slow
@pytest.mark.parametrize("name", [("bandaged", "Bandaged"), ("rush_hour", "RushHour")])
def test_examples_agree_with_a_search(name):
    assert list(check_frames(example(*name), 60)) == []


@pytest.mark.slow
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
    top, bottom = [*range(12)], [*range(12, 24)]
    moves = {
        "U": [tuple(top)],
        "D": [tuple(bottom)],
        "/": [(i, i + 12) for i in range(6)] + [(24, 25)],
    }
    images = {
        name: Twisty(ring(26), goal, {name: cycles}).twists[name] for name, cycles in moves.items()
    }
    turns = {name: to_cycles(each) for name, each in with_powers(images).items()}
    halves = [label for label in goal if " b " in label]
    rules = Twisty(ring(26), goal, turns, forbidden=dict.fromkeys((0, 6, 12, 18), halves))
    found = facts(rules)
    assert (found.frames, found.info.order) == (3_678, 2 * math.factorial(8) ** 2)
    assert found.arrangements == 11_958_666_854_400


@pytest.mark.parametrize(
    ("graph", "order", "positions"),
    [
        (
            networkx.Graph([(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)]),
            120,
            840,
        ),
        (networkx.petersen_graph(), math.factorial(9), math.factorial(10)),
    ],
)
def test_graphs_with_one_hole(graph, order, positions):
    board = from_graph(graph)
    rules = Sliding(board, [*map(str, range(1, len(board))), ""])
    found = facts(rules)
    assert (found.info.order, found.arrangements) == (order, positions)
    group = FrameGraph(rules, rules.goal).vertex_group()
    assert describe(group.generators.values()).order == order


class Locked(Twisty):
    """A puzzle where R is legal only while piece 1 is outside its cycle."""

    name = "Locked"

    def __init__(self):
        super().__init__(grid(5, 1), "12345", {"L": [(0, 1, 2)], "R": [(2, 3, 4)]})

    def legal_moves(self, state):
        return [move for move in self.twists if move[0] == "L" or "1" not in state[2:]]


class Framed(Locked):
    """The same puzzle with a `frame` method."""

    def frame(self, state):
        return state.index("1")


class Uncarried(Puzzle):
    """A puzzle whose `cell_permutation` contradicts its `apply`."""

    name = "Uncarried"

    def legal_moves(self, state):
        return ["flip"]

    def cell_permutation(self, state, move):
        return {0: 1, 1: 2, 2: 0}

    def apply(self, state, move):
        return (state[1], state[0], *state[2:])


def test_moves_that_do_not_follow_the_frames_are_refused():
    with pytest.raises(FrameError, match=r"R is legal only in the first.*Define frame"):
        facts(Locked())
    with pytest.raises(FrameError, match=r"cell_permutation\(state, 'flip'\) contradicts"):
        facts(Uncarried(grid(4, 1), "1234"))
    assert facts(Framed()).arrangements == sum(map(len, bfs_layers(Framed())))


def test_a_refused_puzzle_is_solved_by_search():
    rules = Locked()
    state = rules.play(rules.play(rules.goal, "R"), "L")
    assert solve(rules, state).length == 2


def test_frames_without_a_way_back_are_counted():
    board = from_graph(networkx.DiGraph([("a", "b"), ("b", "c"), ("c", "b")]))
    rules = Sliding(board, ["1", "", "2"])
    found = facts(rules)
    assert (found.frames, found.dead_ends) == (2, 1)
