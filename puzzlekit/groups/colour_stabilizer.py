"""How many elements of a small group leave a colouring in place.

What one colour of an orbit can be taken to is walked through; random elements, brought back along
that walk, generate what leaves it alone, and are enough when they are as many as orbit and
stabilizer say. Then comes the next colour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import count, islice
from random import Random

from ..core.errors import LimitReachedError
from ..core.permutation import Images, identity, inverse, multiply, restrict
from .orbits import orbits
from .order_proof import prove_order
from .plain.elements import random_elements

#: Sets of points that are looked at, times generators, at most: a second.
MAX_TRIED = 500_000

#: Random elements that are taken of each walk.
MAX_BATCH = 4


def colour_stabilizer_order(generators: list[Images], colours: Sequence[int]) -> int:
    """Return the number of elements that keep all colours; raise `LimitReachedError` for long orbits."""
    order = prove_order(generators).order
    while order > 1:
        mixed = [points for points in orbits(generators) if len({colours[p] for p in points}) > 1]
        classes = [each for points in mixed for each in _classes(points, colours)]
        if not classes:
            # The colours that are left are at one point each, which all stay.
            points = [point for each in mixed for point in each]
            moved = prove_order(restrict(generators, points)).order if points else 1
            return order // moved
        _, chosen = min(classes)
        walk = _walk(generators, chosen)
        order //= len(walk)
        generators = _fixing(generators, chosen, walk, order)
    return order


def _classes(points: list[int], colours: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the points of each colour that several have, and in how many ways they may lie."""
    members: dict[int, list[int]] = {}
    for point in points:
        members.setdefault(colours[point], []).append(point)
    return [
        (math.comb(len(points), len(each)), tuple(sorted(each)))
        for each in members.values()
        if len(each) > 1
    ]


def _walk(generators: list[Images], points: Sequence[int]) -> dict[frozenset[int], Images]:
    """Return what a set of points can be taken to, each with an element that does so."""
    first = frozenset(points)
    found = {first: identity(len(generators[0]))}
    queue = [first]
    for each in queue:
        for g in generators:
            there = frozenset([g[point] for point in each])
            if there not in found:
                found[there] = multiply(found[each], g)
                queue.append(there)
        if len(found) * len(generators) > MAX_TRIED:
            raise LimitReachedError(
                f"More than {len(found):,} arrangements of {len(points)} pieces would have to be "
                "looked at one by one; they are not counted."
            )
    return found


def _fixing(
    generators: list[Images],
    points: Sequence[int],
    walk: dict[frozenset[int], Images],
    order: int,
) -> list[Images]:
    """Return generators of the group, of known order, that leaves a set of points in place."""
    found = [identity(len(generators[0]))]
    for seed in count():
        if prove_order(found).order == order:
            break
        # Each walk begins anew: one that begins with products of many may miss some.
        for element in islice(random_elements(generators, Random(seed)), MAX_BATCH):
            there = walk[frozenset([element[point] for point in points])]
            found.append(multiply(element, inverse(there)))
    return found
