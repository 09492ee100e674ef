"""Proving that a stabilizer chain is complete, with few products even for large orbits.

Let G act transitively on an orbit of b, let H be a group that fixes b and whose order is known,
and let u_d take b to d. With one d from each orbit of H, the union C of the double cosets
H u_d H holds for each point p of the orbit exactly |H| elements that take b to p. If C is closed
under multiplication by z, then <H, z> lies in C, so only H fixes b in it; and if G = <H, z>, H is
the stabilizer of b in G. That C is closed needs to be seen only

- for u_d a u_d^-1, a from generators of the stabilizer of d in H: it must be in H,
- for z^-1 k z, k from generators of the stabilizer K of z's pre-image of b: it must be in H,
- for u_p z, one p from each orbit of K: it must be in C.

See C. Sims, and J. Leon, On an algorithm for finding a base and a strong generating set, 1980.
The stabilizers are found at random: their orders are known, so that is certain.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy
from numpy.typing import NDArray

from ...core.prng import splitmix64
from . import chain_kernel as kernel
from . import elements_kernel

Array = NDArray[numpy.int32]

#: Work, in products of permutations, below which all Schreier generators are looked at instead.
LITTLE = 300

#: Random elements that are tried to generate a stabilizer.
MAX_RESTARTS = 20


class Prover:
    """Looks for an element of the group that a chain lacks."""

    def __init__(self, generators: Array, chain: Any, seed: int) -> None:
        self.generators, self.chain = generators, chain
        self.base, self.size = chain[:2]
        self.levels = int(chain[-1][0])
        self.few: dict[int, Array] = {}
        self.state = numpy.array([splitmix64(seed)], dtype=numpy.uint64)

    def search(self) -> Iterator[tuple[Array, int] | None]:
        """Yield the residue and level of a missing element, or None for each complete level."""
        for g in self.generators:
            found = self._left_over(g.copy(), 0)
            if found is not None:
                yield found
        for level in reversed(range(self.levels)):
            yield self._missing_at(level)

    def _left_over(self, g: Array, level: int) -> tuple[Array, int] | None:
        dropped = int(kernel.sift(self.chain, g, level))
        if dropped == self.levels and kernel.is_identity(g):
            return None
        return g, dropped

    def _missing_at(self, level: int) -> tuple[Array, int] | None:
        strong = kernel.of_level(self.chain, level)
        for g in strong:
            found = self._left_over(g.copy(), level)
            if found is not None:
                return found
        generators = self._generators(level)
        size = int(self.size[level])
        last = level + 1 == self.levels
        if size * len(generators) > LITTLE and not last:
            found, proved = self._by_double_cosets(level, generators, strong)
            if proved or found is not None:
                return found
        g = numpy.empty(generators.shape[1], dtype=numpy.int32)
        dropped = int(kernel.left_over(generators, self.chain, level, g))
        if dropped >= 0:
            return g, dropped
        # These generate a group of the right order. Is it the whole group?
        start = int(self.base[level])
        _, way = kernel.plant(generators, start)
        back = kernel.inverses(generators)
        for each in strong if level else self.generators:
            g = each.copy()
            kernel.return_way(way, back, start, int(g[start]), g)
            found = self._left_over(g, level + 1)
            if found is not None:
                return found
        return None

    def _generators(self, level: int) -> Array:
        """Return few verified generators of the stabilizer at a level."""
        if level not in self.few:
            order = self._order(level)
            found = self._generated_by(
                lambda: kernel.random_element(self.chain, level, self.state), order
            )
            self.few[level] = kernel.of_level(self.chain, level) if found is None else found
        return self.few[level]

    def _order(self, level: int) -> int:
        return math.prod(int(n) for n in self.size[level : self.levels])

    def _generated_by(self, draw: Callable[[], Array], order: int) -> Array | None:
        """Return elements that are seen to generate a group of an order; None if none are."""
        if order == 1:
            return self.generators[:0]
        found: list[Array] = []
        for _ in range(MAX_RESTARTS):
            found.append(draw())
            if len(found) == 1 and order > len(found[0]):
                continue
            generators = numpy.array(found)
            preference = numpy.arange(generators.shape[1], dtype=numpy.int32)
            target, idle = math.log2(order), 0
            chain = kernel.empty_chain(generators.shape[1])
            walk = elements_kernel.slots(generators, self.state)
            while idle < kernel.IDLE_ELEMENTS:
                chain, idle = kernel.learn(
                    chain, walk, self.state, idle, target, preference, kernel.IDLE_ELEMENTS
                )
            if math.prod(int(n) for n in chain[1][: chain[-1][0]]) == order:
                return generators
        return None

    def _by_double_cosets(
        self, level: int, generators: Array, strong: Array
    ) -> tuple[tuple[Array, int] | None, bool]:
        """Return an element that is missing, or None, and whether there is certainly none."""
        start, second = int(self.base[level]), int(self.base[level + 1])
        inner, small = self._generators(level + 1), self._generators(level + 2)
        walkers = kernel.of_level(self.chain, level + 1)
        points, way = kernel.plant(strong, start)
        if way[second] < 0:
            return None, False
        back, inner_back = kernel.inverses(strong), kernel.inverses(walkers)
        z = _way_back(way, back, start, second)
        if len(kernel.plant(numpy.vstack([inner, z[None]]), start)[0]) < len(points):
            return None, False
        # Of each orbit of H: a point d, how to walk it from there, and u_d, which takes b to d.
        starts: list[int] = []
        ways, to_start = [], []
        coset_of = numpy.full(len(z), -1)
        for d in (start, second, *map(int, points)):
            if coset_of[d] < 0:
                members, inner_way = kernel.plant(walkers, d)
                coset_of[members] = len(starts)
                starts.append(d)
                ways.append(inner_way)
                to_start.append(_inverse(_way_back(way, back, start, d)))
        heads = kernel.orbit_heads(small, len(z))
        heads = heads[coset_of[heads] >= 0]
        if len(starts) * len(inner) + len(heads) > len(points) * len(generators):
            return None, False
        for number, d in enumerate(starts[1:], 1):
            members = int((coset_of == number).sum())
            fixing: Array | None = inner if members == 1 else small
            if members > 1 and d != second:
                order = self._order(level + 1) // members
                fixing = self._fixing(level + 1, d, ways[number], inner_back, order)
            if fixing is None:
                return None, False
            from_d = _inverse(to_start[number])
            for a in fixing:
                found = self._left_over(from_d[a[to_start[number]]], level + 1)
                if found is not None:
                    return found, False
        # K fixes the second base point, which z takes to the first; conjugates by z were seen.
        g = numpy.empty_like(z)
        walks = numpy.array(starts), numpy.array(ways), inner_back, numpy.array(to_start)
        dropped = int(kernel.leads_out(self.chain, level + 1, z, heads, coset_of, *walks, g))
        if dropped >= 0:
            return (g, dropped), False
        for each in strong if level else self.generators:  # they lie in C, so C is the group
            first = heads[heads == start]
            dropped = int(kernel.leads_out(self.chain, level + 1, each, first, coset_of, *walks, g))
            if dropped >= 0:
                return (g, dropped), False
        return None, True

    def _fixing(self, level: int, point: int, way: Array, back: Array, order: int) -> Array | None:
        """Return generators of the stabilizer of a point in the group of a level."""

        def draw() -> Array:
            g: Array = kernel.random_element(self.chain, level, self.state)
            kernel.return_way(way, back, point, int(g[point]), g)
            return g

        return self._generated_by(draw, order)


def _way_back(way: Array, back: Array, start: int, point: int) -> Array:
    """Return the element of a planted tree that takes a point to its start."""
    g: Array = numpy.arange(back.shape[1], dtype=numpy.int32)
    kernel.return_way(way, back, start, point, g)
    return g


def _inverse(g: Array) -> Array:
    found = numpy.empty_like(g)
    found[g] = numpy.arange(len(g), dtype=numpy.int32)
    return found
