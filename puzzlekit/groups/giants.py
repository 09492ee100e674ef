"""Recognising the alternating and the symmetric group in their natural action."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from random import Random

from ..core.sparse import Sparse
from .plain.elements import cycle_lengths, random_elements
from .proved_order import ProvedOrder

#: Random elements that are looked at; one in some eleven is a witness where there is one.
MAX_ELEMENTS = 300


class GiantWitness:
    """Looks at the cycles of elements of a transitive group until it must hold A_n.

    A primitive group does, if an element of it has a p-cycle, p a prime, that fixes three
    points or more, or a transposition (C. Jordan, 1873). The group is primitive if n is a
    prime or an element has a p-cycle, p > n/2: a block that it met would have to hold it all.
    The cycle may be that of a power of the element.

    >>> witness = Witness(9)
    >>> witness.look_at([7, 1, 1]), witness.found, witness.look_at([5, 4]), witness.found
    (None, False, None, True)
    """

    def __init__(self, degree: int) -> None:
        self.degree = degree
        self.primitive = is_prime(degree)
        self.giant = False

    @property
    def found(self) -> bool:
        """Whether the group is proved to contain the alternating group."""
        return self.primitive and self.giant

    def look_at(self, lengths: Iterable[int]) -> None:
        """Take the lengths of all cycles of an element into account."""
        lengths = list(lengths)
        longest = max(lengths)
        if 2 * longest > self.degree and is_prime(longest):
            self.primitive = True
            self.giant |= longest < self.degree - 2
        for p in (2, 3):
            divisible = [length for length in lengths if length % p == 0]
            self.giant |= divisible == [p] and (p == 2 or self.degree > 4)


def is_prime(number: int) -> bool:
    """Return whether a number is a prime."""
    return number > 1 and all(number % d for d in range(2, math.isqrt(number) + 1))


def giant_order(generators: Sequence[Sparse]) -> ProvedOrder | None:
    """Return the order of an alternating or symmetric group, or None if that is not proved."""
    degree = len(generators[0])
    if degree < 5 or not _is_transitive(generators):
        return None
    witness = GiantWitness(degree)
    for element in islice(random_elements(generators, Random(degree)), MAX_ELEMENTS):
        points = Counter(cycle_lengths(element))  # by the length of their cycle
        witness.look_at([n for n, count in points.items() for _ in range(count // n)])
        if witness.found:
            half, kinds = math.factorial(degree) // 2, [(degree, 1)]
            if all(g.is_even() for g in generators):
                return ProvedOrder.of(half, kinds, [])
            return ProvedOrder.of(half, kinds, [], 2, [2], "Schreier generators")
    return None


def _is_transitive(generators: Sequence[Sparse]) -> bool:
    """Return whether each point can be taken to each other one."""
    parent = list(range(len(generators[0])))
    orbits = len(parent)
    for g in generators:
        for pair in g.pairs():
            roots = []
            for point in pair:
                while parent[point] != point:
                    parent[point] = parent[parent[point]]
                    point = parent[point]
                roots.append(point)
            orbits -= roots[0] != roots[1]
            parent[roots[0]] = roots[1]
        if orbits == 1:
            return True
    return False
