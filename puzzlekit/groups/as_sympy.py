"""Sympy permutation groups that know their order, and how to find the rest quickly."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sympy.combinatorics import Permutation, PermutationGroup
from sympy.combinatorics.permutations import _af_new as from_images

from ..core.permutation import Images, is_even
from .chains import Chain, GiantChain, chain_of
from .proved_order import ProvedOrder

#: Degree from which on the chain of a symmetric or alternating group is not searched for.
WRITTEN_DOWN = 50


def known_group(generators: Sequence[Images], orders: Sequence[ProvedOrder]) -> Any:
    """Return the `PermutationGroup` of image lists, of which the order of each factor was found.

    Its `certain` and `proof` say how. Base, strong generators, basic orbits and transversals
    are found when sympy first needs them, and transversals are lists of permutations only where
    it looks: nothing whose size is the square of the degree is made behind anybody's back.

    >>> from puzzlekit.groups import order
    >>> group = order([(1, 2, 3, 4, 0), (1, 0, 2, 3, 4)])
    >>> group.order(), group.base, group.is_symmetric, group.proof
    (120, [0, 1, 2, 3], True, 'structure, Schreier generators')
    """
    different = [from_images(list(g)) for g in dict.fromkeys(generators)]
    group = PermutationGroup(*different, dups=False)
    group._order = math.prod(proved.order for proved in orders)
    group.certain = all(proved.certain for proved in orders)
    group.proof = ", ".join(dict.fromkeys(proved.proof for proved in orders)) or "trivial"
    # These methods of one instance stand before those of the class, so that to everybody else
    # the group is, and is equal to, any other sympy group.
    group.schreier_sims = lambda: _fill_in(group)
    group.generator_product = lambda g, original=False: PermutationGroup(
        group.generators
    ).generator_product(g, original)
    if _is_giant(group):
        group.contains = lambda g, strict=True: _giant_contains(group, g, strict)
    return group


def _is_giant(group: Any) -> bool:
    """Tell whether a group is symmetric or alternating on all its many points."""
    degree = group.degree
    return degree >= WRITTEN_DOWN and bool(2 * group._order >= math.factorial(degree))


def _giant_contains(group: Any, g: Any, strict: bool) -> bool:
    if not isinstance(g, Permutation) or (strict and g.size != group.degree):
        return False
    if any(point >= group.degree for point in g.support()):
        return False
    return group._order == math.factorial(group.degree) or is_even(g.array_form)


def _fill_in(group: Any) -> None:
    """Fill in what sympy keeps of a stabilizer chain."""
    chain: Chain
    if _is_giant(group):
        chain = GiantChain(group.degree, group._order < math.factorial(group.degree))
    else:
        chain = chain_of([tuple(g.array_form) for g in group.generators], group._order)
    group._base = list(chain.base)
    group._strong_gens = _Strong(chain)
    group._basic_orbits = [
        orbit if isinstance(orbit, range) else sorted(orbit) for orbit in chain.orbits
    ]
    group._transversals = [_Transversal(chain, level) for level in range(len(chain.base))]


class _Strong(Sequence[Any]):
    """Strong generators, made when they are first asked for."""

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._made: list[Any] | None = None

    def _all(self) -> list[Any]:
        if self._made is None:
            self._made = [Permutation(list(g)) for g in self._chain.strong()]
        return self._made

    def __getitem__(self, at: Any) -> Any:
        return self._all()[at]

    def __len__(self) -> int:
        return len(self._all())


class _Transversal(Mapping[int, Any]):
    """Elements by the point to which they take a base point, made when they are asked for."""

    def __init__(self, chain: Chain, level: int) -> None:
        self._chain, self._level = chain, level
        self._made: dict[int, Any] = {}

    def __getitem__(self, point: int) -> Any:
        if point not in self._made:
            if point not in self._chain.orbits[self._level]:
                raise KeyError(point)
            self._made[point] = Permutation(list(self._chain.element(self._level, point)))
        return self._made[point]

    def __iter__(self) -> Iterator[int]:
        return iter(self._chain.orbits[self._level])

    def __len__(self) -> int:
        return len(self._chain.orbits[self._level])
