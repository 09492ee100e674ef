"""All positions of a puzzle that can be reached from one, with their distances."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy

from ...core.cores import usable_cores
from ...core.errors import LimitReached
from ...core.progress import Progress, silent
from ...rules.rule_book import Puzzle, State
from .lanes import BYTE, lanes
from .lines import Array
from .mechanism import STEPS, mechanism
from .splitting import Part, orbits, splits
from .steps import steps
from .tables import Reader, Tables, tables

#: Ways to split that are tried until one has tables of a bearable size.
TRIES = 3

#: Bytes of the distances of all positions at most, unless more is asked for.
MEMORY = 1 << 30

#: Cells of a puzzle at most: one with more has too many positions, or so few that they are counted
#: without a space.
MAX_CELLS = 250

#: Positions that a thread looks at between two looks at the clock.
CHUNK = 1 << 24

#: Looking for the unseen pays where they are not more than so many times the level.
PULL = 1


class Space:
    """The positions that can be reached from a state, two bits each.

    >>> from puzzlekit import load
    >>> puzzle = load("cube:2")
    >>> found = space(puzzle, puzzle.goal)
    >>> list(found.levels())[:5]
    [1, 6, 27, 120, 534]
    """

    def __init__(self, reader: Reader, made: Tables, start: Sequence[Part]) -> None:
        self._reader, self._tables = reader, made
        self._lanes = lanes(made)
        self._steps = steps(made, self._lanes)
        rows = len(made.rows)
        self._known = numpy.full((rows, self._lanes.width), 0xFFFF, numpy.uint16)
        row = int(made.rows.numbers(reader.row(start)[None])[0])
        column = int(made.columns.numbers(reader.column(start)[None])[0])
        bit = int(self._lanes.bit[column])
        self._known[row, bit // BYTE] &= ~(0x0101 << bit % BYTE) & 0xFFFF
        self._alive = numpy.zeros(rows, numpy.uint8)
        self._alive[row] = 1
        self.counts = [1]

    @property
    def size(self) -> int:
        """Positions that have been met."""
        return sum(self.counts)

    def distances(self) -> tuple[Array, Array]:
        """Return the distances modulo 3 in the rows' words, and which bit each column has there.

        Bit b is bit b % 8 of word b // 8; the higher bit of the distance is eight bits above.
        """
        return self._known, self._lanes.bit

    def levels(self, *, cores: int | None = None, progress: Progress = silent) -> Iterator[int]:
        """Yield how many positions there are at each distance, from 0 on."""
        yield 1
        with ThreadPoolExecutor(cores or usable_cores()) as pool:
            while count := self._grown(pool, progress):
                self.counts.append(count)
                yield count

    def _grown(self, pool: ThreadPoolExecutor, progress: Progress) -> int:
        """Go on by one level and return how many positions are new."""
        from .levels_kernel import pull, push

        ways, level = self._lanes, len(self.counts) - 1
        rows, width = self._known.shape
        unmet = self._tables.positions // ways.classes - self.size
        thick = PULL * self.counts[-1] > unmet
        grow = pull if thick else push
        turns = self._steps.back if thick else self._steps.onward
        table = ways.back if thick else ways.onward
        found = numpy.zeros(rows, numpy.int32)
        chunk = max(1, CHUNK // (width * BYTE))

        def work(begin: int) -> int:
            end = min(begin + chunk, rows)
            first, last = self._steps.between(begin, end, 0, rows)
            entries = first, last, self._steps.origins, turns, table, ways.shuffle, ways.lanes
            origins = self._known, 0, self._alive
            own = self._known[begin:end]
            return int(grow(*entries, *origins, own, level, found[begin:end]))

        total = 0
        for new in pool.map(work, range(0, rows, chunk)):
            total += new
            progress(f"positions, distance {level + 1}", self.size + total, None)
        self._alive = (found > 0).astype(numpy.uint8)
        return total


def space(
    rules: Puzzle,
    start: State,
    *,
    metric: str = STEPS,
    memory: int = MEMORY,
    progress: Progress = silent,
) -> Space | None:
    """Return the space of the positions that can be reached from a state, the first one met.

    None if the puzzle is of no kind that has rows and columns, or has too many of them. Raises
    `LimitReached` if the distances take more bytes than there is `memory` for.
    """
    puzzle = mechanism(rules, metric) if len(start) <= MAX_CELLS else None
    if puzzle is None:
        return None
    found = orbits(puzzle, start)
    shown = dict(pair for each in found for pair in each.parts(start))
    parts = [shown[cell] for cell in range(len(start))]
    order = [cell for each in found for slot in each.slots for cell in slot]
    too_much = 0
    for split in splits(found)[:TRIES]:
        reader = Reader(split, order)
        try:
            made = tables(puzzle, parts, reader, progress)
        except LimitReached:
            continue
        size = made.positions // 4
        if size <= memory:
            return Space(reader, made, parts)
        too_much = size
    if too_much:
        raise LimitReached(
            f"The distances of all positions take {too_much:,} bytes; raise the memory (--memory)."
        )
    return None
