"""Beam search in subgroup chains: retries after dead ends, and overlapping coordinates."""

from collections import Counter
from itertools import islice

import numpy
import pytest
from support import play_moves, scrambled

from puzzlekit import Twisty, load, ring
from puzzlekit.core.permutation import to_cycles
from puzzlekit.solving.chains import beam_without_chain as beams
from puzzlekit.solving.chains.api import find_chain, short_words
from puzzlekit.solving.chains.coordinate_choice import choose_coordinates
from puzzlekit.solving.chains.generators import generators_of
from puzzlekit.solving.chains.stage_colours import make_view
from puzzlekit.solving.search import solve

pytestmark = pytest.mark.slow


def distinguished_sets(*, twice):
    """Return the sets of discs, out of eight, that coordinates of up to 400 values distinguish."""
    rules = load("topspin:8")
    generators = generators_of(rules.generators(rules.goal), turns=True)
    none = (0,) * len(generators.sources)
    seen = make_view(generators, generators.unrestricted_levels, none, numpy.arange(8), wide=False)
    found = choose_coordinates(seen, 400, twice=twice)
    return {frozenset(numpy.flatnonzero(each.labels).tolist()) for each in found}


def test_coordinates_overlap():
    once, both = distinguished_sets(twice=False), distinguished_sets(twice=True)
    assert once < both
    assert frozenset().union(*once) >= set(range(7))  # the others determine the last one
    assert all(any(len(new & old) for old in once) for new in both - once)
    assert not any(new <= old for new in both - once for old in once)


def test_several_weights_for_each_width():
    widths, weights = zip(*beams._widths_and_weights(4, lambda: False), strict=True)
    counts = Counter(widths)
    assert len(counts) == beams.MAX_FAILURES
    assert all(n == (beams.TRIES if w < beams.NARROW else 1) for w, n in counts.items())
    assert [(each == 1).all() for each in weights[: beams.TRIES]] == [True, False, False]
    after = [width for width, _ in islice(beams._widths_and_weights(4, lambda: True), 3)]
    assert after == [beams.MIN_WIDTH * beams.GROWTH**n for n in range(3)]


def test_words_are_legal_with_forbidden_positions():
    """A ring of wide and narrow pieces. Two quarters can be exchanged if no piece is cut."""
    turns = {f"T{k}": to_cycles([(cell + k) % 8 for cell in range(8)]) for k in range(1, 8)}
    forbidden = dict.fromkeys((0, 2, 4), ">")
    rules = Twisty(ring(8), "a>b>c>de", turns | {"S": [(0, 2), (1, 3)]}, forbidden=forbidden)
    found = find_chain(rules, make=True)
    assert found.near is not None
    for seed in range(20):
        state = scrambled(rules, seed, 100)
        *_, word = short_words(found, state, rules.goal)
        assert word.cost == len(solve(rules, state).moves)
        assert all(power == 1 for _, power in word.word)
        assert play_moves(rules, state, [letter for letter, _ in word.word]) == rules.goal
