"""Splitting a large, well understood normal subgroup off a permutation group.

Twisty puzzles consist of kinds of pieces. Those of one kind form an orbit of k blocks of m
stickers, which the group G permutes as A_k or S_k (k > 4) while it twists them cyclically. So
G lies in a product W of wreath products C_m wr S_k, times what happens on the other points.
Let A be the abelian quotient of W that knows the parity of each kind and the sum of its
twists, and K the kernel of W -> A on the kinds: all even permutations, with twists of sum 0.

G contains K if, for each kind,

- the group acts on the blocks as a giant (C. Jordan, 1873; see `giants`),
- no other kind is permuted in step with it: for equal k, some element has other cycles there.
  (A subdirect product of simple groups is direct if it is so for each two of them. Two
  alternating groups in step are joined by an automorphism, which for k != 6 keeps cycles and
  always keeps orders.)
- an element that leaves the blocks in place twists them unequally: the differences of the
  twists generate the integers mod m,
- an element that leaves all other points in place moves its blocks.

Proof sketch: the last member of the derived series maps onto the product of the A_k; the
commutator of the unequally twisting element with one that moves blocks of this kind only,
taken twice, lies in this kind alone, and its conjugates generate all twists of sum 0.

Then |G| = |K| |G'|, where G' is what G does on the other points and on A: a group of small
degree. In the same way a transitive group whose blocks are acted on as A_m or S_m (m > 4),
no two in step, contains the product of the A_m, and G' is what G does to the signs of the
blocks. All of it rests on a few random elements as witnesses: they are certain when found.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import NamedTuple

from .giants import Witness, orbit
from .permutation import Images, inverse, is_even, multiply

#: Random elements that are drawn at first, and at most.
SAMPLE = 12
TRIALS = 100


class Kind(NamedTuple):
    """An orbit with blocks of size m: where in it each point is, as (block, twist)."""

    place: dict[int, tuple[int, int]]
    blocks: int
    size: int

    def action(self, g: Images) -> Images:
        """Return what an element does to the blocks."""
        images = [0] * self.blocks
        for point, (block, _) in self.place.items():
            images[block] = self.place[g[point]][0]
        return tuple(images)

    def twists(self, g: Images) -> list[int]:
        """Return by how much an element twists each block."""
        turned = [0] * self.blocks
        for point, (block, twist) in self.place.items():
            turned[block] = (self.place[g[point]][1] - twist) % self.size
        return turned


class Reduction(NamedTuple):
    """A normal subgroup: its order, the kinds it consists of, and generators of the quotient.

    The quotient acts on the points of `rest` and, for each kind, on two points of its parity and on
    as many as there are twists, if there are two or more. If the subgroup consists of alternating
    groups of the points of a block, `blocks` numbers the block of each point, and the quotient acts
    on two signs of each block.
    """

    factor: int
    generators: list[Images]
    kinds: tuple[Kind, ...] = ()
    rest: tuple[int, ...] = ()
    blocks: tuple[int, ...] = ()

    @property
    def wreath(self) -> tuple[int, int] | None:
        """The size and the number of blocks, if there are any."""
        size = self.blocks.count(0)
        return (size, len(self.blocks) // size) if size else None


def reduce(generators: list[Images]) -> Reduction | None:
    """Split off what can be proved to be there, or return None if that is nothing.

    >>> from puzzlekit import load
    >>> cube = load("cube:3")
    >>> found = reduce(list(cube.generators(cube.start()).values()))
    >>> [(kind.size, kind.blocks) for kind in found.kinds], len(found.generators[0])
    ([(3, 8), (2, 12)], 9)
    >>> found.factor * 2 == 43252003274489856000
    True
    """
    walk = random_elements(generators, Random(len(generators[0])))
    sample = [next(walk) for _ in range(SAMPLE)]
    orbits = telling_orbits(generators, sample)
    tests = [_Kinship(kind) for kind in kinds(generators, orbits, sample) if kind.blocks > 4]
    elements = []
    for number, element in enumerate(_first(sample, walk)):
        if number == TRIALS or (number >= SAMPLE and all(test.done for test in tests)):
            break
        elements.append(_lengths(element))
        for test in tests:
            test.look_at(element)
    proved = _proved(tests, orbits, elements)
    if not proved:
        if sum(map(len, orbits)) < len(generators[0]):
            rest = [point for points in orbits for point in points]
            return Reduction(1, _quotient(generators, (), rest), rest=tuple(rest))
        return _wreath(generators, sample) if len(orbits) == 1 else None
    inside = {point for kind in proved for point in kind.place}
    rest = [point for points in orbits for point in points if point not in inside]
    factor = math.prod(math.factorial(k.blocks) // 2 * k.size ** (k.blocks - 1) for k in proved)
    return Reduction(factor, _quotient(generators, proved, rest), tuple(proved), tuple(rest))


def _some(generators: list[Images]) -> list[Images]:
    walk = random_elements(generators, Random(len(generators[0])))
    return [next(walk) for _ in range(SAMPLE)]


def random_elements(generators: list[Images], rng: Random) -> Iterator[Images]:
    """Yield random elements by product replacement with an accumulator.

    F. Celler, C. Leedham-Green, S. Murray, A. Niemeyer and E. O'Brien, Generating random
    elements of a finite group, 1995. Where there are many generators it starts from random
    subproducts of them.
    """
    slots = list(generators)
    if len(slots) > 10:
        slots = [_subproduct(generators, rng) for _ in range(10)]
    while len(slots) < 10:
        slots.append(slots[len(slots) % len(generators)])
    total = slots[0]
    for step in count():
        i, j = rng.sample(range(len(slots)), 2)
        pair = (slots[i], slots[j]) if rng.random() < 0.5 else (slots[j], slots[i])
        slots[i] = multiply(*pair)
        total = multiply(total, slots[i])
        if step > 40:
            yield total


def _subproduct(generators: list[Images], rng: Random) -> Images:
    """Return the product of about half of the generators, in their order.

    It is built from the right, so that a generator costs no more than the points it moves.
    """
    images = list(range(len(generators[0])))
    for g in generators:
        if rng.random() < 0.5:
            moved = {i: images[image] for i, image in enumerate(g) if image != i}
            for i, image in moved.items():
                images[i] = image
    return tuple(images)


def _first(known: Sequence[Images], more: Iterator[Images]) -> Iterator[Images]:
    yield from known
    yield from more


def _lengths(g: Images) -> list[int]:
    """Return the length of the cycle of each point."""
    found = [0] * len(g)
    for start in range(len(g)):
        if not found[start]:
            cycle = [start]
            while (onward := g[cycle[-1]]) != start:
                cycle.append(onward)
            for point in cycle:
                found[point] = len(cycle)
    return found


# -- the kinds of pieces --------------------------------------------------------------------------


def telling_orbits(generators: list[Images], sample: Sequence[Images] = ()) -> list[list[int]]:
    """Return orbits that tell what the group does on all others, fixed points left out.

    >>> telling_orbits([(1, 0, 3, 2, 4)])
    [[0, 1]]
    """
    return [points for points, _ in tied_orbits(generators, sample)]


def tied_orbits(
    generators: list[Images], sample: Sequence[Images] = ()
) -> list[tuple[list[int], list[dict[int, int]]]]:
    """Return the telling orbits, each with the maps from it to the others that it tells about.

    The stickers of one kind of pieces can form several orbits; where a map from one to
    another commutes with the group, the one that it leads to adds nothing.

    >>> tied_orbits([(1, 0, 3, 2, 4)])
    [([0, 1], [{0: 2, 1: 3}])]
    """
    lengths = [_lengths(g) for g in sample or _some(generators)]
    orbits: list[list[int]] = []
    seen: set[int] = set()
    for point in range(len(generators[0])):
        if point not in seen:
            orbits.append(orbit(generators, point))
            seen.update(orbits[-1])
    orbits.sort(key=len, reverse=True)
    kept: list[tuple[list[int], list[dict[int, int]]]] = []
    for points in orbits:
        if len(points) > 1 and not _ties(generators, kept, points, lengths):
            kept.append((points, []))
    return kept


def _ties(
    generators: list[Images],
    kept: list[tuple[list[int], list[dict[int, int]]]],
    points: list[int],
    lengths: list[list[int]],
) -> bool:
    """Tie an orbit to one of those that are kept, if it can be."""
    for source, maps in kept:
        for point in points:
            if may_follow(lengths, source[0], point):
                found = equivariant(generators, source[0], point)
                if found is not None:
                    maps.append(found)
                    return True
    return False


def may_follow(lengths: list[list[int]], point: int, other: int) -> bool:
    """Tell whether a point might be fixed by all elements that fix another, by their cycles."""
    return all(each[point] % each[other] == 0 for each in lengths)


def equivariant(generators: list[Images], point: int, image: int) -> dict[int, int] | None:
    """Return the map from the orbit of a point that takes it to `image` and commutes with all.

    There is one exactly if all elements that fix the point fix its image.
    """
    found, queue = {point: image}, [point]
    for each in queue:
        for g in generators:
            if g[each] not in found:
                found[g[each]] = g[found[each]]
                queue.append(g[each])
            elif found[g[each]] != g[found[each]]:
                return None
    return found


def kinds(
    generators: list[Images], orbits: list[list[int]], sample: Sequence[Images] = ()
) -> Iterator[Kind]:
    """Yield each orbit with its blocks: the cycles of a permutation that commutes with all.

    >>> [(kind.size, kind.blocks) for kind in kinds([(1, 2, 3, 0)], [[0, 1, 2, 3]])]
    [(4, 1)]
    """
    lengths = [_lengths(g) for g in sample or _some(generators)]
    for points in orbits:
        best: list[list[int]] = [[point] for point in points]
        for image in points[1:]:
            if may_follow(lengths, points[0], image):
                found = equivariant(generators, points[0], image)
                if found is not None and len(points) < len(best) * _cycle_length(found, image):
                    best = _cycles(found)
        place = {
            point: (number, twist)
            for number, block in enumerate(best)
            for twist, point in enumerate(block)
        }
        yield Kind(place, len(best), len(best[0]))


def _cycle_length(images: dict[int, int], start: int) -> int:
    length, point = 1, images[start]
    while point != start:
        length, point = length + 1, images[point]
    return length


def _cycles(images: dict[int, int]) -> list[list[int]]:
    found: list[list[int]] = []
    seen: set[int] = set()
    for start in images:
        if start not in seen:
            cycle = [start]
            while (onward := images[cycle[-1]]) != start:
                cycle.append(onward)
            found.append(cycle)
            seen.update(cycle)
    return found


# -- the witnesses --------------------------------------------------------------------------------


class _Kinship:
    """What is proved of one kind so far, from the elements that were looked at."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.giant = Witness(kind.blocks)
        self.unequal = kind.size  # the gcd of the size and all differences of twists
        self.cycles: list[list[int]] = []

    @property
    def done(self) -> bool:
        return self.giant.found and self.unequal == 1

    def look_at(self, g: Images) -> None:
        kind = self.kind
        action, twists = kind.action(g), kind.twists(g)
        turns: list[tuple[int, int]] = []  # of each cycle of blocks: its length, its twist
        left = set(range(kind.blocks))
        while left:
            start = block = left.pop()
            length, twist = 1, twists[start]
            while (block := action[block]) != start:
                left.remove(block)
                length, twist = length + 1, twist + twists[block]
            turns.append((length, twist))
        self.cycles.append(sorted(length for length, _ in turns))
        self.giant.look_at(self.cycles[-1])
        if kind.size > 1:
            power = math.lcm(*self.cycles[-1])
            shares = [twist * (power // length) for length, twist in turns]
            self.unequal = math.gcd(self.unequal, *(share - shares[0] for share in shares))

    def moves_when_the_rest_stays(self, powers: list[int]) -> bool:
        """Tell whether one of the elements, taken to its power, still moves blocks."""
        return any(
            power % length
            for power, cycles in zip(powers, self.cycles, strict=True)
            for length in cycles
        )

    def in_step_with(self, other: _Kinship) -> bool:
        """Tell whether the blocks might be permuted in step with those of another kind."""
        if self.kind.blocks != other.kind.blocks:
            return False
        if self.kind.blocks == 6:  # S6 has automorphisms that change cycles, but not orders
            return all(
                math.lcm(*a) == math.lcm(*b) for a, b in zip(self.cycles, other.cycles, strict=True)
            )
        return self.cycles == other.cycles


def _proved(
    tests: list[_Kinship], orbits: list[list[int]], elements: list[list[int]]
) -> list[Kind]:
    """Return the kinds whose part of K is proved to be in the group."""
    tests = [test for test in tests if test.done]
    kept = [
        test
        for test in tests
        if not any(test.in_step_with(other) for other in tests if other is not test)
    ]
    while True:
        inside = {point for test in kept for point in test.kind.place}
        rest = [point for points in orbits for point in points if point not in inside]
        powers = [math.lcm(*(lengths[point] for point in rest)) for lengths in elements]
        movers = [test for test in kept if test.moves_when_the_rest_stays(powers)]
        if len(movers) == len(kept):
            return [test.kind for test in kept]
        kept = movers


def _quotient(generators: list[Images], kinds: Sequence[Kind], rest: list[int]) -> list[Images]:
    """Return what the generators do on other points, on parities and on sums of twists."""
    place = {point: i for i, point in enumerate(rest)}
    found = []
    for g in generators:
        images = [place[g[point]] for point in rest]
        for kind in kinds:
            odd = not is_even(kind.action(g))
            images += _turned(len(images), 2, int(odd))
            if kind.size > 1:
                images += _turned(len(images), kind.size, sum(kind.twists(g)))
        found.append(tuple(images))
    return found


def _turned(first: int, size: int, by: int) -> list[int]:
    return [first + (i + by) % size for i in range(size)]


# -- blocks on which a giant acts -----------------------------------------------------------------


def _wreath(generators: list[Images], sample: list[Images]) -> Reduction | None:
    """Split off the alternating groups of the blocks of a transitive group."""
    for system in block_systems(generators, sample):
        size = system.count(system[0])
        if size > 4 and all(_proves_local_giants(system, size, sample)):
            blocks = len(system) // size
            factor = (math.factorial(size) // 2) ** blocks
            return Reduction(factor, _signs(generators, system), blocks=tuple(system))
    return None


def block_systems(generators: list[Images], sample: Sequence[Images] = ()) -> list[list[int]]:
    """Return the number of each point's block, for systems that the group keeps; smallest first.

    All minimal blocks around the point 0 are found (M. Atkinson, 1975): it is joined to another
    point, and whatever that entails. One of the points that elements which fix 0 take to each
    other will do for all.
    """
    degree = len(generators[0])
    ways = {0: tuple(range(degree))}
    queue = [0]
    for point in queue:
        for g in generators:
            if g[point] not in ways:
                ways[g[point]] = multiply(ways[point], g)
                queue.append(g[point])
    fixing = [multiply(g, inverse(ways[g[0]])) for g in sample or _some(generators)]
    found: list[list[int]] = []
    left = set(range(1, degree))
    while left:
        other = min(left)
        left -= set(orbit(fixing, other))
        system = _joined(generators, other)
        if len(set(system)) > 1 and system not in found:
            found.append(system)
    return sorted(found, key=lambda system: system.count(system[0]))


def _joined(generators: list[Images], other: int) -> list[int]:
    """Return the finest system of blocks in which 0 and another point are in one block."""
    parent = list(range(len(generators[0])))

    def root(point: int) -> int:
        while parent[point] != point:
            parent[point] = parent[parent[point]]
            point = parent[point]
        return point

    parent[other] = 0
    queue = [other]
    for point in queue:
        for g in generators:
            a, b = root(g[point]), root(g[root(point)])
            if a != b:
                parent[max(a, b)] = min(a, b)
                queue.append(max(a, b))
    names: dict[int, int] = {}
    return [names.setdefault(root(point), len(names)) for point in range(len(parent))]


def _proves_local_giants(system: list[int], size: int, sample: list[Images]) -> Iterator[bool]:
    """Yield whether the blocks are acted on as giants, and whether no two are in step."""
    blocks = len(system) // size
    witness = Witness(size)
    types: list[list[list[int]]] = [[] for _ in range(blocks)]
    for g in sample:
        lengths = _lengths(g)
        cycles: list[dict[int, int]] = [{} for _ in range(blocks)]  # points by length of cycle
        for point, block in enumerate(system):
            cycles[block][lengths[point]] = cycles[block].get(lengths[point], 0) + 1
        action = [0] * blocks
        for point, block in enumerate(system):
            action[block] = system[g[point]]
        turns = _lengths(tuple(action))
        home = math.lcm(*turns)  # this power of g leaves all blocks in place
        for block in range(blocks):
            local = {length // turns[block]: n for length, n in cycles[block].items()}
            witness.look_at([length for length, n in local.items() for _ in range(n // length)])
            share = home // turns[block]
            powered: list[int] = []
            for length, n in local.items():
                short = length // math.gcd(length, share)
                powered += [short] * (n // short)
            types[block].append([math.lcm(*powered)] if size == 6 else sorted(powered))
    yield witness.found
    yield all(types[0] != other for other in types[1:])
    yield any(cycle > 1 for found in types[0] for cycle in found)


def _signs(generators: list[Images], system: list[int]) -> list[Images]:
    """Return what the generators do to the blocks and their signs, two points for each block."""
    members: dict[int, list[int]] = {}
    for point, block in enumerate(system):
        members.setdefault(block, []).append(point)
    rank = {p: i for points in members.values() for i, p in enumerate(points)}
    found = []
    for g in generators:
        images = [0] * (2 * len(members))
        for block, points in members.items():
            onward = system[g[points[0]]]
            odd = not is_even([rank[g[point]] for point in points])
            images[2 * block] = 2 * onward + odd
            images[2 * block + 1] = 2 * onward + (not odd)
        found.append(tuple(images))
    return found
