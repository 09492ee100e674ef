"""Generators split into parts that have nothing to do with each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..core.permutation import Images, moved, restricted


class Part(NamedTuple):
    """Points that no other part moves, and generators, renumbered to them, that move them all."""

    points: list[int]
    generators: list[Images]


def independent(generators: Iterable[Images]) -> list[Part]:
    """Split generators into parts that move no common point; their groups form a direct product.

    Repeats, and what moves nothing, are dropped.

    >>> [part.generators for part in independent([(1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 2, 3)])]
    [[(1, 0)], [(1, 0)]]
    """
    parent: dict[int, int] = {}

    def root(point: int) -> int:
        while parent[point] != point:
            parent[point] = parent[parent[point]]
            point = parent[point]
        return point

    first: dict[Images, int] = {}  # of each generator that moves something a point that it moves
    for g in generators:
        if g not in first and (support := moved(g)):
            first[g] = support[0]
            for point in support:
                parent[root(parent.setdefault(point, point))] = root(
                    parent.setdefault(support[0], support[0])
                )
    points: dict[int, list[int]] = {}
    for point in sorted(parent):
        points.setdefault(root(point), []).append(point)
    members: dict[int, list[Images]] = {}
    for g, point in first.items():
        members.setdefault(root(point), []).append(g)
    return [
        Part(points[at], some if len(points[at]) == len(some[0]) else restricted(some, points[at]))
        for at, some in members.items()
    ]
