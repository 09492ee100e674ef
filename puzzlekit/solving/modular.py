"""Linear equations modulo n, and their solutions with the fewest moves.

The matrix is brought to diagonal form by invertible row and column operations. This diagonal form
is the Smith normal form over the integers modulo n (A. Storjohann, Algorithms for Matrix Canonical
Forms, 2000).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, prod
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

#: A numpy array of integers.
Array = Any

#: Maximum total number of entries in the solutions that are compared.
MAX_ENTRIES = 1 << 24


class Solutions(NamedTuple):
    """The solutions x of A x = b modulo n.

    The solutions are the sums of `first` and multiples of the generators, an array of shape (m, k).
    The generators are independent and have the given `orders`. Entries of x are equal modulo their
    `periods`.
    """

    first: Array
    generators: Array
    orders: Sequence[int]
    periods: Array

    def smallest(self, *, turns: bool = False) -> Array | None:
        """Return the solutions of lowest cost as rows, or None if there are too many.

        The cost of an entry is its distance to 0. With `turns`, the cost is 1 unless the entry is
        0.
        """
        import numpy

        if prod(self.orders) * max(1, len(self.first)) > MAX_ENTRIES:
            return None
        rows = self.first[None, :] % self.periods
        for order, vector in zip(self.orders, self.generators, strict=True):
            multiples = numpy.arange(order)[:, None] * vector
            rows = (rows[None] + multiples[:, None]).reshape(-1, len(vector)) % self.periods
        costs = (rows > 0) if turns else numpy.minimum(rows, self.periods - rows)
        total = costs.sum(axis=1)
        smallest: Array = numpy.unique(rows[total == total.min()], axis=0)
        return smallest


def solve_modular(matrix: ArrayLike, target: Sequence[int], modulus: int) -> Solutions | None:
    """Return the solutions of A x = b modulo n, or None if there are none.

    Args:
        matrix: A, of shape (equations, unknowns).
        target: b, of length `equations`.
        modulus: n, at least 2.

    >>> solve_modular([[1, 1], [1, 3]], [0, 2], 4).smallest().tolist()
    [[1, 3], [3, 1]]
    """
    import numpy

    entries = numpy.array(matrix, numpy.int64).reshape(len(target), -1) % modulus
    unknowns = entries.shape[1]
    rows = numpy.hstack([entries, numpy.array(target, numpy.int64)[:, None] % modulus])
    columns = numpy.eye(unknowns, dtype=numpy.int64)
    divisors = list[int]()
    while (pivot := _clear(rows, columns, len(divisors), modulus)) is not None:
        divisors.append(pivot)
    rank = len(divisors)
    if rows[rank:, -1].any() or any(rows[i, -1] % each for i, each in enumerate(divisors)):
        return None
    first = numpy.zeros(unknowns, numpy.int64)
    for i, each in enumerate(divisors):
        first = (first + columns[:, i] * (rows[i, -1] // each)) % modulus
    orders = [*divisors, *[modulus] * (unknowns - rank)]
    factors = [modulus // each for each in orders]
    kernel = (columns * factors).T % modulus
    used = [i for i, order in enumerate(orders) if order > 1]
    periods = modulus // numpy.gcd.reduce(entries, axis=0, initial=modulus)
    return Solutions(first, kernel[used], [orders[i] for i in used], periods)


def _clear(rows: Array, columns: Array, at: int, modulus: int) -> int | None:
    """Clear the row and column of the next pivot; return this divisor of the modulus, or None."""
    import numpy

    rest = rows[at:, at:-1]
    while rest.any():
        divisors = numpy.gcd(rest, modulus)
        i, j = divmod(int(divisors.argmin()), rest.shape[1])
        rows[[at, at + i]] = rows[[at + i, at]]
        for each in (rows, columns):
            each[:, [at, at + j]] = each[:, [at + j, at]]
        pivot = gcd(int(rest[0, 0]), modulus)
        rows[at] = rows[at] * _unit(int(rest[0, 0]), modulus) % modulus
        rows[at + 1 :] -= numpy.outer(rest[1:, 0] // pivot, rows[at])
        by = rest[0, 1:] // pivot
        rows[:, at + 1 : -1] -= numpy.outer(rows[:, at], by)
        columns[:, at + 1 :] -= numpy.outer(columns[:, at], by)
        rows %= modulus
        columns %= modulus
        if not (rest[1:, 0].any() or rest[0, 1:].any()):
            return pivot
    return None


def _unit(value: int, modulus: int) -> int:
    """Return a unit whose product with a value is the gcd of the value and the modulus."""
    divisor = gcd(value, modulus)
    unit = pow(value // divisor, -1, modulus // divisor) if modulus > divisor else 1
    while gcd(unit, modulus) > 1:
        unit += modulus // divisor
    return unit
