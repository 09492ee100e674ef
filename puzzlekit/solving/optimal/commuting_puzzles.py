"""Shortest solutions of puzzles whose moves commute, such as Lights Out.

The order of the moves does not matter. The numbers of times that the moves are made
therefore solve a system of linear equations modulo n, the order of the moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import factorial, prod

from ...core.permutation import Images, orbits
from ...rules.base import State
from ...rules.toggle import Toggle
from ...rules.twisty import Twisty
from ..goals_with_free_cells import distinct_orders
from ..modular import solve_modular, toggle_equations
from ..search import ShortestPaths
from ..solution import Turn, Turns

#: Maximum number of points that are compared to find out whether all moves commute.
MAX_WORK = 5_000_000

#: Maximum number of cells that a piece can reach.
MAX_ORBIT = 1_024

Equations = tuple[list[list[int]], list[int]]


def has_commuting_moves(rules: Twisty) -> bool:
    """Return whether all moves commute and undo themselves, and the puzzle is not too large."""
    moves = list(rules.twists.values())
    if rules.forbidden or any(rules.inverse_move(move) != move for move in rules.twists):
        return False
    if not moves or len(moves) ** 2 * len(rules.board) > MAX_WORK:
        return False
    if max(map(len, orbits(moves))) > MAX_ORBIT:
        return False
    return all([a[p] for p in b] == [b[p] for p in a] for a in moves for b in moves)


def solutions(
    rules: Twisty | Toggle, state: State, goal: State, *, turns: bool = False
) -> ShortestPaths | None:
    """Return the shortest solutions, or None if there are too many to compare.

    The moves of a solution can be made in any order. Each order counts as a solution.
    """
    if isinstance(rules, Toggle):
        moves, matrix, target = toggle_equations(rules, state, goal)
        found = solve_modular(matrix, target, rules.modulus)
    else:
        moves = list(rules.twists)
        equations = _equations(list(rules.twists.values()), state, goal)
        found = equations and solve_modular(*equations, 2)
    if found is None:
        return ShortestPaths(iter(()), 0)
    smallest = found.smallest(turns=turns)
    if smallest is None:
        return None
    choices = [
        _choices(moves, rules.inverse_move, exponents, found.periods, turns=turns)
        for exponents in smallest
    ]
    number = sum(prod(map(len, each)) * _count_orders(each, turns=turns) for each in choices)
    words = (word for each in choices for word in product(*each))
    orders = (order for word in words for order in distinct_orders(_letters(word, turns=turns)))
    return ShortestPaths(orders, number)


def short_solution(
    rules: Toggle, state: State, goal: State, *, turns: bool = False
) -> list[str] | None:
    """Return a solution of a toggle puzzle, perhaps not a shortest one, or None if unsolvable."""
    moves, matrix, target = toggle_equations(rules, state, goal)
    found = solve_modular(matrix, target, rules.modulus)
    if found is None:
        return None
    small = found.small(turns=turns)
    choices = _choices(moves, rules.inverse_move, small, found.periods, turns=turns)
    return [move for each in choices for move in each[0]]


def _letters(word: Iterable[Turn], *, turns: bool) -> Counter[Turn]:
    """Return the turns of a word, or its single moves, in alphabetical order."""
    return Counter(sorted(word if turns else [(move,) for turn in word for move in turn]))


def _count_orders(choices: Iterable[Turns], *, turns: bool) -> int:
    """Return the number of distinct orders of a word, which does not depend on the choices."""
    counts = _letters((each[0] for each in choices), turns=turns).values()
    return factorial(sum(counts)) // prod(map(factorial, counts))


def _choices(
    moves: Sequence[str],
    inverse: Callable[[str], str | None],
    exponents: Sequence[int],
    periods: Sequence[int],
    *,
    turns: bool,
) -> list[Turns]:
    """Return the shortest words of each move that give its exponent, if it is not 0.

    Half of a period can go either way, unless `turns` is true, because both are the same turn.
    """
    choices: list[Turns] = []
    for move, exponent, period in zip(moves, exponents, periods, strict=True):
        forward = [(move,) * exponent] if 2 * exponent <= period else []
        backward = [(str(inverse(move)),) * (period - exponent)] if 2 * exponent >= period else []
        if exponent:
            words = list(dict.fromkeys(forward + backward))
            choices.append(words[:1] if turns else words)
    return choices


def _equations(moves: Sequence[Images], state: State, goal: State) -> Equations | None:
    """Return a column per move, and the sum of columns in every solution, or None if unsolvable."""
    columns, target, shift = [0] * len(moves), 0, 0
    for orbit in orbits(moves):
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
    matrix = [[column >> row & 1 for column in columns] for row in range(shift)]
    return matrix, [target >> row & 1 for row in range(shift)]


def _coordinates(
    orbit: Sequence[int], moves: Sequence[Images]
) -> tuple[dict[int, int], list[int], int]:
    """Return bit sets of points, bit sets that the moves add to these, and the dimension."""
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
    """Return a vector reduced by a basis, starting with the highest leading bit."""
    for length in sorted(basis, reverse=True):
        if vector >> (length - 1) & 1:
            vector ^= basis[length]
    return vector
