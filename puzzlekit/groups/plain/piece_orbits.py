"""Kinds of pieces: orbits of a permutation group, in blocks that it twists cyclically."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...core.permutation import Images, cycles_of
from ..orbits import orbits
from .elements import cycle_lengths, some_elements


class PieceOrbit(NamedTuple):
    """An orbit with blocks of size m: where in it each point is, as (block, twist)."""

    place: dict[int, tuple[int, int]]
    blocks: int
    size: int

    def action(self, g: Images) -> Images:
        """Return what an element does to the blocks."""
        images = [0] * self.blocks
        for point, (block, _) in self.place.items():
            images[block] = self.place[g[point]][0]
        return tuple(images)

    def twists(self, g: Images) -> list[int]:
        """Return by how much an element twists each block."""
        turned = [0] * self.blocks
        for point, (block, twist) in self.place.items():
            turned[block] = (self.place[g[point]][1] - twist) % self.size
        return turned


def representative_orbits(
    generators: list[Images], sample: Sequence[Images] = ()
) -> list[list[int]]:
    """Return orbits that tell what the group does on all others, fixed points left out."""
    return [points for points, _ in equivalent_orbits(generators, sample)]


def equivalent_orbits(
    generators: list[Images], sample: Sequence[Images] = ()
) -> list[tuple[list[int], list[dict[int, int]]]]:
    """Return the telling orbits, each with equivariant maps to the orbits it tells about."""
    lengths = [cycle_lengths(g) for g in sample or some_elements(generators)]
    kept: list[tuple[list[int], list[dict[int, int]]]] = []
    for points in sorted(orbits(generators), key=len, reverse=True):
        if len(points) > 1 and not _equivalences(generators, kept, points, lengths):
            kept.append((points, []))
    return kept


def _equivalences(
    generators: list[Images],
    kept: list[tuple[list[int], list[dict[int, int]]]],
    points: list[int],
    lengths: list[list[int]],
) -> bool:
    """Tie an orbit to one of those that are kept, if it can be."""
    for source, maps in kept:
        for point in points:
            if may_follow(lengths, source[0], point):
                found = equivariant(generators, source[0], point)
                if found is not None:
                    maps.append(found)
                    return True
    return False


def may_follow(lengths: list[list[int]], point: int, other: int) -> bool:
    """Return whether a point might be fixed by all elements that fix another, by their cycles."""
    return all(each[point] % each[other] == 0 for each in lengths)


def equivariant(generators: list[Images], point: int, image: int) -> dict[int, int] | None:
    """Return the map from an orbit that takes a point to `image` and commutes with all, or None."""
    found, queue = {point: image}, [point]
    for each in queue:
        for g in generators:
            if g[each] not in found:
                found[g[each]] = g[found[each]]
                queue.append(g[each])
            elif found[g[each]] != g[found[each]]:
                return None
    return found


def piece_orbits(
    generators: list[Images], orbits: list[list[int]], sample: Sequence[Images] = ()
) -> Iterator[PieceOrbit]:
    """Yield each orbit with its blocks: the cycles of a permutation that commutes with all."""
    lengths = [cycle_lengths(g) for g in sample or some_elements(generators)]
    for points in orbits:
        best: list[list[int]] = [[point] for point in points]
        for image in points[1:]:
            if may_follow(lengths, points[0], image):
                found = equivariant(generators, points[0], image)
                blocks = cycles_of(found or {})
                if blocks and len(blocks) < len(best):
                    best = blocks
        place = {
            point: (number, twist)
            for number, block in enumerate(best)
            for twist, point in enumerate(block)
        }
        yield PieceOrbit(place, len(best), len(best[0]))
