"""Choice of a small set of coordinates that determines the colours of all orbits of a stage."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

import numpy

from ...core.errors import LimitReachedError
from ...core.permutation import Images
from ...groups.plain.piece_orbits import equivalent_orbits
from ..spaces.encoded_states import Array
from .coordinates import (
    MAX_PLACES,
    SLACK,
    Coordinate,
    Forbidden,
    determines,
    distance_bound,
    label_states,
    make_coordinate,
)
from .view import ColouredView, orbits_of

#: Number of random attempts to merge the known colours with the remaining ones.
TRIES = 100


def coordinates_of(
    seen: ColouredView, places: int, *, twice: bool, banned: Forbidden = ()
) -> list[Coordinate]:
    """Return coordinates that together determine all colours, and the parts on exact cells.

    With `twice`, a single orbit gets a second set of coordinates with the colours split at other
    points. It relates colours that are in different coordinates of the first set.
    """
    sources, goal, colours = seen.sources, seen.goal, seen.colours
    candidates: list[Coordinate] = []
    if seen.exact:
        coordinate = seen.exact_coordinate(seen.exact)
        assert coordinate is not None
        candidates.append(coordinate)
    orbits = [cells for cells in _distinguishing(seen) if cells[0] not in seen.exact]
    shown = [(cells, len(set(colours[goal[cells]].tolist()))) for cells in orbits]
    wanted = [(cells, count) for cells, count in shown if count > 1]
    for cells, count in wanted:
        if own_banned := [pair for pair in banned if pair[0] in cells]:
            candidates += _extended(cells, colours, sources, goal, places, own_banned)
            continue
        if cells[0] >= len(seen.hidden.goal):
            labels = label_states(colours, [[each] for each in _rarest_first(cells, colours, goal)])
            paired = make_coordinate(cells, labels, goal, sources, places)
            if paired is None:
                raise LimitReachedError("Paired pieces have too many placements for a table.")
            candidates.append(paired)
            continue
        own = list(_split(cells, colours, sources, goal, places))
        candidates += own
        if twice and len(wanted) == 1 < len(own):
            half = count // len(own) // 2
            with suppress(LimitReachedError):
                candidates += _split(cells, colours, sources, goal, places, half)
    candidates.sort(key=lambda each: -each.size)
    chosen: list[Coordinate] = []
    for each in candidates:
        if not any(other.size % each.size == 0 and determines(other, each) for other in chosen):
            chosen.append(each)
    return chosen


def _distinguishing(seen: ColouredView) -> Iterator[list[int]]:
    """Yield the orbits, except those whose colours another orbit determines cell by cell."""
    shown, tied = seen.colours[seen.goal].tolist(), set[int]()
    for _, maps in equivalent_orbits(seen.sources):
        for partner in maps:
            pairs = {(shown[cell], shown[other]) for cell, other in partner.items()}
            if len(pairs) == len(dict(pairs)):
                tied.update(partner.values())
    for cells in orbits_of(seen.sources):
        if cells[0] not in tied:
            yield cells


def _extended(
    cells: list[int],
    colours: Array,
    sources: Sequence[Images],
    goal: Array,
    places: int,
    banned: Forbidden,
) -> Iterator[Coordinate]:
    """Yield coordinates for the colours of an orbit, without states that are banned."""
    remaining = _rarest_first(cells, colours, goal)
    while remaining:
        best = None
        for count in range(1, 1 + len(remaining)):
            labels = label_states(colours, [[each] for each in remaining[:count]], banned)
            coordinate = make_coordinate(cells, labels, goal, sources, places, banned)
            if coordinate is None:
                break
            best = coordinate, remaining[count:]
        if best is None:
            raise LimitReachedError("Pieces of one colour have too many placements for a table.")
        coordinate, remaining = best
        yield coordinate


def _rarest_first(cells: list[int], colours: Array, goal: Array) -> list[int]:
    """Return the colours of an orbit, rarest first.

    The most frequent colour is last because the others determine where it lies.
    """
    return [colour for colour, _ in Counter(colours[goal[cells]].tolist()).most_common()][::-1]


def _split(
    cells: list[int],
    colours: Array,
    sources: Sequence[Images],
    goal: Array,
    places: int,
    first: int = 0,
) -> Iterator[Coordinate]:
    """Yield coordinates for the colours of an orbit, starting with colour number `first`."""
    remaining = _rarest_first(cells, colours, goal)
    remaining = remaining[first:] + remaining[:first]
    known: list[int] = []
    while remaining:
        merged: list[int] = []
        for colour in remaining:
            labels = label_states(colours, [[each] for each in (*merged, colour)])
            if distance_bound(cells, labels[goal], sources) <= SLACK * places:
                merged.append(colour)
        while merged:
            labels = label_states(colours, [[each] for each in merged])
            coordinate = make_coordinate(cells, labels, goal, sources, places)
            if coordinate is not None:
                yield coordinate
                break
            merged.pop()
        else:
            if len(remaining) > 1 or not known:
                yield _smallest(cells, colours, (known, remaining), sources, goal)
            return
        known += merged
        remaining = [colour for colour in remaining if colour not in merged]


def _smallest(
    cells: list[int],
    colours: Array,
    known: tuple[list[int], list[int]],
    sources: Sequence[Images],
    goal: Array,
) -> Coordinate:
    """Return a small coordinate that determines the remaining colours (random search)."""
    determined, remaining = known
    random = Random(0)
    tries = []
    for _ in range(TRIES):
        blocks = [[colour] for colour in remaining]
        for colour in determined:
            random.choice(blocks).append(colour)
        labels = label_states(colours, blocks)
        tries.append((distance_bound(cells, labels[goal], sources), labels.tobytes()))
    size, best = min(tries)
    labels = numpy.frombuffer(best, numpy.uint8)
    coordinate = (
        make_coordinate(cells, labels, goal, sources, MAX_PLACES)
        if size <= SLACK * MAX_PLACES
        else None
    )
    if coordinate is None:
        raise LimitReachedError("Pieces of one colour have too many placements for a table.")
    return coordinate
