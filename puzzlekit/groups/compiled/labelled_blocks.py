"""Block systems with consistent labels, and random elements that fix all blocks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy
from numpy.typing import NDArray

from ...core.prng import splitmix64
from . import chain_kernel, random_elements_kernel
from .blocks_kernel import block_sizes, finest_system
from .random_elements_kernel import SLOTS

Array = NDArray[numpy.int32]

SAMPLE = 12
SEED = 20


class BlockLabels:
    """A block system of an orbit, with consistently labelled points.

    `members[b, x]` is the point of block b with label x. Group elements transfer the labels from
    the first block to all others; `local` generates the action of block stabilizers on the labels.
    """

    def __init__(self, generators: Array, orbit: Array, system: Array) -> None:
        """Label the points of an orbit. `system` gives the block of each point."""
        degree = generators.shape[1]
        self.generators = generators
        self.count = int(system.max()) + 1
        self.size = len(orbit) // self.count
        self.block_of = numpy.full(degree, -1, dtype=numpy.int32)
        self.block_of[orbit] = system
        self.outside = numpy.flatnonzero(self.block_of < 0).astype(numpy.int32)
        self.members = numpy.full((self.count, self.size), -1, dtype=numpy.int32)
        self.members[0] = orbit[system == 0]
        queue = [0]
        for b in queue:
            for images in generators[:, self.members[b]]:
                to = int(self.block_of[images[0]])
                if self.members[to, 0] < 0:
                    self.members[to] = images
                    queue.append(to)
        self._number_labels()
        local = numpy.concatenate([self.action_inside(g) for g in generators])
        self.local = numpy.unique(local, axis=0).astype(numpy.int32)

    def relabel(self, order: Array) -> None:
        """Rename the label `order[x]` to x, for each x."""
        self.members = self.members[:, order]
        place = numpy.argsort(order).astype(numpy.int32)
        self.local = rename_points(place, self.local, order)
        self._number_labels()

    def _number_labels(self) -> None:
        self.label = numpy.zeros_like(self.block_of)
        self.label[self.members] = numpy.arange(self.size)

    def action_on_blocks(self, g: Array) -> Array:
        """Return the action of an element on the blocks."""
        return self.block_of[g[self.members[:, 0]]]

    def action_inside(self, g: Array) -> Array:
        """Return the action of an element on the labels of each block."""
        return self.label[g[self.members]]

    def moved_to_first_block(self, g: Array) -> Array:
        """Return an element that acts on the first block as `g` acts on the only block it moves."""
        moved = int(numpy.flatnonzero((g[self.members] != self.members).any(axis=1))[0])
        result: Array = numpy.arange(len(g), dtype=numpy.int32)
        result[self.members[0]] = self.members[0, self.label[g[self.members[moved]]]]
        return result

    def count_moved_blocks(self, g: Array) -> int:
        """Return the number of blocks in which an element moves a point."""
        return int((g[self.members] != self.members).any(axis=1).sum())

    def action_outside(self, g: Array) -> Array:
        """Return the action of an element on the other points, renumbered."""
        return numpy.searchsorted(self.outside, g[self.outside]).astype(numpy.int32)

    def block_fixing_elements(self) -> Iterator[Array]:
        """Yield random elements (possibly trivial) that fix all blocks and all outside points."""
        first = self.count + len(self.outside)
        extended = numpy.stack(
            [
                direct_sum(self.action_on_blocks(g), self.action_outside(g), g)
                for g in self.generators
            ]
        )
        state = numpy.array([splitmix64(SEED)], dtype=numpy.uint64)
        walk = random_elements_kernel.initial_slots(extended, state)
        for g in random_elements_kernel.draw_elements(walk, state, SAMPLE):
            yield power(g[first:] - first, order(g[:first]))
        identity = numpy.arange(first)
        chain = chain_kernel.empty_chain(extended.shape[1])
        changed = False
        for _ in count():
            random_elements_kernel.replacement_step(walk, state)
            g = walk[SLOTS].copy()
            level = chain_kernel.sift(chain, g, 0)
            if (g[:first] != identity).any():
                chain = chain_kernel.add_strong_generator(chain, g, level)
                changed = True
                continue
            if changed and extended.shape[1] >= chain_kernel.FLAT_TREE_DEGREE:
                chain = chain_kernel.add_random_generators(chain, state)
                changed = False
            yield g[first:] - first


def rename_points(names: Array, generators: Array, points: NDArray[Any]) -> Array:
    """Return the renamed images of the given points under each generator."""
    # Compiled code needs contiguous rows.
    return numpy.ascontiguousarray(names[generators[:, points]])


def sample_elements(generators: Array) -> Array:
    """Return a reproducible sample of random elements."""
    state = numpy.array([splitmix64(SEED)], dtype=numpy.uint64)
    walk = random_elements_kernel.initial_slots(generators, state)
    elements: Array = random_elements_kernel.draw_elements(walk, state, SAMPLE)
    return elements


def minimal_systems(generators: Array, elements: Array, min_size: int = 2) -> list[Array]:
    """Return the minimal block systems with blocks of at least `min_size` points, in this order.

    `elements` generate the stabilizer of point 0.
    """
    degree = generators.shape[1]
    sizes, points = block_sizes(generators, elements)
    systems: dict[bytes, Array] = {}
    for other in points[sizes[points] >= min_size].tolist():
        system = numpy.empty(degree, dtype=numpy.int32)
        size = finest_system(generators, other, system)
        if (sizes[system == 0] >= size).all():
            systems.setdefault(system.tobytes(), system)
    return sorted(systems.values(), key=lambda system: int((system == 0).sum()))


def order(g: Array) -> int:
    """Return the order of a permutation."""
    lengths = random_elements_kernel.cycle_lengths(g.astype(numpy.int32)[None])
    return math.lcm(*numpy.unique(lengths).tolist())


def power(g: Array, exponent: int) -> Array:
    """Return a power of a permutation."""
    result: Array = numpy.arange(len(g), dtype=numpy.int32)
    while exponent:
        if exponent & 1:
            result = g[result]
        g, exponent = g[g], exponent >> 1
    return result


def inverse(g: Array) -> Array:
    """Return the inverse of a permutation."""
    result = numpy.empty_like(g)
    result[g] = numpy.arange(len(g), dtype=g.dtype)
    return result


def commutator(a: Array, b: Array) -> Array:
    """Return a^-1 b^-1 a b."""
    result: Array = b[a[inverse(b)[inverse(a)]]]
    return result


def direct_sum(*actions: Array) -> Array:
    """Return the direct sum of permutations, which acts on the disjoint union of their points."""
    first = 0
    shifted = []
    for images in actions:
        shifted.append(images + first)
        first += len(images)
    return numpy.concatenate(shifted).astype(numpy.int32)
