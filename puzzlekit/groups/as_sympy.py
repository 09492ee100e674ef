"""SymPy permutation groups whose order is already known and whose chain is found quickly."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from sympy.combinatorics import Permutation, PermutationGroup
from sympy.combinatorics.permutations import _af_new as from_images

from ..core.permutation import Images, inverse, is_even, multiply
from .chains import GiantChain, StabilizerChain, stabilizer_chain
from .proved_order import ProvedOrder

#: The degree from which the chain of a symmetric or alternating group is written down.
MAX_LISTED = 50


class KnownGroup(PermutationGroup):  # type: ignore[misc]
    """A `PermutationGroup` that knows its order; `certain` and `proof` say how it was found.

    `orders` are the orders of its direct factors. Base, strong generators, basic orbits and
    transversals are found when they are first used, and elements of transversals one by one:
    nothing takes memory that grows with the square of the degree. To SymPy it is equal to the
    group that SymPy makes of the same generators.

    >>> from puzzlekit.groups import order
    >>> group = order([(1, 2, 3, 4, 0), (1, 0, 2, 3, 4)])
    >>> group.order(), group.base, group.is_symmetric, group.proof
    (120, [0, 1, 2, 3], True, 'structure, Schreier generators')
    """

    def __new__(cls, generators: Sequence[Images], orders: Sequence[ProvedOrder]) -> Any:
        """Make the generators permutations of SymPy, each once."""
        different = [from_images(list(g)) for g in dict.fromkeys(generators)]
        return super().__new__(cls, *different, dups=False)

    def __init__(self, generators: Sequence[Images], orders: Sequence[ProvedOrder]) -> None:
        super().__init__()
        self._known_order = math.prod(proved.order for proved in orders)
        self.certain = all(proved.certain for proved in orders)
        self.proof = ", ".join(dict.fromkeys(proved.proof for proved in orders)) or "trivial"

    @property
    def func(self) -> Any:
        """The class from which SymPy rebuilds the group."""
        return PermutationGroup

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PermutationGroup) and bool(self.args == other.args)

    def __hash__(self) -> int:
        return hash(self._plain)

    def order(self) -> int:
        """Return the order."""
        return self._known_order

    @cached_property
    def _plain(self) -> PermutationGroup:
        """The same group as SymPy makes it, for what needs a chain of SymPy's own."""
        return PermutationGroup(*self.generators, dups=False)

    # -- the stabilizer chain ---------------------------------------------------------------------

    @cached_property
    def _is_giant(self) -> bool:
        """Whether the group is symmetric or alternating on all its many points."""
        large = self.degree >= MAX_LISTED
        return large and 2 * self._known_order >= math.factorial(self.degree)

    @cached_property
    def _chain(self) -> StabilizerChain:
        if self._is_giant:
            return GiantChain(self.degree, self._known_order < math.factorial(self.degree))
        return stabilizer_chain([tuple(g.array_form) for g in self.generators], self._known_order)

    def schreier_sims(self) -> None:
        """Do nothing: the chain is found when it is first used."""

    @cached_property
    def base(self) -> list[int]:
        """The points whose images determine an element."""
        return list(self._chain.base)

    @cached_property
    def strong_gens(self) -> list[Permutation]:
        """Generators, among them some of each stabilizer in the chain."""
        return [from_images(list(g)) for g in self._chain.strong_generators()]

    @cached_property
    def basic_orbits(self) -> list[Sequence[int]]:
        """The orbit of each base point under what fixes those before it."""
        orbits = self._chain.orbits
        return [orbit if isinstance(orbit, range) else sorted(orbit) for orbit in orbits]

    @cached_property
    def basic_transversals(self) -> list[Mapping[int, Permutation]]:
        """For each base point, an element to each point of its orbit."""
        return [_Transversal(self._chain, level) for level in range(len(self.base))]

    @property
    def basic_stabilizers(self) -> list[PermutationGroup]:
        """The groups that fix the first base points, none at first."""
        found = []
        for level in range(len(self.base)):
            fixed = self.base[:level]
            fixing = [g for g in self.strong_gens if all(point ^ g == point for point in fixed)]
            found.append(PermutationGroup(fixing or [self.identity]))
        return found

    def contains(self, g: Any, strict: bool = True) -> bool:
        """Return whether a permutation is in the group; shorter ones only if not `strict`."""
        if not self._is_giant:
            return bool(super().contains(g, strict))
        if not isinstance(g, Permutation) or (strict and g.size != self.degree):
            return False
        if any(point >= self.degree for point in g.support()):
            return False
        return self._known_order == math.factorial(self.degree) or is_even(g.array_form)

    def coset_factor(self, g: Any, factor_index: bool = False) -> list[Any]:
        """Return an element's factors by transversals, or their points; [] for a non-member."""
        rest = tuple(g if isinstance(g, list | tuple) else g.list())
        if len(rest) != self.degree:
            raise ValueError(f"A permutation of {len(rest)} points, not {self.degree}.")
        points = []
        for level, point in enumerate(self.base):
            image = rest[point]
            if image != point:
                if image not in self.basic_transversals[level]:
                    return []
                rest = multiply(rest, inverse(self._chain.element(level, image)))
            points.append(image)
        if rest != tuple(range(self.degree)):
            return []
        if factor_index:
            return points
        return [self.basic_transversals[level][point] for level, point in enumerate(points)]

    def coset_rank(self, g: Any) -> int | None:
        """Return the place of an element in the order of `generate`; None if it is none."""
        points = self.coset_factor(g, True)
        rank, size = 0, 1
        for orbit, point in zip(self.basic_orbits, points, strict=False):
            rank += size * orbit.index(point)
            size *= len(orbit)
        return rank if points else None

    def generate_schreier_sims(self, af: bool = False) -> Iterator[Any]:
        """Yield the elements as products of those of the transversals."""
        levels = range(len(self.base))
        for points in product(*reversed(self.basic_orbits)):
            images = tuple(range(self.degree))
            for level, point in zip(reversed(levels), points, strict=True):
                images = multiply(images, self._chain.element(level, point))
            yield list(images) if af else from_images(list(images))

    # -- what needs another base, or how strong generators were made -------------------------------

    def generator_product(self, g: Permutation, original: bool = False) -> list[Permutation]:
        """Return generators whose product is an element."""
        return list(self._plain.generator_product(g, original))

    def coset_transversal(self, H: PermutationGroup) -> Any:
        """Return an element of each right coset of a subgroup."""
        return self._plain.coset_transversal(H)

    def coset_table(self, H: PermutationGroup) -> list[list[int]]:
        """Return what generators and their inverses do to the right cosets of a subgroup."""
        return list(self._plain.coset_table(H))


class _Transversal(Mapping[int, Permutation]):
    """Elements by the point to which they take a base point, made when they are asked for."""

    def __init__(self, chain: StabilizerChain, level: int) -> None:
        self._chain, self._level = chain, level
        self._made: dict[int, Permutation] = {}

    def __getitem__(self, point: int) -> Permutation:
        if point not in self._made:
            if point not in self._chain.orbits[self._level]:
                raise KeyError(point)
            self._made[point] = Permutation(list(self._chain.element(self._level, point)))
        return self._made[point]

    def __contains__(self, point: object) -> bool:
        return point in self._chain.orbits[self._level]

    def __iter__(self) -> Iterator[int]:
        return iter(self._chain.orbits[self._level])

    def __len__(self) -> int:
        return len(self._chain.orbits[self._level])
