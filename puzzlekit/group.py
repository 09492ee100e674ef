"""Orders and names of permutation groups, exact and certain.

Quick ways come first, each a proof: parts that no generator ties together form a direct
product; the alternating and the symmetric group are recognised (`giants`), and so are
groups of twisted pieces, as in cubes (`structure`). What is left goes to sympy's
deterministic Schreier-Sims algorithm.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from .errors import NotationError
from .giants import is_giant, orbit
from .permutation import (
    Images,
    inverse,
    is_even,
    multiply,
    to_cycles,
    to_sympy,
    without_inverses,
)
from .structure import by_structure, product_name


class GroupInfo(NamedTuple):
    """A group: how many points it moves, by how many generators, its order and proved name."""

    degree: int
    generators: int
    order: int
    name: str | None
    certain: bool = True


def describe(generators: Iterable[Sequence[int]]) -> GroupInfo:
    """Return the exact order and, where it is proved, the name of the generated group.

    `generators` are image lists of one length. Points that none moves do not count.

    >>> describe([(1, 2, 3, 0, 4, 5), (0, 1, 2, 3, 5, 4)])
    GroupInfo(degree=6, generators=2, order=8, name='C2 x C4', certain=True)
    """
    moved = without_inverses(_checked(generators))
    parts = [_part(part) for part in _independent(moved)]
    return GroupInfo(
        degree=sum(degree for _, _, degree in parts),
        generators=len(moved),
        order=math.prod(order for order, _, _ in parts),
        name=_joined([name for _, name, _ in parts]),
    )


def _checked(generators: Iterable[Sequence[int]]) -> list[Images]:
    found = [tuple(g) for g in generators]
    points = set(range(len(found[0]))) if found else set()
    for g in found:
        if len(g) != len(points) or set(g) != points:
            raise NotationError(
                f"{str(g)[:60]} is no list of the images of 0..{len(points) - 1}; generators "
                "are such lists, all of one length."
            )
    return found


def _joined(names: Sequence[str | None]) -> str | None:
    """Return the name of a direct product of independent parts, if each has one."""
    known = [name for name in names if name is not None]
    if len(known) < len(names) or (len(known) > 1 and any("index" in name for name in known)):
        return None
    return product_name(known)


def _independent(generators: list[Images]) -> list[list[Images]]:
    """Split generators into sets that move no common point and share no orbit.

    Each part is renumbered to the points that it moves.
    """
    if not generators:
        return []
    parent = list(range(len(generators[0])))

    def root(point: int) -> int:
        while parent[point] != point:
            parent[point] = parent[parent[point]]
            point = parent[point]
        return point

    supports = [[i for i, image in enumerate(g) if image != i] for g in generators]
    for support in supports:
        for point in support[1:]:
            parent[root(point)] = root(support[0])
    parts: dict[int, list[int]] = {}
    for number, support in enumerate(supports):
        parts.setdefault(root(support[0]), []).append(number)
    found = []
    for numbers in parts.values():
        points = sorted({point for number in numbers for point in supports[number]})
        place = {point: i for i, point in enumerate(points)}
        found.append([tuple([place[generators[k][p]] for p in points]) for k in numbers])
    return found


def _part(generators: list[Images]) -> tuple[int, str | None, int]:
    """Return order, name and degree of a group that moves every point."""
    degree = len(generators[0])
    transitive = len(orbit(generators)) == degree
    if len(generators) == 1:
        order = math.lcm(*map(len, to_cycles(generators[0])))
        return order, f"C{order}", degree
    if transitive and is_giant(generators, degree):
        return *_giant(degree, all(map(is_even, generators))), degree
    found = by_structure(generators)
    if found is not None:
        return *found, degree
    group = sympy_group(generators)
    order = int(group.order())
    return order, _name(group, generators, order, degree) if transitive else None, degree


def sympy_group(generators: Iterable[Sequence[int]]) -> Any:
    """Return the generated group as a sympy `PermutationGroup`."""
    from sympy.combinatorics import PermutationGroup

    return PermutationGroup([to_sympy(g) for g in generators])


def _giant(degree: int, even: bool) -> tuple[int, str]:
    order = math.factorial(degree)
    return (order // 2, f"A{degree}") if even else (order, f"S{degree}")


def _name(group: Any, generators: Sequence[Images], order: int, degree: int) -> str | None:
    """Return a name of a transitive group that is proved by its order and its degree.

    A subgroup of S_n of index 1 or 2 is S_n or A_n. The transitive groups of degree 6 and
    orders 120 and 60 are PGL(2,5) and PSL(2,5) (G. Butler and J. McKay, 1983).
    """
    if 2 * order >= math.factorial(degree):
        return _giant(degree, 2 * order == math.factorial(degree))[1]
    if degree == 6 and order in (60, 120):
        return "PSL(2,5)" if order == 60 else "PGL(2,5)"
    if order == degree and any(len(to_cycles(g)[0]) == degree for g in generators):
        return f"C{degree}"
    if order == 2 * degree:
        return _dihedral(group, degree)
    return None


def _dihedral(group: Any, degree: int) -> str | None:
    """Return D_n if the group of order 2n has an n-cycle that all other elements invert."""
    elements = [tuple(element.array_form) for element in group.elements]
    cycle = next((g for g in elements if [len(c) for c in to_cycles(g)] == [degree]), None)
    if cycle is None:
        return None
    powers = {tuple(range(degree))}
    power = cycle
    while power not in powers:
        powers.add(power)
        power = multiply(power, cycle)
    outside = [g for g in elements if g not in powers]
    inverted = all(multiply(inverse(g), cycle, g) == inverse(cycle) for g in outside)
    return f"D{degree}" if inverted else None
