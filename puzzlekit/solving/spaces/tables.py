"""The tables of a space: which row a move leads to, and how it permutes the columns."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core.errors import LimitReached
from ...core.progress import Progress, silent
from .mechanism import Mechanism
from .splitting import MAX_COLUMNS, MAX_ROWS, Part, Split

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Steps between rows at most: some seconds of work.
MAX_STEPS = 4_000_000

#: Entries of all permutations of the columns at most.
MAX_ENTRIES = 20_000_000

Line = tuple[Any, ...]


class Tables(NamedTuple):
    """Rows and columns by number, and moves between them.

    The moves into row r are those from `first[r]` to `first[r + 1]`: each comes from a row and
    permutes the columns by one of the permutations `onward`, or back by `back`.
    """

    row_of: dict[Line, int]
    column_of: dict[Line, int]
    first: NDArray[Any]
    origins: NDArray[Any]
    turns: NDArray[Any]
    onward: NDArray[Any]
    back: NDArray[Any]


def tables(
    puzzle: Mechanism,
    parts: Sequence[Part],
    reader: Reader,
    progress: Progress = silent,
) -> Tables:
    """Return the tables of all positions that can be reached from some parts on the cells.

    Raises `LimitReached` if there are too many rows, columns or permutations.
    """
    rows, steps, permutations = _rows(puzzle, reader, parts, progress)
    start = reader.column(parts)
    nothing_moves = [tuple(range(len(start)))]
    columns, onward = _columns(start, list(permutations) or nothing_moves)
    return _arranged(rows, steps, columns, onward)


class Reader:
    """Reads the row and the column of parts on the cells, in numbers for what these know."""

    def __init__(self, split: Split, order: Sequence[int]) -> None:
        self.order = order
        self.rows, self.columns = _numbered(split.rows), _numbered(split.columns)
        several: dict[int, set[int]] = {}
        for part, known in self.rows.items():
            several.setdefault(known, set()).add(self.columns[part])
        #: What rows know of parts that only the column tells apart, and of holes.
        self.open = {known for known, each in several.items() if len(each) > 1}
        self.empty = {known for part, known in self.rows.items() if part.piece < 0}

    def row(self, parts: Sequence[Part]) -> Line:
        """Return what the row knows of each cell."""
        return tuple([self.rows[part] for part in parts])

    def free(self, row: Line) -> Line:
        """Return the cells of which the column knows more, slot by slot."""
        return tuple([cell for cell in self.order if row[cell] in self.open])

    def column(self, parts: Sequence[Part]) -> Line:
        """Return what the column knows of these cells, in order."""
        return tuple([self.columns[parts[cell]] for cell in self.free(self.row(parts))])


def _numbered(known: Mapping[Part, Hashable]) -> dict[Part, int]:
    numbers: dict[Hashable, int] = {}
    return {part: numbers.setdefault(each, len(numbers)) for part, each in known.items()}


def _rows(
    puzzle: Mechanism, reader: Reader, parts: Sequence[Part], progress: Progress
) -> tuple[dict[Line, int], array[int], dict[Line, int]]:
    """Return all rows, the steps between them (from, to, permutation), and the permutations."""
    take = [itemgetter(*source) for source in puzzle.sources]
    start = reader.row(parts)
    rows, queue = {start: 0}, [(start, reader.free(start))]
    steps = array("i")
    permutations: dict[Line, int] = {}
    known: dict[tuple[Line, int], int] = {}
    for number, (row, free) in enumerate(queue):
        for move in puzzle.legal([each in reader.empty for each in row]):
            onward = take[move](row)
            to = rows.get(onward)
            if to is None:
                to = rows[onward] = len(rows)
                queue.append((onward, reader.free(onward)))
                if len(rows) > MAX_ROWS or len(steps) > 3 * MAX_STEPS:
                    raise LimitReached("There are too many rows of positions.")
            turn = known.get((free, move))
            if turn is None:
                place = {cell: i for i, cell in enumerate(free)}
                source = puzzle.sources[move]
                moved = tuple([place[source[cell]] for cell in queue[to][1]])
                turn = known[free, move] = permutations.setdefault(moved, len(permutations))
            steps.extend((number, to, turn))
        if number % 1000 == 0:
            progress("rows of positions", number, None)
    return rows, steps, permutations


def _columns(start: Line, permutations: list[Line]) -> tuple[dict[Line, int], list[list[int]]]:
    """Return all columns, and where each permutation takes them."""
    take = [_taker(permutation) for permutation in permutations]
    columns, queue = {start: 0}, [start]
    onward: list[list[int]] = [[] for _ in take]
    for column in queue:
        for number, taken in enumerate(take):
            moved = taken(column)
            to = columns.get(moved)
            if to is None:
                to = columns[moved] = len(columns)
                queue.append(moved)
                if len(columns) > MAX_COLUMNS or len(columns) * len(take) > MAX_ENTRIES:
                    raise LimitReached(f"There are more than {MAX_COLUMNS:,} columns.")
            onward[number].append(to)
    return columns, onward


def _taker(permutation: Line) -> Callable[[Line], Line]:
    if len(permutation) < 2:
        return lambda column: column
    return itemgetter(*permutation)


def _arranged(
    rows: dict[Line, int], steps: array[int], columns: dict[Line, int], onward: list[list[int]]
) -> Tables:
    import numpy

    origin, to, turn = numpy.array(steps).reshape(-1, 3).T
    order = numpy.argsort(to, kind="stable")
    first = numpy.searchsorted(to[order], numpy.arange(len(rows) + 1)).astype(numpy.int64)
    # Whole words of 32 positions, so that none is cut.
    width = -(-len(columns) // 32) * 32
    table = numpy.zeros((len(onward), width), numpy.uint16)
    table[:, : len(columns)] = onward
    back = numpy.zeros_like(table)
    numpy.put_along_axis(
        back,
        table[:, : len(columns)].astype(numpy.int64),
        numpy.arange(len(columns), dtype=numpy.uint16)[None, :],
        axis=1,
    )
    return Tables(
        rows,
        columns,
        first,
        numpy.ascontiguousarray(origin[order]),
        numpy.ascontiguousarray(turn[order]),
        table,
        back,
    )
