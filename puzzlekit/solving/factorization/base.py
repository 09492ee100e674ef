"""Choice of the base of a stabilizer chain, which is the order in which cells are solved."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from ...core.permutation import Images, multiply


class StabilizerBase(NamedTuple):
    """The cells in the order in which they are solved, with their tied cells and orbits."""

    cells: tuple[int, ...]
    ties: tuple[tuple[int, ...], ...]
    orbits: tuple[frozenset[int], ...]


def choose_base(
    generators: Sequence[Images], goal: Sequence[Hashable] | None = None
) -> StabilizerBase:
    """Return a base for the group.

    Cells moved by few generators come first; cells with equal pieces in the goal come last.
    """
    degree = len(generators[0])
    ties, orbit_of = _ties(generators)
    rank = _late_cells(generators)
    last: set[int] = set()
    if goal is not None:
        signatures = [(min(orbit_of[p]), *[goal[cell] for cell in ties[p]]) for p in range(degree)]
        points_of: dict[Hashable, list[int]] = {}
        for point, signature in enumerate(signatures):
            points_of.setdefault(signature, []).append(point)
        for orbit in {orbit_of[p] for p in range(degree)}:
            equal_sets = [
                points_of[signature]
                for signature in {signatures[p] for p in orbit}
                if len(points_of[signature]) > 1
            ]
            if equal_sets:
                last.update(max(equal_sets, key=lambda each: (sum(rank[p] for p in each), each)))
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
    """Return, for each point, the rank of the first generator that moves it (greedy order)."""
    supports = [{i for i, image in enumerate(g) if image != i} for g in generators]
    rank = [0] * len(generators[0])
    moved: set[int] = set()
    remaining = list(range(len(supports)))
    while remaining:
        # Breaking ties by overlap keeps a corner of the puzzle together.
        number = min(remaining, key=lambda k: (len(supports[k] - moved), -len(supports[k] & moved)))
        remaining.remove(number)
        for point in supports[number] - moved:
            rank[point] = len(generators) - len(remaining)
        moved |= supports[number]
    return rank


def _ties(generators: Sequence[Images]) -> tuple[list[tuple[int, ...]], list[frozenset[int]]]:
    """Return, for each point, the points that are fixed whenever it is, and its orbit.

    Each point is the first in its own list.
    """
    degree = len(generators[0])
    ties: list[tuple[int, ...]] = [()] * degree
    orbits: list[frozenset[int]] = [frozenset()] * degree
    moving = {point for g in generators for point, image in enumerate(g) if image != point}
    for start in range(degree):
        if start not in moving:
            ties[start], orbits[start] = (start,), frozenset({start})
        if ties[start]:
            continue
        elements: dict[int, Images] = {start: tuple(range(degree))}
        tied = [q for q in moving if q != start]
        queue = [start]
        for point in queue:
            for g in generators:
                image = g[point]
                if image not in elements:
                    elements[image] = multiply(elements[point], g)
                    queue.append(image)
                elif tied:
                    at_point, at_image = elements[point], elements[image]
                    tied = [q for q in tied if g[at_point[q]] == at_image[q]]
        moved = [q for q in tied if any(each[q] != q for each in elements.values())]
        orbit = frozenset(elements)
        for point, element in elements.items():
            ties[point] = (point, *[element[q] for q in moved])
            orbits[point] = orbit
    return ties, orbits
