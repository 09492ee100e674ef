"""Beams: what is tried again where one got stuck, and coordinates that overlap."""

from itertools import islice

import numpy

from puzzlekit import load
from puzzlekit.core.permutation import inverse
from puzzlekit.solving.chains import beam
from puzzlekit.solving.chains.colouring import coordinates_of


def of_discs(*, twice):
    """Return which of eight discs each coordinate of at most 400 places tells."""
    rules = load("topspin:8")
    sources = [inverse(each) for each in rules.generators(rules.goal).values()]
    discs = numpy.arange(8)
    found = coordinates_of(discs, sources, discs, 400, twice=twice)
    return {frozenset(numpy.flatnonzero(each.labels).tolist()) for each in found}


def test_groups_of_pieces_overlap_where_they_are_told_twice():
    once, both = of_discs(twice=False), of_discs(twice=True)
    assert once < both
    assert frozenset().union(*once) >= set(range(7))  # the last one is where no other is
    assert all(any(len(new & old) for old in once) for new in both - once)
    assert not any(new <= old for new in both - once for old in once)


def test_a_width_is_tried_with_several_weights_until_there_is_a_way():
    tried = [(width, weights.tolist()) for width, weights in beam._widths(4, lambda: False)]
    widths = [width for width, _ in tried]
    assert len(set(widths)) == beam.WIDTHS
    assert all(widths.count(w) == (beam.TRIES if w < beam.WIDE else 1) for w in widths)
    assert [weights == [1] * 4 for _, weights in tried[: beam.TRIES]] == [True, False, False]
    after = [width for width, _ in islice(beam._widths(4, lambda: True), 3)]
    assert after == [beam.FIRST * beam.GROWTH**n for n in range(3)]
