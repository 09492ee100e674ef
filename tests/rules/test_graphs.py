"""Tests for state graphs, Schreier graphs and Cayley graphs."""

import networkx
import pytest

from puzzlekit import LimitReachedError, OptionError, distances, load
from puzzlekit.core.permutation import apply, multiply


def test_positions_by_distance():
    rules = load("fifteen:3,height=2")
    graph = rules.schreier_graph()
    far = networkx.single_source_shortest_path_length(graph, rules.start())
    counts = [list(far.values()).count(n) for n in range(max(far.values()) + 1)]
    assert counts == list(distances(rules))
    for state, reached, move in graph.edges(data="move"):
        assert rules.play(state, move) == reached
    assert all(graph.out_degree(state) == len(rules.legal_moves(state)) for state in graph)


def test_points_and_their_stabilizers():
    # The 3×3×3 has an orbit of 24 corner stickers and one of 24 edge stickers; centres are fixed.
    rules = load("cube:3")
    sizes = [len(rules.schreier_graph(cell)) for cell in ("U1", "U2", "U5")]
    assert sizes == [24, 24, 1]
    graph = rules.schreier_graph("U1")
    assert {degree for _, degree in graph.out_degree()} == {6}
    assert len(rules.schreier_graph(0)) == 24


def test_points_by_generators():
    rules = load({"a": "(0 1 2)", "b": "(2 3)"})
    graph = rules.schreier_graph("0")
    edges = ["".join(edge) for edge in sorted(graph.edges(data="move"))]
    assert edges == ["00b", "01a", "11b", "12a", "20a", "23b", "32b", "33a"]


def test_cayley_graph():
    generators = {"a": "(0 1 2 3)", "b": "(0 1)"}
    rules = load(generators)
    graph = rules.cayley_graph()
    assert len(graph) == 24
    assert {degree for _, degree in graph.in_degree()} == {2}
    images = rules.generators(rules.start())
    for element, product, move in graph.edges(data="move"):
        assert product == multiply(element, images[move])
        assert rules.play(apply(element, rules.goal), move) == apply(product, rules.goal)


def test_limits_and_invalid_points():
    rules = load("fifteen:2,height=2")
    assert len(rules.schreier_graph(limit=12)) == 12
    with pytest.raises(LimitReachedError, match="more than 11 nodes"):
        rules.schreier_graph(limit=11)
    with pytest.raises(LimitReachedError, match="more than 2 nodes"):
        rules.cayley_graph(limit=2)
    with pytest.raises(OptionError, match="'z9' is not a cell of the board"):
        rules.schreier_graph("z9")
    with pytest.raises(OptionError, match="There is no cell 4; cells are 0 to 3"):
        rules.schreier_graph(4)
