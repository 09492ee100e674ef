"""Pattern databases for products of coordinates (J. Culberson, J. Schaeffer, 1998).

If a product is too large, colours in one of its coordinates are merged. On the cube, for example,
only the flips of the edges are kept, or only the positions of some edges.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from random import Random
from typing import NamedTuple

import numpy

from ...core.progress import Progress
from ..spaces.encoded_states import Array
from .coordinates import SLACK, Coordinate, label_parts, number_keys
from .stage_colours import ColouredView, goal_places
from .stage_kernel import push_distances

#: Maximum numbers of tables, of coordinates per table, and of coarser versions of a coordinate.
MAX_TABLES, MAX_PARTS, MAX_COARSER = 7, 4, 3

#: Try all partitions if there are at most this many colours.
FEW_COLOURS = 5


#: The distance of states that have not been reached yet.
UNREACHED = 255

#: The term of an illegal move, which outweighs those of the other coordinates.
ILLEGAL = -(1 << 29)


class Table(NamedTuple):
    """A pattern database, which gives the distances for the places in some coordinates."""

    parts: tuple[int, ...]
    strides: tuple[int, ...]
    distances: Array


def tables_for(
    coordinates: list[Coordinate],
    view: ColouredView,
    powers: Array,
    costs: Array,
    max_size: int,
    places_limit: int,
    progress: Progress,
) -> tuple[list[Coordinate], list[Table]]:
    """Return the coordinates and tables for their products, of up to `max_size` bytes each."""
    every = list(coordinates)

    def size(parts: Sequence[int]) -> int:
        return prod(every[part].size for part in parts)

    def add_coarser(part: int, max_places: int) -> list[int]:
        """Add the largest coarser versions of a coordinate that fit; return their numbers."""
        by_size = {each.size: each for each in _merge_colours(every[part], view, max_places)}
        largest = [by_size[size] for size in sorted(by_size, reverse=True)[:MAX_COARSER]]
        every.extend(largest)
        return list(range(len(every) - len(largest), len(every)))

    wanted: list[tuple[int, ...]] = []
    numbers = range(len(coordinates))
    for one in numbers:
        wanted.append((one,))
        for other in numbers:
            if one == other:
                continue
            if size((one, other)) <= max_size:
                wanted.append((one, other))
            else:
                wanted += [
                    (one, part)
                    for part in add_coarser(other, min(places_limit, max_size // size((one,))))
                ]
    chosen: list[tuple[int, ...]] = []
    for parts in sorted(wanted, key=size, reverse=True):
        extended = parts
        for other in sorted(numbers, key=lambda each: -every[each].size):
            if (
                other not in extended
                and len(extended) < MAX_PARTS
                and size((*extended, other)) <= max_size
            ):
                extended = (*extended, other)
        own = tuple(sorted(extended))
        if not any(set(own) <= set(each) for each in chosen):
            chosen.append(own)
    selected = chosen[:MAX_TABLES]
    for part in numbers:
        if not any(part in each for each in selected):
            selected.append((part,))
    used = sorted({part for parts in selected for part in parts})
    place = {part: n for n, part in enumerate(used)}
    tables: list[Table] = []
    for parts in selected:
        progress("tables", len(tables), len(selected))
        parts_used = [every[part] for part in parts]
        tables.append(_table(parts_used, [place[part] for part in parts], view.down, powers, costs))
    tables.sort(key=lambda each: -float(each.distances.mean()))
    return [every[part] for part in used], tables


def _merge_colours(each: Coordinate, view: ColouredView, max_places: int) -> Iterator[Coordinate]:
    """Yield versions of a coordinate with merged colours and up to `max_places` places."""
    cells, goal = each.cells.tolist(), view.goal
    shown = sorted(set(each.labels[goal[cells]].tolist()))
    done = set()
    for blocks in _colour_partitions(shown):
        labels = label_parts(each.labels, blocks)
        key = tuple(number_keys(labels[goal[cells]].tolist()))
        if key in done or len(set(key)) in (1, len(shown)):
            continue
        done.add(key)
        if view.places_bound(cells, labels) > SLACK * max_places:
            continue
        merged = view.coordinate(cells, labels, max_places)
        if merged is not None and merged.size > 1:
            yield merged


def _colour_partitions(colours: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield all partitions of the colours, or random partitions if there are many colours."""
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
    lower_moves: Sequence[tuple[int, int]],
    powers: Array,
    costs: Array,
) -> Table:
    """Return the distances in a product of coordinates; `lower_moves` lead from goal to goal."""
    sizes = numpy.array([each.size for each in parts], numpy.int64)
    strides = numpy.cumprod([1, *sizes[:-1]]).astype(numpy.int64)
    moves = list(_backward_moves(powers, costs))
    images = numpy.concatenate(
        [_images(each, moves, powers, stride) for each, stride in zip(parts, strides, strict=True)]
    )
    price = numpy.array([cost for _, _, cost in moves])
    far = numpy.full(int(sizes.prod()), UNREACHED, numpy.uint8)
    targets = numpy.zeros(1, numpy.int64)
    for each, stride in zip(parts, strides, strict=True):
        targets = (targets[:, None] + goal_places(each, lower_moves) * stride).ravel()
    far[targets] = distance = empty = 0
    while empty < price.max():
        push_distances(far, sizes, images, price, distance)
        distance, empty = distance + 1, 0 if (far == distance).any() else empty + 1
    return Table(tuple(places), tuple(strides.tolist()), far)


def _backward_moves(powers: Array, costs: Array) -> Iterator[tuple[int, int, int]]:
    """Yield each generator and power with the cost of undoing it.

    Powers that cost as much as two others in a row are left out.
    """
    for generator, highest in enumerate(powers.tolist()):
        undo = [0, *costs[generator, highest:0:-1].tolist()]
        for power in range(1, highest + 1):
            if all(undo[n] + undo[power - n] > undo[power] for n in range(1, power)):
                yield generator, power, undo[power]


def _images(
    each: Coordinate, moves: Sequence[tuple[int, int, int]], powers: Array, stride: int
) -> Array:
    """Return the images of each place under the moves, times `stride`, or ILLEGAL."""
    result = numpy.empty((len(moves), each.size), numpy.int32)
    to = numpy.ascontiguousarray(each.to.T)
    reached = 0
    for row, (generator, power, _) in enumerate(moves):
        if power == 1:
            images, reached = to[generator], 1
        elif power == powers[generator]:  # the inverse; generators with illegal moves have none
            images = numpy.empty_like(to[generator])
            images[to[generator]] = numpy.arange(each.size)
        else:
            for _ in range(power - reached):
                images = to[generator][images]
            reached = power
        result[row] = numpy.where(images < 0, ILLEGAL, images * numpy.int32(stride))
    return numpy.ascontiguousarray(result.T)


def start_offsets(sizes: Sequence[int]) -> Array:
    """Return the start offsets of arrays of the given sizes after concatenation."""
    return numpy.cumsum([0, *sizes])[:-1].astype(numpy.int64)
