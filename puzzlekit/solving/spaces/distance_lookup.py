"""Looking up positions in a space that has been searched: how far they are, which are farthest."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy

from .encoded_states import Array
from .plan import Plan
from .tracks import BYTE

Place = tuple[int, int]

#: Farthest positions of which a list is made, from which to draw; of more some are soon met.
MAX_LISTED = 1_000

#: What is kept of a position that has not been met.
UNREACHED = 3


class DistanceLookup:
    """The distances modulo 3 of the positions of a plan."""

    def __init__(self, plan: Plan, known: Array) -> None:
        self._plan, self._known = plan, known
        #: Of rows, where one-way moves come from, with their turns; of turns, see `_came`.
        self._origins: dict[int, list[tuple[int, int]]] = {}
        self._back: dict[int, list[int]] = {}

    def of_row(self, row: int) -> Array:
        """Return the distance modulo 3 of each column in a row; 3 if there is no such position."""
        ways = self._plan.lanes
        bits = ways.bit[ways.fibres.of_row[row]]
        place, bit = numpy.divmod(bits, BYTE)
        pairs = self._known[row][place].astype(numpy.int64)
        found = (pairs >> bit & 1) | (pairs >> bit + BYTE & 1) << 1
        return numpy.where(bits < 0, UNREACHED, found)

    def __getitem__(self, place: Place) -> int:
        row, column = place
        ways = self._plan.lanes
        at, bit = divmod(int(ways.bit[ways.fibres.of_row[row], column]), BYTE)
        pairs = int(self._known[row, at])
        return pairs >> bit & 1 | (pairs >> bit + BYTE & 1) << 1

    def to(self, place: Place) -> int | None:
        """Return how far a position is from the first one, None if it has not been met."""
        if self[place] == UNREACHED:
            return None
        distance, level = 0, {place}
        while (0, 0) not in level:
            wanted = (self[next(iter(level))] - 1) % 3
            level = {near for each in level for near in self._before(each) if self[near] == wanted}
            if self._plan.two_way:  # a neighbour can only be one move nearer
                level = {next(iter(level))}
            distance += 1
        return distance

    def farthest(self, distance: int, rows: list[int]) -> Iterator[Place]:
        """Yield the positions at the greatest distance that there is; they are in some rows."""
        for row in rows:
            here = self.of_row(row)
            fit = here == distance % 3
            if self._plan.two_way:  # then no neighbour is farther
                for to, moved in self._moved(row):
                    fit &= self.of_row(to)[moved] != (distance + 1) % 3
            for column in numpy.flatnonzero(fit).tolist():
                if self.to((row, column)) == distance:
                    yield row, column

    def draws(self, distance: int, count: int, rows: list[int], rng: Random) -> Iterator[Place]:
        """Yield positions drawn from the `count` ones at the greatest distance; see `farthest`."""
        if count <= MAX_LISTED:
            every = list(self.farthest(distance, rows))
            while True:
                yield rng.choice(every)
        fibres = self._plan.lanes.fibres
        while True:
            row = rng.choice(rows)
            columns = fibres.columns[fibres.of_row[row]]
            place = row, int(columns[rng.randrange(len(columns))])
            if self[place] == distance % 3 and self.to(place) == distance:
                yield place

    def _moved(self, row: int) -> Iterator[tuple[int, Array]]:
        """Yield the rows that moves lead to, and which columns they lead to."""
        made = self._plan.tables
        for move in numpy.flatnonzero(made.to[row] >= 0).tolist():
            yield int(made.to[row, move]), made.onward[made.turn[row, move]]

    def _before(self, place: Place) -> Iterator[Place]:
        """Yield the positions from which a move leads to one."""
        row, column = place
        if self._plan.two_way:
            for to, moved in self._moved(row):
                yield to, int(moved[column])
            return
        if row not in self._origins:
            made = self._plan.tables
            origins, moves = numpy.nonzero(made.to == row)
            self._origins[row] = list(
                zip(origins.tolist(), made.turn[origins, moves].tolist(), strict=True)
            )
        for origin, turn in self._origins[row]:
            yield origin, self._came(turn)[column]

    def _came(self, turn: int) -> list[int]:
        """Return the column from which a move with a turn comes, for each column."""
        if turn not in self._back:
            onward = self._plan.tables.onward[turn]
            back = numpy.zeros(len(onward), numpy.int64)
            met = onward < len(onward)
            back[onward[met]] = numpy.flatnonzero(met)
            self._back[turn] = back.tolist()
        return self._back[turn]
