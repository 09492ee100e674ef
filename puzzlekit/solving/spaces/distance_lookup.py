"""Lookup of distances and of the farthest positions in a searched space."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy

from .encoded_states import Array
from .plan import Plan
from .tracks import BYTE

Place = tuple[int, int]

#: Draw from a list if there are at most this many farthest positions; otherwise use random tries.
MAX_LISTED = 1_000

#: The value for a position that was not reached.
UNREACHED = 3


class DistanceLookup:
    """The distances modulo 3 of all positions in a plan."""

    def __init__(self, plan: Plan, known: Array) -> None:
        self._plan, self._known = plan, known
        #: Caches: predecessors of each row with their turns; inverse column map of each turn.
        self._origins: dict[int, list[tuple[int, int]]] = {}
        self._back: dict[int, list[int]] = {}

    def row_distances(self, row: int) -> Array:
        """Return the distances modulo 3 for all columns of a row; 3 if there is no position."""
        tracks = self._plan.tracks
        bits = tracks.bit[tracks.fibres.of_row[row]]
        place, bit = numpy.divmod(bits, BYTE)
        pairs = self._known[row][place].astype(numpy.int64)
        distances = (pairs >> bit & 1) | (pairs >> bit + BYTE & 1) << 1
        return numpy.where(bits < 0, UNREACHED, distances)

    def __getitem__(self, place: Place) -> int:
        row, column = place
        tracks = self._plan.tracks
        byte, bit = divmod(int(tracks.bit[tracks.fibres.of_row[row], column]), BYTE)
        pairs = int(self._known[row, byte])
        return pairs >> bit & 1 | (pairs >> bit + BYTE & 1) << 1

    def distance_to(self, place: Place) -> int | None:
        """Return the distance of a position from the first one, or None if it was not reached."""
        if self[place] == UNREACHED:
            return None
        distance, level = 0, {place}
        while (0, 0) not in level:
            wanted = (self[next(iter(level))] - 1) % 3
            level = {
                near for each in level for near in self._predecessors(each) if self[near] == wanted
            }
            if self._plan.two_way:  # any neighbour with the right residue is one move closer
                level = {next(iter(level))}
            distance += 1
        return distance

    def farthest(self, distance: int, rows: list[int]) -> Iterator[Place]:
        """Yield the positions at the greatest distance, which are all in the given rows."""
        for row in rows:
            distances = self.row_distances(row)
            is_candidate = distances == distance % 3
            if self._plan.two_way:  # no neighbour is farther
                for to, moved in self._successor_rows(row):
                    is_candidate &= self.row_distances(to)[moved] != (distance + 1) % 3
            for column in numpy.flatnonzero(is_candidate).tolist():
                if self.distance_to((row, column)) == distance:
                    yield row, column

    def draws(self, distance: int, count: int, rows: list[int], rng: Random) -> Iterator[Place]:
        """Yield random positions at the greatest distance; there are `count` of them in `rows`."""
        if count <= MAX_LISTED:
            positions = list(self.farthest(distance, rows))
            while True:
                yield rng.choice(positions)
        fibres = self._plan.tracks.fibres
        while True:
            row = rng.choice(rows)
            columns = fibres.columns[fibres.of_row[row]]
            place = row, int(columns[rng.randrange(len(columns))])
            if self[place] == distance % 3 and self.distance_to(place) == distance:
                yield place

    def _successor_rows(self, row: int) -> Iterator[tuple[int, Array]]:
        """Yield the rows that moves lead to, with their column maps."""
        tables = self._plan.tables
        for move in numpy.flatnonzero(tables.to[row] >= 0).tolist():
            yield int(tables.to[row, move]), tables.onward[tables.turn[row, move]]

    def _predecessors(self, place: Place) -> Iterator[Place]:
        """Yield the predecessors of a position."""
        row, column = place
        if self._plan.two_way:
            for to, moved in self._successor_rows(row):
                yield to, int(moved[column])
            return
        if row not in self._origins:
            tables = self._plan.tables
            origins, moves = numpy.nonzero(tables.to == row)
            self._origins[row] = list(
                zip(origins.tolist(), tables.turn[origins, moves].tolist(), strict=True)
            )
        for origin, turn in self._origins[row]:
            yield origin, self._inverse_map(turn)[column]

    def _inverse_map(self, turn: int) -> list[int]:
        """Return the inverse column map of a turn."""
        if turn not in self._back:
            onward = self._plan.tables.onward[turn]
            inverse = numpy.zeros(len(onward), numpy.int64)
            is_defined = onward < len(onward)
            inverse[onward[is_defined]] = numpy.flatnonzero(is_defined)
            self._back[turn] = inverse.tolist()
        return self._back[turn]
