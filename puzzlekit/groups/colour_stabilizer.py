"""Computation of the order of a colouring's stabilizer in a small group.

For each colour in an orbit, the images of its set of points are enumerated. A random element times
the inverse of the listed element with the same image stabilizes the set. The orbit-stabilizer
theorem gives the order of the stabilizer, and so shows when enough such products are known.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import count, islice
from random import Random

from ..core.errors import LimitReachedError
from ..core.permutation import Images, identity, inverse, multiply, orbits, restrict
from .order_proof import prove_order
from .plain.random_elements import random_elements

#: Limit for the number of point sets times the number of generators, about one second.
MAX_TRIED = 500_000

#: Number of random elements taken from each random walk.
MAX_BATCH = 4


def colour_stabilizer_order(generators: list[Images], colours: Sequence[int]) -> int:
    """Return the order of the stabilizer of all colours.

    Raises `LimitReachedError` if the orbit of a set of points is too long.
    """
    order = prove_order(generators).order
    while order > 1:
        mixed = [points for points in orbits(generators) if len({colours[p] for p in points}) > 1]
        classes = [each for points in mixed for each in _colour_classes(points, colours)]
        if not classes:
            # Each remaining colour occurs once, so its point is fixed.
            points = [point for each in mixed for point in each]
            moved = prove_order(restrict(generators, points)).order if points else 1
            return order // moved
        _, chosen = min(classes)
        elements = _set_orbit(generators, chosen)
        order //= len(elements)
        generators = _set_stabilizer(generators, chosen, elements, order)
    return order


def _colour_classes(points: list[int], colours: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Return (number of possible sets, points) for each colour that occurs more than once."""
    members: dict[int, list[int]] = {}
    for point in points:
        members.setdefault(colours[point], []).append(point)
    return [
        (math.comb(len(points), len(each)), tuple(sorted(each)))
        for each in members.values()
        if len(each) > 1
    ]


def _set_orbit(generators: list[Images], points: Sequence[int]) -> dict[frozenset[int], Images]:
    """Return the images of a set of points, each with an element that maps the set to it."""
    first = frozenset(points)
    elements = {first: identity(len(generators[0]))}
    queue = [first]
    for each in queue:
        for g in generators:
            image = frozenset([g[point] for point in each])
            if image not in elements:
                elements[image] = multiply(elements[each], g)
                queue.append(image)
        if len(elements) * len(generators) > MAX_TRIED:
            raise LimitReachedError(
                f"Cannot count the arrangements: {len(points)} pieces have more than "
                f"{len(elements):,} placements."
            )
    return elements


def _set_stabilizer(
    generators: list[Images],
    points: Sequence[int],
    elements: dict[frozenset[int], Images],
    order: int,
) -> list[Images]:
    """Return generators of the stabilizer of a set of points, whose order is known."""
    stabilizer = [identity(len(generators[0]))]
    for seed in count():
        if prove_order(stabilizer).order == order:
            break
        # Restart often: a walk that starts from products of many generators may miss some.
        for element in islice(random_elements(generators, Random(seed)), MAX_BATCH):
            image = elements[frozenset([element[point] for point in points])]
            stabilizer.append(multiply(element, inverse(image)))
    return stabilizer
