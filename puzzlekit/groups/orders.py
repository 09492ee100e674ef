"""The exact order of a permutation group, described or as a group of sympy."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..core.permutation import Images, to_sympy, without_inverses
from ..core.sparse import Sparse, dense, without_sparse_inverses
from .direct_factors import direct_factors, sparse_direct_factors
from .names import name_of
from .order_proof import LARGE_DEGREE, prove_order
from .parse_generators import Generators, as_list, parse_generators
from .proved_order import ProvedOrder


class GroupInfo(NamedTuple):
    """A group: how many points it moves, by how many generators, its order and proved name.

    `certain` is False only if there was no time for a proof; `proof` says how it was proved.
    """

    degree: int
    generators: int
    order: int
    name: str | None
    certain: bool = True
    proof: str = ""


def order(generators: Generators, *, seconds: float | None = None) -> Any:
    """Return the generated group: a sympy `PermutationGroup` that knows its order already.

    Its base, strong generators, basic orbits and transversals are found when they are first
    asked for. The order is certain, unless the proof would have begun after so many `seconds`.
    Raises `NotationError` for what is no permutation.

    >>> cube = order(["(0 1 2 3)", "(2 4 5 6)", "(6 7 8 0)"])
    >>> cube.order(), cube.certain
    (362880, True)
    """
    from .as_sympy import KnownGroup

    found = parse_generators(generators)
    end = _deadline(seconds)
    return KnownGroup(found, [prove_order(part.generators, end) for part in direct_factors(found)])


def describe(generators: Generators, *, seconds: float | None = None) -> GroupInfo:
    """Return the exact order and, where it is proved, the name of the generated group.

    Points that none moves do not count, nor do repeats and inverses of generators.

    >>> info = describe([(1, 2, 3, 0, 4, 5), (0, 1, 2, 3, 5, 4)])
    >>> info.degree, info.generators, info.order, info.name, info.certain
    (6, 2, 8, 'C2 x C4', True)
    """
    end = _deadline(seconds)
    found = _read(generators)
    parts: list[tuple[Sequence[Images] | Sequence[Sparse], ProvedOrder]] = [
        (part, prove_order(part, end)) for part in found.parts
    ]
    orders = [proved for _, proved in parts]
    return GroupInfo(
        degree=sum(len(part[0]) for part, _ in parts),
        generators=found.generators,
        order=math.prod(proved.order for proved in orders),
        name=name_of(parts),
        certain=all(proved.certain for proved in orders),
        proof=", ".join(dict.fromkeys(proved.proof for proved in orders)),
    )


class _Read(NamedTuple):
    """How many generators there are, and their parts, sparse ones where they are large."""

    generators: int
    parts: Sequence[Sequence[Images] | Sequence[Sparse]]


def _read(generators: Generators) -> _Read:
    given = as_list(generators)
    if given and all(isinstance(g, Sparse) for g in given):
        return _Read(
            len(without_sparse_inverses(given)),
            [
                part if len(part) * len(part[0]) > LARGE_DEGREE else dense(part)
                for part in sparse_direct_factors(given)
            ],
        )
    found = parse_generators(given)
    parts = [part.generators for part in direct_factors(found)]
    return _Read(len(without_inverses(found)), parts)


def sympy_group(generators: Iterable[Sequence[int]]) -> Any:
    """Return the generated group as sympy itself makes it, with nothing known yet."""
    from sympy.combinatorics import PermutationGroup

    return PermutationGroup([to_sympy(g) for g in generators])


def _deadline(seconds: float | None) -> float:
    return math.inf if seconds is None else time.monotonic() + seconds
