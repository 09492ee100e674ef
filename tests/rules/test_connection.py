"""Tests for the base classes of connection games and region games."""

import math
from itertools import product
from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import find_problems, needs_numba, sample, state_after

from puzzlekit import (
    Board,
    Connection,
    OptionError,
    grid,
    hexagons,
    hexhex,
    makes_crosscut,
    region_sizes,
    rhombus,
)
from puzzlekit.ui.cells import is_pointy_topped, side_outline
from puzzlekit.ui.screen_layout import fit_board
from puzzlekit.ui.terminal.board import draw


class JoinOrStep(Connection):
    """Join your two sides of a square; a stone may also step to a neighbouring cell."""

    name = "Fence"

    def __init__(self, size=4):
        rims = {"black": ("bottom", "top"), "white": ("left", "right")}
        super().__init__(grid(size, size, rims=rims))

    def reach(self, state, source):
        return [cell for cell in self.board.neighbours[source] if state.stones[cell] == "."]


# -- the base class --------------------------------------------------------------------------------


def test_contract():
    assert find_problems(JoinOrStep()) == []
    assert find_problems(JoinOrStep(5), games=2) == []


def test_passes():
    class Full(JoinOrStep):
        """A game without placements."""

        def places(self, state):
            return []

    rules = Full(2)
    assert rules.legal_moves(rules.start()) == ["pass"]
    state = state_after(rules, ["pass"])
    assert rules.legal_moves(state) == ["swap"]  # no pass while a swap is possible
    state = rules.play(rules.play(state, "swap"), "pass")
    assert rules.result(state).winner is None
    assert rules.legal_moves(state) == []
    rules = JoinOrStep(2)
    assert rules.play(rules.start()._replace(passes=1), "a1").passes == 0


def test_swap():
    rules = JoinOrStep()
    state = state_after(rules, ["b2", "swap", "d4"])
    assert rules.sides(state) == ("White", "Black")
    assert rules.status(state) == ["left-right · 3 stones short", "bottom-top · 3 stones short"]
    won = state._replace(stones=".B.." * 4)
    assert rules.result(won).winner == 1
    assert rules.status(won)[0] == "left-right · cut off"
    assert rules.evaluate(won, 1) == -rules.evaluate(won, 0) > 0


@pytest.mark.parametrize(
    "word", ["", "b2-", "-b2", "b2-b2-b3", "B2", "b9", "b2-b3", "pass", "swap"]
)
def test_invalid_moves(word):
    rules = JoinOrStep()
    assert word not in rules.legal_moves(rules.start())
    with pytest.raises(OptionError.__mro__[1]):
        rules.play(rules.start(), word)


# -- boards ----------------------------------------------------------------------------------------


@given(st.integers(1, 6), st.integers(1, 6), st.randoms(use_true_random=False))
def test_chains_and_distances(width, height, rng):
    board = rhombus(width, height)
    costs = [rng.choice([0, 1, None]) for _ in range(len(board))]
    left, right = board.sides["left"], board.sides["right"]
    steps = [(a, b, costs[b]) for a, near in enumerate(board.neighbours) for b in near]
    steps += [("start", cell, costs[cell]) for cell in left]
    steps += [(cell, "end", 0) for cell in right]
    graph = networkx.DiGraph()
    graph.add_weighted_edges_from(steps, "cost")
    graph.remove_nodes_from([cell for cell, cost in enumerate(costs) if cost is None])
    joined = networkx.has_path(graph, "start", "end")
    chain = board.chain(lambda cell: costs[cell] is not None, left, right)
    distance = board.distance(costs.__getitem__, left, right)
    assert bool(chain) == joined == (distance is not None)
    if joined:
        assert distance == networkx.dijkstra_path_length(graph, "start", "end", "cost")
        assert len(chain) == networkx.shortest_path_length(graph, "start", "end") - 1
        assert networkx.is_path(graph, ["start", *chain, "end"])


