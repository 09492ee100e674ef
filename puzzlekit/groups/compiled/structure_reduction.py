"""Compiled version of `plain.structure.reduce_structure`, for any degree.

Generators are the rows of an int32 array of shape (generators, points). Random elements serve only
as witnesses, so the result is exact, not probabilistic.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from ...core.prng import splitmix64
from . import blocks_kernel, piece_orbits_kernel, random_elements_kernel, reduction_kernel
from .random_elements_kernel import SLOTS

Array = NDArray[Any]

SAMPLE = 12
MAX_ELEMENTS = 100


class CompiledReduction(NamedTuple):
    """A normal subgroup and generators of the quotient.

    A row of `kinds` is (blocks, size); `wreath` is (size, blocks), or None if there is none.
    """

    kinds: Array
    wreath: tuple[int, int] | None
    quotient: Array


def reduce_structure(generators: Array, seed: int) -> CompiledReduction | None:
    """Return the reduction by the proved normal subgroup, or None if it is trivial."""
    n = generators.shape[1]
    begin, listed = piece_orbits_kernel.generators_by_point(generators)
    points, starts = piece_orbits_kernel.orbits(generators, begin, listed)
    if not points.size:
        return None
    state = numpy.array([splitmix64(seed)], dtype=numpy.uint64)
    walk = random_elements_kernel.initial_slots(generators, state)
    elements = numpy.empty((MAX_ELEMENTS, n), numpy.int32)
    lengths = numpy.empty((MAX_ELEMENTS, n), numpy.int32)

    def draw(t: int) -> None:
        random_elements_kernel.replacement_step(walk, state)
        elements[t] = walk[SLOTS]
        random_elements_kernel.cycle_lengths(elements[t], lengths[t])

    for t in range(SAMPLE):
        draw(t)
    moved_orbits = generators, begin, listed, points, starts
    large_first = numpy.argsort(-numpy.diff(starts), kind="stable")
    chosen_orbits = piece_orbits_kernel.representative_orbits(
        *moved_orbits, lengths[:SAMPLE], large_first
    )
    representative_points = numpy.concatenate(
        [points[starts[o] : starts[o + 1]] for o in chosen_orbits]
    )
    kinds, orbit_of, block, twist, head = piece_orbits_kernel.label_kinds(
        *moved_orbits, chosen_orbits, lengths[:SAMPLE]
    )
    facts = numpy.zeros((len(kinds), 3), numpy.int64)
    facts[:, 0] = [random_elements_kernel.is_prime(blocks) for blocks in kinds[:, 1]]
    facts[:, 2] = kinds[:, 2]
    types = numpy.zeros((MAX_ELEMENTS, len(kinds)), numpy.uint64)
    seen = 0
    while seen < MAX_ELEMENTS and (seen < SAMPLE or (facts != 1).any()):
        if seen >= SAMPLE:
            draw(seen)
        reduction_kernel.update_facts(elements[seen], kinds, block, twist, head, facts, types[seen])
        seen += 1
    alone = _out_of_step(kinds, (facts == 1).all(axis=1), types[:seen])
    while True:
        inside = numpy.zeros(n, numpy.int32)
        for o in orbit_of[alone != 0]:
            inside[points[starts[o] : starts[o + 1]]] = 1
        if inside.sum() == len(representative_points) or not reduction_kernel.drop_unproved(
            alone,
            kinds,
            inside,
            representative_points,
            elements[:seen],
            lengths[:seen],
            block,
            head,
        ):
            break
    if alone.any() or len(representative_points) < n:
        chosen = kinds[alone != 0]
        rest = representative_points[inside[representative_points] == 0]
        quotient = reduction_kernel.quotient(generators, chosen, block, twist, head, rest)
        return CompiledReduction(chosen[:, 1:], None, quotient)
    if len(chosen_orbits) > 1:
        return None
    system, size, proved = blocks_kernel.find_wreath_system(
        generators, elements[:SAMPLE], lengths[:SAMPLE]
    )
    if not proved:
        return None
    quotient = blocks_kernel.blocks_and_signs(generators, system, n // size)
    return CompiledReduction(kinds[:0, 1:], (size, n // size), quotient)


def _out_of_step(kinds: Array, proved: Array, types: Array) -> Array:
    """Return a 0/1 mask of the proved kinds that are not in step with any other kind."""
    alone = proved.astype(numpy.int32)
    for k in numpy.flatnonzero(proved):
        for other in numpy.flatnonzero(proved):
            same = k != other and kinds[k, 1] == kinds[other, 1]
            if same and (types[:, k] == types[:, other]).all():
                alone[k] = 0
    return alone
