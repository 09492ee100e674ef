"""Shortest solutions of puzzles whose moves commute and undo themselves, such as Lights Out.

The order of the moves does not matter, and a shortest solution makes no move twice, so it is a set
of moves. The sets that solve a position are the solutions of linear equations modulo 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, permutations
from math import factorial

from ...core.disjoint import DisjointSets
from ...core.permutation import Images
from ...rules.base import State
from ...rules.twisty import Twisty
from .shortest import Turns

#: Maximum number of points compared to find out whether all moves commute.
MAX_WORK = 5_000_000

#: Maximum number of cells that a piece can reach.
MAX_ORBIT = 1_024

#: Maximum dimension of the sets of moves without effect, all of which are tried.
MAX_DIMENSION = 20


def commute(rules: Twisty) -> bool:
    """Return whether all moves commute and undo themselves, and the puzzle is not too large."""
    moves = list(rules.twists.values())
    if rules.forbidden or any(rules.inverse_move(move) != move for move in rules.twists):
        return False
    if not moves or len(moves) ** 2 * len(rules.board) > MAX_WORK:
        return False
    if max(map(len, _orbits(moves))) > MAX_ORBIT:
        return False
    return all([a[p] for p in b] == [b[p] for p in a] for a in moves for b in moves)


def _orbits(moves: Sequence[Images]) -> list[list[int]]:
    """Return the orbits of the cells under the moves."""
    joined = DisjointSets()
    for images in moves:
        for point, image in enumerate(images):
            joined.join(point, image)
    return joined.sets(list(range(len(moves[0]))))


def solutions(rules: Twisty, state: State, goal: State) -> tuple[Iterator[Turns], int] | None:
    """Return the shortest solutions and their number; None if there are too many sets to try.

    Each order of a set of moves is a solution.
    """
    moves = list(rules.twists.values())
    equations = _equations(moves, state, goal)
    if equations is None:
        return iter(()), 0
    columns, target = equations
    solution, without_effect = _solve(columns, target)
    if solution is None:
        return iter(()), 0
    if len(without_effect) > MAX_DIMENSION:
        return None
    sets = _smallest_sets(solution, without_effect)
    names = list(rules.twists)
    chosen = [[name for i, name in enumerate(names) if each >> i & 1] for each in sets]
    orders = chain.from_iterable(permutations(each) for each in chosen)
    number = len(sets) * factorial(len(chosen[0]))
    return ([(move,) for move in order] for order in orders), number


def _equations(moves: Sequence[Images], state: State, goal: State) -> tuple[list[int], int] | None:
    """Return a bit set for each move, and the sum of the bit sets of every solution.

    The bits are coordinates of each orbit. Returns None if there is no solution.
    """
    columns, target, shift = [0] * len(moves), 0, 0
    for orbit in _orbits(moves):
        vectors, effects, dimension = _coordinates(orbit, moves)
        points = {vector: point for point, vector in vectors.items()}
        shifts = [
            by
            for by in points
            if all(goal[points[vector ^ by]] == state[point] for point, vector in vectors.items())
        ]
        if not shifts:
            return None
        # Equal pieces allow for several shifts: ignore what their differences change.
        ignored: dict[int, int] = {}
        for each in shifts:
            if rest := _reduce(each ^ shifts[0], ignored):
                ignored[rest.bit_length()] = rest
        for i, effect in enumerate(effects):
            columns[i] |= _reduce(effect, ignored) << shift
        target |= _reduce(shifts[0], ignored) << shift
        shift += dimension
    return columns, target


def _coordinates(
    orbit: Sequence[int], moves: Sequence[Images]
) -> tuple[dict[int, int], list[int], int]:
    """Return a bit set for each point of an orbit, one for each move, and the dimension.

    Every move adds its bit set to those of all points.
    """
    base, dimension = orbit[0], 0
    vectors, effects = {base: 0}, []
    for images in moves:
        if images[base] not in vectors:
            new = {images[p]: vector | 1 << dimension for p, vector in vectors.items()}
            vectors |= new
            dimension += 1
        effects.append(vectors[images[base]])
    return vectors, effects, dimension


def _reduce(vector: int, basis: dict[int, int]) -> int:
    """Return a vector with the leading bits of a basis eliminated, from the highest one."""
    for length in sorted(basis, reverse=True):
        if vector >> (length - 1) & 1:
            vector ^= basis[length]
    return vector


def _solve(columns: Sequence[int], target: int) -> tuple[int | None, list[int]]:
    """Return a set of columns with a sum, or None; and a basis of the sets with the sum 0."""
    basis: dict[int, tuple[int, int]] = {}
    without_effect = []

    def eliminated(vector: int, chosen: int) -> tuple[int, int]:
        while vector and vector.bit_length() in basis:
            other = basis[vector.bit_length()]
            vector, chosen = vector ^ other[0], chosen ^ other[1]
        return vector, chosen

    for i, column in enumerate(columns):
        vector, chosen = eliminated(column, 1 << i)
        if vector:
            basis[vector.bit_length()] = vector, chosen
        else:
            without_effect.append(chosen)
    rest, solution = eliminated(target, 0)
    return None if rest else solution, without_effect


def _smallest_sets(solution: int, without_effect: Sequence[int]) -> list[int]:
    """Return the smallest of all sets with the effect of a solution."""
    best, sets, each = solution.bit_count() + 1, list[int](), solution
    for number in range(1, (1 << len(without_effect)) + 1):
        size = each.bit_count()
        if size < best:
            best, sets = size, []
        if size == best:
            sets.append(each)
        lowest = (number & -number).bit_length() - 1  # Gray code
        if lowest < len(without_effect):
            each ^= without_effect[lowest]
    return sets
