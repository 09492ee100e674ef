"""Kinds of pieces: orbits of a permutation group whose blocks are twisted cyclically."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...core.orbits import orbits
from ...core.permutation import Images, cycles_of
from .random_elements import cycle_lengths, sample_elements


class PieceOrbit(NamedTuple):
    """An orbit with cyclically twisted blocks. `place` maps each point to (block, twist)."""

    place: dict[int, tuple[int, int]]
    blocks: int
    size: int

    def action(self, g: Images) -> Images:
        """Return the action of an element on the blocks."""
        images = [0] * self.blocks
        for point, (block, _) in self.place.items():
            images[block] = self.place[g[point]][0]
        return tuple(images)

    def twists(self, g: Images) -> list[int]:
        """Return the twist of each block under an element."""
        result = [0] * self.blocks
        for point, (block, twist) in self.place.items():
            result[block] = (self.place[g[point]][1] - twist) % self.size
        return result


def representative_orbits(
    generators: list[Images], sample: Sequence[Images] = ()
) -> list[list[int]]:
    """Return orbits that determine the action on all others, without fixed points."""
    return [points for points, _ in equivalent_orbits(generators, sample)]


def equivalent_orbits(
    generators: list[Images], sample: Sequence[Images] = ()
) -> list[tuple[list[int], list[dict[int, int]]]]:
    """Return representative orbits, each with equivariant maps to the orbits it determines."""
    lengths = [cycle_lengths(g) for g in sample or sample_elements(generators)]
    representatives: list[tuple[list[int], list[dict[int, int]]]] = []
    for points in sorted(orbits(generators), key=len, reverse=True):
        if len(points) > 1 and not _add_equivalence(generators, representatives, points, lengths):
            representatives.append((points, []))
    return representatives


def _add_equivalence(
    generators: list[Images],
    representatives: list[tuple[list[int], list[dict[int, int]]]],
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
        best: list[list[int]] = [[point] for point in points]
        for image in points[1:]:
            if may_map_to(lengths, points[0], image):
                mapping = equivariant_map(generators, points[0], image)
                blocks = cycles_of(mapping or {})
                if blocks and len(blocks) < len(best):
                    best = blocks
        place = {
            point: (number, twist)
            for number, block in enumerate(best)
            for twist, point in enumerate(block)
        }
        yield PieceOrbit(place, len(best), len(best[0]))
