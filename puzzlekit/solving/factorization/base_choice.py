"""Choice of the base of a stabilizer chain, that is, the order in which cells are solved."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from ...core.permutation import Images, orbits
from ...groups.plain.piece_orbits import equivariant_map, may_map_to
from ...groups.plain.random_elements import cycle_lengths, sample_elements


class StabilizerBase(NamedTuple):
    """The cells in the order in which they are solved, with their tied cells and orbits."""

    cells: tuple[int, ...]
    ties: tuple[tuple[int, ...], ...]
    orbits: tuple[frozenset[int], ...]


def choose_base(
    generators: Sequence[Images], goal: Sequence[Hashable] | None = None
) -> StabilizerBase:
    """Return a base for the group.

    Cells moved by few generators come first, and cells with equal pieces in the goal come last.
    """
    degree = len(generators[0])
    ties, orbit_of = _ties_and_orbits(generators)
    rank = _first_moved_ranks(generators)
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


def _first_moved_ranks(generators: Sequence[Images]) -> list[int]:
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


def _ties_and_orbits(
    generators: Sequence[Images],
) -> tuple[list[tuple[int, ...]], list[frozenset[int]]]:
    """Return, for each point, the points fixed along with it (itself first), and its orbit."""
    degree, images = len(generators[0]), list(generators)
    ties: list[tuple[int, ...]] = [(point,) for point in range(degree)]
    orbit_of = [frozenset({point}) for point in range(degree)]
    moving = {point for g in generators for point, image in enumerate(g) if image != point}
    lengths = [cycle_lengths(g) for g in sample_elements(images)]
    for orbit in orbits(generators):
        if len(orbit) > 1:
            start = orbit[0]
            maps = [
                mapping
                for q in moving
                if q != start and may_map_to(lengths, start, q)
                if (mapping := equivariant_map(images, start, q)) is not None
            ]
            for point in orbit:
                ties[point] = (point, *[mapping[point] for mapping in maps])
                orbit_of[point] = frozenset(orbit)
    return ties, orbit_of
