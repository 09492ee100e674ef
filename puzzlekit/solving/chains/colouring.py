"""The coordinates of a stage: as few as tell all colours of each orbit."""

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
    PLACES,
    SLACK,
    Coordinate,
    Forbidden,
    distance_bound,
    label_states,
    make_coordinate,
    told_apart,
)
from .view import ColouredView, orbits_of

#: Ways to merge colours that are tried where others are known.
TRIES = 100


def coordinates_of(
    seen: ColouredView, places: int, *, twice: bool, banned: Forbidden = ()
) -> list[Coordinate]:
    """Return coordinates that together tell all colours, and the parts where these are told.

    A single orbit may be told `twice`: the second set sees how colours of two coordinates lie.
    """
    sources, goal, colours = seen.sources, seen.goal, seen.colours
    found: list[Coordinate] = []
    if seen.exact:
        whole = seen.distinguishes(seen.exact)
        assert whole is not None
        found.append(whole)
    orbits = [cells for cells in _distinguishing(seen) if cells[0] not in seen.exact]
    shown = [(cells, len(set(colours[goal[cells]].tolist()))) for cells in orbits]
    wanted = [(cells, many) for cells, many in shown if many > 1]
    for cells, many in wanted:
        if own_banned := [pair for pair in banned if pair[0] in cells]:
            found += _extended(cells, colours, sources, goal, places, own_banned)
            continue
        if cells[0] >= len(seen.hidden.goal):
            labels = label_states(colours, [[each] for each in _rarest_first(cells, colours, goal)])
            paired = make_coordinate(cells, labels, goal, sources, places)
            if paired is None:
                raise LimitReachedError("Pieces that belong together have too many places.")
            found.append(paired)
            continue
        own = list(_split(cells, colours, sources, goal, places))
        found += own
        if twice and len(wanted) == 1 < len(own):
            half = many // len(own) // 2
            with suppress(LimitReachedError):
                found += _split(cells, colours, sources, goal, places, half)
    found.sort(key=lambda each: -each.size)
    kept: list[Coordinate] = []
    for each in found:
        if not any(other.size % each.size == 0 and told_apart(other, each) for other in kept):
            kept.append(each)
    return kept


def _distinguishing(seen: ColouredView) -> Iterator[list[int]]:
    """Yield the orbits, but those whose colours others tell cell by cell."""
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
    """Yield coordinates for the colours of an orbit, without banned places."""
    left = _rarest_first(cells, colours, goal)
    while left:
        best = None
        for count in range(1, 1 + len(left)):
            labels = label_states(colours, [[each] for each in left[:count]], banned)
            made = make_coordinate(cells, labels, goal, sources, places, banned)
            if made is None:
                break
            best = made, left[count:]
        if best is None:
            raise LimitReachedError("The pieces of one colour have too many places.")
        made, left = best
        yield made


def _rarest_first(cells: list[int], colours: Array, goal: Array) -> list[int]:
    """Return the colours of an orbit, the most frequent last: where all others are, it is too."""
    return [colour for colour, _ in Counter(colours[goal[cells]].tolist()).most_common()][::-1]


def _split(
    cells: list[int],
    colours: Array,
    sources: Sequence[Images],
    goal: Array,
    places: int,
    first: int = 0,
) -> Iterator[Coordinate]:
    """Yield coordinates for the colours of an orbit, in order from the `first` one."""
    left = _rarest_first(cells, colours, goal)
    left = left[first:] + left[:first]
    known: list[int] = []
    while left:
        group: list[int] = []
        for colour in left:
            labels = label_states(colours, [[each] for each in (*group, colour)])
            if distance_bound(cells, labels[goal], sources) <= SLACK * places:
                group.append(colour)
        while group:
            labels = label_states(colours, [[each] for each in group])
            made = make_coordinate(cells, labels, goal, sources, places)
            if made is not None:
                yield made
                break
            group.pop()
        else:
            if len(left) > 1 or not known:
                yield _smallest(cells, colours, (known, left), sources, goal)
            return
        known += group
        left = [colour for colour in left if colour not in group]


def _smallest(
    cells: list[int],
    colours: Array,
    known: tuple[list[int], list[int]],
    sources: Sequence[Images],
    goal: Array,
) -> Coordinate:
    """Return coordinates with few places that tell the remaining colours apart."""
    told, left = known
    random = Random(0)
    tries = []
    for _ in range(TRIES):
        blocks = [[colour] for colour in left]
        for colour in told:
            random.choice(blocks).append(colour)
        labels = label_states(colours, blocks)
        tries.append((distance_bound(cells, labels[goal], sources), labels.tobytes()))
    size, best = min(tries)
    labels = numpy.frombuffer(best, numpy.uint8)
    made = make_coordinate(cells, labels, goal, sources, PLACES) if size <= SLACK * PLACES else None
    if made is None:
        raise LimitReachedError("The pieces of one colour have too many places.")
    return made
