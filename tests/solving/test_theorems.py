"""Theorems cited for groups, compared with groups computed without them."""

import math
from collections import Counter

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import DATA_FOLDER, sample_size

from puzzlekit import Board, Sliding, grid, load, order
from puzzlekit.solving.group_facts import facts
from puzzlekit.solving.theorems import theorems

WILSON = "Wilson's theorem"
CYCLE, THETA = f"{WILSON}, the cycle", f"{WILSON}, theta_0"
ONE_WAY = "One-way edges"

#: A cycle of six vertices, with a path of length two between opposite ones.
THETA_0 = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)]


def slide(graph, holes=(0,)):
    """Return the sliding puzzle on a graph with nodes 0, 1, ... and the given holes."""
    size, directed = len(graph), graph.is_directed()
    steps = {"arcs" if directed else "edges": list(graph.edges)}
    points = [(math.cos(2 * math.pi * i / size), math.sin(2 * math.pi * i / size)) for i in graph]
    board = Board([f"n{i}" for i in range(size)], points, **steps)
    return Sliding(board, ["" if i in holes else str(i) for i in range(size)])


def names(rules):
    return [each.name for each in theorems(rules, rules.start())]


def test_wilson_on_small_graphs():
    seen, most = Counter(), sample_size(7, 6)
    for graph in networkx.graph_atlas_g():
        n = len(graph)
        if not (2 <= n <= most and networkx.is_connected(graph)):
            continue
        rules = slide(graph)
        found = theorems(rules, rules.start())
        if n < 3 or not networkx.is_biconnected(graph):
            assert found == ()
            continue
        (theorem,) = found
        seen[theorem.name] += 1
        if theorem.name == THETA:
            continue  # see `test_theta_0`
        statement = theorem.statement.removeprefix("the board is ")
        expected = {
            "a single cycle, so the pieces keep their cyclic order": n - 1,
            "2-connected and bipartite, so exactly the even permutations occur": (
                math.factorial(n - 1) // 2
            ),
            "2-connected and not bipartite, so all permutations occur": math.factorial(n - 1),
        }
        assert order(rules) == expected[statement]
        assert "Wilson" in theorem.source
    assert seen[CYCLE] == most - 2
    biconnected = [1, 3, 10, 56, 468]  # the numbers of graphs of 3, 4, 5, 6 and 7 vertices
    assert seen.total() == sum(biconnected[: most - 2])


@pytest.mark.slow
def test_several_holes():
    named = 0
    for graph in networkx.graph_atlas_g():
        for holes in range(2, len(graph) - 1 if len(graph) < 6 else 0):
            rules = slide(graph, range(holes))
            if names(rules):
                assert names(rules) == ["Theorem of Kornhauser and others"]
                assert order(rules) == math.factorial(len(graph) - holes)
                named += 1
    assert named == 2 + 2 * 9  # graphs of 4 and 5 vertices
    assert order(slide(networkx.Graph(THETA_0), holes=(0, 1))) == math.factorial(5)


def test_theta_0():
    rules = slide(networkx.Graph(THETA_0))
    assert names(rules) == [THETA]
    assert facts(rules).info[2:4] == (120, "PGL(2,5)")
    other = slide(networkx.Graph([*THETA_0[:-1], (6, 2)]))  # as many edges, another graph
    assert names(other) == [WILSON]


@given(st.integers(2, 5), st.floats(0.3, 1), st.integers(0, 10**6), st.integers(1, 2))
def test_one_way_edges_reach_same_positions(size, density, seed, holes):
    graph = networkx.gnp_random_graph(size, density, seed, directed=True)
    rules, both = (slide(each, range(holes)) for each in (graph, graph.to_undirected()))
    named = ONE_WAY in names(rules)
    assert named == (networkx.is_strongly_connected(graph) and graph.number_of_edges() > 0)
    if named:
        reached, there = (set(each.schreier_graph()) for each in (rules, both))
        assert reached == there
        assert set(names(both)) <= set(names(rules))


def test_no_theorem():
    assert names(load("cube:2")) == []
    assert names(load("hex:3")) == []
    assert names(slide(networkx.cycle_graph(5), holes=(0, 1))) == []  # two holes on a cycle
    assert names(slide(networkx.complete_graph(4), holes=(0, 1, 2))) == []  # a single piece
    assert names(Sliding(grid(3, 1), ["1", "2", ""])) == []  # not 2-connected
    assert names(slide(networkx.DiGraph([(0, 1), (1, 2)]))) == []


def test_command(run):
    code, out, _ = run("group", DATA_FOLDER / "puzzles" / "oneway.toml")
    assert code == 0
    assert "theorem     One-way edges: the board is strongly connected" in out
    assert "R. M. Wilson, Graph puzzles, homotopy, and the alternating group" in out


@pytest.mark.parametrize("name", ["fifteen", "pinball"])
def test_facts_include_theorems(name):
    rules = load(name)
    assert facts(rules).theorems == theorems(rules, rules.start()) != ()
