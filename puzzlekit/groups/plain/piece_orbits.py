"""Kinds of pieces: orbits of a permutation group whose blocks are twisted cyclically."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...core.permutation import Images, cycles_of, orbits
from .random_elements import cycle_lengths, sample_elements

#: Representative orbits, each with equivariant maps to the orbits that it determines.
EquivalentOrbits = list[tuple[list[int], list[dict[int, int]]]]


class PieceOrbit(NamedTuple):
    """An orbit with cyclically twisted blocks of equal `size`.

    `slots` lists the points of each block, twist by twist; `place` maps each point to (block,
    twist).
    """

    slots: list[tuple[int, ...]]
    place: dict[int, tuple[int, int]]
    blocks: int
    size: int

    @classmethod
    def of(cls, slots: list[tuple[int, ...]]) -> PieceOrbit:
        """Return the orbit with the given blocks."""
        place = {p: (n, twist) for n, slot in enumerate(slots) for twist, p in enumerate(slot)}
        return cls(slots, place, len(slots), len(slots[0]))

    def action(self, g: Images) -> Images:
        """Return the action of an element on the blocks."""
        return tuple([self.place[g[slot[0]]][0] for slot in self.slots])

    def twists(self, g: Images) -> list[int]:
        """Return the twist of each block under an element."""
        return [self.place[g[slot[0]]][1] for slot in self.slots]


def representative_orbits(
    generators: list[Images], sample: Sequence[Images] = ()
) -> list[list[int]]:
    """Return orbits that determine the action on all others, without fixed points."""
    return [points for points, _ in equivalent_orbits(generators, sample)]


def equivalent_orbits(generators: list[Images], sample: Sequence[Images] = ()) -> EquivalentOrbits:
    """Return representative orbits, each with equivariant maps to the orbits it determines."""
    lengths = [cycle_lengths(g) for g in sample or sample_elements(generators)]
    representatives: EquivalentOrbits = []
    for points in sorted(orbits(generators), key=len, reverse=True):
        if len(points) > 1 and not _add_equivalence(generators, representatives, points, lengths):
            representatives.append((points, []))
    return representatives


def _add_equivalence(
    generators: list[Images],
    representatives: EquivalentOrbits,
    points: list[int],
    lengths: list[list[int]],
) -> bool:
    """Add a map from a representative orbit to another orbit; return whether one was found."""
    for source, maps in representatives:
        for point in points:
            if may_map_to(lengths, source[0], point):
                mapping = equivariant_map(generators, source[0], point)
                if mapping is not None:
                    maps.append(mapping)
                    return True
    return False


def may_map_to(lengths: list[list[int]], point: int, other: int) -> bool:
    """Return whether cycle lengths allow an equivariant map from one point to another."""
    return all(each[point] % each[other] == 0 for each in lengths)


def equivariant_map(
    generators: Sequence[Images], point: int, image: int, others: Sequence[Images] | None = None
) -> dict[int, int] | None:
    """Return the equivariant map of an orbit from `point` to `image`, or None if there is none.

    The images are moved by `others`, by default the same generators.
    """
    mapping, queue = {point: image}, [point]
    pairs = list(zip(generators, others or generators, strict=True))
    for each in queue:
        for g, other in pairs:
            if g[each] not in mapping:
                mapping[g[each]] = other[mapping[each]]
                queue.append(g[each])
            elif mapping[g[each]] != other[mapping[each]]:
                return None
    return mapping


def piece_orbits(
    generators: list[Images], orbits: list[list[int]], sample: Sequence[Images] = ()
) -> Iterator[PieceOrbit]:
    """Yield each orbit with its blocks: cycles of a permutation that commutes with the group."""
    lengths = [cycle_lengths(g) for g in sample or sample_elements(generators)]
    for points in orbits:
        best: list[tuple[int, ...]] = [(point,) for point in points]
        for image in points[1:]:
            if may_map_to(lengths, points[0], image):
                mapping = equivariant_map(generators, points[0], image)
                blocks = list(map(tuple, cycles_of(mapping or {})))
                if blocks and len(blocks) < len(best):
                    best = blocks
        yield PieceOrbit.of(best)
