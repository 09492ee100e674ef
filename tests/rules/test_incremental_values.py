"""Tests that incremental move generation agrees with full generation."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import random_game

from puzzlekit import Board, Connection, IncrementalMoves, load, rhombus
from puzzlekit.rules.incremental_values import changed_cells

TEXTS = st.integers(1, 40).flatmap(
    lambda size: st.lists(st.text("BWΨ.", min_size=size, max_size=size), min_size=2, max_size=6)
)


@given(TEXTS)
def test_changed_cells(texts):
    for before, after in pairwise(texts):
        expected = [cell for cell in range(len(after)) if before[cell] != after[cell]]
        assert changed_cells(before, after) == expected


@given(TEXTS, st.randoms(use_true_random=False))
def test_incremental_and_full_generation(texts, rng):
    cells = range(len(texts[0]))
    sees = [rng.sample(cells, rng.randint(0, min(4, len(cells)))) for _ in range(10)]

    def read_stones(stones, place):
        return [stones[cell] for cell in sees[place]]

    nearby = IncrementalMoves(sees, read_stones)
    for text in texts:
        assert nearby(text) == [read_stones(text, place) for place in range(10)]


def test_only_changes_are_recomputed():
    recomputed = []
    nearby = IncrementalMoves(
        [(0, 1), (1, 2), (3,)], lambda stones, place: recomputed.append(place)
    )
    nearby("....")
    nearby("B...")
    nearby("B..B")
    nearby("B..B")
    assert recomputed == [0, 1, 2, 0, 2]


def test_interruption_keeps_known_moves():
    def read_stones(stones, place):
        if stones == "?":
            raise KeyboardInterrupt
        return stones

    nearby = IncrementalMoves([(0,)], read_stones)
    nearby("B")
    with pytest.raises(KeyboardInterrupt):
        nearby("?")
    assert (nearby("B"), nearby("W")) == (["B"], ["W"])


GAMES = "hex:4", "crossway:5", "slither:4", "shifty:5", "permute:4", "slyde:4", "palago:9"


@pytest.mark.parametrize("text", GAMES)
def test_positions_in_any_order(text):
    rng, rules = Random(1), load(text)
    states = [state for _ in range(12) for state in random_game(rules, rng)]
    for state in rng.sample(states, 60):
        fresh = load(text)
        assert rules.legal_moves(state) == fresh.legal_moves(state)
        assert rules.result(state) == fresh.result(state)


@pytest.mark.parametrize(("arcs", "joined"), [([(0, 1), (1, 2)], True), ([(2, 1), (1, 0)], False)])
def test_chains_follow_one_way_links(arcs, joined):
    board = rhombus(3, 1)
    rules = Connection(board, links=Board(board.cells, board.points, arcs=arcs))
    apart = rules.start()._replace(stones="W.W", ply=4)
    assert rules.result(apart) is None
    assert (rules.result(apart._replace(stones="WWW")) is not None) == joined
