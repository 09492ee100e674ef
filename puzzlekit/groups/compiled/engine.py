"""The order of a permutation group by compiled code, for any number of points."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray

from ...core.prng import splitmix64
from ..proved_order import ProvedOrder
from . import chain_kernel, elements_kernel, piece_orbits_kernel, structure
from .degree_reduction import reduce_degree
from .double_cosets import Prover
from .elements_kernel import SLOTS

Array = NDArray[numpy.int32]

#: Steps of the compiled verification from which on double cosets are looked at instead.
MAX_VERIFY_STEPS = 30_000_000

#: Walks through random elements, each from other products of the generators, at most.
MAX_WALKS = 20

#: Random elements that are drawn before Ctrl-C can stop it.
SLICE = 64

#: Levels beyond which a chain takes long, and there may be a shorter way by blocks: in any case,
#: and more than the logarithm of the degree where double cosets would have to be looked at.
#: Primitive groups need more than that only if they are like symmetric groups on sets or in product
#: action (M. Moscatiello and C. Roney-Dougal, On base sizes for primitive groups, 2022).
LONG, LONGER = 30, 3

SEED = 20


class ProofTooLongError(Exception):
    """A stabilizer chain has too many levels."""


def prove_order(generators: Array, deadline: float = math.inf) -> ProvedOrder:
    """Return the order of the group that the rows generate."""
    factor = 1
    kinds: list[tuple[int, int]] = []
    wreaths: list[tuple[int, int]] = []
    while True:
        found = structure.reduce(generators, SEED)
        if found is None:
            break
        for blocks, size in found.kinds.tolist():
            factor *= math.factorial(blocks) // 2 * size ** (blocks - 1)
            kinds.append((blocks, size))
        if found.wreath:
            size, blocks = found.wreath
            factor *= (math.factorial(size) // 2) ** blocks
            wreaths.append((size, blocks))
        generators = found.quotient
    rest = int(piece_orbits_kernel.moved(generators))
    if rest == 0:
        return ProvedOrder.of(factor, kinds, wreaths)
    try:
        chain, proof = proved_chain(generators, deadline, patient=False)
    except ProofTooLongError:
        if (
            time.monotonic() < deadline
            and (less := reduce_degree(generators, _whole_chain)) is not None
        ):
            inner = prove_order(less[1], deadline)
            words = inner.proof if inner.proof.startswith("blocks") else f"blocks, {inner.proof}"
            return ProvedOrder(factor * less[0] * inner.order, inner.certain, words)
        chain, proof = proved_chain(generators, deadline)
    known = ProvedOrder.of(factor, kinds, wreaths, rest, orbit_sizes(chain), proof or "")
    return known if proof else known._replace(certain=False, proof="random elements only")


def _whole_chain(generators: Array) -> Any:
    """Return the stabilizer chain of a group for certain."""
    return random_chain(generators, prove_order(generators).order)


def orbit_sizes(chain: Any) -> list[int]:
    """Return the sizes of the basic orbits."""
    found: list[int] = chain[1][: chain[-1][chain_kernel.LEVELS]].tolist()
    return found


def random_chain(
    generators: Array, order: int = 0, base: Sequence[int] = (), longest: float = math.inf
) -> Any:
    """Return the chain that random elements show: all of it, if the order is given.

    Random elements start from few products of generators, so others are taken as long as they
    teach something. Raises `TooLong` for too many levels.
    """
    preference = numpy.full(generators.shape[1], len(base), dtype=numpy.int32)
    preference[list(base)] = range(len(base))
    state = numpy.array([splitmix64(SEED)], dtype=numpy.uint64)
    chain = chain_kernel.empty_chain(generators.shape[1])
    target = math.log2(order) if order > 1 else 0.0
    for _ in range(MAX_WALKS):
        walk, known = elements_kernel.slots(generators, state), math.prod(orbit_sizes(chain))
        idle = 0
        while idle < chain_kernel.IDLE_ELEMENTS:
            chain, idle = chain_kernel.learn(chain, walk, state, idle, target, preference, SLICE)
            if chain[-1][chain_kernel.LEVELS] > longest:
                raise ProofTooLongError
        found = math.prod(orbit_sizes(chain))
        if found == order or (not order and (found == known or len(generators) <= SLOTS)):
            break
    if order and found < order:
        chain = verify_chain(generators, chain, preference)
    return chain_kernel.enrich(chain, state) if generators.shape[1] >= chain_kernel.TREES else chain


def verify_chain(generators: Array, chain: Any, preference: Array) -> Any:
    """Return the proved chain: Schreier generators of all levels are sifted (C. Sims, 1970)."""
    for g in generators.copy():
        dropped = chain_kernel.sift(chain, g, 0)
        if dropped < len(orbit_sizes(chain)) or not chain_kernel.is_identity(g):
            chain = chain_kernel.add(chain, g, dropped, preference)
    g = numpy.empty(generators.shape[1], numpy.int32)
    level = len(orbit_sizes(chain)) - 1
    while level >= 0:
        inside = chain_kernel.of_level(chain, level) if level else generators
        dropped = chain_kernel.left_over(inside, chain, level, g)
        if dropped < 0:
            level -= 1
        else:
            chain = chain_kernel.add(chain, g, dropped, preference)
            level = dropped
    return chain


def proved_chain(
    generators: Array, deadline: float, patient: bool = True
) -> tuple[Any, str | None]:
    """Return the chain and its proof, or None if out of time; raise `TooLong` unless wanted."""
    chain = random_chain(generators) if patient else random_chain(generators, longest=LONG)
    preference = numpy.zeros(generators.shape[1], dtype=numpy.int32)
    if time.monotonic() > deadline:
        return chain, None
    if chain_kernel.work(chain) < MAX_VERIFY_STEPS:
        return verify_chain(generators, chain, preference), "Schreier generators"
    if not patient and len(orbit_sizes(chain)) > math.log2(generators.shape[1]) + LONGER:
        raise ProofTooLongError
    while True:
        prover = Prover(generators, chain, SEED)
        for missing in prover.search():
            if missing is not None:
                chain = chain_kernel.add(chain, *missing, preference)
                break
            if time.monotonic() > deadline:
                return chain, None
        else:
            return chain, "double cosets"


def warm_up() -> None:
    """Call everything once, on groups so small that only loading or compiling takes time."""
    prove_order(numpy.array([[1, 2, 3, 0], [1, 0, 2, 3]], dtype=numpy.int32))
    one = numpy.array([[1, 2, 3, 0]], dtype=numpy.int32)
    list(Prover(one, random_chain(one), SEED).search())
    reduce_degree(numpy.array([[1, 0, 2, 3], [2, 3, 0, 1]], dtype=numpy.int32), _whole_chain)
