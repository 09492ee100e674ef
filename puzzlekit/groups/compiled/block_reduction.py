"""Reduction by a normal subgroup N^m that acts on each of m blocks independently.

Let L be the action of the group G on one block of an orbit. If elements of G move only points of
that block, their conjugates generate a normal subgroup N of L, and G contains the product N^m over
all m blocks. So |G| = |N|^m |G'|, where G' is an action of G with kernel N^m: on the points of
other orbits and, for each block, on

- the orbits of N in the block, if L / N acts on them faithfully, or
- the cosets of N: the maps from the first block to this one, modulo N.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

import numpy

from ..giants import is_prime
from .chain_kernel import CompiledChain, orbit_heads, schreier_tree
from .labelled_blocks import (
    Array,
    BlockLabels,
    commutator,
    direct_sum,
    inverse,
    order,
    power,
    rename_points,
)

#: Numbers of random elements and of their commutators tried to find one that moves one block.
ELEMENTS, TRIALS = 16, 60

#: A function that returns the proved chain of a group.
Prove = Callable[[Array], CompiledChain]


def split_block_groups(
    blocks: BlockLabels, start: Sequence[Array], prove: Prove
) -> tuple[int, list[Array]] | None:
    """Return |N^m| and generators of G', or None if G' has no fewer points than G."""
    chain = _normal_closure([blocks.action_inside(g)[0] for g in start], blocks.local, prove)
    local = _action_on_orbits(chain, blocks, prove) or _action_on_cosets(chain, blocks)
    if local is None:
        return None
    size = len(local[0])
    images_of = {each.tobytes(): images for each, images in zip(blocks.local, local, strict=True)}
    return chain.order**blocks.count, [
        direct_sum(
            numpy.concatenate(
                [
                    to * size + images_of[each.tobytes()]
                    for to, each in zip(
                        blocks.action_on_blocks(g), blocks.action_inside(g), strict=True
                    )
                ]
            ),
            blocks.action_outside(g),
        )
        for g in blocks.generators
    ]


def find_one_block_element(blocks: BlockLabels) -> Array | None:
    """Return an element that moves only points of the first block, or None if none is found."""
    elements = [
        g for g in islice(blocks.block_fixing_elements(), ELEMENTS) if blocks.count_moved_blocks(g)
    ]
    if len(elements) < 2:
        return None
    best = elements[0]
    for trial in range(TRIALS):
        at = trial % len(elements)
        elements[at] = elements[at - 1][elements[at]]  # another random element
        candidate = commutator(best, elements[at])
        for each in (
            candidate,
            *_prime_order_powers(candidate),
            *_prime_order_powers(elements[at]),
        ):
            if 0 < blocks.count_moved_blocks(each) <= blocks.count_moved_blocks(best):
                best = each
        if blocks.count_moved_blocks(best) == 1:
            return blocks.moved_to_first_block(best)
    return None


def _prime_order_powers(g: Array) -> list[Array]:
    """Return the powers of an element that have prime order."""
    exponent = order(g)
    return [power(g, exponent // p) for p in range(2, len(g)) if exponent % p == 0 and is_prime(p)]


def _normal_closure(start: Sequence[Array], local: Array, prove: Prove) -> CompiledChain:
    """Return the chain of the normal closure of permutations."""
    generators = list(start)
    chain = prove(numpy.array(generators))
    for g in generators:
        for each in local:
            conjugate = each[g[inverse(each)]]
            if not chain.contains(conjugate):
                generators.append(conjugate)
                chain = prove(numpy.array(generators))
    return chain


def _action_on_orbits(
    chain: CompiledChain, blocks: BlockLabels, prove: Prove
) -> list[Array] | None:
    """Return the action of L on the orbits of N if its kernel is N, else None."""
    orbit = numpy.full(blocks.size, -1, dtype=numpy.int32)
    strong = chain.generators(0)
    heads = orbit_heads(strong, blocks.size)
    for i, head in enumerate(heads):
        orbit[schreier_tree(strong, int(head))[0]] = i
    images = rename_points(orbit, blocks.local, heads)
    quotient_order = prove(numpy.unique(images, axis=0)).order
    is_faithful = quotient_order * chain.order == prove(blocks.local).order
    return list(images) if is_faithful else None


def _action_on_cosets(chain: CompiledChain, blocks: BlockLabels) -> list[Array] | None:
    """Return the action of L on the cosets of N, or None if there are too many."""
    cosets: Array = numpy.arange(blocks.size, dtype=numpy.int32)[None]
    images: list[list[int]] = [[] for _ in blocks.local]
    at = 0
    while at < len(cosets):
        for to, each in zip(images, blocks.local, strict=True):
            product = each[cosets[at]]
            same = (i for i, other in enumerate(cosets) if chain.contains(inverse(other)[product]))
            to.append(next(same, len(cosets)))
            if to[-1] == len(cosets):
                if len(cosets) + 1 == blocks.size:
                    return None
                cosets = numpy.concatenate([cosets, product[None]])
        at += 1
    return [numpy.array(each, dtype=numpy.int32) for each in images]
