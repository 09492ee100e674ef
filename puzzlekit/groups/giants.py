"""Recognition of giants: alternating and symmetric groups in their natural action."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from random import Random

from ..core.sparse_permutations import Sparse
from ..core.union_find import DisjointSets
from .plain.random_elements import cycle_lengths, random_elements
from .proved_order import ProvedOrder

#: Maximum number of random elements; in a giant, about one in eleven is a witness.
MAX_ELEMENTS = 300


class GiantWitness:
    """A test of whether a transitive group contains A_n, based on cycle lengths of its elements.

    A primitive group contains A_n if one of its elements is a transposition, or a p-cycle for a
    prime p that fixes three or more points (C. Jordan, 1873). The group is primitive if n is prime
    or if an element has a p-cycle with p > n/2, because a block that meets the cycle would have to
    contain all of it. Powers of the elements are considered as well.

    >>> witness = GiantWitness(9)
    >>> witness.observe([7, 1, 1]), witness.is_proved, witness.observe([5, 4]), witness.is_proved
    (None, False, None, True)
    """

    def __init__(self, degree: int) -> None:
        self.degree = degree
        self.primitive = is_prime(degree)
        self.giant = False

    @property
    def is_proved(self) -> bool:
        """True once the group is proved to contain the alternating group."""
        return self.primitive and self.giant

    def observe(self, lengths: Iterable[int]) -> None:
        """Update the proof with the lengths of all cycles of an element."""
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
    """Return the proved order of an alternating or symmetric group, or None if unproved."""
    degree = len(generators[0])
    if degree < 5 or not _is_transitive(generators):
        return None
    witness = GiantWitness(degree)
    for element in islice(random_elements(generators, Random(degree)), MAX_ELEMENTS):
        points = Counter(cycle_lengths(element))  # by cycle length
        witness.observe([n for n, count in points.items() for _ in range(count // n)])
        if witness.is_proved:
            signs = ProvedOrder(1)
            if not all(g.is_even() for g in generators):
                signs = ProvedOrder.of_chain(2, [2], "Schreier generators")
            return signs.with_structure([(degree, 1)])
    return None


def _is_transitive(generators: Sequence[Sparse]) -> bool:
    joined = DisjointSets()
    for g in generators:
        for point, image in g.pairs():
            joined.join(point, image)
    return len(joined.sets(list(range(len(generators[0]))))) == 1
