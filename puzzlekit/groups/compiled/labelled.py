"""Blocks of an orbit, labelled alike, and random elements that leave all of them in place."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy
from numpy.typing import NDArray

from ...core.prng import splitmix64
from . import chain_kernel, elements_kernel
from .blocks_kernel import joined
from .elements_kernel import SLOTS

Array = NDArray[numpy.int32]

SAMPLE = 12
SEED = 20


class Blocks:
    """Blocks of an orbit that a group keeps.

    `members[b, x]` is the point of block b with label x. Elements of the group carry the labels
    from the first block to all others; `local` generate what those that keep a block do to them.
    """

    def __init__(self, generators: Array, orbit: Array, system: Array) -> None:
        """Number the points of an orbit, of which `system` tells in which block they are."""
        degree = generators.shape[1]
        self.generators = generators
        self.count = int(system.max()) + 1
        self.size = len(orbit) // self.count
        self.block = numpy.full(degree, -1, dtype=numpy.int32)
        self.block[orbit] = system
        self.outside = numpy.flatnonzero(self.block < 0).astype(numpy.int32)
        self.members = numpy.full((self.count, self.size), -1, dtype=numpy.int32)
        self.members[0] = orbit[system == 0]
        queue = [0]
        for b in queue:
            for images in generators[:, self.members[b]]:
                onward = int(self.block[images[0]])
                if self.members[onward, 0] < 0:
                    self.members[onward] = images
                    queue.append(onward)
        self._label()
        found = numpy.concatenate([self.inside(g) for g in generators])
        self.local = numpy.unique(found, axis=0).astype(numpy.int32)

    def relabel(self, order: Array) -> None:
        """Let the label x be what the label `order[x]` was."""
        self.members = self.members[:, order]
        place = numpy.argsort(order).astype(numpy.int32)
        self.local = rename_points(place, self.local, order)
        self._label()

    def _label(self) -> None:
        self.label = numpy.zeros_like(self.block)
        self.label[self.members] = numpy.arange(self.size)

    def apply(self, g: Array) -> Array:
        """Return where an element takes the blocks."""
        return self.block[g[self.members[:, 0]]]

    def inside(self, g: Array) -> Array:
        """Return what an element does to the labels of each block."""
        return self.label[g[self.members]]

    def brought_to_first(self, g: Array) -> Array:
        """Return an element that does in the first block what one does in the block it moves."""
        moved = int(numpy.flatnonzero((g[self.members] != self.members).any(axis=1))[0])
        found: Array = numpy.arange(len(g), dtype=numpy.int32)
        found[self.members[0]] = self.members[0, self.label[g[self.members[moved]]]]
        return found

    def moved(self, g: Array) -> int:
        """Return how many blocks have points that an element moves."""
        return int((g[self.members] != self.members).any(axis=1).sum())

    def on_outside(self, g: Array) -> Array:
        """Return what an element does to the other points, renumbered."""
        return numpy.searchsorted(self.outside, g[self.outside]).astype(numpy.int32)

    def fixing(self) -> Iterator[Array]:
        """Yield random elements, some trivial, that move no block and no other point."""
        degree, blocks = self.generators.shape[1], self.count
        extended = numpy.concatenate(
            [
                numpy.concatenate([g, degree + self.apply(g), degree + blocks + self.on_outside(g)])
                for g in self.generators
            ]
        ).reshape(len(self.generators), -1)
        state = numpy.array([splitmix64(SEED)], dtype=numpy.uint64)
        walk = elements_kernel.slots(extended, state)
        for _ in range(SAMPLE):
            elements_kernel.step(walk, state)
            yield power(walk[SLOTS][:degree], order(walk[SLOTS][degree:] - degree))
        preference = numpy.ones(extended.shape[1], dtype=numpy.int32)
        preference[degree:] = 0
        home = numpy.arange(degree, extended.shape[1])
        chain = chain_kernel.empty_chain(extended.shape[1])
        grown = False
        for _ in count():
            elements_kernel.step(walk, state)
            g = walk[SLOTS].copy()
            level = chain_kernel.sift(chain, g, 0)
            if (g[degree:] != home).any():
                chain = chain_kernel.add(chain, g, level, preference)
                grown = True
                continue
            if grown and extended.shape[1] >= chain_kernel.TREES:
                chain = chain_kernel.enrich(chain, state)
                grown = False
            yield g[:degree]


def rename_points(names: Array, generators: Array, points: NDArray[Any]) -> Array:
    """Return what generators do to some points, by other names for their images."""
    # Compiled code takes arrays whose rows are in one piece.
    return numpy.ascontiguousarray(names[generators[:, points]])


def sample(generators: Array) -> Array:
    """Return some random elements."""
    state = numpy.array([splitmix64(SEED)], dtype=numpy.uint64)
    walk = elements_kernel.slots(generators, state)
    found = []
    for _ in range(SAMPLE):
        elements_kernel.step(walk, state)
        found.append(walk[SLOTS].copy())
    return numpy.array(found)


def minimal_systems(generators: Array, elements: Array) -> list[Array]:
    """Return block numbers for all minimal systems; the elements generate a stabilizer."""
    degree = generators.shape[1]
    found: list[Array] = []
    left = numpy.ones(degree, dtype=bool)
    left[0] = False
    for other in range(1, degree):
        if left[other]:
            left[chain_kernel.plant(elements, other)[0]] = False
            system = numpy.empty(degree, dtype=numpy.int32)
            if joined(generators, other, system) < degree:
                found.append(system)
    found.sort(key=lambda system: int((system == 0).sum()))
    least: list[Array] = []
    for system in found:
        if not any((system[finer == 0] == 0).all() for finer in least):
            least.append(system)
    return least


def order(g: Array) -> int:
    """Return the order of a permutation."""
    lengths = numpy.empty(len(g), dtype=numpy.int32)
    elements_kernel.cycle_lengths(g.astype(numpy.int32), lengths)
    return math.lcm(*numpy.unique(lengths).tolist())


def power(g: Array, exponent: int) -> Array:
    """Return a power of a permutation."""
    found: Array = numpy.arange(len(g), dtype=numpy.int32)
    while exponent:
        if exponent & 1:
            found = g[found]
        g, exponent = g[g], exponent >> 1
    return found


def inverse(g: Array) -> Array:
    """Return the permutation that undoes this one."""
    found = numpy.empty_like(g)
    found[g] = numpy.arange(len(g), dtype=g.dtype)
    return found


def commutator(a: Array, b: Array) -> Array:
    """Return a^-1 b^-1 a b."""
    found: Array = b[a[inverse(b)[inverse(a)]]]
    return found


def direct_sum(*actions: Array) -> Array:
    """Return one permutation of the points of several ones."""
    first = 0
    found = []
    for images in actions:
        found.append(images + first)
        first += len(images)
    return numpy.concatenate(found).astype(numpy.int32)
