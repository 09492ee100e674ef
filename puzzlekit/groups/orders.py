"""Exact orders of permutation groups, as a summary or as a SymPy group."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.permutation import Images, to_sympy, without_inverses
from ..core.sparse_permutations import Sparse, without_sparse_inverses
from .direct_factors import direct_factors, sparse_direct_factors
from .names import ProvedFactor, group_name
from .order_proof import prove_order
from .parse_generators import Generators, as_list, parse_generators

if TYPE_CHECKING:
    from .as_sympy import KnownGroup


class GroupInfo(NamedTuple):
    """A summary of a group: degree (moved points), number of generators, order and proved name.

    `certain` is False only if the time limit prevented a proof; `proof` names the proof method.
    """

    degree: int
    generators: int
    order: int
    name: str | None
    certain: bool = True
    proof: str = ""


def permutation_group(generators: Generators, *, seconds: float | None = None) -> KnownGroup:
    """Return the generated group, a SymPy `PermutationGroup` of known order, with its name.

    The order is certain unless its proof would have started more than `seconds` after the call.
    Raises `NotationError` for invalid permutations.

    >>> cube = permutation_group(["(0 1 2 3)", "(2 4 5 6)", "(6 7 8 0)"])
    >>> cube.order(), cube.certain, cube.name
    (362880, True, 'S9')
    """
    from .as_sympy import KnownGroup

    images = parse_generators(generators)
    return KnownGroup(images, prove_factors(images, seconds=seconds))


def prove_factors(generators: Sequence[Any], *, seconds: float | None = None) -> list[ProvedFactor]:
    """Return the direct factors of image lists or sparse permutations, with proved orders."""
    deadline = math.inf if seconds is None else time.monotonic() + seconds
    factors: Sequence[Sequence[Images] | Sequence[Sparse]]
    if _are_sparse(generators):
        factors = sparse_direct_factors(generators)
    else:
        factors = [part.generators for part in direct_factors(generators)]
    return [(part, prove_order(part, deadline)) for part in factors]


def as_permutations(generators: Generators) -> list[Any]:
    """Return sparse generators unchanged, and others as image lists of equal length.

    Raises `NotationError` for invalid image lists.
    """
    given = as_list(generators)
    return given if _are_sparse(given) else parse_generators(given)


def _are_sparse(generators: Sequence[Any]) -> bool:
    return bool(generators) and all(isinstance(g, Sparse) for g in generators)


def describe(generators: Generators, *, seconds: float | None = None) -> GroupInfo:
    """Return the exact order and, if proved, the name of the generated group.

    Fixed points, repeated generators and inverses of other generators are not counted.

    >>> info = describe([(1, 2, 3, 0, 4, 5), (0, 1, 2, 3, 5, 4)])
    >>> info.degree, info.generators, info.order, info.name, info.certain
    (6, 2, 8, 'C2 x C4', True)
    """
    given = as_permutations(generators)
    count = len((without_sparse_inverses if _are_sparse(given) else without_inverses)(given))
    parts = prove_factors(given, seconds=seconds)
    orders = [proved for _, proved in parts]
    return GroupInfo(
        degree=sum(len(part[0]) for part, _ in parts),
        generators=count,
        order=math.prod(proved.order for proved in orders),
        name=group_name(parts),
        certain=all(proved.certain for proved in orders),
        proof=", ".join(dict.fromkeys(proved.proof for proved in orders)),
    )


def sympy_group(generators: Generators) -> Any:
    """Return the generated group as a plain SymPy group, with nothing precomputed."""
    from sympy.combinatorics import PermutationGroup

    return PermutationGroup([to_sympy(g) for g in parse_generators(generators)])