@pytest.mark.parametrize("downwards", [False, True])
def test_rhombus(downwards):
    board = rhombus(4, 3, downwards=downwards)
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    places = list(product(range(4), range(3)))
    for x, y in places:
        near = [board.cells[cell] for cell in board.neighbours[board.index[f"{'abcd'[x]}{y + 1}"]]]
        expected = [
            f"{'abcd'[x + dx]}{y + dy + 1}" for dx, dy in steps if (x + dx, y + dy) in places
        ]
        assert sorted(near) == sorted(expected)
    top = [board.cells[cell] for cell in board.sides["top"]]
    assert top == [f"{file}{1 if downwards else 3}" for file in "abcd"]
    heights = {side: {board.points[cell][1] for cell in board.sides[side]} for side in board.sides}
    assert min(heights["top"]) > max(heights["bottom"])


def test_diagonals_of_hexagons():
    near, board = rhombus(5, 4), rhombus(5, 4, diagonals=True)
    new = [(a, b) for a, b in board.edges if b not in near.neighbours[a]]
    assert [math.dist(board.points[a], board.points[b]) for a, b in new] == pytest.approx(
        [math.sqrt(3)] * (4 * 3 + 3 * 3 + 4 * 2)
    )
    for a, b in product(range(20), repeat=2):
        between = set(near.neighbours[a]) & set(near.neighbours[b])
        if a < b and b not in near.neighbours[a] and len(between) == 2:
            assert b in board.neighbours[a]


def test_rays():
    board = grid(5, 4, diagonals=True)
    for cell, rays in enumerate(board.lines_from):
        x, y = board.points[cell]
        for dx, dy in product((-1, 0, 1), repeat=2):
            row, a, b = [], x + dx, y + dy
            while (dx or dy) and 0 <= a < 5 and 0 <= b < 4:
                row.append(board.points.index((a, b)))
                a, b = a + dx, b + dy
            assert not row or tuple(row) in rays


def test_crosscuts():
    board = grid(2, 2)
    for stones in product("BW.", repeat=3):
        text = "".join(stones) + "."
        assert makes_crosscut(board, text, 3, "B") == (text == "BWW.")
        assert makes_crosscut(board, text, 3, "W") == (text == "WBB.")


def test_invalid_sides_and_step_conditions():
    with pytest.raises(OptionError, match="no side 'north'"):
        grid(3, 3, rims={"black": ("north",)})
    with pytest.raises(OptionError, match="no cell 2; cells are 0 to 1"):
        Board(["a", "b"], [(0, 0), (1, 0)], sides={"left": [2]})
    with pytest.raises(OptionError, match="one of none, beside, mixed, not True"):
        Connection(grid(3, 3), step_condition=True)


# -- regions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [grid(6, 5), hexhex(4), rhombus(5, 5)], ids=str)
def test_region_sizes(board):
    rng = Random(1)
    for _ in range(20):
        stones = [rng.choice("BW.") for _ in board.cells]
        for own, sizes in region_sizes(board, stones, "BW").items():
            cells = [name for name, stone in zip(board.cells, stones, strict=True) if stone == own]
            parts = networkx.connected_components(board.graph.subgraph(cells))
            assert sizes == sorted(map(len, parts), reverse=True)


# -- display ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "board", [grid(4, 3), rhombus(4, 3), rhombus(4, 3, downwards=True)], ids=["grid", "up", "down"]
)
def test_rims(board):
    lines = [line for side in board.sides for line in side_outline(board, side)]
    length = sum(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in lines)
    if board.shape == "hexagon":
        outer = sum(6 - len(near) for near in board.neighbours)
        assert length == pytest.approx(outer / 3**0.5)
    else:
        assert length == pytest.approx(2 * (4 + 3))
    seen = [tuple(sorted((round(x, 3), round(y, 3)) for x, y in line)) for line in lines]
    assert len(set(seen)) == len(seen)


def test_signs_fit_between_cells():
    board = hexhex(3)
    signed = fit_board(board, (0, 0, 500, 500), signs=True)
    assert signed.unit < fit_board(board, (0, 0, 500, 500)).unit
    for _, point in board.signs:
        assert all(0 <= coordinate <= 500 for coordinate in signed.pixel(*point))
    assert is_pointy_topped(board)


