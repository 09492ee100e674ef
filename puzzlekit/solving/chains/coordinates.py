"""Coordinates of a coarser puzzle, which number the reachable arrangements of labels on cells.

A place is the number of an arrangement; a line is the arrangement itself.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import NamedTuple

import numpy

from ...core.permutation import Images, restrict
from ..search_kernel import index_keys
from ..spaces.encoded_states import Array
from .stage_kernel import enumerate_states, place

#: Pairs of a cell and a part that must not lie on that cell.
Forbidden = Collection[tuple[int, int]]

#: Maximum number of places in a coordinate.
MAX_PLACES = 4_000_000

#: Capacity of the arrays: initial value and growth factor.
MIN_CAPACITY, GROWTH = 10_000, 20

#: Try coordinates even if their upper bound exceeds the limit by up to this factor, because many of
#: the states counted are unreachable.
SLACK = 4


class Coordinate(NamedTuple):
    """The reachable lines of labels on a set of cells, with their move table `to`.

    `labels` maps parts to labels. `keys` are the hashes of all reachable lines, starting with the
    goal, and `index` is their hash table. In a stage, `to` is None.
    """

    cells: Array
    labels: Array
    keys: Array
    index: Array
    to: Array = None

    def of(self, boards: Array) -> Array:
        """Return the place of each board, or -1 for a board that cannot be solved."""
        places = numpy.zeros(len(boards), numpy.int32)
        place(boards, *self[:4], places)
        return places

    @property
    def size(self) -> int:
        """The number of places."""
        return len(self.keys)


def make_coordinate(
    cells: Sequence[int],
    labels: Array,
    goal: Array,
    sources: Sequence[Images],
    max_places: int,
    banned: Forbidden = (),
) -> Coordinate | None:
    """Return the coordinate of labels on the given cells, or None beyond `max_places` places.

    In the move table, -1 marks a move that puts a part on a cell where it is banned.
    """
    capacity = min(max_places, MIN_CAPACITY)
    acting = numpy.array(restrict(sources, cells), numpy.int16)
    at = {cell: n for n, cell in enumerate(cells)}
    pairs = {(at[cell], int(labels[part])) for cell, part in banned if cell in at}
    forbidden = numpy.array(sorted(pairs), numpy.int64).reshape(-1, 2)
    while True:
        index = numpy.full(1 << (2 * capacity).bit_length(), -1, numpy.int32)
        lines = numpy.zeros((capacity, len(cells)), numpy.uint8)
        lines[0] = labels[goal[list(cells)]]
        to = numpy.zeros((capacity, len(sources)), numpy.int32)
        keys = numpy.zeros(capacity, numpy.uint64)
        count = enumerate_states(lines, acting, forbidden, to, keys, index)
        if count < 0:
            if capacity == max_places:
                return None
            capacity = min(max_places, capacity * GROWTH)
            continue
        keys = keys[:count].copy()
        compact = numpy.full(1 << (2 * count).bit_length(), -1, numpy.int32)
        if len(compact) < len(index):
            index_keys(keys, compact)
            index = compact
        own = numpy.array(cells, numpy.int64), labels, keys, index
        return Coordinate(*own, to[:count].copy())


def label_parts(colours: Array, blocks: Sequence[Sequence[int]], banned: Forbidden = ()) -> Array:
    """Return the label of each part.

    Parts get equal labels if their colours are in the same block and the parts are banned from the
    same cells. Without `banned`, colours in no block get the label 0.
    """
    number = {colour: n for n, each in enumerate(blocks, 1) for colour in each}
    block = [number.get(int(colour), 0) for colour in colours]
    if not banned:
        return numpy.array(block, numpy.uint8)
    forbidden = [
        frozenset(c for c, other in banned if other == part) for part in range(len(colours))
    ]
    return numpy.array(number_keys(list(zip(block, forbidden, strict=True))), numpy.uint8)


def label_separately(colours: Array, shown: Sequence[int], banned: Forbidden = ()) -> Array:
    """Return labels that distinguish the shown colours from each other and from all others."""
    return label_parts(colours, [[colour] for colour in shown], banned)


def determines(one: Coordinate, other: Coordinate) -> bool:
    """Return whether the place in `one` determines the place in `other`."""
    image = numpy.full(one.size, -1, numpy.int64)
    image[0] = 0
    front = numpy.zeros(1, numpy.int64)
    while len(front):
        new = []
        for move in range(one.to.shape[1]):
            images, shown = one.to[front, move], other.to[image[front], move]
            images, shown = images[images >= 0], shown[images >= 0]
            if (shown < 0).any():
                return False
            unseen = image[images] < 0
            image[images[unseen]] = shown[unseen]
            if (image[images] != shown).any():
                return False
            new.append(images[unseen])
        front = numpy.unique(numpy.concatenate(new))
    return True


def number_keys(keys: Sequence[Hashable]) -> list[int]:
    """Return consecutive numbers for the keys, from 0. Equal keys get the same number."""
    number = {key: n for n, key in enumerate(dict.fromkeys(keys))}
    return [number[key] for key in keys]
