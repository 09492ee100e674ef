"""Stabilizer chains with a common interface.

`base` lists the base points, `orbits` their orbits under the stabilizers of the earlier ones.
`element(i, p)` maps base point i to p; `strong_generators()` returns generators of all levels.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from ..core.permutation import Images, from_cycles, inverse, multiply
from .direct_factors import DirectFactor, direct_factors
from .order_proof import is_prepared, plain_chain_if_fast, prove_order
from .plain.schreier_sims import SchreierSims


class StabilizerChain(ABC):
    """The interface of stabilizer chains."""

    base: list[int]
    orbits: Sequence[Sequence[int]]

    @abstractmethod
    def transversal_element(self, level: int, point: int) -> Images:
        """Return an element of a level that maps its base point to the given point."""

    @abstractmethod
    def strong_generators(self) -> list[Images]:
        """Return the strong generators."""


def stabilizer_chain(generators: Sequence[Images], order: int) -> StabilizerChain:
    """Return the stabilizer chain of a group of known order."""
    parts = direct_factors(generators)
    if len(parts) == 1:
        return ProductChain(len(generators[0]), parts, [_chain(parts[0].generators, order)])
    chains = [_chain(part.generators, prove_order(part.generators).order) for part in parts]
    return ProductChain(len(generators[0]), parts, chains)


def _chain(generators: Sequence[Images], order: int) -> StabilizerChain:
    """Return the chain of one direct factor."""
    if not is_prepared():
        chain = plain_chain_if_fast(generators)
        if chain is not None:
            return PlainChain(chain)
    return CompiledChain(generators, order)


class ProductChain(StabilizerChain):
    """The chain of a direct product: the concatenated chains of its factors."""

    def __init__(
        self, degree: int, parts: Sequence[DirectFactor], chains: Sequence[StabilizerChain]
    ) -> None:
        self._degree = degree
        self._parts = list(zip(parts, chains, strict=True))
        self._levels = [
            (part, chain, level) for part, chain in self._parts for level in range(len(chain.base))
        ]
        self.base = [part.points[chain.base[level]] for part, chain, level in self._levels]
        self.orbits = [
            [part.points[point] for point in chain.orbits[level]]
            for part, chain, level in self._levels
        ]

    def transversal_element(self, level: int, point: int) -> Images:
        """Return an element of a level that maps its base point to the given point."""
        part, chain, inner = self._levels[level]
        return self._extend_to_all_points(
            part, chain.transversal_element(inner, bisect_left(part.points, point))
        )

    def strong_generators(self) -> list[Images]:
        """Return the strong generators."""
        return [
            self._extend_to_all_points(part, g)
            for part, chain in self._parts
            for g in chain.strong_generators()
        ]

    def _extend_to_all_points(self, part: DirectFactor, images: Images) -> Images:
        """Extend an element of a factor to all points."""
        result = list(range(self._degree))
        for point, image in zip(part.points, images, strict=True):
            result[point] = part.points[image]
        return tuple(result)


class PlainChain(StabilizerChain):
    """A chain computed in plain Python."""

    def __init__(self, chain: SchreierSims) -> None:
        self._chain = chain
        self.base = chain.base
        self.orbits = [list(transversal) for transversal in chain.transversals]

    def transversal_element(self, level: int, point: int) -> Images:
        """Return an element of a level that maps its base point to the given point."""
        return self._chain.transversals[level][point]

    def strong_generators(self) -> list[Images]:
        """Return the strong generators."""
        return list(dict.fromkeys(g for level in self._chain.strong_generators for g in level))


class CompiledChain(StabilizerChain):
    """A chain computed by compiled code."""

    def __init__(self, generators: Sequence[Images], order: int) -> None:
        import numpy

        from .compiled import chain_kernel, schreier_sims

        self._kernel = chain_kernel
        self._chain: Any = schreier_sims.random_chain(numpy.array(generators, dtype="int32"), order)
        self.base = self._chain[0][: self._chain[-1][0]].tolist()
        sizes = schreier_sims.orbit_sizes(self._chain)
        self.orbits = [self._chain[2][i, :size].tolist() for i, size in enumerate(sizes)]

    def transversal_element(self, level: int, point: int) -> Images:
        """Return an element of a level that maps its base point to the given point."""
        return inverse(self._kernel.element_to_base(self._chain, level, point).tolist())

    def strong_generators(self) -> list[Images]:
        """Return the strong generators."""
        return [tuple(g) for g in self._kernel.level_generators(self._chain, 0).tolist()]


class GivenChain(StabilizerChain):
    """The chain for a known base, which may contain redundant points, and its strong generators."""

    def __init__(self, degree: int, base: list[int], strong: list[Images]) -> None:
        self.base, self._strong = base, strong
        self._elements: list[dict[int, Images]] = []
        for level, point in enumerate(base):
            fixing = [g for g in strong if all(g[fixed] == fixed for fixed in base[:level])]
            elements = {point: tuple(range(degree))}
            orbit = [point]
            for here in orbit:
                for g in fixing:
                    if g[here] not in elements:
                        elements[g[here]] = multiply(elements[here], g)
                        orbit.append(g[here])
            self._elements.append(elements)
        self.orbits = [list(elements) for elements in self._elements]

    def transversal_element(self, level: int, point: int) -> Images:
        """Return an element of a level that maps its base point to the given point."""
        return self._elements[level][point]

    def strong_generators(self) -> list[Images]:
        """Return the strong generators."""
        return self._strong


class GiantChain(StabilizerChain):
    """The chain of a symmetric or alternating group of any degree, constructed directly."""

    def __init__(self, degree: int, even: bool) -> None:
        self._degree, self._even = degree, even
        self.base = list(range(degree - 2 if even else degree - 1))
        self.orbits = [range(point, degree) for point in self.base]

    def transversal_element(self, level: int, point: int) -> Images:
        """Return an element of a level that maps its base point to the given point."""
        cycle = [level, point] if level != point else []
        if self._even and cycle:
            cycle.append(next(p for p in range(level + 1, level + 3) if p != point))
        return from_cycles([cycle], self._degree)

    def strong_generators(self) -> list[Images]:
        """Return the strong generators."""
        return [
            self.transversal_element(level, self._degree - 1) for level in range(len(self.base))
        ]
