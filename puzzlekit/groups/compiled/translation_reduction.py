"""Reduction by an elementary abelian subgroup that translates the blocks of an orbit.

Let the blocks of an orbit be affine spaces F_p^d that the group G maps to each other by affine
maps, and let V be a G-invariant subspace of the translations of all m blocks that lies in G. G
also acts

- on the non-zero vectors of all blocks; only translations act trivially on these and on the other
  orbits,
- by affine maps on the product of the blocks, an affine space F_p^(dm), and so on its quotient by
  V, which has p^c points; the translations that act trivially on the quotient are those in V.

So |G| = |V| |G'|, where G' is the action of G on both and on the other points. V is found with
random elements; if it is too small, the result is still correct, but c is larger than necessary.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy
from numpy.typing import NDArray

from ..giants import is_prime
from . import modules_kernel
from .labelled_blocks import (
    SAMPLE,
    Array,
    BlockLabels,
    commutator,
    direct_sum,
    inverse,
    order,
    power,
)

#: Limits for the number of points in a block and for the total dimension of all blocks.
MAX_SIZE, MAX_DIMENSION = 256, 4000

#: Stop the search for V after `MAX_IDLE` vectors in a row that do not enlarge it, but not before
#: `MIN_VECTORS` vectors.
MIN_VECTORS, MAX_IDLE = 2 * SAMPLE, 10

#: Limits for the number of elements, and of their actions on a block, tried as translations.
ELEMENTS, TRIALS = 24, 40


class Translations:
    """The subgroup V of translations. The digits of a label in base p are its vector."""

    def __init__(self, blocks: BlockLabels, prime: int, dimension: int) -> None:
        self.blocks, self.prime, self.dimension = blocks, prime, dimension
        self.units = prime ** numpy.arange(dimension)
        self.digits = numpy.arange(blocks.size)[:, None] // self.units % prime
        block_images = numpy.array(
            [blocks.action_on_blocks(g) for g in blocks.generators], dtype=numpy.int32
        )
        inside = numpy.array([blocks.action_inside(g) for g in blocks.generators])
        self.block_images = block_images
        self.shift = self.digits[inside[:, :, 0]]
        self.linear = (
            (self.digits[inside[:, :, self.units]] - self.shift[:, :, None]) % prime
        ).astype(numpy.int32)
        whole = dimension * blocks.count
        self.basis = numpy.empty((whole, whole), dtype=numpy.uint8)
        self.lead = numpy.full(whole, -1, dtype=numpy.int32)
        self.rank = 0
        self._find_translations()

    def _find_translations(self) -> None:
        idle = 0
        for number, vector in enumerate(self._random_vectors()):
            before = self.rank
            self.rank = modules_kernel.spin(
                self.basis, self.lead, before, vector, self.block_images, self.linear, self.prime
            )
            idle = 0 if self.rank > before or number < MIN_VECTORS else idle + 1
            if self.rank == len(self.lead) or idle == MAX_IDLE:
                break

    @classmethod
    def of(cls, blocks: BlockLabels) -> Translations | None:
        """Label the points of blocks by vectors; return the translations, or None if not found."""
        prime = next((p for p in range(2, MAX_SIZE) if blocks.size % p == 0 and is_prime(p)), 0)
        if not prime or blocks.size > MAX_SIZE:
            return None
        dimension = round(numpy.log(blocks.size) / numpy.log(prime))
        if prime**dimension != blocks.size or not 1 < dimension * blocks.count <= MAX_DIMENSION:
            return None
        for candidate in islice(_of_order(blocks, prime), TRIALS):
            vectors = _label_by_vector(candidate, blocks.local, prime)
            if vectors is not None:
                blocks.relabel(vectors)
                return cls(blocks, prime, dimension)
        return None

    def quotient(self) -> list[Array] | None:
        """Return generators of G', or None if G' has no fewer points than G."""
        free = len(self.lead) - self.rank
        if self.rank == 0 or (free and self.prime**free >= self.blocks.count):
            return None
        generators = self.blocks.generators
        affine = self._action_on_product(free) if free else numpy.empty((len(generators), 0))
        return [
            direct_sum(self._action_on_vectors(g), self.blocks.action_outside(g), images)
            for g, images in zip(generators, affine.astype(numpy.int32), strict=True)
        ]

    def restricted_to(self, chosen: NDArray[numpy.bool_]) -> list[Array]:
        """Return generators of the subgroup of V that moves only points of the chosen blocks."""
        last = numpy.repeat(chosen, self.dimension)
        columns = numpy.argsort(last, kind="stable")
        basis, lead = numpy.empty_like(self.basis), numpy.full_like(self.lead, -1)
        rank = 0
        for row in self.basis[: self.rank, columns].astype(numpy.int32, order="C"):
            rank = modules_kernel.insert_vector(basis, lead, rank, row, self.prime)
        rows = lead[len(lead) - int(last.sum()) :]
        back = numpy.argsort(columns)
        return [self._as_permutation(basis[row, back]) for row in rows[rows >= 0]]

    def _as_permutation(self, vector: Array) -> Array:
        """Return the translation by a vector as a permutation."""
        moves = vector.reshape(-1, 1, self.dimension)
        numbers = (self.digits[None] + moves) % self.prime @ self.units
        result: Array = numpy.arange(len(self.blocks.block_of), dtype=numpy.int32)
        result[self.blocks.members] = numpy.take_along_axis(self.blocks.members, numbers, axis=1)
        return result

    def _random_vectors(self) -> Iterator[Array]:
        """Yield random vectors of V, some of them 0."""
        previous = None
        for g in self.blocks.block_fixing_elements():
            for element in (g,) if previous is None else (g, commutator(previous, g)):
                moves = power(element, order(self._action_on_vectors(element)))
                yield (
                    self.digits[self.blocks.action_inside(moves)[:, 0]]
                    .reshape(-1)
                    .astype(numpy.int32)
                )
            previous = g

    def _action_on_vectors(self, g: Array) -> Array:
        """Return the action of an element on the non-zero vectors of each block."""
        inside = self.blocks.action_inside(g)
        vectors = (self.digits[inside[:, 1:]] - self.digits[inside[:, :1]]) % self.prime
        numbers = vectors @ self.units - 1
        images = self.blocks.action_on_blocks(g)[:, None] * (self.blocks.size - 1) + numbers
        return images.reshape(-1).astype(numpy.int32)

    def _action_on_product(self, free: int) -> Array:
        """Return the action of the generators on the product of the blocks modulo V."""
        basis, lead, p = self.basis, self.lead, self.prime
        whole, columns = len(lead), numpy.flatnonzero(self.lead < 0)
        functionals = numpy.zeros((whole, free), dtype=numpy.int64)  # linear forms that vanish on V
        functionals[columns, range(free)] = 1
        for j in reversed(numpy.flatnonzero(lead >= 0)):
            functionals[j] = -(basis[lead[j], j + 1 :].astype(numpy.int64) @ functionals[j + 1 :])
            functionals[j] %= p
        units = p ** numpy.arange(free)
        points = numpy.arange(p**free)[:, None] // units % p
        actions = []
        for to, linear, shift in zip(self.block_images, self.linear, self.shift, strict=True):
            moved = numpy.zeros((self.blocks.count, self.dimension), dtype=numpy.int64)
            moved[to] = shift
            to_zero = moved.reshape(-1) @ functionals % p
            matrix = numpy.zeros((free, free), dtype=numpy.int64)
            for i, column in enumerate(columns):
                b, k = divmod(int(column), self.dimension)
                at = int(to[b]) * self.dimension
                matrix[i] = linear[b, k] @ functionals[at : at + self.dimension]
            actions.append((points @ matrix + to_zero) % p @ units)
        return numpy.array(actions)


def _of_order(blocks: BlockLabels, prime: int) -> Iterator[Array]:
    """Yield permutations of the labels in which all cycles have length p."""
    seen = set[bytes]()
    for g in islice(blocks.block_fixing_elements(), ELEMENTS):
        for images in numpy.unique(blocks.action_inside(g), axis=0):
            times = order(images)
            if times % prime == 0 and images.tobytes() not in seen:
                seen.add(images.tobytes())
                element = power(images, times // prime)
                if (element != numpy.arange(len(element))).all():
                    yield element


def _label_by_vector(start: Array, local: Array, prime: int) -> Array | None:
    """Return the image of label 0 under each vector if the conjugates form a vector space."""
    degree = len(start)
    elements = numpy.arange(degree, dtype=numpy.int32)[None]
    known = {elements.tobytes()}
    basis: list[Array] = []
    queue = [start]
    for g in queue:
        if g.tobytes() in known:
            continue
        if len(elements) * prime > degree or any((g[h] != h[g]).any() for h in basis):
            return None
        basis.append(g)
        layer = elements
        for _ in range(prime - 1):
            layer = g[layer]
            elements = numpy.concatenate([elements, layer])
        known = {each.tobytes() for each in elements}
        queue += [each[g[inverse(each)]] for each in local]
    heads = elements[:, 0]
    return heads if len(numpy.unique(heads)) == degree else None
