"""Beam search in subgroup chains: retries after dead ends, and overlapping coordinates."""

from itertools import islice
from random import Random

import numpy

from puzzlekit import Twisty, load, ring
from puzzlekit.core.permutation import to_cycles
from puzzlekit.solving.chains import beam
from puzzlekit.solving.chains.api import find_chain, short_words
from puzzlekit.solving.chains.colouring import coordinates_of
from puzzlekit.solving.chains.generators import generators_of
from puzzlekit.solving.chains.view import make_view
from puzzlekit.solving.search import solve


def of_discs(*, twice):
    """Return the sets of discs, out of eight, that coordinates of up to 400 values distinguish."""
    rules = load("topspin:8")
    generators = generators_of(rules.generators(rules.goal), turns=True)
    none = (0,) * len(generators.sources)
    seen = make_view(generators, generators.all_levels, none, numpy.arange(8), wide=False)
    found = coordinates_of(seen, 400, twice=twice)
    return {frozenset(numpy.flatnonzero(each.labels).tolist()) for each in found}


def test_groups_of_pieces_overlap_where_they_are_told_twice():
    once, both = of_discs(twice=False), of_discs(twice=True)
    assert once < both
    assert frozenset().union(*once) >= set(range(7))  # the others determine the last one
    assert all(any(len(new & old) for old in once) for new in both - once)
    assert not any(new <= old for new in both - once for old in once)


def test_a_width_is_tried_with_several_weights_until_there_is_a_way():
    tried = [(width, weights.tolist()) for width, weights in beam._widths(4, lambda: False)]
    widths = [width for width, _ in tried]
    assert len(set(widths)) == beam.MAX_FAILURES
    assert all(widths.count(w) == (beam.TRIES if w < beam.NARROW else 1) for w in widths)
    assert [weights == [1] * 4 for _, weights in tried[: beam.TRIES]] == [True, False, False]
    after = [width for width, _ in islice(beam._widths(4, lambda: True), 3)]
    assert after == [beam.MIN_WIDTH * beam.GROWTH**n for n in range(3)]


class Sliced(Twisty):
    """A ring of wide and narrow pieces. Two quarters can be exchanged if no piece is cut."""

    name = "Sliced"

    def __init__(self):
        turns = {k: [(cell + k) % 8 for cell in range(8)] for k in range(1, 8)}
        super().__init__(
            ring(8),
            ("a", ">", "b", ">", "c", ">", "d", "e"),
            {f"T{k}": to_cycles(images) for k, images in turns.items()} | {"S": [(0, 2), (1, 3)]},
            forbidden=dict.fromkeys((0, 2, 4), ">"),
        )


def test_words_are_legal_where_positions_are_forbidden():
    rules = Sliced()
    found = find_chain(rules, make=True)
    assert found.near is not None
    random = Random(1)
    for _ in range(20):
        state = rules.goal
        for _ in range(100):
            state = rules.play(state, random.choice(rules.legal_moves(state)))
        *_, word = short_words(found, state, rules.goal)
        assert word.cost == len(solve(rules, state).moves)
        for letter, power in word.word:
            assert power == 1
            state = rules.play(state, letter)
        assert state == rules.goal
