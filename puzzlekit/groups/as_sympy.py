"""SymPy permutation groups of known order with a fast stabilizer chain."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from sympy.combinatorics import Permutation, PermutationGroup
from sympy.combinatorics.permutations import _af_new as from_images

from ..core.permutation import Images, inverse, multiply
from .names import ProvedFactor, group_name
from .stabilizer_chains import StabilizerChain, given_chain, stabilizer_chain


class KnownGroup(PermutationGroup):  # type: ignore[misc]
    """A `PermutationGroup` of known order.

    `proof` names the method of proof. `certain` is False if the order is not proved.
    The base, strong generators, basic orbits and transversals are computed on first use. The
    elements of transversals are computed one by one, so that memory use does not grow with the
    square of the degree. The group compares equal to SymPy's group with the same generators.

    >>> from puzzlekit.groups import permutation_group
    >>> group = permutation_group([(1, 2, 3, 4, 0), (1, 0, 2, 3, 4)])
    >>> group.order(), group.name, group.base, group.is_symmetric
    (120, 'S5', [0, 1, 2, 3], True)
    """

    def __new__(cls, generators: Sequence[Images], *_: Any) -> Any:
        """Convert the generators to SymPy permutations, without duplicates."""
        permutations = [from_images(list(g)) for g in dict.fromkeys(generators)]
        return super().__new__(cls, *permutations, dups=False)

    def __init__(self, generators: Sequence[Images], factors: Sequence[ProvedFactor]) -> None:
        super().__init__()
        self._factors = factors
        orders = [proved for _, proved in factors]
        self._known_order = math.prod(proved.order for proved in orders)
        self.certain = all(proved.certain for proved in orders)
        self.proof = ", ".join(dict.fromkeys(proved.proof for proved in orders)) or "trivial"

    @cached_property
    def name(self) -> str | None:
        """The proved name, such as `A8`, or None if no name is proved."""
        return group_name(self._factors)

    @property
    def func(self) -> Any:
        """The class that SymPy uses to rebuild the group."""
        return PermutationGroup

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments. SymPy's method passes only its own arguments to `__new__`."""
        return KnownGroup, ([tuple(g.array_form) for g in self.generators], self._factors)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PermutationGroup) and bool(self.args == other.args)

    def __hash__(self) -> int:
        return hash(self._plain)

    def order(self) -> int:
        """Return the order of the group."""
        return self._known_order

    @cached_property
    def _plain(self) -> PermutationGroup:
        """The same group built by SymPy, for methods that need SymPy's own chain."""
        return PermutationGroup(*self.generators, dups=False)

    # -- the stabilizer chain ---------------------------------------------------------------------

    @cached_property
    def _chain(self) -> StabilizerChain:
        return stabilizer_chain([tuple(g.array_form) for g in self.generators], self._known_order)

    def schreier_sims(self) -> None:
        """Do nothing: the chain is computed on first use."""

    def schreier_sims_incremental(
        self, base: Any = None, gens: Any = None, slp_dict: bool = False
    ) -> Any:
        """Return a base that begins with the given points, and its strong generators.

        SymPy's `orbit_homomorphism` expects that the group then uses this base.
        """
        found = super().schreier_sims_incremental(base, gens, slp_dict)
        if base and gens is None and slp_dict:
            strong = [tuple(g.array_form) for g in found[1]]
            self.__dict__["_chain"] = given_chain(self.degree, list(found[0]), strong)
            for name in ("base", "strong_gens", "basic_orbits", "basic_transversals"):
                self.__dict__.pop(name, None)
        return found

    @cached_property
    def base(self) -> list[int]:
        """The base: points whose images determine an element."""
        return list(self._chain.base)

    @cached_property
    def strong_gens(self) -> list[Permutation]:
        """The strong generators, which include generators of each stabilizer in the chain."""
        return [from_images(list(g)) for g in self._chain.strong_generators()]

    @cached_property
    def basic_orbits(self) -> list[Sequence[int]]:
        """The orbit of each base point under the stabilizer of the earlier ones."""
        orbits = self._chain.orbits
        return [orbit if isinstance(orbit, range) else sorted(orbit) for orbit in orbits]

    @cached_property
    def basic_transversals(self) -> list[Mapping[int, Permutation]]:
        """For each base point, the elements that map it to the points of its orbit."""
        return [_Transversal(self._chain, level) for level in range(len(self.base))]

    @property
    def basic_stabilizers(self) -> list[PermutationGroup]:
        """The stabilizers of the first base points, starting with the group itself."""
        stabilizers = []
        for level in range(len(self.base)):
            fixed = self.base[:level]
            fixing = [g for g in self.strong_gens if all(point ^ g == point for point in fixed)]
            stabilizers.append(PermutationGroup(fixing or [self.identity]))
        return stabilizers

    def coset_factor(self, g: Any, factor_index: bool = False) -> list[Any]:
        """Return the transversal factors of an element (or their points), [] for a non-member."""
        rest = tuple(g if isinstance(g, list | tuple) else g.list())
        if len(rest) != self.degree:
            raise ValueError(f"Expected a permutation of {self.degree} points, got {len(rest)}.")
        points = []
        for level, point in enumerate(self.base):
            image = rest[point]
            if image != point:
                if image not in self.basic_transversals[level]:
                    return []
                rest = multiply(rest, inverse(self._chain.transversal_element(level, image)))
            points.append(image)
        if rest != tuple(range(self.degree)):
            return []
        if factor_index:
            return points
        return [self.basic_transversals[level][point] for level, point in enumerate(points)]

    def coset_rank(self, g: Any) -> int | None:
        """Return the index of an element in the order of `generate`, or None for a non-member."""
        points = self.coset_factor(g, True)
        rank, size = 0, 1
        for orbit, point in zip(self.basic_orbits, points, strict=False):
            rank += size * orbit.index(point)
            size *= len(orbit)
        return rank if points else None

    def generate_schreier_sims(self, af: bool = False) -> Iterator[Any]:
        """Yield the elements as products of transversal elements."""
        levels = range(len(self.base))
        for points in product(*reversed(self.basic_orbits)):
            images = tuple(range(self.degree))
            for level, point in zip(reversed(levels), points, strict=True):
                images = multiply(images, self._chain.transversal_element(level, point))
            yield list(images) if af else from_images(list(images))

    # -- methods that need another base, or words for the strong generators -----------------------

    def generator_product(self, g: Permutation, original: bool = False) -> list[Permutation]:
        """Return a list of generators whose product is the given element."""
        return list(self._plain.generator_product(g, original))

    def coset_transversal(self, H: PermutationGroup) -> Any:
        """Return a transversal of the right cosets of a subgroup."""
        return self._plain.coset_transversal(H)

    def coset_table(self, H: PermutationGroup) -> list[list[int]]:
        """Return the action of generators and inverses on the right cosets of a subgroup."""
        return list(self._plain.coset_table(H))


class _Transversal(Mapping[int, Permutation]):
    """A lazy mapping from the points of a basic orbit to the transversal's elements."""

    def __init__(self, chain: StabilizerChain, level: int) -> None:
        self._chain, self._level = chain, level
        self._built: dict[int, Permutation] = {}

    def __getitem__(self, point: int) -> Permutation:
        if point not in self._built:
            if point not in self._chain.orbits[self._level]:
                raise KeyError(point)
            self._built[point] = Permutation(
                list(self._chain.transversal_element(self._level, point))
            )
        return self._built[point]

    def __contains__(self, point: object) -> bool:
        return point in self._chain.orbits[self._level]

    def __iter__(self) -> Iterator[int]:
        return iter(self._chain.orbits[self._level])

    def __len__(self) -> int:
        return len(self._chain.orbits[self._level])
