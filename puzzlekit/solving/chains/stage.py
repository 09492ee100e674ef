"""A stage: from the moves of some levels down to those of lower ones, as a coarser puzzle.

Cells between which the lower moves, or equal pieces, can carry a sticker are one colour: the stage
is done when the colours are as at the goal. H. Kociemba's two-phase algorithm for the cube is the
model; nothing here knows a puzzle.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from random import Random
from typing import NamedTuple

import numpy

from ...core.errors import LimitReached
from ...core.permutation import Images, multiply
from ...core.progress import Progress
from ...group.orbits import orbit
from ..spaces.lines import Array
from .choosing import colours_of
from .coordinates import Coordinate, Place, bound, coordinate, numbered, told
from .letters import Generators, Levels

#: Places of a coordinate at most, and moves of all coordinates of one kind in a chain.
PLACES, STEPS = 4_000_000, 40_000_000

#: Bytes of a table at most, where there are two stages; where there are more, they share.
BYTES = 20_000_000

#: How many times fewer places there may be than the pieces would have if they were free.
SLACK = 4

#: Tables that are made, coordinates in one of them, and coarser ones in the place of one, at most.
TABLES, PARTS, COARSER = 7, 4, 3

#: Ways to merge colours that are tried where others are known.
TRIES = 100

#: Colours of which all ways to merge them are looked at.
FEW_COLOURS = 5

#: What stands for a generator before the first one.
NONE = -1


class Table(NamedTuple):
    """Distances, by the places in some coordinates."""

    parts: tuple[int, ...]
    strides: tuple[int, ...]
    far: Array

    @property
    def mean(self) -> float:
        """How far it sees, on average."""
        return float(self.far.mean())


class Stage(NamedTuple):
    """A coarser puzzle with its tables; `generators` are numbers, with the powers they stand for.

    `searched` is what the search is told: moves of the coordinates, generators, tables.
    """

    generators: tuple[int, ...]
    levels: tuple[int, ...]
    sources: Array
    places: list[Place]
    searched: tuple[Array, ...]

    def carry(self, boards: Array, words: Array) -> None:
        """Make words, pairs of a row of a generator and an exponent, on boards."""
        from .stage_kernel import carried

        carried(boards, self.sources, words, words.shape[1] // 2)


def to_arrays(each: Stage, number: int) -> dict[str, Array]:
    """Return a stage as arrays, whose names tell its number."""
    found = {
        "generators": numpy.array(each.generators),
        "levels": numpy.array(each.levels),
        "sources": each.sources,
        "places": numpy.array([len(each.places)]),
    }
    found |= {f"searched {n}": array for n, array in enumerate(each.searched)}
    for n, place in enumerate(each.places):
        found |= {f"place {n} {m}": array for m, array in enumerate(place)}
    return {f"{number} {name}": array for name, array in found.items()}


def from_arrays(arrays: Mapping[str, Array], number: int) -> Stage:
    """Return the stage of a number."""
    own = {
        name.split(" ", 1)[1]: array
        for name, array in arrays.items()
        if name.split(" ", 1)[0] == str(number)
    }
    return Stage(
        tuple(own["generators"].tolist()),
        tuple(own["levels"].tolist()),
        numpy.array(own["sources"]),
        [Place(*(own[f"place {n} {m}"] for m in range(4))) for n in range(int(own["places"][0]))],
        (
            own["searched 0"],
            *(numpy.array(own[f"searched {n}"]) for n in range(1, 6)),
            own["searched 6"],
            *(numpy.array(own[f"searched {n}"]) for n in range(7, 10)),
        ),
    )


def stage(
    every: Generators,
    upper: Levels,
    lower: Levels,
    goal: Array,
    stages: int,
    progress: Progress,
) -> Stage:
    """Return the stage from upper levels to lower ones; raise `LimitReached` if it is too large.

    It is one of so many `stages`.

    `goal` says which part is on which cell; pieces that look alike are the same part.
    """
    acting = every.acting(upper)
    sources = [source for _, source in acting]
    generators = tuple(g for g, _ in acting)
    powers = [every.orders[g] // upper[g] - 1 for g in generators]
    costs = numpy.zeros((len(powers), 1 + max(powers)), numpy.int64)
    last = numpy.zeros(costs.shape, bool)
    for row, g in enumerate(generators):
        for k in range(1, powers[row] + 1):
            costs[row, k] = every.costs[g][k * upper[g]]
            last[row, k] = not lower[g] or k * upper[g] % lower[g] != 0
    colours = _colours(every, lower, goal)
    places = min(PLACES, STEPS // (stages * len(sources)))
    coordinates = _coordinates(colours, sources, goal, places)
    room = BYTES * 2 // max(2, stages)
    made = _tables(coordinates, sources, goal, numpy.array(powers), costs, room, progress)
    used, tables = made
    return Stage(
        generators,
        tuple(upper[g] for g in generators),
        numpy.array(sources, numpy.int16),
        [Place(*each[:4]) for each in used],
        (
            numpy.concatenate([each.to.ravel() for each in used]),
            _starts([each.to.size for each in used]),
            numpy.array(powers, numpy.int64),
            costs,
            _follow(sources),
            last,
            *_joined(tables),
        ),
    )


def _joined(tables: Sequence[Table]) -> tuple[Array, ...]:
    """Return all tables in one, where each begins, and which coordinates it knows."""
    parts = numpy.full((len(tables), PARTS), -1, numpy.int32)
    strides = numpy.zeros((len(tables), PARTS), numpy.int64)
    for number, each in enumerate(tables):
        parts[number, : len(each.parts)] = each.parts
        strides[number, : len(each.parts)] = each.strides
    far = numpy.concatenate([each.far for each in tables])
    return far, _starts([len(each.far) for each in tables]), parts, strides


def _starts(sizes: Sequence[int]) -> Array:
    return numpy.cumsum([0, *sizes])[:-1].astype(numpy.int64)


def _follow(sources: Sequence[Images]) -> Array:
    """Return which generator may follow on which: not the same; one order where they commute."""
    many = len(sources)
    found = numpy.ones((many + 1, many), bool)
    for one in range(many):
        for other in range(one + 1):
            if multiply(sources[one], sources[other]) == multiply(sources[other], sources[one]):
                found[one, other] = False
    return found


def _colours(every: Generators, lower: Levels, goal: Array) -> Array:
    """Return the colour of each part."""
    found = numpy.zeros(1 + goal.max(), numpy.int64)
    for part, colour in colours_of(every, lower, goal.tolist()).items():
        found[part] = colour
    return found


def _coordinates(
    colours: Array, sources: Sequence[Images], goal: Array, places: int
) -> list[Coordinate]:
    """Return coordinates that together tell all colours."""
    found: list[Coordinate] = []
    for cells in _orbits(sources):
        shown = colours[goal[cells]]
        if len(set(shown.tolist())) == 1:
            continue
        found += _split(cells, colours, sources, goal, places)
    found.sort(key=lambda each: -each.size)
    kept: list[Coordinate] = []
    for each in found:
        if not any(other.size % each.size == 0 and told(other, each) for other in kept):
            kept.append(each)
    return kept


def _orbits(sources: Sequence[Images]) -> Iterator[list[int]]:
    seen: set[int] = set()
    for cell in range(len(sources[0])):
        if cell not in seen:
            cells = sorted(orbit(sources, cell))
            seen.update(cells)
            if len(cells) > 1:
                yield cells


def _split(
    cells: list[int], colours: Array, sources: Sequence[Images], goal: Array, places: int
) -> Iterator[Coordinate]:
    """Yield coordinates for the colours of an orbit: one, or some that know some colours each."""
    # The most frequent last: where all others are, it is too.
    left = [colour for colour, _ in Counter(colours[goal[cells]].tolist()).most_common()][::-1]
    known: list[int] = []
    while left:
        group: list[int] = []
        for colour in left:
            labels = _labels(colours, [[each] for each in (*group, colour)])
            if bound(cells, labels[goal], sources) <= SLACK * places:
                group.append(colour)
        while group:
            labels = _labels(colours, [[each] for each in group])
            made = coordinate(cells, labels, goal, sources, places)
            if made is not None:
                yield made
                break
            group.pop()
        else:
            if len(left) > 1 or not known:
                yield _least(cells, colours, (known, left), sources, goal)
            return
        known += group
        left = [colour for colour in left if colour not in group]


def _least(
    cells: list[int],
    colours: Array,
    known: tuple[list[int], list[int]],
    sources: Sequence[Images],
    goal: Array,
) -> Coordinate:
    """Return what tells the colours that are left from each other, those that are known aside.

    These are taken for some that are left, such that there are few places.
    """
    told, left = known
    random = Random(0)
    tries = []
    for _ in range(TRIES):
        blocks = [[colour] for colour in left]
        for colour in told:
            random.choice(blocks).append(colour)
        labels = _labels(colours, blocks)
        tries.append((bound(cells, labels[goal], sources), labels.tobytes()))
    size, best = min(tries)
    labels = numpy.frombuffer(best, numpy.uint8)
    made = coordinate(cells, labels, goal, sources, PLACES) if size <= SLACK * PLACES else None
    if made is None:
        raise LimitReached("The pieces of one colour have too many places.")
    return made


def _labels(colours: Array, blocks: Sequence[Sequence[int]]) -> Array:
    """Return labels of parts: one for each block of colours, 0 for all others."""
    number = {colour: n for n, block in enumerate(blocks, 1) for colour in block}
    return numpy.array([number.get(int(colour), 0) for colour in colours], numpy.uint8)


def _tables(
    coordinates: list[Coordinate],
    sources: Sequence[Images],
    goal: Array,
    powers: Array,
    costs: Array,
    most: int,
    progress: Progress,
) -> tuple[list[Coordinate], list[Table]]:
    """Return all coordinates that are needed, and tables for products of them."""
    every = list(coordinates)

    def size(parts: Sequence[int]) -> int:
        return prod(every[part].size for part in parts)

    def fitting(part: int, room: int) -> list[int]:
        """Return some coarser ones of a coordinate that fit, of different sizes, largest first."""
        found = {each.size: each for each in _coarser(every[part], sources, goal, room)}
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
                wanted += [(one, part) for part in fitting(other, most // size((one,)))]
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
        tables.append(_table(known, [place[part] for part in parts], powers, costs))
    tables.sort(key=lambda each: -each.mean)
    return [every[part] for part in used], tables


def _coarser(
    each: Coordinate, sources: Sequence[Images], goal: Array, room: int
) -> Iterator[Coordinate]:
    """Yield what is known of a coordinate where some colours are taken for one, if it fits."""
    cells = each.cells.tolist()
    shown = sorted(set(each.labels[goal[cells]].tolist()))
    done = set()
    for blocks in _blocks(shown):
        labels = _labels(each.labels, blocks)
        key = tuple(numbered(labels[goal[cells]].tolist()))
        if key in done or len(set(key)) in (1, len(shown)):
            continue
        done.add(key)
        if bound(cells, labels[goal], sources) <= SLACK * room:
            made = coordinate(cells, labels, goal, sources, room)
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


def _table(parts: list[Coordinate], places: list[int], powers: Array, costs: Array) -> Table:
    """Return the distances of a product of coordinates."""
    from .stage_kernel import FAR, pulled, pushed

    sizes = numpy.array([each.size for each in parts], numpy.int64)
    strides = numpy.cumprod([1, *sizes[:-1]]).astype(numpy.int64)
    to = numpy.concatenate([each.to.ravel() for each in parts])
    far = numpy.full(int(sizes.prod()), FAR, numpy.uint8)
    product = far, sizes, strides, to, _starts([each.to.size for each in parts]), powers
    far[0] = distance = empty = 0
    left, longest = len(far), int(costs.max())
    while empty < longest:
        found = int(numpy.count_nonzero(far == distance))
        left -= found
        if longest == 1 and left < found:
            pulled(*product, distance)
        else:
            pushed(*product, costs, distance)
        distance, empty = distance + 1, 0 if found else empty + 1
    return Table(tuple(places), tuple(strides.tolist()), far)
