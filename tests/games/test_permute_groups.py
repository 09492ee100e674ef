"""Groups of the remaining twists: S_k for each component, with two exceptions."""

import math
from itertools import combinations
from random import Random

import networkx
import pytest

from puzzlekit import load
from puzzlekit.groups import describe


def predicted_order(faces):
    """Return the order that the theorem predicts for a set of faces (sets of squares)."""
    graph = networkx.Graph()
    graph.add_nodes_from(faces)
    graph.add_edges_from((a, b) for a, b in combinations(faces, 2) if set(a) & set(b))
    order = 1
    for component in networkx.connected_components(graph):
        squares = len(set().union(*component))
        if len(component) == 1:
            order *= 4
        elif len(component) == 2 and squares == 6:
            order *= 120
        else:
            order *= math.factorial(squares)
    return order


def group(rules, state):
    return describe(rules.generators(state).values())


def twistable_faces(rules, state):
    return tuple(face for face in rules.faces if rules.can_twist(state.stones, face))


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 3, 4, 6, 9, 12])
def test_group_during_game(size):
    rules = load(f"permute:{size}")
    rng, state = Random(size), rules.start()
    while True:
        assert group(rules, state).order == predicted_order(twistable_faces(rules, state))
        if rules.result(state):
            break
        state = rules.play(state, rng.choice(rules.legal_moves(state)))
    assert (group(rules, state).order, group(rules, state).name) == (1, "1")


def test_all_sets_of_faces():
    """Check all sets of faces that up to two bandages leave on 4×4."""
    rules = load("permute:4")
    start = rules.start()
    seen = set()
    for marks in range(2**16):
        if bin(marks).count("1") > 2:
            continue
        stones = "".join(
            stone.upper() if marks >> i & 1 else stone for i, stone in enumerate(start.stones)
        )
        state = start._replace(stones=stones)
        faces = twistable_faces(rules, state)
        if faces not in seen:
            seen.add(faces)
            assert group(rules, state).order == predicted_order(faces)
    assert len(seen) > 50


@pytest.mark.parametrize(
    ("free", "name"),
    [
        ("a1 a2 b1 b2", "C4"),
        ("a1 a2 b1 b2 c1 c2", "PGL(2,5)"),
        ("a1 a2 b1 b2 c2 b3 c3", "S7"),
        ("a1 a2 b1 b2 d3 d4 e3 e4", "C4^2"),
        ("a1 a2 b1 b2 d1 d2 e1 e2 f1 f2", "C4 x PGL(2,5)"),
        ("a1", "1"),
    ],
)
def test_names(free, name):
    rules = load("permute:6")
    start = rules.start()
    stones = [
        stone if cell in free.split() else stone.upper()
        for cell, stone in zip(rules.board.cells, start.stones, strict=True)
    ]
    assert group(rules, start._replace(stones="".join(stones))).name == name
