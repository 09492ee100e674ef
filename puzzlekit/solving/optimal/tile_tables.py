"""Additive pattern databases for a sliding puzzle with one hole, and the sets of their tiles.

For each arrangement of a set of tiles, a table holds the minimum number of moves of these tiles.
Source: R. E. Korf, A. Felner, Disjoint pattern database heuristics, Artificial Intelligence 134
(2002).
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain, permutations, product

import numpy
from numba import int64, uint8, uint32, uint64

from ...core.board import Board
from ...core.compiling import compiled
from ...core.disk_cache import load_or_make
from ...core.progress import Progress
from ...rules.symmetry import symmetries
from ..spaces.encoded_states import Array

Cells = tuple[int, ...]
Neighbours = Sequence[Sequence[int]]

#: Maximum number of symmetries of a board.
MAX_MIRRORS = 4

#: Maximum number of arrangements in a table (a few seconds of work).
MAX_ENTRIES = 1 << 25

#: Number of arrangements expanded between progress reports.
SLICE = 20_000

_ONE, _SHIFT = numpy.uint64(1), numpy.uint64(58)

#: A de Bruijn sequence. The top six bits of its product with a single bit identify that bit.
_FACTOR = numpy.uint64(0x03F79D71B4CB0A89)
_BIT = numpy.zeros(64, numpy.uint8)
for _i in range(64):
    _BIT[((1 << _i) * int(_FACTOR) & (2**64 - 1)) >> 58] = _i


@compiled(int64(uint64))
def _lowest(bits):
    """Return the index of the lowest set bit."""
    return int64(_BIT[((bits & (~bits + _ONE)) * _FACTOR) >> _SHIFT])


@compiled(uint64(uint64[::1], uint64, int64))
def reachable_cells(near, free, start):
    """Return the free cells that the hole can reach, including its own cell, as a bit set."""
    reached = todo = _ONE << uint64(start)
    while todo:
        new = near[_lowest(todo)] & free & ~reached
        reached |= new
        todo = (todo & (todo - _ONE)) | new
    return reached


@compiled(int64(int64[::1], int64, int64, uint64[::1], uint32[::1], uint8[::1], int64[::1]))
def expand(nodes, level, tiles, near, seen, best, successors):
    """Write the new arrangements after one move of a tile to `successors`; return the count.

    A node is 64 times the number of an arrangement, plus a cell that the hole can reach. `near`
    holds the neighbours of each cell as bit sets. For each arrangement, `seen` is the bit set of
    hole cells visited so far.
    """
    count, cells = 0, len(near)
    cells_of = numpy.empty(tiles, numpy.int64)
    every = ~uint64(0) >> uint64(64 - cells)
    for node in nodes:
        number, hole = node >> 6, node & 63
        rest, free = number, every
        for tile in range(tiles):
            cells_of[tile] = rest % cells
            rest //= cells
            free ^= _ONE << uint64(cells_of[tile])
        region, weight = reachable_cells(near, free, hole), int64(1)
        for tile in range(tiles):
            origin, origin_bit = cells_of[tile], _ONE << uint64(cells_of[tile])
            targets = near[origin] & region
            while targets:
                cell = _lowest(targets)
                targets &= targets - _ONE
                moved = number + (cell - origin) * weight
                if uint64(seen[moved]) & origin_bit:
                    continue
                seen[moved] |= reachable_cells(
                    near, (free | origin_bit) ^ (_ONE << uint64(cell)), origin
                )
                best[moved] = min(best[moved], uint8(level))
                successors[count] = (moved << 6) | origin
                count += 1
            weight *= cells
    return count


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
    near: Neighbours, goal: Sequence[str], sets: Sequence[Cells], progress: Progress
) -> Array:
    """Return the concatenated tables for all sets."""
    ranked = [tuple(goal.index(goal[cell]) for cell in each) for each in sets]
    key = "sliding", list(map(list, near)), goal.index(""), list(sets), ranked

    def make() -> dict[str, Array]:
        tables = [_table(near, goal, each, progress) for each in sets]
        return {"table": numpy.concatenate(tables)}

    return load_or_make(key, make)["table"]


def _table(near: Neighbours, goal: Sequence[str], cells: Cells, progress: Progress) -> Array:
    count, tiles, hole = len(goal), len(cells), goal.index("")
    best = numpy.full(count**tiles, 255, numpy.uint8)
    seen = numpy.zeros(count**tiles, numpy.uint32)
    free = sum(1 << cell for cell in range(count) if cell not in cells)
    starts = [
        sum(cell * count**digit for digit, cell in enumerate(places))
        for places in _equal_places(goal, cells)
    ]
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


def choose_tile_sets(near: Neighbours, goal: Sequence[str], max_size: int) -> list[Cells]:
    """Return sets of up to `max_size` nearby goal cells. Equal tiles share a set or are left out.

    >>> from puzzlekit import grid
    >>> choose_tile_sets(grid(3, 2).neighbours, ["1", "2", "3", "4", "5", ""], 3)
    [(1, 2, 4), (0, 3)]
    """
    of_label: dict[str, list[int]] = {}
    for cell, label in enumerate(goal):
        if label:
            of_label.setdefault(label, []).append(cell)
    kinds = [tuple(cells) for cells in of_label.values() if len(cells) <= max_size]
    order = _bfs_order(near, goal.index(""))
    kinds.sort(key=lambda cells: min(map(order.index, cells)))
    candidates = [_grow(near, kinds, first, max_size) for first in kinds]
    return max(
        candidates, key=lambda sets: sum(_links(near, each, each) ** 2 for each in sets), default=[]
    )


def _bfs_order(near: Neighbours, hole: int) -> list[int]:
    """Return all cells in breadth-first order from the hole."""
    order = [hole]
    for cell in order:
        order += [other for other in near[cell] if other not in order]
    return order + [cell for cell in range(len(near)) if cell not in order]


def _grow(near: Neighbours, kinds: list[Cells], first: Cells, max_size: int) -> list[Cells]:
    """Return sets grown greedily, one after another. The first set starts with `first`."""
    remaining, sets = list(kinds), list[Cells]()
    while remaining:
        members, outside = set[int](), {cell for each in remaining for cell in each}
        addition: Cells | None = remaining[-1] if sets else first
        while addition is not None:
            remaining.remove(addition)
            members.update(addition)
            outside.difference_update(addition)
            fitting = [each for each in remaining if len(members) + len(each) <= max_size]
            links = [
                (_links(near, each, members), -_links(near, each, outside)) for each in fitting
            ]
            addition = fitting[links.index(max(links))] if fitting else None
        sets.append(tuple(sorted(members)))
    return sets


def _links(near: Neighbours, cells: Cells, others: Collection[int]) -> int:
    return sum(other in others for cell in cells for other in near[cell])


def board_symmetries(board: Board, goal: Sequence[str]) -> list[Cells]:
    """Return symmetries of the board that fix the hole and map equal tiles to equal tiles.

    >>> from puzzlekit import grid
    >>> board_symmetries(grid(2, 2), ["1", "2", "3", ""])
    [(0, 1, 2, 3), (0, 2, 1, 3)]
    """

    def keeps_kinds(images: Cells) -> bool:
        pairs = {(label, goal[image]) for label, image in zip(goal, images, strict=True)}
        return ("", "") in pairs and len(pairs) == len(set(goal))

    fitting = sorted(filter(keeps_kinds, symmetries(board)))
    return fitting[:MAX_MIRRORS] or [tuple(range(len(board)))]
