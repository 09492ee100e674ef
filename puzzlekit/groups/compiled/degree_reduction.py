"""Reduction of groups with long stabilizer chains, orbit by orbit and block by block.

Each step returns a factor of the order and a group on fewer points.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy

from . import chain_kernel
from .block_reduction import Prove, find_one_block_element, split_block_groups
from .blocks_kernel import stabilizer_elements
from .labelled_blocks import (
    Array,
    BlockLabels,
    direct_sum,
    minimal_systems,
    rename_points,
    sample_elements,
)
from .set_actions import act_on_sets
from .translation_reduction import Translations

#: Maximum number of block systems tried per orbit.
MAX_SYSTEMS = 10


def reduce_degree(generators: Array, prove: Prove) -> tuple[int, Array] | None:
    """Return a factor of the order and a group on fewer points, or None if none is found."""
    degree = generators.shape[1]
    heads = chain_kernel.orbit_heads(generators, degree)
    orbits = [numpy.sort(chain_kernel.schreier_tree(generators, int(head))[0]) for head in heads]
    for orbit in sorted(orbits, key=len, reverse=True):
        if len(orbit) > 1:
            reduction = _reduce_in_orbit(generators, orbit, prove)
            if reduction is not None:
                return reduction[0], numpy.unique(
                    numpy.array(reduction[1], dtype=numpy.int32), axis=0
                )
    return None


def _reduce_in_orbit(
    generators: Array, orbit: Array, prove: Prove
) -> tuple[int, list[Array]] | None:
    place = numpy.full(generators.shape[1], -1, dtype=numpy.int32)
    place[orbit] = range(len(orbit))
    inside = rename_points(place, generators, orbit)
    fixing = stabilizer_elements(inside, sample_elements(inside))
    systems = minimal_systems(inside, fixing)
    for system in systems:
        reduction = _reduce_by_blocks(BlockLabels(generators, orbit, system), orbit, system, prove)
        if reduction is not None:
            return reduction
    images = act_on_sets(inside, fixing, systems)
    if images is None:
        return None
    outside = numpy.flatnonzero(place < 0)
    rest = numpy.searchsorted(outside, generators[:, outside])
    return 1, [direct_sum(*each) for each in zip(images, rest, strict=True)]


def _reduce_by_blocks(
    blocks: BlockLabels, orbit: Array, system: Array, prove: Prove
) -> tuple[int, list[Array]] | None:
    """Return the reduction by a system of minimal blocks, or None if none is found."""
    translations = Translations.of(blocks)
    if translations is not None and translations.rank:
        quotient = translations.quotient()
        if quotient is not None:
            return translations.prime**translations.rank, quotient
        for coarse in _block_systems(numpy.unique(translations.block_images, axis=0)):
            inside = translations.restricted_to(coarse == 0)
            if inside:
                larger = BlockLabels(blocks.generators, orbit, coarse[system])
                reduction = split_block_groups(larger, inside, prove)
                if reduction is not None:
                    return reduction
    start = find_one_block_element(blocks)
    return None if start is None else split_block_groups(blocks, [start], prove)


def _block_systems(generators: Array) -> Iterator[Array]:
    """Yield block systems of a transitive group, small blocks first."""
    queue: list[Array] = [numpy.arange(generators.shape[1], dtype=numpy.int32)]
    for system in queue:
        heads = numpy.unique(system, return_index=True)[1]
        action = rename_points(system, generators, heads)
        for coarse in minimal_systems(action, stabilizer_elements(action, sample_elements(action))):
            if len(queue) <= MAX_SYSTEMS:
                queue.append(coarse[system])
                yield queue[-1]
