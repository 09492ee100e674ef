"""Linear equations modulo n, as for toggle puzzles, and their solutions with the fewest moves.

The matrix is brought to diagonal form by invertible row and column operations. This diagonal form
is the Smith normal form over the integers modulo n (A. Storjohann, Algorithms for Matrix Canonical
Forms, 2000).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import gcd, prod
from typing import NamedTuple

from ..rules.base import State
from ..rules.toggle import Toggle

#: Maximum total number of entries in the solutions that are compared.
MAX_ENTRIES = 1 << 24

#: Maximum number of terms shown for a sum.
MAX_TERMS = 12

Vector = list[int]


class Solutions(NamedTuple):
    """The solutions x of A x = b modulo n.

    The solutions are the sums of `first` and multiples of the `generators`. The generators are
    independent and have the given `orders`. Entries of x are equal modulo their `periods`.
    """

    first: Vector
    generators: Sequence[Vector]
    orders: Sequence[int]
    periods: Vector

    def smallest(self, *, turns: bool = False) -> list[Vector] | None:
        """Return the solutions of lowest cost in order, or None if there are too many.

        The cost of an entry is its distance to 0, or, if `turns` is true, 1 unless the entry is 0.
        """
        if prod(self.orders) * max(1, len(self.first)) > MAX_ENTRIES:
            return None
        periods, costs = self.periods, self._costs(turns)
        multiples = [
            [[factor * entry for entry in vector] for factor in range(order)]
            for vector, order in zip(self.generators, self.orders, strict=True)
        ]
        lowest, smallest = sum(periods) + 1, set[tuple[int, ...]]()
        for terms in product(*multiples):
            entries = map(sum, zip(self.first, *terms, strict=True))
            solution = tuple(x % period for x, period in zip(entries, periods, strict=True))
            cost = sum(each[x] for each, x in zip(costs, solution, strict=True))
            if cost < lowest:
                lowest, smallest = cost, set()
            if cost == lowest:
                smallest.add(solution)
        return [list(solution) for solution in sorted(smallest)]

    def small(self, *, turns: bool = False) -> Vector:
        """Return a solution whose cost no multiple of a single generator lowers."""
        costs, small = self._costs(turns), list(self.first)

        def cost(solution: Vector) -> int:
            return sum(
                each[x % period]
                for each, x, period in zip(costs, solution, self.periods, strict=True)
            )

        lowest = cost(small) + 1
        while cost(small) < lowest:
            lowest = cost(small)
            for generator, order in zip(self.generators, self.orders, strict=True):
                small = min(
                    (
                        [x + factor * y for x, y in zip(small, generator, strict=True)]
                        for factor in range(order)
                    ),
                    key=cost,
                )
        return [x % period for x, period in zip(small, self.periods, strict=True)]

    def _costs(self, turns: bool) -> list[list[int]]:
        """Return the cost of each value of each entry."""
        limit = 1 if turns else max(self.periods, default=0)
        return [[min(x, period - x, limit) for x in range(period)] for period in self.periods]


def solve_modular(
    matrix: Sequence[Sequence[int]], target: Sequence[int], modulus: int
) -> Solutions | None:
    """Return the solutions of A x = b modulo n, or None if there are none.

    Args:
        matrix: A, with a row for each equation; at least one row.
        target: b, with an entry for each equation.
        modulus: n, at least 2.

    >>> solve_modular([[1, 1], [1, 3]], [0, 2], 4).smallest()
    [[1, 3], [3, 1]]
    """
    unknowns = len(matrix[0])
    rows = [
        [entry % modulus for entry in (*row, value)]
        for row, value in zip(matrix, target, strict=True)
    ]
    periods = [modulus // gcd(modulus, *(row[j] for row in rows)) for j in range(unknowns)]
    columns = [[int(i == j) for i in range(unknowns)] for j in range(unknowns)]
    divisors = list[int]()
    while (pivot := _eliminate_pivot(rows, columns, len(divisors), modulus)) is not None:
        divisors.append(pivot)
    rank, first = len(divisors), [0] * unknowns
    if any(row[-1] for row in rows[rank:]):
        return None
    for row, each, column in zip(rows, divisors, columns, strict=False):
        if row[-1] % each:
            return None
        _add(first, column, row[-1] // each, modulus)
    orders = [*divisors, *[modulus] * (unknowns - rank)]
    used = [i for i, order in enumerate(orders) if order > 1]
    generators = [[entry * modulus // orders[i] % modulus for entry in columns[i]] for i in used]
    return Solutions(first, generators, [orders[i] for i in used], periods)


def _add(vector: Vector, other: Vector, factor: int, modulus: int) -> None:
    """Add a multiple of another vector to a vector."""
    vector[:] = [(x + factor * y) % modulus for x, y in zip(vector, other, strict=True)]


def _eliminate_pivot(
    rows: list[Vector], columns: list[Vector], at: int, modulus: int
) -> int | None:
    """Clear the row and column of the next pivot; return the pivot (a divisor of n), if any."""
    while (found := _find_pivot(rows, len(columns), at, modulus)) is not None:
        pivot, i, j = found
        rows[at], rows[i] = rows[i], rows[at]
        columns[at], columns[j] = columns[j], columns[at]
        for row in rows:
            row[at], row[j] = row[j], row[at]
        unit = _normalizing_unit(rows[at][at], modulus)
        top = rows[at] = [entry * unit % modulus for entry in rows[at]]
        for row in rows[at + 1 :]:
            if row[at]:
                _add(row, top, -(row[at] // pivot), modulus)
        for k in range(at + 1, len(columns)):
            if by := top[k] // pivot:
                for row in rows[at:]:
                    row[k] = (row[k] - by * row[at]) % modulus
                _add(columns[k], columns[at], -by, modulus)
        if not any(top[at + 1 : -1]) and not any(row[at] for row in rows[at + 1 :]):
            return pivot
    return None


def _find_pivot(
    rows: Sequence[Vector], unknowns: int, at: int, modulus: int
) -> tuple[int, int, int] | None:
    """Return the smallest gcd of a nonzero entry and the modulus, with row and column, if any."""
    best = None
    for i in range(at, len(rows)):
        for j in range(at, unknowns):
            if rows[i][j] and (best is None or gcd(rows[i][j], modulus) < best[0]):
                best = gcd(rows[i][j], modulus), i, j
                if best[0] == 1:
                    return best
    return best


def _normalizing_unit(value: int, modulus: int) -> int:
    """Return a unit whose product with a value is the gcd of the value and the modulus."""
    divisor = gcd(value, modulus)
    unit = pow(value // divisor, -1, modulus // divisor) if modulus > divisor else 1
    while gcd(unit, modulus) > 1:
        unit += modulus // divisor
    return unit


def toggle_equations(
    rules: Toggle, state: State, goal: State
) -> tuple[list[str], list[list[int]], list[int]]:
    """Return the moves without their inverses, the matrix with their columns, and the target."""
    moves = [move for move in rules.additions if rules.inverse_move(move) >= move]
    matrix = [[rules.additions[move].get(cell, 0) for move in moves] for cell in range(len(goal))]
    return moves, matrix, [int(b) - int(a) for a, b in zip(state, goal, strict=True)]


def toggle_obstacle(rules: Toggle, state: State, goal: State) -> str | None:
    """Return a sum, unchanged by moves, that rules out the goal, or None if there is none.

    >>> from puzzlekit import grid
    >>> toggle_obstacle(Toggle(grid(2, 1)), ("0", "1"), ("0", "0"))
    'Modulo 2, no move changes the sum a1 + b1.'
    """
    _, matrix, target = toggle_equations(rules, state, goal)
    columns = list(zip(*matrix, strict=True))
    constant = solve_modular(columns, [0] * len(columns), rules.modulus)
    assert constant is not None  # zeros are a solution
    for weights in constant.generators:
        if sum(a * b for a, b in zip(weights, target, strict=True)) % rules.modulus:
            cells = zip(weights, rules.board.cells, strict=True)
            terms = [
                name if weight == 1 else f"{weight} {name}" for weight, name in cells if weight
            ]
            shown = terms[:MAX_TERMS] + ["..."] * (len(terms) > MAX_TERMS)
            return f"Modulo {rules.modulus}, no move changes the sum {' + '.join(shown)}."
    return None
