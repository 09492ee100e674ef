"""Block systems of a transitive permutation group, and giants that act on each block."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from ...core.permutation import Images, inverse, is_even, multiply, orbit, transversal
from ...core.union_find import DisjointSets
from ..giants import GiantWitness
from .random_elements import cycle_lengths, sample_elements


def block_systems(generators: list[Images], sample: Sequence[Images] = ()) -> list[list[int]]:
    """Return the minimal block systems, each as the block of each point (M. Atkinson, 1975)."""
    degree = len(generators[0])
    elements = transversal(generators)
    fixing = [multiply(g, inverse(elements[g[0]])) for g in sample or sample_elements(generators)]
    systems: list[list[int]] = []
    untried = set(range(1, degree))
    while untried:
        other = min(untried)
        untried -= set(orbit(fixing, other))
        system = _finest_system(generators, other)
        if len(set(system)) > 1 and system not in systems:
            systems.append(system)
    return sorted(systems, key=lambda system: system.count(system[0]))


def _finest_system(generators: list[Images], other: int) -> list[int]:
    """Return the finest block system with 0 and another point in the same block."""
    joined = DisjointSets()
    joined.join(0, other)
    root = joined.root
    queue = [other]
    for point in queue:
        for g in generators:
            a, b = root(g[point]), root(g[root(point)])
            if a != b:
                joined.join(min(a, b), max(a, b))
                queue.append(max(a, b))
    names: dict[int, int] = {}
    return [names.setdefault(root(point), len(names)) for point in range(len(generators[0]))]


def local_giant_conditions(system: list[int], size: int, sample: list[Images]) -> Iterator[bool]:
    """Yield conditions that prove that giants act on all blocks, no two of them in step."""
    blocks = len(system) // size
    witness = GiantWitness(size)
    types: list[list[list[int]]] = [[] for _ in range(blocks)]
    for g in sample:
        lengths = cycle_lengths(g)
        cycles = [Counter[int]() for _ in range(blocks)]  # points by cycle length
        action = [0] * blocks
        for point, block in enumerate(system):
            cycles[block][lengths[point]] += 1
            action[block] = system[g[point]]
        turns = cycle_lengths(tuple(action))
        exponent = math.lcm(*turns)  # this power of g fixes all blocks
        for block in range(blocks):
            local = {length // turns[block]: n for length, n in cycles[block].items()}
            witness.observe([length for length, n in local.items() for _ in range(n // length)])
            share = exponent // turns[block]
            powered: list[int] = []
            for length, n in local.items():
                short = length // math.gcd(length, share)
                powered += [short] * (n // short)
            types[block].append([math.lcm(*powered)] if size == 6 else sorted(powered))
    yield witness.is_proved
    yield all(types[0] != other for other in types[1:])
    yield any(length > 1 for lengths in types[0] for length in lengths)


def blocks_and_signs(generators: list[Images], system: list[int]) -> list[Images]:
    """Return the action on the blocks and their signs, two points for each block."""
    members: dict[int, list[int]] = {}
    for point, block in enumerate(system):
        members.setdefault(block, []).append(point)
    rank = {p: i for points in members.values() for i, p in enumerate(points)}
    result = []
    for g in generators:
        images = [0] * (2 * len(members))
        for block, points in members.items():
            image = system[g[points[0]]]
            odd = not is_even([rank[g[point]] for point in points])
            images[2 * block] = 2 * image + odd
            images[2 * block + 1] = 2 * image + (not odd)
        result.append(tuple(images))
    return result
