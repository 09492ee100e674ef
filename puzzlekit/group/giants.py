"""Recognising the alternating and the symmetric group in their natural action."""

from __future__ import annotations

import math
from collections.abc import Iterable


class Witness:
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
    """Tell whether a number is a prime.

    >>> [n for n in range(12) if is_prime(n)]
    [2, 3, 5, 7, 11]
    """
    return number > 1 and all(number % d for d in range(2, math.isqrt(number) + 1))
