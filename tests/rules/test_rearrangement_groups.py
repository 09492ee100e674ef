"""Tests for rearrangement groups of sliding puzzles against brute force and known theorems."""

import math
import sys

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import python, reachable

from puzzlekit import LimitReachedError, Sliding, from_graph, grid, ring
from puzzlekit.core import sparse_permutations
from puzzlekit.groups import describe
from puzzlekit.rules import frames, sliding
from puzzlekit.rules.frames import FrameGraph


def puzzle(graph, holes):
    """Return a sliding puzzle on a graph with distinct pieces and holes on the given nodes."""
    nodes = list(graph.nodes)
    labels = ["" if node in holes else f"piece {node}" for node in nodes]
    return Sliding(from_graph(graph), labels)


def group(graph, holes):
    rules = puzzle(graph, holes)
    return describe(rules.generators(rules.start()).values())


def count_with_initial_holes(graph, holes):
    """Count the reachable arrangements with the holes in their initial places by brute force."""
    nodes = list(graph.nodes)
    start = tuple(None if node in holes else node for node in nodes)
    place = {node: i for i, node in enumerate(nodes)}
    steps = [(place[a], place[b]) for a, b in graph.to_directed().edges]

    def slides(state):
        for a, b in steps:
            if state[a] is not None and state[b] is None:
                after = list(state)
                after[a], after[b] = None, state[a]
                yield tuple(after)

    home = [piece is None for piece in start]
    return sum([piece is None for piece in state] == home for state in reachable(start, slides))


def theta_0():
    return networkx.Graph([(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)])


@pytest.mark.parametrize(
    ("graph", "hole", "name", "order"),
    [
        (theta_0(), 6, "PGL(2,5)", 120),
        (theta_0(), 0, "PGL(2,5)", 120),
        (networkx.complete_bipartite_graph(3, 3), 0, "A5", 60),
        (networkx.hypercube_graph(3), (0, 0, 0), "A7", 2520),
        (networkx.circular_ladder_graph(3), 0, "S5", 120),
        (networkx.cycle_graph(6), 0, "C5", 5),
        (networkx.cycle_graph(9), 4, "C8", 8),
        (networkx.cycle_graph(3), 0, "C2", 2),
        (networkx.path_graph(5), 2, "1", 1),
        (networkx.petersen_graph(), 0, "S9", math.factorial(9)),
        (networkx.complete_graph(5), 0, "S4", 24),
        (networkx.grid_2d_graph(2, 3), (0, 0), "A5", 60),
        (networkx.grid_2d_graph(4, 4), (3, 3), "A15", math.factorial(15) // 2),
    ],
    ids=str,
)
def test_one_hole(graph, hole, name, order):
    info = group(graph, {hole})
    assert (info.name, info.order) == (name, order)


def test_order_equals_sympy():
    rules = Sliding(grid(3, 2), ["1", "2", "3", "4", "5", ""])
    assert rules.group(rules.start()).order() == 60
    alone = Sliding(ring(3), ["", "", ""])
    assert alone.group(alone.start()).order() == 1


@st.composite
def graphs(draw, directed):
    nodes = draw(st.integers(2, 6))
    density = draw(st.floats(0.2, 1))
    graph = networkx.gnp_random_graph(nodes, density, draw(st.integers(0, 10**6)), directed)
    most = nodes if nodes < 6 else 3
    holes = draw(st.sets(st.sampled_from(range(nodes)), min_size=1, max_size=most))
    return graph, holes


@pytest.mark.slow
@given(graphs(directed=True))
def test_strongly_connected_digraphs(case):
    graph, holes = case
    parts = list(networkx.strongly_connected_components(graph))
    one_way = networkx.DiGraph(graph.subgraph(max(parts, key=len)))
    inside = {*holes} & {*one_way} or {min(one_way)}
    both_ways = one_way.to_undirected()
    assert networkx.is_strongly_connected(one_way)
    assert group(one_way, inside).order == group(both_ways, inside).order
    assert group(one_way, inside).order == count_with_initial_holes(both_ways, inside)


@pytest.mark.parametrize(("size", "holes"), [(6, 2), (7, 3), (9, 4)])
def test_several_holes_on_cycle(size, holes):
    assert group(networkx.cycle_graph(size), set(range(holes))).name == f"C{size - holes}"


def test_too_many_hole_configurations(monkeypatch):
    monkeypatch.setattr(frames, "MAX_FRAMES", 100)
    with pytest.raises(LimitReachedError, match="smaller"):
        group(networkx.grid_2d_graph(4, 4), {(x, y) for x in range(2) for y in range(3)})


@given(graphs(directed=False) | graphs(directed=True))
def test_one_hole_and_frame_graph(case):
    graph, holes = case
    rules = puzzle(graph, {min(holes, key=str)})
    state = rules.start()
    expected = FrameGraph(rules, state).vertex_group()
    assert rules.vertex_group(state) == expected
    found = rules.generators(state)
    assert {name: g.dense() for name, g in rules.sparse_generators(state).items()} == found


def test_sparse_generators_of_large_board():
    rules = Sliding(grid(40, 40), [*map(str, range(1, 1_600)), ""])
    walks = rules.sparse_generators(rules.start())
    assert len(walks) == 39 * 39
    assert sum(len(walk.points) for walk in walks.values()) < 70_000  # dense: 2,433,600 images


def test_too_many_steps_and_images(monkeypatch):
    rules = Sliding(grid(4, 4), [*map(str, range(1, 16)), ""])
    monkeypatch.setattr(sparse_permutations, "MAX_IMAGES", 100)
    with pytest.raises(LimitReachedError, match="9 permutations of 16 points"):
        rules.generators(rules.start())
    monkeypatch.setattr(sliding, "MAX_STEPS", 20)
    with pytest.raises(LimitReachedError, match="more than 20 steps"):
        rules.sparse_generators(rules.start())


PEAK = """
import math, re
from puzzlekit import Sliding, grid
from puzzlekit.groups import describe
rules = Sliding(grid(100, 100), [*map(str, range(1, 10_000)), ""])
found = describe(rules.sparse_generators(rules.start()).values())
assert found.name == "A9999" and found.certain and found.order == math.factorial(9_999) // 2
print(re.search(r"VmHWM:\\s*([0-9]+) kB", open("/proc/self/status").read())[1])
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the parent's memory counts too")
def test_memory_use_of_ten_thousand_cells():
    assert int(python(PEAK)) < 300_000
