"""Additive pattern databases for a sliding puzzle with one hole.

A table holds the minimum number of moves of a set of tiles for each arrangement of the set. Source:
R. E. Korf, A. Felner, Disjoint pattern database heuristics, Artificial Intelligence 134 (2002).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, permutations, product
from typing import TYPE_CHECKING, Any

from ...core.disk_cache import cached
from ...core.progress import Progress
from .tile_sets import Cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Maximum number of arrangements in a table, which takes a few seconds.
MAX_ENTRIES = 1 << 25

#: Number of arrangements expanded between progress reports.
SLICE = 20_000


def max_tiles(cells: int, tiles: int, memory: int) -> int:
    """Return the largest set size for which tables for all tiles fit into `memory` bytes.

    >>> max_tiles(16, 15, 400 << 20), max_tiles(16, 15, 1 << 20)
    (6, 4)
    """
    size = 1
    while (
        size < tiles
        and cells ** (size + 1) <= MAX_ENTRIES
        and -(-tiles // (size + 1)) * cells ** (size + 1) <= memory
    ):
        size += 1
    return size


def tile_tables(
    near: Sequence[Sequence[int]], goal: Sequence[str], sets: Sequence[Cells], progress: Progress
) -> NDArray[Any]:
    """Return the concatenated tables for all sets."""
    import numpy

    ranked = [tuple(goal.index(goal[cell]) for cell in each) for each in sets]
    key = "sliding", list(map(list, near)), goal.index(""), list(sets), ranked

    def make() -> dict[str, NDArray[Any]]:
        tables = [_table(near, goal, each, progress) for each in sets]
        return {"table": numpy.concatenate(tables)}

    return cached(key, make)["table"]


def _table(
    near: Sequence[Sequence[int]], goal: Sequence[str], cells: Cells, progress: Progress
) -> NDArray[Any]:
    import numpy

    from .sliding_kernel import expand, reachable_cells

    count, tiles, hole = len(goal), len(cells), goal.index("")
    best = numpy.full(count**tiles, 255, numpy.uint8)
    seen = numpy.zeros(count**tiles, numpy.uint32)
    free = sum(1 << cell for cell in range(count) if cell not in cells)
    starts = [_number(places, count) for places in _equal_places(goal, cells)]
    bits = numpy.array([sum(1 << other for other in each) for each in near], numpy.uint64)
    seen[starts] = reachable_cells(bits, free, hole)
    best[starts] = 0
    nodes = numpy.array(starts, numpy.int64) << 6 | hole
    successors = numpy.empty(SLICE * tiles * max(map(len, near)), numpy.int64)
    level, total = 0, len(nodes)
    while len(nodes):
        level += 1
        parts = []
        for begin in range(0, len(nodes), SLICE):
            part = nodes[begin : begin + SLICE]
            new = expand(part, level, tiles, bits, seen, best, successors)
            parts.append(successors[:new].copy())
            total += new
            progress("arrangements of tiles", total, None)
        nodes = numpy.concatenate(parts)
    return best


def _number(places: Sequence[int], count: int) -> int:
    return sum(cell * count**digit for digit, cell in enumerate(places))


def _equal_places(goal: Sequence[str], cells: Cells) -> list[tuple[int, ...]]:
    """Return the goal placements of a set of tiles, with equal tiles in any order."""
    of_label: dict[str, list[int]] = {}
    for cell in cells:
        of_label.setdefault(goal[cell], []).append(cell)
    order = [cell for each in of_label.values() for cell in each]
    placements = []
    for orders in product(*map(permutations, of_label.values())):
        place = dict(zip(order, chain(*orders), strict=True))
        placements.append(tuple(place[cell] for cell in cells))
    return placements
