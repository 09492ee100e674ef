"""Puzzle definitions as in files: a fixed one and random ones."""

from itertools import permutations

import pytest
from hypothesis import strategies as st

from puzzlekit import Board, Piece
from puzzlekit.core.permutation import without_inverses
from puzzlekit.core.values import COLOURS, FORMS
from puzzlekit.formats.definition import Definition
from puzzlekit.rules.base import Puzzle

LOCK = """
name = "Lock"
author = "A. Smith"
hint = "Turn first."
cells = "a b c d"
points = [[0, 0], [1, 0], [1, 1], [0, 1]]
edges = "a-b b-c"
arcs = "c>d d>a"
slides = true
motion = "hop"
goal = "1 2 ? ."
start = ". 3 2 1"
[moves]
T = "(a b c)(a b c)"
[colours]
a = "red"
"""

WORDS = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=4)
LABELS = st.sampled_from([None, True, False])
DECIMALS = st.integers(-9_999, 9_999).map(lambda number: number / 1_000)


@st.composite
def definitions(draw):
    """Return a random puzzle definition of any kind, with any of the optional entries."""
    cells = draw(st.lists(WORDS, min_size=3, max_size=6, unique=True))
    size, numbers = len(cells), range(len(cells))
    points = draw(
        st.lists(st.tuples(DECIMALS, DECIMALS), min_size=size, max_size=size, unique=True)
    )
    pairs = draw(st.lists(st.sampled_from(list(permutations(numbers, 2))), unique=True, max_size=6))
    edges = [pair for pair in pairs if pair[0] < pair[1]]
    arcs = [pair for pair in pairs if pair[0] > pair[1] and pair[::-1] not in edges]
    colours = draw(st.dictionaries(st.sampled_from(numbers), st.sampled_from(COLOURS)))
    board = Board(cells, points, edges, arcs, colours=colours, labels=draw(LABELS))
    goal = draw(
        st.lists(st.sampled_from(["A", "B", "7", "x y", "?", ""]), min_size=size, max_size=size)
    )
    start = draw(st.permutations(goal))
    images = st.permutations(numbers).map(tuple).filter(lambda each: each != tuple(numbers))
    moves = draw(st.dictionaries(st.sampled_from(["T", "U2", "a-b", "#1"]), images, max_size=2))
    holed = "" in goal and any(goal) and bool(edges or arcs)
    if not moves and not holed:
        moves = {"T": (1, 0, *range(2, size))}
    looks = st.tuples(st.sampled_from(FORMS), st.sampled_from(COLOURS), st.just("t"))
    kind = looks.map(lambda facts: Piece(*facts))
    return Definition(
        name=draw(WORDS),
        cells=tuple(cells),
        goal=tuple(goal),
        begun=tuple(start),
        moves=moves,
        pieces=draw(st.dictionaries(st.sampled_from(goal), kind)),
        board=board,
        free=draw(st.frozensets(st.sampled_from(numbers), max_size=2)),
        slides=bool(moves) and holed and draw(st.booleans()),
        motion=draw(st.sampled_from(["", "hop", "slide"])),
        author=draw(st.sampled_from(["", "A. Smith", 'O"Hara\\'])),
        rules=draw(st.sampled_from(["", "One line.", 'Two\n\n"lines" \\.'])),
        hint=draw(st.sampled_from(["", "Think."])),
    )


def assert_same_puzzle(one, rules):
    """Assert that rules made from a written definition describe the same puzzle."""
    assert isinstance(rules, Puzzle)
    assert (rules.goal, rules.start(), rules.free) == (one.goal, one.start(), one.free)
    assert (rules.board.cells, rules.board.edges) == (one.board.cells, one.board.edges)
    assert rules.board.arcs == one.board.arcs
    assert rules.board.colours == one.board.colours
    for here, there in zip(one.board.points, rules.board.points, strict=True):
        assert here == pytest.approx(there, abs=one.board.step / 900)
    for state in (one.goal, one.start()):
        assert set(rules.legal_moves(state)) == set(one.legal_moves(state))
        assert rules.pieces(state) == one.pieces(state)
        written, known = (each.generators(state).values() for each in (rules, one))
        assert set(without_inverses([*known, *written])) == set(without_inverses(known))
    assert (rules.name, rules.motion) == (one.name, one.motion)
