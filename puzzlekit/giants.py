"""Recognising the alternating and the symmetric group in their natural action."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from .permutation import Images, inverse, multiply, to_cycles, to_sympy

#: Random elements that are tried for Jordan's witness (about one in ln(n)/0.7 is one), and
#: generators that are multiplied into one for the next.
TRIALS = 200
FACTORS = 100


def orbit(generators: Sequence[Images], start: int = 0) -> list[int]:
    """Return the points that a point can be taken to.

    >>> orbit([(1, 0, 2)])
    [0, 1]
    """
    found, seen = [start], {start}
    for point in found:
        for g in generators:
            if g[point] not in seen:
                seen.add(g[point])
                found.append(g[point])
        if len(found) == len(generators[0]):
            break
    return found


def is_giant(generators: list[Images], degree: int) -> bool:
    """Tell whether a transitive group is proved to contain the alternating group.

    A transitive group with an element that has a p-cycle, p a prime with n/2 < p < n-2, does
    (C. Jordan, 1873): that the cycle is longer than n/2 makes the group primitive, since a
    block that the cycle met would have to hold it all, or be a single point. Below degree 8,
    where there may be no such prime, the order tells. False means only that no proof was found.

    >>> is_giant([(1, 2, 3, 4, 5, 6, 7, 8, 0), (1, 0, 2, 3, 4, 5, 6, 7, 8)], 9)
    True
    """
    if degree < 8:
        from sympy.combinatorics import PermutationGroup

        found = PermutationGroup([to_sympy(g) for g in generators])
        return bool(2 * found.order() >= math.factorial(degree))
    primes = {p for p in range(degree // 2 + 1, degree - 2) if is_prime(p)}
    rng = Random(degree)
    element: Images = tuple(range(degree))
    for _ in range(TRIALS):
        for g in rng.sample(generators, min(FACTORS, len(generators))):
            element = multiply(element, g if rng.random() < 0.5 else inverse(g))
        if any(len(cycle) in primes for cycle in to_cycles(element)):
            return True
    return False


def is_prime(number: int) -> bool:
    """Tell whether a number is a prime.

    >>> [n for n in range(12) if is_prime(n)]
    [2, 3, 5, 7, 11]
    """
    return number > 1 and all(number % d for d in range(2, math.isqrt(number) + 1))
