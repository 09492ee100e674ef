"""Splitting off a power of what happens in one block alone.

If an element of the group G moves the points of one block of an orbit only, then its conjugates
generate there a group N that is normal in what G does in the block, L, and G contains the product
N^m over all m blocks. That is all of G that acts trivially on the other points and on the cosets of
N: the ways in which elements take the first block to each of the others, modulo N. There are as many
for each block as the index of N in L. So |G| = |N|^m |G'|, where G' is what G does on both.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy

from ..giants import is_prime
from . import chain_kernel
from .labelled import Array, Blocks, commutator, inverse, order, power, side_by_side

#: Elements from which one that moves one block is made, and commutators that are tried for it.
ELEMENTS, TRIALS = 16, 60

#: Returns the chain of a group for certain.
Prove = Callable[[Array], Any]


def split_block_groups(blocks: Blocks, prove: Prove) -> tuple[int, list[Array]] | None:
    """Return the order of N^m and generators of G', or None if that has no fewer points than G."""
    start = _in_one_block(blocks)
    if start is None:
        return None
    chain = _normal_closure(start, blocks.local, prove)
    found = _on_cosets(chain, blocks)
    if found is None:
        return None
    size = 1
    for points in chain[1][: chain[-1][chain_kernel.LEVELS]].tolist():
        size *= points
    return size**blocks.count, found


def _in_one_block(blocks: Blocks) -> Array | None:
    """Return what an element that moves one block only does there, if one is found.

    Commutators move what both elements move, at most, and powers move less still.
    """
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
            inside = blocks.inside(best)
            return inside[(inside != numpy.arange(blocks.size)).any(axis=1)][0]
    return None


def _powers(g: Array) -> list[Array]:
    """Return the powers of prime order."""
    whole = order(g)
    return [power(g, whole // p) for p in range(2, len(g)) if whole % p == 0 and is_prime(p)]


def _normal_closure(start: Array, local: Array, prove: Prove) -> Any:
    """Return the chain of the group that the conjugates of a permutation generate."""
    found = [start]
    chain = prove(start[None])
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


def _on_cosets(chain: Any, blocks: Blocks) -> list[Array] | None:
    """Return what the generators do on the cosets and outside; None if there are too many."""
    cosets: Array = numpy.arange(blocks.size, dtype=numpy.int32)[None]
    images: dict[bytes, list[int]] = {each.tobytes(): [] for each in blocks.local}
    at = 0
    while at < len(cosets):
        for each in blocks.local:
            product = each[cosets[at]]
            same = (i for i, other in enumerate(cosets) if _is_in(chain, inverse(other)[product]))
            i = next(same, len(cosets))
            if i == len(cosets):
                if i + 1 == blocks.size:
                    return None
                cosets = numpy.concatenate([cosets, product[None]])
            images[each.tobytes()].append(i)
        at += 1
    index = len(cosets)
    return [
        side_by_side(
            numpy.concatenate(
                [
                    to * index + numpy.array(images[each.tobytes()])
                    for to, each in zip(blocks.onward(g), blocks.inside(g), strict=True)
                ]
            ),
            blocks.on_outside(g),
        )
        for g in blocks.generators
    ]
