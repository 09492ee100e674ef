"""Permutation groups: exact orders, proved names, and sympy groups that know them already.

Generators may be sympy permutations, lists of images of 0, 1, ..., rows of a numpy array, or
texts of cycles such as "(0 1 2)(3 4)".
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterable, Mapping, Sequence, Set
from operator import index
from typing import Any, NamedTuple, TypeAlias

from .errors import NotationError
from .finding import find, is_prepared, prepare
from .names import name_of
from .permutation import Images, from_cycles, moved, restricted, to_sympy, without_inverses

Generators: TypeAlias = Iterable[Any]

__all__ = ["GroupInfo", "describe", "is_prepared", "order", "prepare", "read", "sympy_group"]

#: Largest point that cycles may name.
MAX_POINT = 1_000_000

_CYCLES = re.compile(r"\s*(\((\s*\d+([\s,]+\d+)*)?\s*\)\s*)+")


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
    from .known import known_group

    found = read(generators)
    parts = [(part, find(part, _deadline(seconds))) for part in independent(found)]
    return known_group(found, [part for _, part in parts])


def describe(generators: Generators, *, seconds: float | None = None) -> GroupInfo:
    """Return the exact order and, where it is proved, the name of the generated group.

    Points that none moves do not count, nor do repeats and inverses of generators.

    >>> info = describe([(1, 2, 3, 0, 4, 5), (0, 1, 2, 3, 5, 4)])
    >>> info.degree, info.generators, info.order, info.name, info.certain
    (6, 2, 8, 'C2 x C4', True)
    """
    found = read(generators)
    parts = [(part, find(part, _deadline(seconds))) for part in independent(found)]
    findings = [finding for _, finding in parts]
    return GroupInfo(
        degree=sum(len(part[0]) for part, _ in parts),
        generators=len(without_inverses(found)),
        order=math.prod(finding.order for finding in findings),
        name=name_of(parts),
        certain=all(finding.certain for finding in findings),
        proof=", ".join(dict.fromkeys(finding.proof for finding in findings)),
    )


def sympy_group(generators: Iterable[Sequence[int]]) -> Any:
    """Return the generated group as sympy itself makes it, with nothing known yet."""
    from sympy.combinatorics import PermutationGroup

    return PermutationGroup([to_sympy(g) for g in generators])


def _deadline(seconds: float | None) -> float:
    return math.inf if seconds is None else time.monotonic() + seconds


def read(generators: Generators) -> list[Images]:
    """Return the image lists of generators in any form, all of one length.

    Permutations of sympy and texts of cycles are filled up with fixed points. Raises
    `NotationError` for what is no permutation.

    >>> read(["(0 1)(2 3)", "(1 2)"])
    [(1, 0, 3, 2), (0, 2, 1, 3)]
    """
    if getattr(getattr(generators, "dtype", None), "kind", "") in ("i", "u"):
        generators = generators.tolist()  # type: ignore[attr-defined]
    try:
        given = [generators] if isinstance(generators, str) else list(generators)
    except TypeError as error:
        raise NotationError(
            f"{_shown(generators)} is no list of generators; write it as [[1, 2, 0], [1, 0, 2]]."
        ) from error
    texts = [_cycles(g) if isinstance(g, str) else [] for g in given]
    points = [point for cycles in texts for cycle in cycles for point in cycle]
    sizes = [g.size for g in given if not isinstance(g, str) and hasattr(g, "array_form")]
    size = max([*sizes, *(point + 1 for point in points)], default=0)
    found = [_images(g, cycles, size) for g, cycles in zip(given, texts, strict=True)]
    degree = len(found[0]) if found else 0
    identity = list(range(degree))
    for g in found:
        if sorted(g) != identity:
            raise NotationError(
                f"{_shown(g)} is no list of the images of 0..{degree - 1}; generators are such "
                "lists, all of one length."
            )
    return found


def _images(g: Any, cycles: list[list[int]], size: int) -> Images:
    if isinstance(g, str):
        return from_cycles(cycles, size)
    if hasattr(g, "array_form"):
        return (*g.array_form, *range(g.size, size))
    try:
        if isinstance(g, Mapping | Set):
            raise TypeError  # it would be read as the order of its keys
        images = tuple(g)
        return images if set(map(type, images)) == {int} else tuple(map(index, images))
    except TypeError as error:
        raise NotationError(
            f"{_shown(g)} is no permutation; write it as a list of images, [1, 2, 0], as cycles, "
            '"(0 1 2)", or as a sympy Permutation.'
        ) from error


def _cycles(text: str) -> list[list[int]]:
    if not _CYCLES.fullmatch(text):
        raise NotationError(
            f"{_shown(text)} is no product of cycles of numbers; write it as (0 1 2)(3 4)."
        )
    cycles = [re.findall(r"\d+", cycle) for cycle in re.findall(r"\([^)]*\)", text)]
    if any(len(n) > 20 or int(n) > MAX_POINT for cycle in cycles for n in cycle):
        raise NotationError(f"{_shown(text)} names a point beyond {MAX_POINT:,}.")
    return [[int(n) for n in cycle] for cycle in cycles]


def _shown(thing: object) -> str:
    text = " ".join(repr(thing).split())
    return text if len(text) < 60 else text[:57] + "..."


def independent(generators: list[Images]) -> list[list[Images]]:
    """Split generators into sets that move no common point; their groups form a direct product.

    Each part is renumbered to the points that it moves.

    >>> independent([(1, 0, 2, 3), (0, 1, 3, 2)])
    [[(1, 0)], [(1, 0)]]
    """
    parts: list[tuple[set[int], list[Images]]] = []
    for g in generators:
        support = moved(g)
        if not support:
            continue
        points, members = set(support), [g]
        apart = []
        for other, some in parts:
            if other.isdisjoint(support):
                apart.append((other, some))
            else:
                large, small = (other, points) if len(other) > len(points) else (points, other)
                large |= small
                points, members = large, some + members
        parts = [*apart, (points, members)]
    return [
        members if len(points) == len(members[0]) else restricted(members, sorted(points))
        for points, members in parts
    ]
