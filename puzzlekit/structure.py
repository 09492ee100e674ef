"""The order of a group from its structure: orbits that are giants, or giants of twisted blocks.

Twisty puzzles consist of kinds of pieces. Those of one kind form an orbit, or with their
stickers an orbit of blocks of prime size m, which the group permutes as A_k or S_k while
it twists them cyclically. The whole group G then lies in the direct product W of the
wreath products C_m wr S_k, whose abelian quotient A is known: the parity of each kind, and
the sum of the twists of each kind.

If for each kind G has an element that moves blocks of this kind and nothing of any other,
its conjugates generate all even permutations of the kind (k > 4, so A_k is simple). If
among these conjugates there is one that moves no block but twists them unequally, they
generate all twists of sum zero as well. So G contains the kernel of W -> A, and its order is
that of the kernel times that of its own image in A: an exact answer, proved by the
elements found. Where they are not found, or G is of another kind, nothing is said.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from .giants import is_giant, is_prime, orbit
from .permutation import Images, inverse, is_even, multiply, to_cycles

#: Random elements that are tried for each of the elements that are looked for.
TRIALS = 60


class Kind(NamedTuple):
    """An orbit with blocks of size m; `block` and `twist` tell where in it a point is."""

    points: list[int]
    block: dict[int, int]
    twist: dict[int, int]
    blocks: int
    size: int

    def action(self, g: Images) -> Images:
        """Return what an element does to the blocks."""
        images = [0] * self.blocks
        for point in self.points:
            images[self.block[point]] = self.block[g[point]]
        return tuple(images)

    def twists(self, g: Images) -> list[int]:
        """Return by how much an element twists each block."""
        turned = [0] * self.blocks
        for point in self.points:
            turned[self.block[point]] = (self.twist[g[point]] - self.twist[point]) % self.size
        return turned


def by_structure(generators: list[Images]) -> tuple[int, str] | None:
    """Return order and name of a group that moves every point, or None if this way fails.

    The name is that of W, with the index of the group in it.

    >>> from puzzlekit import load
    >>> cube = load("cube:3")
    >>> turns = list(cube.generators(cube.start()).values())
    >>> centres = {i for i in range(54) if all(g[i] == i for g in turns)}
    >>> place = {p: i for i, p in enumerate(p for p in range(54) if p not in centres)}
    >>> by_structure([tuple(place[g[p]] for p in place) for g in turns])
    (43252003274489856000, 'index 12 in C3 wr S8 x C2 wr S12')
    """
    kinds = []
    for points in _telling_orbits(generators):
        kind = _kind(generators, points)
        if kind is None:
            return None
        kinds.append(kind)
    rng = Random(len(generators[0]))
    if not all(_holds_the_kernel(generators, kinds, kind, rng) for kind in kinds):
        return None
    kernel = math.prod(math.factorial(k.blocks) // 2 * k.size ** (k.blocks - 1) for k in kinds)
    order = kernel * _image(generators, kinds)
    whole = math.prod(math.factorial(k.blocks) * k.size**k.blocks for k in kinds)
    index = whole // order
    if [kind.size for kind in kinds] == [1] and index == 2:
        return order, f"A{kinds[0].blocks}"
    parts = [f"C{k.size} wr S{k.blocks}" if k.size > 1 else f"S{k.blocks}" for k in kinds]
    return order, product_name(parts) if index == 1 else f"index {index} in {product_name(parts)}"


def product_name(names: Sequence[str]) -> str:
    """Join the names of factors, equal ones as a power.

    >>> product_name(["S4", "C4", "C3 wr S8", "S4"])
    'C3 wr S8 x C4 x S4^2'
    """
    known = sorted(names, key=lambda name: (name[0], " " not in name, len(name), name))
    counts = {name: known.count(name) for name in known}
    powers = [
        (f"({name})" if n > 1 and " " in name else name) + (f"^{n}" if n > 1 else "")
        for name, n in counts.items()
    ]
    return " x ".join(powers) or "1"


# -- the kinds of pieces --------------------------------------------------------------------------


def _telling_orbits(generators: list[Images]) -> list[list[int]]:
    """Return orbits that tell what the group does on all others.

    The stickers of one kind of pieces can form several orbits; where a map between two
    commutes with the group, the one that it leads to adds nothing.
    """
    orbits: list[list[int]] = []
    left = set(range(len(generators[0])))
    while left:
        orbits.append(orbit(generators, min(left)))
        left -= set(orbits[-1])
    orbits.sort(key=len, reverse=True)
    kept: list[list[int]] = []
    for points in orbits:
        if not any(_leads_to(generators, other, points) for other in kept):
            kept.append(points)
    return kept


def _leads_to(generators: list[Images], source: list[int], target: list[int]) -> bool:
    """Tell whether a map from one orbit to another commutes with all generators."""
    if len(source) % len(target):
        return False
    return any(_map_commutes(generators, source[0], image) for image in target)


def _map_commutes(generators: list[Images], point: int, image: int) -> bool:
    found, queue = {point: image}, [point]
    for each in queue:
        for g in generators:
            if g[each] not in found:
                found[g[each]] = g[found[each]]
                queue.append(g[each])
            elif found[g[each]] != g[found[each]]:
                return False
    return True


def _kind(generators: list[Images], points: list[int]) -> Kind | None:
    """Return an orbit as a giant, of its points or of blocks of prime size."""
    number = {point: i for i, point in enumerate(points)}
    restricted = list({tuple([number[g[point]] for point in points]) for g in generators})
    sizes = [m for m in range(2, len(points) // 5 + 1) if is_prime(m) and len(points) % m == 0]
    blocks = [list(range(len(points)))]
    blocks += [found for m in sizes if (found := _blocks(restricted, m)) is not None]
    for block in blocks[::-1]:  # a group with blocks is no giant on its points
        kind = _labelled(generators, points, block)
        if kind is not None and kind.blocks > 4:
            action = list({kind.action(g) for g in generators})
            if is_giant(action, kind.blocks):
                return kind
    return None


def _blocks(generators: list[Images], size: int) -> list[int] | None:
    """Return the block of each point in a system of blocks of a size, or None.

    M. Atkinson's method (1975): join 0 to another point, and whatever that entails.
    """
    degree = len(generators[0])
    for other in range(1, degree):
        parent = list(range(degree))

        def root(point: int, parent: list[int] = parent) -> int:
            while parent[point] != point:
                parent[point] = parent[parent[point]]
                point = parent[point]
            return point

        parent[other] = 0
        joined = [(0, other)]
        for a, b in joined:
            for g in generators:
                x, y = root(g[a]), root(g[b])
                if x != y:
                    parent[max(x, y)] = min(x, y)
                    joined.append((g[a], g[b]))
        roots = [root(point) for point in range(degree)]
        if roots.count(0) == size:
            names = {name: i for i, name in enumerate(dict.fromkeys(roots))}
            return [names[name] for name in roots]
    return None


def _labelled(generators: list[Images], points: list[int], blocks: list[int]) -> Kind | None:
    """Number the points of each block so that every generator shifts them cyclically, or fail."""
    block = dict(zip(points, blocks, strict=True))
    members: dict[int, list[int]] = {}
    for point in points:
        members.setdefault(block[point], []).append(point)
    size = len(members[0])
    twist = {point: i for i, point in enumerate(_cyclic(generators, block, members[0]))}
    queue = [0]
    for name in queue:
        for g in generators:
            images = [g[point] for point in members[name]]
            if images[0] not in twist:
                twist.update((g[point], twist[point]) for point in members[name])
                queue.append(block[images[0]])
    for g in generators:
        for cells in members.values():
            if len({(twist[g[point]] - twist[point]) % size for point in cells}) != 1:
                return None
    return Kind(points, block, twist, len(members), size)


def _cyclic(generators: list[Images], block: dict[int, int], cells: list[int]) -> list[int]:
    """Return the points of a block in an order in which the group can turn it.

    A word that brings the block back after it has walked round is looked for.
    """
    if len(cells) < 3:
        return cells
    reached = {block[cells[0]]: tuple(cells)}
    queue = [block[cells[0]]]
    for name in queue:
        for g in generators:
            images = tuple([g[point] for point in reached[name]])
            home = reached.setdefault(block[images[0]], images)
            if home is images:
                queue.append(block[images[0]])
            elif home != images:
                back = dict(zip(home, cells, strict=True))
                turn = dict(zip(cells, (back[image] for image in images), strict=True))
                cycle = [cells[0]]
                while (onward := turn[cycle[-1]]) != cells[0]:
                    cycle.append(onward)
                if len(cycle) == len(cells):
                    return cycle
    return cells


# -- the elements that prove it -------------------------------------------------------------------


def _holds_the_kernel(generators: list[Images], kinds: list[Kind], kind: Kind, rng: Random) -> bool:
    """Find elements whose conjugates are all even permutations and twists of one kind alone."""
    alone = list(generators)
    for other in kinds:
        if other is not kind:
            found = _silenced(alone, generators, other, kind, rng)
            if found is None:
                return False
            alone = [found]
    identity = tuple(range(kind.blocks))
    if all(kind.action(g) == identity for g in alone):
        return False
    return kind.size == 1 or _twists_unequally(alone, generators, kind, rng)


def _silenced(
    alone: list[Images], generators: list[Images], other: Kind, kind: Kind, rng: Random
) -> Images | None:
    """Return a product of conjugates that moves nothing of one kind but blocks of another."""
    identity = tuple(range(kind.blocks))
    for _ in range(TRIALS):
        element = _product_of_conjugates(alone, generators, rng)
        power = _power(element, _order_on(element, other.points))
        if kind.action(power) != identity:
            return power
    return None


def _twists_unequally(
    alone: list[Images], generators: list[Images], kind: Kind, rng: Random
) -> bool:
    identity = tuple(range(kind.blocks))
    for _ in range(TRIALS):
        element = _product_of_conjugates(alone, generators, rng)
        cycles = to_cycles(kind.action(element))
        power = _power(element, math.lcm(*map(len, cycles)))
        assert kind.action(power) == identity
        if len(set(kind.twists(power))) > 1:
            return True
    return False


def _product_of_conjugates(
    elements: Sequence[Images], generators: list[Images], rng: Random
) -> Images:
    """Return a random element of the normal closure."""
    product: Images = tuple(range(len(generators[0])))
    for _ in range(rng.randrange(2, 6)):
        by = product
        for g in rng.choices(generators, k=rng.randrange(4, 24)):
            by = multiply(by, g)
        product = multiply(product, inverse(by), rng.choice(elements), by)
    return product


def _order_on(element: Images, points: list[int]) -> int:
    lengths, left = set(), set(points)
    while left:
        start = point = left.pop()
        length = 1
        while (point := element[point]) != start:
            left.discard(point)
            length += 1
        lengths.add(length)
    return math.lcm(*lengths)


def _power(element: Images, exponent: int) -> Images:
    result: Images = tuple(range(len(element)))
    while exponent:
        if exponent % 2:
            result = multiply(result, element)
        element, exponent = multiply(element, element), exponent // 2
    return result


# -- the abelian quotient -------------------------------------------------------------------------


def _image(generators: list[Images], kinds: list[Kind]) -> int:
    """Return the order of the group's image under all parities and sums of twists."""
    order = 1
    for prime in {2, *(kind.size for kind in kinds if kind.size > 1)}:
        rows = []
        for g in generators:
            sums = [sum(kind.twists(g)) % prime for kind in kinds if kind.size == prime]
            parities = [int(not is_even(kind.action(g))) for kind in kinds if prime == 2]
            rows.append(sums + parities)
        order *= prime ** _rank(rows, prime)
    return order


def _rank(rows: list[list[int]], prime: int) -> int:
    """Return the rank of a matrix over the integers modulo a prime.

    >>> _rank([[1, 2], [2, 4], [0, 1]], 5)
    2
    """
    rank = 0
    for column in range(len(rows[0])):
        pivot = next((row for row in rows[rank:] if row[column] % prime), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        rows.insert(rank, pivot)
        scale = pow(pivot[column], -1, prime)
        for row in rows[rank + 1 :]:
            factor = row[column] * scale
            row[:] = [(a - factor * b) % prime for a, b in zip(row, pivot, strict=True)]
        rank += 1
    return rank
