"""The numbering of the positions of a space, and the tables for its search."""

# mypy: allow-untyped-defs
from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

import numpy

from ...core.errors import LimitReachedError
from ...core.progress import Progress, silent
from ...rules.base import State
from .column_tracks import BYTE, Tracks, make_tracks
from .encoded_states import Array
from .label_permutations import Mechanism
from .row_column_splits import Coupling, Orbit, couplings, make_splits, orbits, parts_of
from .transition_tables import StateReader, TransitionTables, make_transition_tables

#: Maximum number of splits tried in order to find tables of acceptable size.
TRIES = 3

#: Maximum number of cells. Larger puzzles have too many positions, or few enough for a plain
#: search.
MAX_CELLS = 250

#: Number of positions per task of a thread.
CHUNK = 1 << 24


class StepTable(NamedTuple):
    """The steps between rows, sorted by target row and then by origin.

    Step s comes from row `origins[s]` by `transitions[s]` (see `Fibres`). The key of a
    step is target * rows + origin.
    """

    keys: Array
    origins: Array
    transitions: Array
    rows: int

    def between(self, begin: int, end: int, low: int, high: int) -> tuple[Array, Array]:
        """Return the ranges of steps to each row of a range, from the rows `low` to `high`."""
        rows = numpy.arange(begin, end, dtype=numpy.int64) * self.rows
        first = numpy.searchsorted(self.keys, rows + low)
        return first, numpy.searchsorted(self.keys, rows + high)


class PositionNumbering(NamedTuple):
    """The numbering of the positions reachable from a state, and the steps between them.

    A position is a pair (row, column). If `two_way` is true, each move has an inverse move.
    """

    orbits: list[Orbit]
    reader: StateReader
    tables: TransitionTables
    tracks: Tracks
    steps: StepTable
    ties: list[Coupling]
    two_way: bool

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.steps.rows

    @property
    def positions(self) -> int:
        """The number of positions, or an upper bound if one-way moves lead to dead ends."""
        return self.rows * len(self.tracks.fibres.columns[0])

    @property
    def key(self) -> str:
        """A digest that identifies the numbering in files."""
        digest = sha256()
        tracks = self.tracks
        for each in (
            self.steps.keys,
            self.steps.transitions,
            tracks.bit,
            tracks.onward,
            tracks.shuffle,
        ):
            digest.update(numpy.ascontiguousarray(each).tobytes())
        return digest.hexdigest()

    def place(self, state: Sequence[str]) -> tuple[int, int] | None:
        """Return the row and column of an arrangement, or None if it is unreachable."""
        try:
            parts = parts_of(self.orbits, state)
            row = self.tables.rows.numbers(self.reader.row(parts)[None])[0]
            line = self.reader.column(parts)
        except KeyError:
            return None
        if row < 0 or len(line) != self.tables.columns.lines.shape[1]:
            return None
        column = self.tables.columns.numbers(line[None])[0]
        if column < 0 or self.tracks.bit[self.tracks.fibres.of_row[row], column] < 0:
            return None
        place = int(row), int(column)
        return None if self.ties and self.state(*place) != tuple(state) else place

    def state(self, row: int, column: int) -> State:
        """Return the arrangement with the given row and column."""
        labels_by_part = {
            part: label
            for each in self.orbits
            for labels, parts in each.known.items()
            for label, part in zip(labels, parts, strict=True)
        }
        lines = self.tables.rows.lines[row], self.tables.columns.lines[column]
        parts = self.reader.parts(*lines)
        for tie in self.ties:
            for cell, other in tie.cells.items():
                parts[other] = tie.parts[parts[cell]]
        return tuple([labels_by_part[part] for part in parts])


def number_positions(
    puzzle: Mechanism, start: Sequence[str], progress: Progress = silent
) -> PositionNumbering | None:
    """Return a numbering of the positions reachable from an arrangement, which gets (0, 0).

    Returns None if the tables would be too large.
    """
    orbit_list = orbits(puzzle.sources, start, holes=puzzle.holes)
    parts = parts_of(orbit_list, start)
    coupling_list = couplings(puzzle, parts)
    for split in make_splits(orbit_list, {tie.orbit for tie in coupling_list})[:TRIES]:
        reader = StateReader(split, orbit_list)
        with suppress(LimitReachedError):
            tables = make_transition_tables(puzzle, parts, reader, progress)
            tracks = make_tracks(tables)
            steps = make_steps(tables, tracks)
            return PositionNumbering(
                orbit_list, reader, tables, tracks, steps, coupling_list, puzzle.two_way
            )
    return None


def make_steps(tables: TransitionTables, tracks: Tracks) -> StepTable:
    """Return the steps in the transition tables."""
    origin, move = numpy.nonzero(tables.to >= 0)
    keys = tables.to[origin, move].astype(numpy.int64) * len(tables.rows) + origin
    order = numpy.argsort(keys, kind="stable")
    return StepTable(
        keys[order],
        origin[order].astype(numpy.int32),
        tracks.fibres.of_step[order].astype(numpy.int32),
        len(tables.rows),
    )


def search_levels(
    numbering: PositionNumbering, counts: list[int], expand: Callable[[bool], int]
) -> Iterator[int]:
    """Yield the number of positions at each distance, and append the new numbers to `counts`.

    `expand` expands the last level, pulling if its argument is True, and returns the number of new
    positions.
    """
    for level in itertools.count():
        if level == len(counts):  # another caller may have expanded this level in the meantime
            reached = sum(counts)
            if reached >= numbering.positions:
                return
            # Pulling is faster if most unreached positions have a predecessor in this level.
            count = expand(counts[-1] > numbering.positions - reached)
            if not count:
                return
            counts.append(count)
        yield counts[level]


def expand_level(
    steps: StepTable,
    tracks: Tracks,
    level: int,
    pull: bool,
    alive: Array,
    known: tuple[int, Array],
    own: tuple[int, Array],
    new_by_row: Array,
    map_tasks: Callable[..., Iterable[int]] = map,
) -> Iterable[int]:
    """Expand one level of the search; return an iterable of the number of new positions per task.

    The expansion goes forwards from the positions of the level or, if `pull` is true, backwards
    from the unreached positions. `alive` marks the rows with positions at this level. `known` and
    `own` are pairs of a first row number and the rows from there on; `known` is expanded into
    `own`. See `levels_kernel`. `map_tasks` maps the tasks to threads.
    """
    from . import levels_kernel

    (low, origins), (begin, targets) = known, own
    grow = levels_kernel.pull_level if pull else levels_kernel.push_level
    maps = tracks.back if pull else tracks.onward, tracks.shuffle, tracks.lanes
    chunk = max(1, CHUNK // (BYTE * tracks.width))

    def work(first_row: int) -> int:
        rows = slice(first_row, first_row + chunk)
        at = begin + first_row
        first, last = steps.between(at, at + len(targets[rows]), low, low + len(origins))
        own_steps = first, last, steps.origins, steps.transitions
        origin_rows, target_rows = (origins, low, alive), (targets[rows], new_by_row[rows])
        return int(grow(level, own_steps, maps, origin_rows, target_rows))

    return map_tasks(work, range(0, len(targets), chunk))
