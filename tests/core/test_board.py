"""Tests for boards: names, points, steps, and networkx graphs."""

import math
from itertools import combinations, product

import networkx
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlekit import Board, chess, from_graph, grid, hexagons, polygons, ring, triangles
from puzzlekit.core.boards import hexagon_plane
from puzzlekit.core.errors import OptionError
from puzzlekit.core.formatting import column_letters


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 5), (4, 2), (9, 9), (30, 3)])
def test_grid(width, height):
    board = grid(width, height)
    assert len(board) == width * height
    assert board.cells[-width] == "a1"
    assert board.points[board.index["a1"]] == (0.0, 0.0)
    assert len(board.edges) == width * (height - 1) + height * (width - 1)
    check_distances(board, 1.001)


def check_distances(board, most):
    """Check that exactly the cells up to a distance are neighbours."""
    for a, b in combinations(range(len(board)), 2):
        apart = math.dist(board.points[a], board.points[b])
        assert (b in board.neighbours[a]) == (apart < most)


def test_points_of_simple_boards():
    check_distances(grid(4, 3, diagonals=True), 1.5)
    top, right, bottom, left = ring(4).points
    assert right[0] > 0 > left[0]
    assert top[1] > 0 > bottom[1]
    assert grid(2, 2).array.tolist() == [[0, 1], [1, 1], [0, 0], [1, 0]]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 20])
def test_ring(size):
    board = ring(size)
    assert board.cells == tuple(str(i + 1) for i in range(size))
    expected = networkx.cycle_graph(size)
    expected.remove_edges_from(list(networkx.selfloop_edges(expected)))
    assert set(map(frozenset, board.edges)) == set(map(frozenset, expected.edges))
    assert board.points[0] == (pytest.approx(0), max(y for _, y in board.points))


def test_hexagons():
    middle = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    board = hexagons(middle)
    assert len(board) == 19
    assert len(board.neighbours[board.index["0,0"]]) == 6
    check_distances(board, 1.001)
    assert board.points[board.index["0,1"]][1] < 0  # r grows downwards
    assert len(hexagons([(0, 0), (0, 0)])) == 1


@pytest.mark.parametrize(("piece", "edges"), [("knight", 168), ("king", 210), ("rook", 448)])
def test_chess_pieces(piece, edges):
    squares = [(x, y) for x in range(8) for y in range(8)]
    board = chess(squares, piece)
    assert len({tuple(sorted(edge)) for edge in board.edges}) == len(board.edges) == edges


def test_chess_boards():
    squares = [(x, y) for x in range(5) for y in range(4) if (x, y) != (2, 2)]
    edges = {piece: set(chess(squares, piece).edges) for piece in ("rook", "bishop", "queen")}
    assert edges["rook"] | edges["bishop"] == edges["queen"]
    assert not edges["rook"] & edges["bishop"]
    board = chess([(0, 0), (1, 0), (3, 0)], "rook")
    assert board.neighbours == ((1,), (0,), ())
    board = chess({"here": (0, 0), "there": (2, 1)})
    assert board.cells == ("here", "there")
    assert board.neighbours == ((1,), (0,))
    with pytest.raises(OptionError, match="'pawn'"):
        chess([(0, 0)], "pawn")


def test_graphs_of_boards():
    board = Board("abc", [(0, 0), (1, 0), (2, 0)], edges=[(0, 1)], arcs=[(1, 2)])
    assert isinstance(board.graph, networkx.DiGraph)
    assert set(board.graph.edges) == {("a", "b"), ("b", "a"), ("b", "c")}
    assert board.sources == ((1,), (0,), (1,))
    assert board.graph.nodes["b"]["point"] == (1, 0)
    graph = grid(3, 3).graph
    assert not graph.is_directed()
    assert networkx.is_isomorphic(graph, networkx.grid_2d_graph(3, 3))
    multi = networkx.MultiGraph([("x", "y"), ("x", "y"), ("y", "z")])
    assert from_graph(multi).neighbours == ((1,), (0, 2), (1,))
    arcs = networkx.MultiDiGraph([("x", "y"), ("x", "y")])
    assert from_graph(arcs).neighbours == ((1,), ())
    points = {0: (0, 0), 1: (5, 5)}
    assert from_graph(networkx.path_graph(2), points).points == ((0, 0), (5, 5))


