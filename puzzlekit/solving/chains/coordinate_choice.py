"""Choice of a small set of coordinates that determines the colours of all orbits of a stage."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import numpy

from ...core.errors import LimitReachedError
from ...groups.plain.piece_orbits import equivalent_orbits
from .coordinates import (
    MAX_PLACES,
    SLACK,
    Coordinate,
    Forbidden,
    determines,
    label_parts,
    label_separately,
)
from .stage_colours import ColouredView, orbits_of

#: Number of random ways tried to merge the known colours with the remaining colours.
TRIES = 100

TOO_MANY_PLACEMENTS = "Pieces of one colour have too many placements for a table."


def choose_coordinates(
    view: ColouredView, max_places: int, *, twice: bool, banned: Forbidden = ()
) -> list[Coordinate]:
    """Return coordinates that together determine all colours, and the parts on exact cells.

    If `twice` is true, a single orbit gets a second set of coordinates, in which the colours are
    split at other points. The second set relates colours that are in different coordinates of the
    first set.
    """
    candidates: list[Coordinate] = []
    if view.exact:
        coordinate = view.exact_coordinate(view.exact)
        assert coordinate is not None
        candidates.append(coordinate)
    orbits = [cells for cells in _independent_orbits(view) if cells[0] not in view.exact]
    shown = [(cells, _rarest_first(view, cells)) for cells in orbits]
    wanted = [(cells, rarest) for cells, rarest in shown if len(rarest) > 1]
    for cells, rarest in wanted:
        if own_banned := [pair for pair in banned if pair[0] in cells]:
            candidates += _coordinates_with_bans(view, cells, rarest, max_places, own_banned)
            continue
        if cells[0] >= len(view.hidden.goal):
            paired = view.coordinate(cells, label_separately(view.colours, rarest), max_places)
            if paired is None:
                raise LimitReachedError("Paired pieces have too many placements for a table.")
            candidates.append(paired)
            continue
        own = list(_orbit_coordinates(view, cells, rarest, max_places))
        candidates += own
        if twice and len(wanted) == 1 < len(own):
            half = len(rarest) // len(own) // 2
            with suppress(LimitReachedError):
                candidates += _orbit_coordinates(
                    view, cells, rarest[half:] + rarest[:half], max_places
                )
    candidates.sort(key=lambda each: -each.size)
    chosen: list[Coordinate] = []
    for each in candidates:
        if not any(other.size % each.size == 0 and determines(other, each) for other in chosen):
            chosen.append(each)
    return chosen


def _independent_orbits(view: ColouredView) -> Iterator[list[int]]:
    """Yield the orbits, except those whose colours another orbit determines cell by cell."""
    shown, tied = view.colours[view.goal].tolist(), set[int]()
    for _, maps in equivalent_orbits(view.sources):
        for partner in maps:
            pairs = {(shown[cell], shown[other]) for cell, other in partner.items()}
            if len(pairs) == len(dict(pairs)):
                tied.update(partner.values())
    for cells in orbits_of(view.sources):
        if cells[0] not in tied:
            yield cells


def _rarest_first(view: ColouredView, cells: list[int]) -> list[int]:
    """Return the colours of an orbit, the rarest first. The other colours imply the last colour."""
    shown = view.colours[view.goal[cells]].tolist()
    return [colour for colour, _ in Counter(shown).most_common()][::-1]


def _coordinates_with_bans(
    view: ColouredView, cells: list[int], remaining: list[int], max_places: int, banned: Forbidden
) -> Iterator[Coordinate]:
    """Yield coordinates for the colours of an orbit, without banned states."""
    while remaining:
        best = None
        for count in range(1, 1 + len(remaining)):
            labels = label_separately(view.colours, remaining[:count], banned)
            coordinate = view.coordinate(cells, labels, max_places, banned)
            if coordinate is None:
                break
            best = coordinate, remaining[count:]
        if best is None:
            raise LimitReachedError(TOO_MANY_PLACEMENTS)
        coordinate, remaining = best
        yield coordinate


def _orbit_coordinates(
    view: ColouredView, cells: list[int], remaining: list[int], max_places: int
) -> Iterator[Coordinate]:
    """Yield coordinates for the colours of an orbit."""
    known: list[int] = []
    while remaining:
        merged: list[int] = []
        for colour in remaining:
            labels = label_separately(view.colours, [*merged, colour])
            if view.places_bound(cells, labels) <= SLACK * max_places:
                merged.append(colour)
        while merged:
            coordinate = view.coordinate(cells, label_separately(view.colours, merged), max_places)
            if coordinate is not None:
                yield coordinate
                break
            merged.pop()
        else:
            if len(remaining) > 1 or not known:
                yield _find_small_coordinate(view, cells, known, remaining)
            return
        known += merged
        remaining = [colour for colour in remaining if colour not in merged]


def _find_small_coordinate(
    view: ColouredView, cells: list[int], known: list[int], remaining: list[int]
) -> Coordinate:
    """Return a small coordinate that determines the remaining colours (random search)."""
    random = Random(0)
    tries = []
    for _ in range(TRIES):
        blocks = [[colour] for colour in remaining]
        for colour in known:
            random.choice(blocks).append(colour)
        labels = label_parts(view.colours, blocks)
        tries.append((view.places_bound(cells, labels), labels.tobytes()))
    labels = numpy.frombuffer(min(tries)[1], numpy.uint8)
    coordinate = view.coordinate(cells, labels, MAX_PLACES)
    if coordinate is None:
        raise LimitReachedError(TOO_MANY_PLACEMENTS)
    return coordinate
