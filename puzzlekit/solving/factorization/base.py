"""In which order the cells of a puzzle are brought home: the base of a stabilizer chain."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from ...core.permutation import Images, multiply


class StabilizerBase(NamedTuple):
    """The cells to bring home one after another, the cells tied to each, and their orbits."""

    cells: tuple[int, ...]
    ties: tuple[tuple[int, ...], ...]
    orbits: tuple[frozenset[int], ...]


def choose_base(
    generators: Sequence[Images], goal: Sequence[Hashable] | None = None
) -> StabilizerBase:
    """Return a base; pieces that few generators move come first, equal pieces of a `goal` last."""
    degree = len(generators[0])
    ties, orbit_of = _ties(generators)
    rank = _late_cells(generators)
    last: set[int] = set()
    if goal is not None:
        looks = [(min(orbit_of[p]), *[goal[cell] for cell in ties[p]]) for p in range(degree)]
        alike: dict[Hashable, list[int]] = {}
        for point, look in enumerate(looks):
            alike.setdefault(look, []).append(point)
        for orbit in {orbit_of[p] for p in range(degree)}:
            sets = [alike[look] for look in {looks[p] for p in orbit} if len(alike[look]) > 1]
            if sets:
                last.update(max(sets, key=lambda each: (sum(rank[p] for p in each), each)))
    order = sorted(range(degree), key=lambda p: (p in last, -rank[p], p))
    cells, tied, orbits = [], [], []
    fixed: set[int] = set()
    for point in order:
        if point in fixed or len(orbit_of[point]) == 1:
            continue
        cells.append(point)
        tied.append(ties[point])
        orbits.append(frozenset(orbit_of[point] - fixed))
        fixed.update(ties[point])
    return StabilizerBase(tuple(cells), tuple(tied), tuple(orbits))


def _late_cells(generators: Sequence[Images]) -> list[int]:
    """Return for each point how late a generator moves it, if one takes them neighbour first."""
    supports = [{i for i, image in enumerate(g) if image != i} for g in generators]
    rank = [0] * len(generators[0])
    moved: set[int] = set()
    left = list(range(len(supports)))
    while left:
        # Of those that add equally little the one that shares most keeps a corner together.
        number = min(left, key=lambda k: (len(supports[k] - moved), -len(supports[k] & moved)))
        left.remove(number)
        for point in supports[number] - moved:
            rank[point] = len(generators) - len(left)
        moved |= supports[number]
    return rank


def _ties(generators: Sequence[Images]) -> tuple[list[tuple[int, ...]], list[frozenset[int]]]:
    """Return for each point its orbit and the points fixed whenever it is, itself first."""
    degree = len(generators[0])
    ties: list[tuple[int, ...]] = [()] * degree
    orbits: list[frozenset[int]] = [frozenset()] * degree
    moving = {point for g in generators for point, image in enumerate(g) if image != point}
    for start in range(degree):
        if start not in moving:
            ties[start], orbits[start] = (start,), frozenset({start})
        if ties[start]:
            continue
        way: dict[int, Images] = {start: tuple(range(degree))}
        tied = [q for q in moving if q != start]
        queue = [start]
        for point in queue:
            for g in generators:
                image = g[point]
                if image not in way:
                    way[image] = multiply(way[point], g)
                    queue.append(image)
                elif tied:
                    here, there = way[point], way[image]
                    tied = [q for q in tied if g[here[q]] == there[q]]
        moved = [q for q in tied if any(each[q] != q for each in way.values())]
        orbit = frozenset(way)
        for point, push in way.items():
            ties[point] = (point, *[push[q] for q in moved])
            orbits[point] = orbit
    return ties, orbits