@given(st.integers(1, 7), st.floats(0, 1), st.integers(0, 99), st.booleans())
def test_from_graph_and_back(nodes, density, seed, directed):
    graph = networkx.gnp_random_graph(nodes, density, seed, directed)
    board = from_graph(graph)
    assert set(board.graph.nodes) == {str(node) for node in graph.nodes}
    renamed = networkx.relabel_nodes(graph, str)
    for a in renamed:
        assert set(board.graph.neighbors(a)) == set(renamed.neighbors(a))
    for a, ends in enumerate(board.neighbours):
        assert all(a in board.sources[b] for b in ends)


@pytest.mark.parametrize(
    ("cells", "points", "more", "words"),
    [
        ("aa", [(0, 0), (1, 0)], {}, "distinct names"),
        ("ab", [(0, 0)], {}, "one point per cell"),
        ("a", [(0, 0)], {"shape": "blob"}, "'blob'"),
        ("ab", [(0, 0), (1, 0)], {"edges": [(0, 2)]}, "0 to 1"),
        ("ab", [(0, 0), (1, 0)], {"arcs": [(-1, 0)]}, "0 to 1"),
        ("ab", [(0, 0), (1, 0)], {"edges": [("b", "b")]}, "'b' to itself"),
        ("a", [(0, 0)], {"shape": "polygon"}, "one outline per cell"),
        ("a", [(0, 0)], {"outlines": [[(0, 0), (1, 0), (0, 1)]] * 2}, "1 cells, 2 outlines"),
        ("a", [(0, 0)], {"outlines": [[(0, 0), (1, 1), (2, 2)]]}, "'a' encloses no area"),
        ("a", [(0, 0)], {"step": 0}, "positive length"),
    ],
)
def test_invalid_boards(cells, points, more, words):
    with pytest.raises(OptionError, match=words):
        Board(cells, points, **more)


UNITS = [1, 100, 0.01, 12345.678]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("shape", ["square", "bare", "point", "node", "hexagon"])
def test_points_in_any_unit(unit, shape):
    points = [(x, y) for x in range(3) for y in range(4)]
    edges = [(a, b) for a, b in combinations(range(12), 2) if math.dist(points[a], points[b]) == 1]
    plain = Board("abcdefghijkl", points, edges, shape=shape)
    scaled = Board("abcdefghijkl", [(x * unit, y * unit) for x, y in points], edges, shape=shape)
    assert scaled.step == pytest.approx(unit)
    assert scaled.lines_from == plain.lines_from
    for point, other in zip(scaled.with_unit_step.points, points, strict=True):
        assert point == pytest.approx(other)
    assert scaled.with_unit_step.neighbours == plain.neighbours
    assert scaled.with_unit_step.with_unit_step is scaled.with_unit_step
    assert scaled.with_unit_step.default_distance == pytest.approx(plain.default_distance)
    assert scaled.points[1] == (0, unit)


