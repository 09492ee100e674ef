"""Compiled version of `plain.structure_reduction.reduce_structure`, for any degree.

Generators are the rows of an int32 array of shape (generators, points). Random elements serve only
as witnesses, so the result is exact, not probabilistic.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from ...core.prng import splitmix64
from ..giants import is_prime
from . import piece_orbits_kernel, random_elements_kernel
from .blocks_kernel import stabilizer_elements
from .labelled_blocks import minimal_systems, rename_points

Array = NDArray[Any]

SAMPLE = 12
MAX_ELEMENTS = 100

#: Skip cycle types whose least common multiple may exceed this power of two.
MAX_BITS = 62

#: Number of images of points that are computed together.
MAX_IMAGES = 1 << 20


class CompiledReduction(NamedTuple):
    """A normal subgroup and generators of the quotient.

    `kinds` lists (blocks, size); `wreath` is (size, blocks), or None if there is none.
    """

    quotient: Array
    kinds: Sequence[tuple[int, int]] = ()
    wreath: tuple[int, int] | None = None


class _Kinds(NamedTuple):
    """Kinds of pieces: the first block, the number of blocks and the size of each kind.

    `block` and `twist` describe the points, and `head` is the point with twist 0 of each block.
    """

    first: Array
    blocks: Array
    sizes: Array
    block: Array
    twist: Array
    head: Array

    def cycles(self, elements: Array) -> tuple[Array, Array]:
        """Return the length and total twist of each cycle of blocks, at its first block."""
        images = elements.take(self.head, axis=1)
        lengths, totals = piece_orbits_kernel.block_cycles(
            self.block.take(images), self.twist.take(images)
        )
        return lengths, totals

    def sums(self, values: Array) -> Array:
        """Return the sums over the blocks of each kind."""
        sums: Array = numpy.add.reduceat(values, self.first, axis=1)
        return sums

    def chosen(self, mask: Array) -> _Kinds:
        """Return some of the kinds, with new block numbers."""
        inside = numpy.repeat(mask, self.blocks)
        number = numpy.append(numpy.cumsum(inside, dtype=numpy.int32) - 1, numpy.int32(-1))
        blocks = self.blocks[mask]
        return _Kinds(
            numpy.cumsum(blocks) - blocks,
            blocks,
            self.sizes[mask],
            number[self.block],
            self.twist,
            self.head[inside],
        )


def reduce_structure(generators: Array, seed: int) -> CompiledReduction | None:
    """Return the reduction by the proved normal subgroup, or None if it is trivial."""
    n = generators.shape[1]
    moved_by = _generators_by_point(generators)
    points, starts = piece_orbits_kernel.orbits(generators, *moved_by)
    if not points.size:
        return None
    state = numpy.array([splitmix64(seed)], dtype=numpy.uint64)
    walk = random_elements_kernel.initial_slots(generators, state)
    elements = random_elements_kernel.draw_elements(walk, state, SAMPLE)
    lengths = random_elements_kernel.cycle_lengths(elements)
    moved_orbits = generators, *moved_by, points, starts
    large_first = numpy.argsort(-numpy.diff(starts), kind="stable")
    chosen_orbits = piece_orbits_kernel.representative_orbits(*moved_orbits, lengths, large_first)
    representative_points = numpy.concatenate(
        [points[starts[o] : starts[o + 1]] for o in chosen_orbits]
    )
    table, orbit_of, *places = piece_orbits_kernel.label_kinds(
        *moved_orbits, chosen_orbits, lengths
    )
    if len(table):
        kinds = _Kinds(*table.T, *places)
        facts = _Facts(kinds, n)
        facts.observe(elements)
        while not facts.done.all() and len(facts.lengths) < MAX_ELEMENTS:
            facts.observe(random_elements_kernel.draw_elements(walk, state, SAMPLE))
        alone = facts.done & ~facts.in_step()
        while alone.any():
            inside = numpy.zeros(n, bool)
            for o in orbit_of[alone]:
                inside[points[starts[o] : starts[o + 1]]] = True
            rest = representative_points[~inside[representative_points]]
            moving = facts.moved_alone(rest)
            if moving[alone].all():
                chosen = kinds.chosen(alone)
                sizes = list(zip(chosen.blocks.tolist(), chosen.sizes.tolist(), strict=True))
                return CompiledReduction(_quotient(generators, chosen, rest), sizes)
            alone &= moving
    if len(representative_points) < n:
        place = numpy.empty(n, numpy.int32)
        place[representative_points] = range(len(representative_points))
        return CompiledReduction(rename_points(place, generators, representative_points))
    if len(chosen_orbits) > 1:
        return None
    for system in minimal_systems(generators, stabilizer_elements(generators, elements), 5):
        size = int((system == 0).sum())
        if _proves_local_giants(elements, lengths, system, size):
            quotient = _blocks_and_signs(generators, system, size)
            return CompiledReduction(quotient, wreath=(size, n // size))
    return None


def _generators_by_point(generators: Array) -> tuple[Array, Array]:
    """Return the generators that move each point, as offsets and a flat list."""
    degree = generators.shape[1]
    numbers, points = numpy.nonzero(generators != numpy.arange(degree))
    ends = numpy.cumsum(numpy.bincount(points, minlength=degree))
    order = numpy.argsort(points, kind="stable")
    return numpy.append(0, ends), numbers[order].astype(numpy.int32)


class _Facts:
    """The facts about kinds that the elements seen so far have proved; see `giants`."""

    def __init__(self, kinds: _Kinds, degree: int) -> None:
        self.kinds = kinds
        self.primitive = _evaluated(is_prime, kinds.blocks)
        self.giant = numpy.zeros(len(kinds.blocks), bool)
        #: The gcd of the size and all differences of twists.
        self.unequal = kinds.sizes.copy()
        #: The cycle lengths of points and, at the first block of each cycle, those of blocks.
        self.point_lengths = numpy.empty((0, degree), numpy.int32)
        self.lengths = numpy.empty((0, len(kinds.head)), numpy.int64)

    @property
    def done(self) -> Array:
        """A mask of the kinds that are proved to be twisted giants."""
        done: Array = self.primitive & self.giant & (self.unequal == 1)
        return done

    def observe(self, elements: Array) -> None:
        """Update the facts with more elements."""
        first, blocks, sizes = self.kinds[:3]
        lengths, totals = self.kinds.cycles(elements)
        self.lengths = numpy.concatenate([self.lengths, lengths])
        own = random_elements_kernel.cycle_lengths(elements)
        self.point_lengths = numpy.concatenate([self.point_lengths, own])
        longest = numpy.maximum.reduceat(lengths, first, axis=1)
        is_long = (2 * longest > blocks) & _evaluated(is_prime, longest)
        self.primitive |= is_long.any(axis=0)
        self.giant |= (is_long & (longest < blocks - 2)).any(axis=0)
        for p in (2, 3):
            points = self.kinds.sums(numpy.where(lengths % p == 0, lengths, 0))
            self.giant |= (points == p).any(axis=0)
        if (self.unequal == 1).all():
            return
        divisors = numpy.maximum(lengths, 1)
        small = self.kinds.sums(numpy.log2(divisors)) < MAX_BITS
        order = numpy.repeat(numpy.lcm.reduceat(divisors, first, axis=1), blocks, axis=1)
        share = totals * (order // divisors % numpy.repeat(sizes, blocks))
        difference = share - numpy.repeat(share[:, first], blocks, axis=1)
        difference[lengths == 0] = 0
        gcds = numpy.where(small, numpy.gcd.reduceat(difference, first, axis=1), 0)
        self.unequal = numpy.gcd(self.unequal, numpy.gcd.reduce(gcds, axis=0))

    def in_step(self) -> Array:
        """Return a mask of the proved kinds that may be permuted in step with another one."""
        keys: list[object] = []
        for first, count in zip(self.kinds.first, self.kinds.blocks, strict=True):
            types = numpy.sort(self.lengths[:, first : first + count], axis=1)
            if count == 6:  # S6 has automorphisms that change the cycle type, not the order
                types = numpy.lcm.reduce(numpy.maximum(types, 1), axis=1)
            keys.append((count, types.tobytes()))
        counts = Counter(key for key, done in zip(keys, self.done, strict=True) if done)
        return numpy.array([counts[key] > 1 for key in keys])

    def moved_alone(self, rest: Array) -> Array:
        """Return a mask of the kinds that a power of an element moves while it fixes the rest."""
        moved = numpy.full(len(self.kinds.blocks), not len(rest))
        for lengths, others in zip(self.lengths, self.point_lengths[:, rest], strict=True):
            if moved.all():
                break
            power = math.lcm(*numpy.unique(others).tolist())
            moving = _evaluated(partial(_is_length_of_moved, power), lengths)
            moved |= numpy.logical_or.reduceat(moving, self.kinds.first)
        return moved


def _is_length_of_moved(power: int, length: int) -> bool:
    """Return whether a power of an element moves the points in its cycles of a length, if any."""
    return length > 0 and power % length > 0


def _evaluated(test: Callable[[int], bool], numbers: Array) -> Array:
    """Return the results of a test of small natural numbers, which is called once for each."""
    results = numpy.zeros(numbers.max() + 1, bool)
    for each in numpy.flatnonzero(numpy.bincount(numbers.ravel())).tolist():
        results[each] = test(each)
    return results[numbers]


def _quotient(generators: Array, kinds: _Kinds, rest: Array) -> Array:
    """Return the action on the other points, the parities and the sums of twists."""
    place = numpy.empty(generators.shape[1], numpy.int32)
    place[rest] = range(len(rest))
    twisted = kinds.sizes > 1
    sizes = numpy.concatenate([numpy.full(len(kinds.sizes), 2), kinds.sizes[twisted]])
    starts = numpy.repeat(numpy.cumsum(sizes) - sizes, sizes)
    numbers, moduli = numpy.arange(len(starts)) - starts, numpy.repeat(sizes, sizes)
    parts = []
    step = max(1, MAX_IMAGES // generators.shape[1])
    for some in (generators[at : at + step] for at in range(0, len(generators), step)):
        lengths, totals = kinds.cycles(some)
        odd, sums = kinds.blocks - kinds.sums(lengths > 0), kinds.sums(totals)[:, twisted]
        shifts = numpy.repeat(numpy.concatenate([odd, sums], axis=1), sizes, axis=1)
        moved = len(rest) + starts + (numbers + shifts) % moduli
        parts.append(numpy.concatenate([place.take(some.take(rest, axis=1)), moved], axis=1))
    return numpy.concatenate(parts).astype(numpy.int32)


def _proves_local_giants(elements: Array, lengths: Array, system: Array, size: int) -> bool:
    """Return whether giants are proved to act on all blocks, no two of them in step."""
    members = numpy.argsort(system, kind="stable").reshape(-1, size)
    actions = system.take(elements.take(members[:, 0], axis=1))
    turns = random_elements_kernel.cycle_lengths(actions)
    local = lengths.take(members, axis=1) // turns[:, :, None]
    longest = local.max(axis=2)
    is_long = (2 * longest > size) & _evaluated(is_prime, longest)
    is_giant = (is_long & (longest < size - 2)).any() or any(
        ((local % p == 0).sum(axis=2) == p).any() for p in (2, 3)
    )
    if not is_giant or not (is_prime(size) or is_long.any()):
        return False
    exponents = [math.lcm(*numpy.unique(each).tolist()) for each in turns]  # these fix all blocks
    small = numpy.array([each.bit_length() <= MAX_BITS for each in exponents])
    if not small.any():
        return False
    powers = numpy.array([each for each in exponents if each.bit_length() <= MAX_BITS])[:, None]
    shares = powers // turns[small]
    powered = numpy.sort(local[small] // numpy.gcd(local[small], shares[:, :, None]), axis=2)
    if size == 6:
        types = numpy.lcm.reduce(powered, axis=2, keepdims=True)
    else:
        types = powered
    in_step = (types == types[:, :1]).all(axis=(0, 2))
    return bool((powered > 1).any()) and not in_step[1:].any()


def _blocks_and_signs(generators: Array, system: Array, size: int) -> Array:
    """Return the action on the blocks and their signs, two points for each block."""
    members = numpy.argsort(system, kind="stable").reshape(-1, size)
    rank = numpy.empty(len(system), numpy.int32)
    rank[members] = numpy.arange(size)
    starts = size * numpy.arange(len(members), dtype=numpy.int32)[:, None]
    inside = (rank.take(generators.take(members, axis=1)) + starts).reshape(len(generators), -1)
    lengths, _ = piece_orbits_kernel.block_cycles(inside, numpy.zeros_like(inside))
    cycles = (lengths.reshape(len(generators), -1, size) > 0).sum(axis=2)
    odd = (size - cycles) % 2
    to = 2 * system[generators[:, members[:, 0]]]
    signs = numpy.stack([to + odd, to + 1 - odd], axis=2)
    return signs.reshape(len(generators), -1).astype(numpy.int32)
