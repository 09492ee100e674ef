"""Splitting off a power of what happens in one block alone.

If elements of the group G move the points of one block of an orbit only, then their conjugates
generate there a group N that is normal in what G does in the block, L, and G contains the product
N^m over all m blocks. So |G| = |N|^m |G'|, where G' is what G does in an action in which N^m is all
that acts trivially: on the points of other orbits and, for each block, on

- the orbits of N there, if L / N acts on them with no element trivial, or
- the cosets of N: the ways in which elements take the first block to this one, modulo N.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

import numpy

from ..giants import is_prime
from . import chain_kernel
from .labelled import Array, Blocks, commutator, direct_sum, inverse, order, power, rename_points

#: Elements from which one that moves one block is made, and commutators that are tried for it.
ELEMENTS, TRIALS = 16, 60

#: Returns the chain of a group for certain.
Prove = Callable[[Array], Any]


def split_block_groups(
    blocks: Blocks, start: Sequence[Array], prove: Prove
) -> tuple[int, list[Array]] | None:
    """Return |N^m| and generators of G', or None if that has no fewer points than G."""
    chain = _normal_closure([blocks.inside(g)[0] for g in start], blocks.local, prove)
    local = _on_orbits(chain, blocks, prove) or _on_cosets(chain, blocks)
    if local is None:
        return None
    size = len(local[0])
    of = {each.tobytes(): images for each, images in zip(blocks.local, local, strict=True)}
    return _size(chain) ** blocks.count, [
        direct_sum(
            numpy.concatenate(
                [
                    to * size + of[each.tobytes()]
                    for to, each in zip(blocks.apply(g), blocks.inside(g), strict=True)
                ]
            ),
            blocks.on_outside(g),
        )
        for g in blocks.generators
    ]


def moving_one_block(blocks: Blocks) -> Array | None:
    """Return an element that moves points of the first block only, or None."""
    known = [g for g in islice(blocks.fixing(), ELEMENTS) if blocks.moved(g)]
    if len(known) < 2:
        return None
    best = known[0]
    for trial in range(TRIALS):
        at = trial % len(known)
        known[at] = known[at - 1][known[at]]  # another random element
        found = commutator(best, known[at])
        for each in (found, *_powers(found), *_powers(known[at])):
            if 0 < blocks.moved(each) <= blocks.moved(best):
                best = each
        if blocks.moved(best) == 1:
            return blocks.brought_to_first(best)
    return None


def _powers(g: Array) -> list[Array]:
    """Return the powers of prime order."""
    whole = order(g)
    return [power(g, whole // p) for p in range(2, len(g)) if whole % p == 0 and is_prime(p)]


def _normal_closure(start: Sequence[Array], local: Array, prove: Prove) -> Any:
    """Return the chain of the group that the conjugates of permutations generate."""
    found = list(start)
    chain = prove(numpy.array(found))
    for g in found:
        for each in local:
            conjugate = each[g[inverse(each)]]
            if not _is_in(chain, conjugate):
                found.append(conjugate)
                chain = prove(numpy.array(found))
    return chain


def _is_in(chain: Any, g: Array) -> bool:
    left = g.copy()
    level = chain_kernel.sift(chain, left, 0)
    return bool(level == chain[-1][chain_kernel.LEVELS]) and bool(chain_kernel.is_identity(left))


def _size(chain: Any) -> int:
    return math.prod(chain[1][: chain[-1][chain_kernel.LEVELS]].tolist())


def _on_orbits(chain: Any, blocks: Blocks, prove: Prove) -> list[Array] | None:
    """Return what L does to the orbits of N, if it is L / N that acts there."""
    orbit = numpy.full(blocks.size, -1, dtype=numpy.int32)
    heads = chain_kernel.orbit_heads(chain_kernel.of_level(chain, 0), blocks.size)
    for i, head in enumerate(heads):
        orbit[chain_kernel.plant(chain_kernel.of_level(chain, 0), int(head))[0]] = i
    found = rename_points(orbit, blocks.local, heads)
    whole = _size(prove(blocks.local))
    return (
        list(found) if _size(prove(numpy.unique(found, axis=0))) * _size(chain) == whole else None
    )


def _on_cosets(chain: Any, blocks: Blocks) -> list[Array] | None:
    """Return what L does to the cosets of N; None if there are as many as points of a block."""
    cosets: Array = numpy.arange(blocks.size, dtype=numpy.int32)[None]
    images: list[list[int]] = [[] for _ in blocks.local]
    at = 0
    while at < len(cosets):
        for to, each in zip(images, blocks.local, strict=True):
            product = each[cosets[at]]
            same = (i for i, other in enumerate(cosets) if _is_in(chain, inverse(other)[product]))
            to.append(next(same, len(cosets)))
            if to[-1] == len(cosets):
                if len(cosets) + 1 == blocks.size:
                    return None
                cosets = numpy.concatenate([cosets, product[None]])
        at += 1
    return [numpy.array(each, dtype=numpy.int32) for each in images]
