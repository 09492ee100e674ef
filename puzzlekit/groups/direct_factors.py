"""Direct factors: generators grouped by the disjoint sets of points that they move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from ..core.permutation import Images, moved_points, restrict
from ..core.sparse_permutations import Sparse
from ..core.union_find import DisjointSets

T = TypeVar("T", Images, Sparse)


class DirectFactor(NamedTuple):
    """A direct factor: the points that it moves, and its generators on the renumbered points."""

    points: list[int]
    generators: list[Images]


def direct_factors(generators: Iterable[Images]) -> list[DirectFactor]:
    """Return the factors with disjoint supports; drop repeated generators and identities."""
    return [
        DirectFactor(points, some if len(points) == len(some[0]) else restrict(some, points))
        for points, some in _group_by_support(
            (g, moved_points(g)) for g in dict.fromkeys(generators)
        )
    ]


def sparse_direct_factors(generators: Iterable[Sparse]) -> list[list[Sparse]]:
    """Return the renumbered generators of each factor. The factors have disjoint supports."""
    return [
        _renumbered(points, some)
        for points, some in _group_by_support((g, g.points) for g in dict.fromkeys(generators))
    ]


def _renumbered(points: Sequence[int], generators: Iterable[Sparse]) -> list[Sparse]:
    place = {point: i for i, point in enumerate(points)}
    return [
        Sparse(
            len(points),
            tuple([place[point] for point in g.points]),
            tuple([place[image] for image in g.images]),
        )
        for g in generators
    ]


def _group_by_support(
    generators: Iterable[tuple[T, Sequence[int]]],
) -> list[tuple[list[int], list[T]]]:
    """Collect generators with overlapping supports; return (points, generators) pairs."""
    joined, seen = DisjointSets(), set[int]()
    first: list[tuple[T, int]] = []  # each generator with one point of its support
    for g, support in generators:
        if support:
            first.append((g, support[0]))
            seen.update(support)
            for point in support:
                joined.join(support[0], point)
    points = {joined.root(some[0]): some for some in joined.sets(sorted(seen))}
    members: dict[int, list[T]] = {}
    for g, point in first:
        members.setdefault(joined.root(point), []).append(g)
    return [(points[at], some) for at, some in members.items()]
