"""Proof that a stabilizer chain is complete, with few products even for large orbits.

Let G act transitively on an orbit of b, let H be a group that fixes b and whose order is known,
and let u_d take b to d. With one d from each orbit of H, the union C of the double cosets
H u_d H holds for each point p of the orbit exactly |H| elements that take b to p. If C is closed
under multiplication by z, then <H, z> lies in C, so only H fixes b in it; and if G = <H, z>, H is
the stabilizer of b in G. To prove that C is closed it is enough to check

- for u_d a u_d^-1, a from generators of the stabilizer of d in H: it must be in H,
- for z^-1 k z, k from generators of the stabilizer K of z's pre-image of b: it must be in H,
- for u_p z, one p from each orbit of K: it must be in C.

See C. Sims, and J. Leon, On an algorithm for finding a base and a strong generating set, 1980.
The stabilizers come from random elements; their known orders prove them complete.
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

#: Sift all Schreier generators if they are fewer than this.
MAX_SCHREIER_GENERATORS = 300

#: Limit for the random elements that generate a stabilizer.
MAX_RESTARTS = 20


class Prover:
    """A search for group elements that a stabilizer chain lacks."""

    def __init__(self, generators: Array, chain: Any, seed: int) -> None:
        self.generators, self.chain = generators, chain
        self.base, self.size = chain[:2]
        self.levels = int(chain[-1][0])
        self.verified: dict[int, Array] = {}
        self.state = numpy.array([splitmix64(seed)], dtype=numpy.uint64)

    def search(self) -> Iterator[tuple[Array, int] | None]:
        """Yield the residue and level of a missing element, or None for each complete level."""
        for g in self.generators:
            missing = self._left_over(g.copy(), 0)
            if missing is not None:
                yield missing
        for level in reversed(range(self.levels)):
            yield self._missing_at(level)

    def _left_over(self, g: Array, level: int) -> tuple[Array, int] | None:
        dropped = int(kernel.sift(self.chain, g, level))
        if dropped == self.levels and kernel.is_identity(g):
            return None
        return g, dropped

    def _missing_at(self, level: int) -> tuple[Array, int] | None:
        strong = kernel.level_generators(self.chain, level)
        for g in strong:
            missing = self._left_over(g.copy(), level)
            if missing is not None:
                return missing
        generators = self._generators(level)
        size = int(self.size[level])
        last = level + 1 == self.levels
        if size * len(generators) > MAX_SCHREIER_GENERATORS and not last:
            missing, proved = self._by_double_cosets(level, generators, strong)
            if proved or missing is not None:
                return missing
        g = numpy.empty(generators.shape[1], dtype=numpy.int32)
        dropped = int(kernel.find_schreier_residue(generators, self.chain, level, g))
        if dropped >= 0:
            return g, dropped
        # The generators give a group of the right order; check that it is the whole group.
        start = int(self.base[level])
        _, tree = kernel.schreier_tree(generators, start)
        back = kernel.inverses(generators)
        for each in strong if level else self.generators:
            g = each.copy()
            kernel.multiply_to_root(tree, back, start, int(g[start]), g)
            missing = self._left_over(g, level + 1)
            if missing is not None:
                return missing
        return None

    def _generators(self, level: int) -> Array:
        """Return a small verified generating set of the stabilizer at a level."""
        if level not in self.verified:
            order = self._order(level)
            generators = self._generated_by(
                lambda: kernel.random_element(self.chain, level, self.state), order
            )
            self.verified[level] = (
                kernel.level_generators(self.chain, level) if generators is None else generators
            )
        return self.verified[level]

    def _order(self, level: int) -> int:
        return math.prod(int(n) for n in self.size[level : self.levels])

    def _generated_by(self, draw: Callable[[], Array], order: int) -> Array | None:
        """Return drawn elements that generate a group of the given order, or None."""
        if order == 1:
            return self.generators[:0]
        elements: list[Array] = []
        for _ in range(MAX_RESTARTS):
            elements.append(draw())
            if len(elements) == 1 and order > len(elements[0]):
                continue
            generators = numpy.array(elements)
            preference = numpy.arange(generators.shape[1], dtype=numpy.int32)
            target, idle = math.log2(order), 0
            chain = kernel.empty_chain(generators.shape[1])
            walk = elements_kernel.slots(generators, self.state)
            while idle < kernel.IDLE_ELEMENTS:
                chain, idle = kernel.sift_random_elements(
                    chain, walk, self.state, idle, target, preference, kernel.IDLE_ELEMENTS
                )
            if math.prod(int(n) for n in chain[1][: chain[-1][0]]) == order:
                return generators
        return None

    def _by_double_cosets(
        self, level: int, generators: Array, strong: Array
    ) -> tuple[tuple[Array, int] | None, bool]:
        """Return a missing element or None, and whether the level is proved complete."""
        start, second = int(self.base[level]), int(self.base[level + 1])
        inner, small = self._generators(level + 1), self._generators(level + 2)
        walkers = kernel.level_generators(self.chain, level + 1)
        points, tree = kernel.schreier_tree(strong, start)
        if tree[second] < 0:
            return None, False
        back, inner_back = kernel.inverses(strong), kernel.inverses(walkers)
        z = _path_to_root(tree, back, start, second)
        if len(kernel.schreier_tree(numpy.vstack([inner, z[None]]), start)[0]) < len(points):
            return None, False
        # For each orbit of H: a point d, its Schreier tree, and u_d, which maps b to d.
        starts: list[int] = []
        trees, to_start = [], []
        coset_of = numpy.full(len(z), -1)
        for d in (start, second, *map(int, points)):
            if coset_of[d] < 0:
                members, inner_tree = kernel.schreier_tree(walkers, d)
                coset_of[members] = len(starts)
                starts.append(d)
                trees.append(inner_tree)
                to_start.append(_inverse(_path_to_root(tree, back, start, d)))
        heads = kernel.orbit_heads(small, len(z))
        heads = heads[coset_of[heads] >= 0]
        if len(starts) * len(inner) + len(heads) > len(points) * len(generators):
            return None, False
        for number, d in enumerate(starts[1:], 1):
            members = int((coset_of == number).sum())
            fixing: Array | None = inner if members == 1 else small
            if members > 1 and d != second:
                order = self._order(level + 1) // members
                fixing = self._fixing(level + 1, d, trees[number], inner_back, order)
            if fixing is None:
                return None, False
            from_d = _inverse(to_start[number])
            for a in fixing:
                missing = self._left_over(from_d[a[to_start[number]]], level + 1)
                if missing is not None:
                    return missing, False
        # K fixes the second base point, which z maps to the first; conjugates by z were checked.
        g = numpy.empty_like(z)
        walks = numpy.array(starts), numpy.array(trees), inner_back, numpy.array(to_start)
        dropped = int(
            kernel.find_coset_residue(self.chain, level + 1, z, heads, coset_of, *walks, g)
        )
        if dropped >= 0:
            return (g, dropped), False
        for each in strong if level else self.generators:  # if these lie in C, C is the group
            first = heads[heads == start]
            dropped = int(
                kernel.find_coset_residue(self.chain, level + 1, each, first, coset_of, *walks, g)
            )
            if dropped >= 0:
                return (g, dropped), False
        return None, True

    def _fixing(self, level: int, point: int, tree: Array, back: Array, order: int) -> Array | None:
        """Return generators of the stabilizer of a point in the group of a level, or None."""

        def draw() -> Array:
            g: Array = kernel.random_element(self.chain, level, self.state)
            kernel.multiply_to_root(tree, back, point, int(g[point]), g)
            return g

        return self._generated_by(draw, order)


def _path_to_root(tree: Array, back: Array, start: int, point: int) -> Array:
    """Return the element of a Schreier tree that maps a point to the root."""
    g: Array = numpy.arange(back.shape[1], dtype=numpy.int32)
    kernel.multiply_to_root(tree, back, start, point, g)
    return g


def _inverse(g: Array) -> Array:
    result = numpy.empty_like(g)
    result[g] = numpy.arange(len(g), dtype=numpy.int32)
    return result
