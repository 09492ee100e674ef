"""Pattern databases for products of coordinates (J. Culberson, J. Schaeffer, 1998).

Where a product is too large, colours of one coordinate are merged: of the cube's edges only their
flips are left, or where some of them are.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from random import Random
from typing import NamedTuple

import numpy

from ...core.permutation import Images
from ...core.progress import Progress
from ..spaces.encoded_states import Array
from .coordinates import (
    SLACK,
    Coordinate,
    distance_bound,
    label_states,
    make_coordinate,
    number_states,
)
from .view import ColouredView, goals

#: Tables that are made, coordinates in one of them, and coarser ones in the place of one, at most.
TABLES, PARTS, COARSER = 7, 4, 3

#: Colours of which all ways to merge them are looked at.
FEW_COLOURS = 5


class Table(NamedTuple):
    """Distances, by the places in some coordinates."""

    parts: tuple[int, ...]
    strides: tuple[int, ...]
    far: Array

    @property
    def mean(self) -> float:
        """How far it sees, on average."""
        return float(self.far.mean())


def tables_for(
    coordinates: list[Coordinate],
    seen: ColouredView,
    powers: Array,
    costs: Array,
    most: int,
    places: int,
    progress: Progress,
) -> tuple[list[Coordinate], list[Table]]:
    """Return all coordinates and the tables for their products, limited to `most` bytes each."""
    every, sources, goal = list(coordinates), seen.sources, seen.goal

    def size(parts: Sequence[int]) -> int:
        return prod(every[part].size for part in parts)

    def fitting(part: int, room: int) -> list[int]:
        """Return some coarser ones of a coordinate that fit, of different sizes, largest first."""
        found = {each.size: each for each in _merge_blocks(every[part], sources, goal, room)}
        largest = [found[size] for size in sorted(found, reverse=True)[:COARSER]]
        every.extend(largest)
        return list(range(len(every) - len(largest), len(every)))

    wanted: list[tuple[int, ...]] = []
    many = range(len(coordinates))
    for one in many:
        wanted.append((one,))
        for other in many:
            if one == other:
                continue
            if size((one, other)) <= most:
                wanted.append((one, other))
            else:
                wanted += [
                    (one, part) for part in fitting(other, min(places, most // size((one,))))
                ]
    chosen: list[tuple[int, ...]] = []
    for parts in sorted(wanted, key=size, reverse=True):
        grown = parts
        for other in sorted(many, key=lambda each: -every[each].size):
            if other not in grown and len(grown) < PARTS and size((*grown, other)) <= most:
                grown = (*grown, other)
        own = tuple(sorted(grown))
        if not any(set(own) <= set(each) for each in chosen):
            chosen.append(own)
    kept = chosen[:TABLES]
    for part in many:
        if not any(part in each for each in kept):
            kept.append((part,))
    used = sorted({part for parts in kept for part in parts})
    place = {part: n for n, part in enumerate(used)}
    tables: list[Table] = []
    for parts in kept:
        progress("tables", len(tables), len(kept))
        known = [every[part] for part in parts]
        tables.append(_table(known, [place[part] for part in parts], seen.down, powers, costs))
    tables.sort(key=lambda each: -each.mean)
    return [every[part] for part in used], tables


def _merge_blocks(
    each: Coordinate, sources: Sequence[Images], goal: Array, room: int
) -> Iterator[Coordinate]:
    """Yield what is known of a coordinate where some colours are taken for one, if it fits."""
    cells = each.cells.tolist()
    shown = sorted(set(each.labels[goal[cells]].tolist()))
    done = set()
    for blocks in _blocks(shown):
        labels = label_states(each.labels, blocks)
        key = tuple(number_states(labels[goal[cells]].tolist()))
        if key in done or len(set(key)) in (1, len(shown)):
            continue
        done.add(key)
        if distance_bound(cells, labels[goal], sources) <= SLACK * room:
            made = make_coordinate(cells, labels, goal, sources, room)
            if made is not None and made.size > 1:
                yield made


def _blocks(colours: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield ways to merge colours: all if they are few, else one apart, and random ones."""
    if len(colours) <= FEW_COLOURS:
        yield from _partitions(list(colours))
        return
    random = Random(0)
    for count in range(1, len(colours)):
        for _ in range(2):
            yield [[colour] for colour in random.sample(list(colours), count)]
    for _ in range(2):
        for parts in (2, 3):
            order = random.sample(list(colours), len(colours))
            yield [order[n::parts] for n in range(parts)]


def _partitions(colours: list[int]) -> Iterator[list[list[int]]]:
    if not colours:
        yield []
        return
    first, *rest = colours
    for blocks in _partitions(rest):
        yield [[first], *blocks]
        for n, block in enumerate(blocks):
            yield [*blocks[:n], [first, *block], *blocks[n + 1 :]]


def _table(
    parts: list[Coordinate],
    places: list[int],
    down: Sequence[tuple[int, int]],
    powers: Array,
    costs: Array,
) -> Table:
    """Return the distances of a product of coordinates from what the moves `down` make of it."""
    from .stage_kernel import UNREACHED, pull, push

    sizes = numpy.array([each.size for each in parts], numpy.int64)
    strides = numpy.cumprod([1, *sizes[:-1]]).astype(numpy.int64)
    to = numpy.concatenate([each.to.ravel() for each in parts])
    far = numpy.full(int(sizes.prod()), UNREACHED, numpy.uint8)
    product = far, sizes, strides, to, start_states([each.to.size for each in parts]), powers
    there = numpy.zeros(1, numpy.int64)
    for each, stride in zip(parts, strides, strict=True):
        there = (there[:, None] + goals(each, down) * stride).ravel()
    far[there] = distance = empty = 0
    left, longest = len(far), int(costs.max())
    while empty < longest:
        found = int(numpy.count_nonzero(far == distance))
        left -= found
        if longest == 1 and left < found:
            pull(*product, distance)
        else:
            push(*product, costs, distance)
        distance, empty = distance + 1, 0 if found else empty + 1
    return Table(tuple(places), tuple(strides.tolist()), far)


def start_states(sizes: Sequence[int]) -> Array:
    """Return where arrays of some sizes begin in one that holds them all."""
    return numpy.cumsum([0, *sizes])[:-1].astype(numpy.int64)