GRID = [(i % 4, i // 4) for i in range(12)]


@pytest.mark.parametrize(
    ("board", "step"),
    [
        (Board("abc", [(0, 0), (2, 2), (4, 0)], shape="square"), 2),  # they meet at corners
        (Board("abc", [(0, 0), (2, 2), (4, 0)]), 2 * math.sqrt(2)),
        (Board("abcdefghijklm", [*GRID, (1.001, 1)]), 0.5),  # a few cells are too near
        (Board("abcdefghijklm", [*GRID, (1, 1)]), 0.5),
        (Board("ab", [(0, 0), (140, 0)], arcs=[(0, 1)]), 100),
        *((Board("", []), 1), (Board("a", [(5, 5)]), 1)),
    ],
)
def test_step(board, step):
    assert board.step == pytest.approx(step)


def test_signs_and_outlines_scale_with_points():
    corners = [(0, 0), (20, 0), (20, 20), (0, 20)]
    board = Board("a", [(10, 10)], outlines=[corners], signs=[("A", (10, -10))])
    assert board.step == 20
    assert board.with_unit_step.outlines == (((0, 0), (1, 0), (1, 1), (0, 1)),)
    assert board.with_unit_step.signs == (("A", (0.5, -0.5)),)
    assert board.signs == (("A", (10, -10)),)


def test_cells_by_number_and_by_name():
    cells, points = ["x", "yy", "z"], [(0, 0), (1, 0), (2, 0)]
    by_number = Board(cells, points, [(0, 1)], [(1, 2)], colours={2: "red"}, sides={"low": [0, 2]})
    by_name = Board(
        cells, points, [("x", "yy")], [("yy", 2)], colours={"z": "red"}, sides={"low": ["x", "z"]}
    )
    for name in ("edges", "arcs", "colours", "sides"):
        assert getattr(by_name, name) == getattr(by_number, name)


@pytest.mark.parametrize(
    "more",
    [{"edges": [("north", "soth")]}, {"colours": {"soth": "red"}}, {"sides": {"s": ["soth"]}}],
)
def test_unknown_cell_name(more):
    with pytest.raises(OptionError, match=r"'soth' is not a cell .* mean 'south'"):
        Board(["north", "south"], [(0, 0), (0, -1)], **more)


class Number:
    """A number that is only an index."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def test_cells_by_any_kind_of_integer():
    for cell in (2, numpy.int64(2), numpy.uint8(2), Number(2)):
        number = grid(2, 2).number(cell)
        assert (type(number), number) == (int, 2)
    for cell in (-1, 4, Number(4), 2.0, None, [2]):
        with pytest.raises(OptionError, match=r"There is no cell .*; cells are 0 to 3"):
            grid(2, 2).number(cell)


@pytest.mark.parametrize("rows", [1, 2, 5])
def test_triangles(rows):
    board = triangles((x, y) for y in range(rows) for x in range(y, 2 * rows - 1 - y))
    assert len(board) == rows**2
    assert len(board.edges) == 3 * rows * (rows - 1) // 2
    assert board.step == pytest.approx(1)
    check_distances(board, 1.001)
    corners = zip(board.cells, board.outlines, strict=True)
    tips = {name: max(y for _, y in each) for name, each in corners}
    assert tips["a1"] == max(tips[name] for name in tips if name.endswith("1"))


def bricks(rows, columns, shift=1.0, **more):
    """Return a board of 2×1 bricks, with each row shifted against the row below."""
    wall = {}
    for y, x in product(range(rows), range(columns)):
        left, right = 2 * x + shift * y, 2 * x + shift * y + 2
        corners = [(left, y), (right, y), (right, y + 1), (left, y + 1)]
        wall[f"{column_letters(x)}{y + 1}"] = corners
    return polygons(wall, **more)


@pytest.mark.parametrize("shift", [0.02, 0.5, 2 / 3, 1.0])
def test_polygons_with_partly_shared_sides(shift):
    board = bricks(4, 4, shift)
    for a, b in combinations(range(16), 2):
        (xa, ya), (xb, yb) = board.points[a], board.points[b]
        beside = abs(ya - yb) < 0.1 and abs(xa - xb) < 2.1
        above = 0.9 < abs(ya - yb) < 1.1 and abs(xa - xb) < 1.99
        assert (b in board.neighbours[a]) == (beside or above)


def test_corners_and_sides_of_polygons():
    board = bricks(2, 2, 2.0)
    names = [(board.cells[a], board.cells[b]) for a, b in board.edges]
    assert names == [("a1", "b1"), ("b1", "a2"), ("a2", "b2")]
    board = bricks(2, 2, sides={"low": ["a1", "b1"], "high": [2, 3]}, rims={"red": ["low"]})
    assert board.sides == {"low": (0, 1), "high": (2, 3)}
    assert board.rims == {"red": ("low",)}
    with pytest.raises(OptionError, match=r"a tuple of sides, not a string; write \('top',"):
        grid(2, 2, rims={"red": "top"})
    with pytest.raises(OptionError, match="no side 'left' to paint; its sides are none"):
        bricks(2, 2, rims={"red": ["left"]})


def test_parts_and_planes_are_independent():
    board = triangles((x, 0) for x in range(5))
    part = board.part([1, 3])
    assert part.outlines == (board.outlines[1], board.outlines[3])
    assert hexagons([(0, 0), (3, 0)]).part([0, 1]).step == 1
    painted = hexagon_plane(2)
    painted.colours[0] = "red"
    painted.labels = True
    assert (hexagon_plane(2).colours, hexagon_plane(2).labels) == ({}, None)
