"""Stabilizer chains with a common interface."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..core.permutation import Images, from_cycles, identity, inverse, transversal
from .direct_factors import DirectFactor, direct_factors
from .order_proof import is_prepared, plain_chain_if_fast, prove_order

#: The degree from which chains of symmetric and alternating groups are constructed directly.
MIN_GIANT_DEGREE = 50


class StabilizerChain(NamedTuple):
    """A stabilizer chain.

    `base` lists the base points, `orbits` their orbits under the stabilizers of the earlier ones.
    `transversal_element(i, p)` maps base point i to p; `strong_generators()` returns generators of
    all levels.
    """

    base: list[int]
    orbits: Sequence[Sequence[int]]
    transversal_element: Callable[[int, int], Images]
    strong_generators: Callable[[], list[Images]]


def stabilizer_chain(generators: Sequence[Images], order: int) -> StabilizerChain:
    """Return the stabilizer chain of a group of known order."""
    parts = direct_factors(generators)
    orders = [order] if len(parts) == 1 else [prove_order(each.generators).order for each in parts]
    chains = [_chain(each.generators, own) for each, own in zip(parts, orders, strict=True)]
    return _product_chain(len(generators[0]), parts, chains)


def _chain(generators: Sequence[Images], order: int) -> StabilizerChain:
    """Return the chain of one direct factor."""
    degree = len(generators[0])
    if degree >= MIN_GIANT_DEGREE and 2 * order >= math.factorial(degree):
        return giant_chain(degree, order < math.factorial(degree))
    chain = None if is_prepared() else plain_chain_if_fast(generators)
    if chain is None:
        return compiled_chain(generators, order)
    strong = list(dict.fromkeys(g for level in chain.strong_generators for g in level))
    return _explicit_chain(chain.base, chain.transversals, strong)


def _product_chain(
    degree: int, parts: Sequence[DirectFactor], chains: Sequence[StabilizerChain]
) -> StabilizerChain:
    """Concatenate the chains of the factors of a direct product."""
    factors = list(zip(parts, chains, strict=True))
    levels = [(part, chain, level) for part, chain in factors for level in range(len(chain.base))]

    def extend_to_all_points(part: DirectFactor, images: Images) -> Images:
        result = list(range(degree))
        for point, image in zip(part.points, images, strict=True):
            result[point] = part.points[image]
        return tuple(result)

    def element(level: int, point: int) -> Images:
        part, chain, inner = levels[level]
        place = bisect_left(part.points, point)
        return extend_to_all_points(part, chain.transversal_element(inner, place))

    return StabilizerChain(
        [part.points[chain.base[level]] for part, chain, level in levels],
        [[part.points[point] for point in chain.orbits[level]] for part, chain, level in levels],
        element,
        lambda: [
            extend_to_all_points(part, g)
            for part, chain in factors
            for g in chain.strong_generators()
        ],
    )


def _explicit_chain(
    base: list[int], transversals: Sequence[dict[int, Images]], strong: list[Images]
) -> StabilizerChain:
    return StabilizerChain(
        base,
        [list(elements) for elements in transversals],
        lambda level, point: transversals[level][point],
        lambda: strong,
    )


def compiled_chain(generators: Sequence[Images], order: int) -> StabilizerChain:
    """Return a chain computed by compiled code."""
    import numpy

    from .compiled.chain_kernel import element_to_root
    from .compiled.schreier_sims import random_chain

    chain = random_chain(numpy.array(generators, dtype="int32"), order)

    def element(level: int, point: int) -> Images:
        return inverse(element_to_root(chain.tree[level], chain.back, point).tolist())

    return StabilizerChain(
        chain.base[: len(chain.sizes)].tolist(),
        [chain.orbit[level, :size].tolist() for level, size in enumerate(chain.sizes)],
        element,
        lambda: list(map(tuple, chain.generators(0).tolist())),
    )


def given_chain(degree: int, base: list[int], strong: list[Images]) -> StabilizerChain:
    """Return the chain for a base, which may contain redundant points, and strong generators."""
    fixing = [
        [g for g in strong if all(g[fixed] == fixed for fixed in base[:level])]
        for level in range(len(base))
    ]
    transversals = [
        transversal(some or [identity(degree)], point)
        for some, point in zip(fixing, base, strict=True)
    ]
    return _explicit_chain(base, transversals, strong)


def giant_chain(degree: int, even: bool) -> StabilizerChain:
    """Return the chain of a symmetric or alternating group, constructed directly."""
    base = list(range(degree - 2 if even else degree - 1))

    def element(level: int, point: int) -> Images:
        cycle = [level, point] if level != point else []
        if even and cycle:
            cycle.append(next(p for p in range(level + 1, level + 3) if p != point))
        return from_cycles([cycle], degree)

    return StabilizerChain(
        base,
        [range(point, degree) for point in base],
        element,
        lambda: [element(level, degree - 1) for level in range(len(base))],
    )