def test_terminal_board():
    rules = JoinOrStep(2)
    shown = draw(rules, state_after(rules, ["a1", "b1", "a2"]))
    assert shown.splitlines()[:2] == ["2  B* .", "1  B* W"]
    assert "* decides the game" in shown
    assert "bottom, top: black; left, right: white" in shown

    rules = Connection(rhombus(3, 2))
    lines = ["   2  .   .   .", " 1  .   B   .", "   a   b   c"]
    assert draw(rules, state_after(rules, ["b1"])).splitlines()[:3] == lines


def test_boards_without_sides():
    class Round(Connection):
        """A game on a hexagon of hexagons."""

        name = "Round"

    with pytest.raises(OptionError, match="needs the side 'left', but its board has only"):
        Round(hexhex(3))

    class Other(Round):
        """A game where both players have the top side as a goal."""

        goals = (("top", "bottom"), ("top", "left"))

    board = grid(2, 2)
    assert Other(board).status(Other(board).start())[1] == "top-left · 1 stone short"
    del board.sides["left"]
    with pytest.raises(
        OptionError, match="needs the side 'left', but its board has only bottom, top, right"
    ):
        Other(board)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"players": ("Red", "Green", "Blue")}, "`players` must name two"),
        ({"goals": (("bottom", "top"),)}, "`goals` a pair of sides for each"),
        ({"goals": None}, "`goals` a pair of sides for each"),
        ({"goals": (("bottom", "top"), ("left",))}, "`goals` a pair of sides for each"),
        ({"links": grid(4, 4)}, "`links` must be a board of the same 25 cells"),
        ({"links": 7}, "`links` must be a board of the same 25 cells"),
        ({"steps": grid(6, 6)}, "`steps` must be a board of the same 25 cells"),
        ({"step_condition": "beside"}, "needs `steps`, the board"),
    ],
)
def test_contradictory_definitions(wrong, words):
    members = {name: wrong.pop(name) for name in ("players", "goals") if name in wrong}
    kind = type("Wrong", (Connection,), {"name": "Wrong", **members})
    with pytest.raises(OptionError, match=words):
        kind(grid(5, 5), **wrong)


class Centred(Connection):
    """Join your two sides of a rhombus with its origin at the centre."""

    name = "Centred"
    goals = (("north", "south"), ("west", "east"))

    def __init__(self, steps=False):
        span = (-1, 0, 1)
        plain = hexagons([(q, r) for r in span for q in span])
        sides = {side: [f"{q},{r}" for q in span] for side, r in (("north", -1), ("south", 1))}
        sides |= {side: [f"{q},{r}" for r in span] for side, q in (("west", -1), ("east", 1))}
        edges = [(a, b) for a, near in enumerate(plain.neighbours) for b in near if a < b]
        board = Board(plain.cells, plain.points, edges, shape="hexagon", sides=sides)
        super().__init__(board, steps=board if steps else None)


@pytest.mark.slow
@needs_numba
@pytest.mark.parametrize("steps", sample([True, False], 1))
def test_cell_names_with_hyphens(steps):
    # Coordinates of hexagons around an origin may be negative.
    rules = Centred(steps)
    assert find_problems(rules, games=1) == []
    state = state_after(rules, ["-1,0", "0,-1"])
    if steps:
        state = rules.play(state, "-1,0--1,1")
        assert state.stones[rules.board.index["-1,1"]] == rules.own_stone(state)
        assert rules.decode(rules.encode(state)) == state
    fast = rules.compiled
    for move in rules.legal_moves(state):
        assert fast.word(fast.number(move)) == move


@pytest.mark.parametrize(
    ("steps", "text"), [(True, "Place a stone, or move one first"), (False, "Place a stone")]
)
def test_prompt_with_hyphens_in_cell_names(steps, text):
    rules = Centred(steps)
    assert rules.prompt(state_after(rules, ["-1,0", "0,-1"])) == text
