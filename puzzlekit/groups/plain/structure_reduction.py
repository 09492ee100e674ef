"""Reduction of a permutation group by a large normal subgroup of known structure.

A twisty puzzle has several kinds of pieces, such as corners and edges. The k pieces of one kind
form an orbit of k blocks of m stickers. The group G permutes the blocks as A_k or S_k (k > 4) and
twists them cyclically. So the action of G on these orbits lies in a product W of wreath products
C_m wr S_k. Let A be the abelian quotient of W given by the parity and the sum of twists of each
kind. Let K be the kernel of W -> A: the even permutations whose twists have sum 0.

G contains K if, for each kind,

- the group acts on the blocks as a giant (C. Jordan, 1873; see `giants`),
- no other kind is permuted in step with it: for equal k, some element has another cycle type there.
  (A subdirect product of non-abelian simple groups is direct if this holds for each pair of
  factors. Two alternating groups in step are linked by an automorphism. It preserves the cycle
  type if k != 6, and the order of elements in all cases.)
- an element that fixes the blocks twists them unequally: the differences of the twists
  generate the integers mod m,
- an element that fixes all other points moves its blocks.

Proof sketch: the last member of the derived series maps onto the product of the A_k. Take iterated
commutators of the element that twists unequally with one that moves only the blocks of this kind.
They move only this kind, and their conjugates generate all twists of sum 0.

Then |G| = |K| |G'|, where G' is the action of G on the other points and on A: a group of small
degree. Similarly, a transitive group that acts on each block as A_m or S_m (m > 4), no two in
step, contains the product of the A_m, and G' is the action of G on the signs of the blocks.
The witnesses are random elements, but what they prove is certain.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import NamedTuple

from ...core.permutation import Images, is_even, to_cycles
from ..giants import GiantWitness
from ..proved_order import structure_order
from .blocks import block_systems, blocks_and_signs, local_giant_conditions
from .piece_orbits import PieceOrbit, piece_orbits, representative_orbits
from .random_elements import SAMPLE, cycle_lengths, random_elements

#: Maximum number of random elements.
MAX_ELEMENTS = 100


class Reduction(NamedTuple):
    """A normal subgroup: its kinds of pieces, and generators of the quotient.

    The quotient acts on `remaining_points` and, for each kind, on two points for the parity and (if
    `size` > 1) on `size` points for the sum of twists. If the subgroup is a product of alternating
    groups on blocks, `blocks` gives the block number of each point, and the quotient acts on the
    two signs of each block.
    """

    generators: list[Images]
    kinds: tuple[PieceOrbit, ...] = ()
    remaining_points: tuple[int, ...] = ()
    blocks: tuple[int, ...] = ()

    @property
    def wreath(self) -> tuple[int, int] | None:
        """The size and number of the `blocks`, or None if there are none."""
        size = self.blocks.count(0)
        return (size, len(self.blocks) // size) if size else None

    @property
    def piece_counts(self) -> list[tuple[int, int]]:
        """The number and the size of the pieces of each kind."""
        return [(kind.blocks, kind.size) for kind in self.kinds]

    @property
    def factor(self) -> int:
        """The order of the normal subgroup."""
        return structure_order(self.piece_counts, self.wreath)


def reduce_structure(generators: list[Images]) -> Reduction | None:
    """Return the reduction by the proved normal subgroup, or None if it is trivial.

    >>> from puzzlekit import load
    >>> cube = load("cube:3")
    >>> reduction = reduce_structure(list(cube.generators(cube.start()).values()))
    >>> [(kind.size, kind.blocks) for kind in reduction.kinds], len(reduction.generators[0])
    ([(3, 8), (2, 12)], 9)
    >>> reduction.factor * 2 == 43252003274489856000
    True
    """
    walk = random_elements(generators, Random(len(generators[0])))
    sample = [next(walk) for _ in range(SAMPLE)]
    orbits = representative_orbits(generators, sample)
    tests = [
        _OrbitRelations(kind)
        for kind in piece_orbits(generators, orbits, sample)
        if kind.blocks > 4
    ]
    elements = []
    for number, element in enumerate(chain(sample, walk)):
        if number == MAX_ELEMENTS or (number >= SAMPLE and all(test.done for test in tests)):
            break
        elements.append(cycle_lengths(element))
        for test in tests:
            test.observe(element)
    proved = _kinds_in_group(tests, orbits, elements)
    if not proved:
        if sum(map(len, orbits)) < len(generators[0]):
            rest = [point for points in orbits for point in points]
            return Reduction(_quotient(generators, (), rest), remaining_points=tuple(rest))
        return _reduce_wreath(generators, sample) if len(orbits) == 1 else None
    inside = {point for kind in proved for point in kind.place}
    rest = [point for points in orbits for point in points if point not in inside]
    return Reduction(_quotient(generators, proved, rest), tuple(proved), tuple(rest))


def reduce_by_kinds(
    generators: list[Images], whole: Reduction, some: Sequence[PieceOrbit]
) -> Reduction:
    """Return the reduction by the kinds in `some`; keep the points of the other kinds."""
    rest = [
        *whole.remaining_points,
        *(p for kind in whole.kinds if kind not in some for p in kind.place),
    ]
    return Reduction(_quotient(generators, some, rest), tuple(some), tuple(rest))


def _reduce_wreath(generators: list[Images], sample: list[Images]) -> Reduction | None:
    """Return the reduction by the alternating groups on the blocks of a transitive group."""
    for system in block_systems(generators, sample):
        size = system.count(system[0])
        if size > 4 and all(local_giant_conditions(system, size, sample)):
            return Reduction(blocks_and_signs(generators, system), blocks=tuple(system))
    return None


class _OrbitRelations:
    """The facts about one kind that the elements seen so far have proved."""

    def __init__(self, kind: PieceOrbit) -> None:
        self.kind = kind
        self.giant = GiantWitness(kind.blocks)
        self.unequal = kind.size  # the gcd of the size and all differences of twists
        self.cycles: list[list[int]] = []

    @property
    def done(self) -> bool:
        return self.giant.is_proved and self.unequal == 1

    def observe(self, g: Images) -> None:
        kind = self.kind
        action, twists = kind.action(g), kind.twists(g)
        fixed = [(block,) for block, image in enumerate(action) if image == block]
        cycles = [*to_cycles(action), *fixed]
        turns = [(len(cycle), sum(twists[block] for block in cycle)) for cycle in cycles]
        self.cycles.append(sorted(length for length, _ in turns))
        self.giant.observe(self.cycles[-1])
        if kind.size > 1:
            power = math.lcm(*self.cycles[-1])
            shares = [twist * (power // length) for length, twist in turns]
            self.unequal = math.gcd(self.unequal, *(share - shares[0] for share in shares))

    def moves_blocks(self, powers: list[int]) -> bool:
        """Return whether a power of an element seen so far still moves blocks."""
        return any(
            power % length
            for power, cycles in zip(powers, self.cycles, strict=True)
            for length in cycles
        )

    def in_step_with(self, other: _OrbitRelations) -> bool:
        """Return whether these blocks may be permuted in step with those of another kind."""
        if self.kind.blocks != other.kind.blocks:
            return False
        if self.kind.blocks == 6:  # S6 has automorphisms that change the cycle type, not the order
            return all(
                math.lcm(*a) == math.lcm(*b) for a, b in zip(self.cycles, other.cycles, strict=True)
            )
        return self.cycles == other.cycles


def _kinds_in_group(
    tests: list[_OrbitRelations], orbits: list[list[int]], elements: list[list[int]]
) -> list[PieceOrbit]:
    """Return the kinds whose factor of K is proved to lie in the group."""
    tests = [test for test in tests if test.done]
    remaining = [
        test
        for test in tests
        if not any(test.in_step_with(other) for other in tests if other is not test)
    ]
    while True:
        inside = {point for test in remaining for point in test.kind.place}
        rest = [point for points in orbits for point in points if point not in inside]
        powers = [math.lcm(*(lengths[point] for point in rest)) for lengths in elements]
        moving = [test for test in remaining if test.moves_blocks(powers)]
        if len(moving) == len(remaining):
            return [test.kind for test in remaining]
        remaining = moving


def _quotient(
    generators: list[Images], kinds: Sequence[PieceOrbit], rest: list[int]
) -> list[Images]:
    """Return the action on the other points, the parities and the sums of twists."""
    place = {point: i for i, point in enumerate(rest)}
    result = []
    for g in generators:
        images = [place[g[point]] for point in rest]
        for kind in kinds:
            odd = not is_even(kind.action(g))
            images += _rotated_points(len(images), 2, int(odd))
            if kind.size > 1:
                images += _rotated_points(len(images), kind.size, sum(kind.twists(g)))
        result.append(tuple(images))
    return result


def _rotated_points(first: int, size: int, by: int) -> list[int]:
    return [first + (i + by) % size for i in range(size)]
