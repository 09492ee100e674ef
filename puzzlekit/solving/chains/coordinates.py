"""Coordinates of a coarser puzzle: what some cells show, all that can be reached numbered."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from math import factorial, prod
from typing import NamedTuple

import numpy

from ...core.permutation import Images, restrict
from ..spaces.encoded_states import Array
from ..spaces.mechanism import always_legal
from ..spaces.orbit_splitting import orbits

#: Cells, with parts that may never be there.
Forbidden = Collection[tuple[int, int]]

#: Places of a coordinate at most.
PLACES = 4_000_000

#: Places for which there is room at first, and how many times as many later.
FIRST, GROWTH = 10_000, 20

#: How many times fewer places there may be than the pieces would have if they were free.
SLACK = 4


class Place(NamedTuple):
    """What tells the place of a board: `labels` says by what number each part goes on the cells.

    `keys` are those of all lines that can be reached, the goal first, and `index` finds them.
    """

    cells: Array
    labels: Array
    keys: Array
    index: Array

    def of(self, boards: Array) -> Array:
        """Return the place of each board, -1 for one that cannot be reached from the goal."""
        from .stage_kernel import place

        found = numpy.zeros(len(boards), numpy.int32)
        place(boards, numpy.array(self.cells), numpy.array(self.labels), *self[2:], found)
        return found


class Coordinate(NamedTuple):
    """A place, with where moves lead: what some cells show, all that can be reached numbered."""

    cells: Array
    labels: Array
    lines: Array
    index: Array
    to: Array

    @property
    def size(self) -> int:
        """How many places there are."""
        return len(self.lines)

    def place(self) -> Place:
        """Return what tells the place of a board, without the moves."""
        from .stage_kernel import keys_of

        keys = numpy.zeros(self.size, numpy.uint64)
        keys_of(self.lines, keys)
        return Place(self.cells, self.labels, keys, self.index)


def make_coordinate(
    cells: Sequence[int],
    labels: Array,
    goal: Array,
    sources: Sequence[Images],
    most: int,
    banned: Forbidden = (),
) -> Coordinate | None:
    """Return what some cells show, whose parts go by labels; None if it has too many places.

    A move to a banned cell leads to -1.
    """
    from .stage_kernel import enumerate_states, index_states

    room = min(most, FIRST)
    acting = numpy.array(restrict(sources, cells), numpy.int16)
    place = {cell: at for at, cell in enumerate(cells)}
    pairs = {(place[cell], int(labels[part])) for cell, part in banned if cell in place}
    never = numpy.array(sorted(pairs), numpy.int64).reshape(-1, 2)
    while True:
        index = numpy.full(1 << (2 * room).bit_length(), -1, numpy.int32)
        lines = numpy.zeros((room, len(cells)), numpy.uint8)
        lines[0] = labels[goal[list(cells)]]
        to = numpy.zeros((room, len(sources)), numpy.int32)
        count = enumerate_states(lines, acting, never, to, index)
        if count < 0:
            if room == most:
                return None
            room = min(most, room * GROWTH)
            continue
        lines = lines[:count].copy()
        tight = numpy.full(1 << (2 * count).bit_length(), -1, numpy.int32)
        if len(tight) < len(index):
            index_states(lines, tight)
            index = tight
        return Coordinate(numpy.array(cells, numpy.int64), labels, lines, index, to[:count].copy())


def distance_bound(cells: Sequence[int], shown: Array, sources: Sequence[Images]) -> int:
    """Return how many places there are at most."""
    texts = [str(shown[cell]) for cell in cells]
    found = 1
    for each in orbits(always_legal(restrict(sources, cells)), texts):
        twists = prod(each.periods[piece] ** count for piece, count in each.counts.items())
        ways = factorial(len(each.slots)) * twists
        found *= ways // prod(factorial(count) for count in each.counts.values())
    return found


def label_states(colours: Array, blocks: Sequence[Sequence[int]], banned: Forbidden = ()) -> Array:
    """Return labels of parts: one for each block of colours and banned cells, 0 for all others."""
    number = {colour: n for n, each in enumerate(blocks, 1) for colour in each}
    block = [number.get(int(colour), 0) for colour in colours]
    if not banned:
        return numpy.array(block, numpy.uint8)
    never = [frozenset(c for c, other in banned if other == part) for part in range(len(colours))]
    return numpy.array(number_states(list(zip(block, never, strict=True))), numpy.uint8)


def told_apart(one: Coordinate, other: Coordinate) -> bool:
    """Return whether the place in one coordinate determines that in the other."""
    image = numpy.full(one.size, -1, numpy.int64)
    image[0] = 0
    front = numpy.zeros(1, numpy.int64)
    while len(front):
        new = []
        for move in range(one.to.shape[1]):
            there, shown = one.to[front, move], other.to[image[front], move]
            there, shown = there[there >= 0], shown[there >= 0]
            if (shown < 0).any():
                return False
            fresh = image[there] < 0
            image[there[fresh]] = shown[fresh]
            if (image[there] != shown).any():
                return False
            new.append(there[fresh])
        front = numpy.unique(numpy.concatenate(new))
    return True


def number_states(keys: Sequence[Hashable]) -> list[int]:
    """Return consecutive numbers in place of keys, equal ones for equal keys."""
    number = {key: n for n, key in enumerate(dict.fromkeys(keys))}
    return [number[key] for key in keys]
