"""State spaces: the positions reachable from a state, and their distances."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random

import numpy

from ...core.capabilities import usable_cores
from ...core.errors import LimitReachedError
from ...core.progress import Progress, silent
from ...rules.base import Puzzle, State
from ..solution import STEPS
from .column_tracks import BYTE
from .encoded_states import Array
from .label_permutations import MEMORY, make_mechanism
from .position_numbering import (
    MAX_CELLS,
    PositionNumbering,
    expand_level,
    number_positions,
    search_levels,
)
from .store import FileStore, MemoryStore

Place = tuple[int, int]

#: If there are at most this many farthest positions, draw from a list; otherwise, use random tries.
MAX_LISTED = 1_000

#: The residue of a position that was not reached.
UNREACHED = 3


class StateSpace:
    """The positions reachable from a state, with distances modulo 3 in two bits each."""

    def __init__(self, numbering: PositionNumbering, store: MemoryStore) -> None:
        self.numbering, self._store = numbering, store
        self.counts = list(store.counts)
        #: Caches: the predecessors of each row with their turns, and the inverse column map of each
        #: turn.
        self._origins: dict[int, list[tuple[int, int]]] = {}
        self._inverse_map = cache(
            lambda turn: numpy.argsort(numbering.tables.onward[turn]).tolist()
        )
        self._begun = bool(self.counts)  # the next level may be partly stored
        self._alive = numpy.ones(
            numbering.rows, numpy.uint8
        )  # rows with positions in the last level
        if isinstance(store, FileStore) and self.counts:
            self._check_counts(store)
        else:
            bit = int(numbering.tracks.bit[0, 0])
            rows = store.read(*store.parts[0])
            rows[0, bit // BYTE] = ~(0x0101 << bit % BYTE) & 0xFFFF
            store.write(0, rows)
            self._alive[1:] = 0
            self.counts = [1]
        store.save_counts(self.counts)

    def _check_counts(self, store: FileStore) -> None:
        """Raise `SaveError` if the distances in a file do not match its counts."""
        tallies = self._count_residues()
        missing = [each - sum(self.counts[level::3]) for level, each in enumerate(tallies)]
        started = missing.pop(len(self.counts) % 3)
        if any(missing) or not 0 <= started <= self.numbering.positions - self.size:
            raise store.damage_error()

    @property
    def size(self) -> int:
        """The number of positions reached so far."""
        return sum(self.counts)

    def levels(self, *, cores: int | None = None, progress: Progress = silent) -> Iterator[int]:
        """Yield the number of positions at distances 0, 1, 2, ..."""
        pool = ThreadPoolExecutor(cores or usable_cores())
        try:
            expand = partial(self._expand, pool, progress)
            yield from search_levels(self.numbering, self.counts, expand)
        finally:
            pool.shutdown(cancel_futures=True)

    def distance(self, state: State) -> int | None:
        """Return the distance of a position, or None if it is unreachable.

        If `levels` has not reached the position yet, the search continues until it is found.

        >>> from puzzlekit import load
        >>> puzzle = load("fifteen:3,height=2")
        >>> space = open_space(puzzle, puzzle.goal)
        >>> space.distance(puzzle.goal), space.distance(("4", "5", "", "1", "2", "3"))
        (0, 21)
        >>> len(space.counts)
        22
        """
        place = self.numbering.place(state)
        if place is None:
            return None
        levels = self.levels()
        while self._residue(place) == UNREACHED and next(levels, None) is not None:
            pass
        return self._distance(place)

    def farthest(self, limit: int) -> list[State]:
        """Return up to `limit` of the farthest positions reached."""
        return [self.numbering.state(*place) for place in islice(self._farthest(), limit)]

    def draws(self, rng: Random) -> Iterator[State]:
        """Yield random positions at the greatest distance reached so far, indefinitely."""
        if self.counts[-1] <= MAX_LISTED:
            positions = list(self._farthest())
            while True:
                yield self.numbering.state(*rng.choice(positions))
        distance, fibres = len(self.counts) - 1, self.numbering.tracks.fibres
        rows = numpy.flatnonzero(self._alive).tolist()
        while True:
            row = rng.choice(rows)
            columns = fibres.columns[fibres.of_row[row]]
            place = row, int(columns[rng.randrange(len(columns))])
            if self._residue(place) == distance % 3 and self._distance(place) == distance:
                yield self.numbering.state(*place)

    def _row_residues(self, row: int) -> Array:
        """Return the distances modulo 3 for all columns of a row (3 if there is no position)."""
        tracks = self.numbering.tracks
        bits = tracks.bit[tracks.fibres.of_row[row]]
        place, bit = numpy.divmod(bits, BYTE)
        pairs = self._store.known[row][place].astype(numpy.int64)
        distances = (pairs >> bit & 1) | (pairs >> bit + BYTE & 1) << 1
        return numpy.where(bits < 0, UNREACHED, distances)

    def _residue(self, place: Place) -> int:
        """Return the distance of a position modulo 3, or `UNREACHED`."""
        row, column = place
        tracks = self.numbering.tracks
        byte, bit = divmod(int(tracks.bit[tracks.fibres.of_row[row], column]), BYTE)
        pairs = int(self._store.known[row, byte])
        return pairs >> bit & 1 | (pairs >> bit + BYTE & 1) << 1

    def _distance(self, place: Place) -> int | None:
        """Return the distance of a position, or None if it was not reached."""
        if self._residue(place) == UNREACHED:
            return None
        distance, level = 0, {place}
        while (0, 0) not in level:
            wanted = (self._residue(next(iter(level))) - 1) % 3
            nearby = (near for each in level for near in self._predecessors(each))
            level = {near for near in nearby if self._residue(near) == wanted}
            if self.numbering.two_way:  # any neighbour with the right residue is one move closer
                level = {next(iter(level))}
            distance += 1
        return distance

    def _farthest(self) -> Iterator[Place]:
        """Yield the positions at the greatest distance reached so far."""
        distance = len(self.counts) - 1
        for row in numpy.flatnonzero(self._alive).tolist():
            distances = self._row_residues(row)
            is_candidate = distances == distance % 3
            if self.numbering.two_way:  # no neighbour is farther
                for to, moved in self._successor_rows(row):
                    is_candidate &= self._row_residues(to)[moved] != (distance + 1) % 3
            for column in numpy.flatnonzero(is_candidate).tolist():
                if self._distance((row, column)) == distance:
                    yield row, column

    def _successor_rows(self, row: int) -> Iterator[tuple[int, Array]]:
        """Yield the rows reached by one move, with their column maps."""
        tables = self.numbering.tables
        for move in numpy.flatnonzero(tables.to[row] >= 0).tolist():
            yield int(tables.to[row, move]), tables.onward[tables.turn[row, move]]

    def _predecessors(self, place: Place) -> Iterator[Place]:
        """Yield the predecessors of a position."""
        row, column = place
        if self.numbering.two_way:
            for to, moved in self._successor_rows(row):
                yield to, int(moved[column])
            return
        if row not in self._origins:
            tables = self.numbering.tables
            origins, moves = numpy.nonzero(tables.to == row)
            self._origins[row] = list(
                zip(origins.tolist(), tables.turn[origins, moves].tolist(), strict=True)
            )
        for origin, turn in self._origins[row]:
            yield origin, self._inverse_map(turn)[column]

    def _expand(self, pool: ThreadPoolExecutor, progress: Progress, pull: bool) -> int:
        """Expand and store one level; return the number of new positions."""
        level, store = len(self.counts) - 1, self._store
        was_begun, self._begun = self._begun, True
        new_by_row = numpy.zeros(self.numbering.rows, numpy.int32)
        expansion = self.numbering.steps, self.numbering.tracks, level, pull, self._alive
        total = 0
        for begin, end in store.parts:
            own = store.read(begin, end)
            for low, high in store.parts:
                if not self._alive[low:high].any():
                    continue
                known = own if low == begin else store.read(low, high)
                rows = (low, known), (begin, own), new_by_row[begin:end]
                for new in expand_level(*expansion, *rows, pool.map):
                    total += new
                    message = f"positions, distance {level + 1}"
                    progress(message, self.size + total, self.numbering.positions)
            store.write(begin, own)
        if was_begun:  # `new_by_row` omits positions stored in an earlier run
            total = self._count_residues()[(level + 1) % 3] - sum(self.counts[(level + 1) % 3 :: 3])
            self._alive[:] = 1
        elif total:
            self._alive = (new_by_row > 0).astype(numpy.uint8)
        self._begun = False
        if total:
            store.save_counts([*self.counts, total])
        return total

    def _count_residues(self) -> list[int]:
        """Return the number of positions at each distance modulo 3."""
        from .levels_kernel import COUNT

        totals = [0, 0, 0]
        for begin, end in self._store.parts:
            rows = self._store.read(begin, end).reshape(-1)
            for some in range(0, len(rows), BYTE**7):
                for level, other in enumerate((0xFFFF, 0xFF00, 0x00FF)):
                    bits = rows[some : some + BYTE**7] ^ numpy.uint16(other)
                    totals[level] += int(COUNT[bits & bits >> 8 & 0xFF].sum())
        return totals


def open_space(
    rules: Puzzle,
    start: State,
    *,
    metric: str = STEPS,
    backward: bool = False,
    memory: int = MEMORY,
    file: Path | None = None,
    progress: Progress = silent,
) -> StateSpace | None:
    """Return the space of the positions reachable from a state.

    Returns None if the moves are not supported or there are too many rows or columns. The distances
    may take up to `memory` bytes. If a `file` is given, the distances are stored in this file
    and an interrupted search is resumed. Raises `LimitReachedError` if the distances need more
    memory.
    """
    puzzle = make_mechanism(rules, metric, backward=backward) if len(start) <= MAX_CELLS else None
    numbering = None if puzzle is None else number_positions(puzzle, start, progress)
    if numbering is None:
        return None
    size = 2 * numbering.rows * numbering.tracks.width
    if file is not None:
        return StateSpace(
            numbering,
            FileStore(file, numbering.key, numbering.rows, numbering.tracks.width, memory),
        )
    if size > memory:
        raise LimitReachedError(
            f"The distances of all {numbering.positions:,} positions take {size:,} bytes. Raise "
            "the `memory`, or store them in a `file`."
        )
    return StateSpace(numbering, MemoryStore(numbering.rows, numbering.tracks.width))
