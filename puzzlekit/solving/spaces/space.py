"""All positions of a puzzle that can be reached from one, with their distances."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from ...core.cores import usable_cores
from ...core.errors import LimitReached
from ...core.progress import Progress, silent
from ...rules.rule_book import Puzzle, State
from .mechanism import STEPS, mechanism
from .splitting import Part, orbits, splits
from .tables import Reader, Tables, tables

#: Ways to split that are tried until one has tables of a bearable size.
TRIES = 3

#: Bytes of the distances of all positions at most, unless more is asked for.
MEMORY = 1 << 30

#: Cells of a puzzle at most: one with more has too many positions, or so few that they are counted
#: without a space.
MAX_CELLS = 250

#: Rows that a thread looks at between two looks at the clock.
CHUNK = 2_000


class Space:
    """The positions that can be reached from a state, two bits each.

    >>> from puzzlekit import load
    >>> puzzle = load("cube:2")
    >>> found = space(puzzle, puzzle.goal)
    >>> list(found.levels())[:5]
    [1, 6, 27, 120, 534]
    """

    def __init__(self, reader: Reader, made: Tables, start: list[Part]) -> None:
        import numpy

        self._reader, self._tables = reader, made
        rows, words = len(made.row_of), made.onward.shape[1] // 32
        self._known = numpy.full((rows, words), -1, numpy.int64).view(numpy.uint64)
        row = made.row_of[self._reader.row(start)]
        column = made.column_of[self._reader.column(start)]
        self._known[row, column // 32] &= ~(numpy.uint64(3) << numpy.uint64(2 * (column % 32)))
        self._alive = numpy.zeros(rows, numpy.uint8)
        self._alive[row] = 1
        self.counts = [1]

    @property
    def size(self) -> int:
        """Positions that have been met."""
        return sum(self.counts)

    def levels(self, *, cores: int | None = None, progress: Progress = silent) -> Iterator[int]:
        """Yield how many positions there are at each distance, from 0 on."""
        yield 1
        with ThreadPoolExecutor(cores or usable_cores()) as pool:
            while count := self._grown(pool, progress):
                self.counts.append(count)
                yield count

    def _grown(self, pool: ThreadPoolExecutor, progress: Progress) -> int:
        """Go on by one level and return how many positions are new."""
        import numpy

        from .levels_kernel import pull, push

        made, level = self._tables, len(self.counts) - 1
        rows, columns = len(made.row_of), len(made.column_of)
        # Most positions that were not met have a neighbour of the level among the first they ask.
        thick = self.counts[-1] > rows * columns - self.size
        grow, table = (pull, made.back) if thick else (push, made.onward)
        found = numpy.zeros(rows, numpy.int32)

        def work(begin: int) -> int:
            end = min(begin + CHUNK, rows)
            tables = made.first, made.origins, made.turns, table
            return int(grow(*tables, self._known, self._alive, columns, level, begin, end, found))

        total = 0
        for new in pool.map(work, range(0, rows, CHUNK)):
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
        size = len(made.row_of) * made.onward.shape[1] // 4
        if size <= memory:
            return Space(reader, made, parts)
        too_much = size
    if too_much:
        raise LimitReached(
            f"The distances of all positions take {too_much:,} bytes; raise the memory (--memory)."
        )
    return None
