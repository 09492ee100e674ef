"""Transition tables of a space: the target rows of moves, and permutations of the columns."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy

from ...core.errors import LimitReachedError
from ...core.progress import Progress, silent
from .encoded_states import Array, EncodedStates, reachable_states
from .label_permutations import Mechanism
from .row_column_splits import MAX_COLUMNS, MAX_ROWS, Orbit, Part, Split

#: Maximum number of entries in a table.
MAX_ENTRIES = 20_000_000


class TransitionTables(NamedTuple):
    """The numbered rows and columns, and the moves between them.

    Move m leads from row r to row `to[r, m]` (-1 if illegal), and from column c to column
    `onward[turn[r, m], c]`.
    """

    rows: EncodedStates
    columns: EncodedStates
    to: Array
    turn: Array
    onward: Array


class StateReader:
    """A reader that encodes the parts on the cells as a row and a column."""

    def __init__(self, split: Split, orbits: Sequence[Orbit]) -> None:
        slots = [slot for each in orbits for slot in each.slots]
        self.order = numpy.array([cell for slot in slots for cell in slot])
        #: One cell per slot, which determines the other cells of the slot.
        self.places = [slot[0] for slot in slots]
        self._rows, self._columns = _number_codes(split.rows), _number_codes(split.columns)
        column_codes: dict[int, set[int]] = {}
        for part, known in self._rows.items():
            column_codes.setdefault(known, set()).add(self._columns[part])
        self.row_base, self.column_base = len(column_codes), 1 + max(self._columns.values())
        #: Masks of the row codes: for parts that only the column distinguishes, and for holes.
        self.open = numpy.array([len(column_codes[known]) > 1 for known in range(self.row_base)])
        self.empty = numpy.zeros(self.row_base, bool)
        self.empty[[known for part, known in self._rows.items() if part.piece < 0]] = True

    def row(self, parts: Sequence[Part]) -> Array:
        """Return the row code for each cell."""
        return numpy.array([self._rows[part] for part in parts], numpy.uint8)

    def free(self, row: Array) -> Array:
        """Return the cells that the column encodes, slot by slot."""
        return self.order[self.open[row[self.order]]]

    def column(self, parts: Sequence[Part]) -> Array:
        """Return the column codes for the free cells, in order."""
        cells = self.free(self.row(parts))
        return numpy.array([self._columns[parts[cell]] for cell in cells], numpy.uint8)

    def parts(self, row: Array, column: Array) -> list[Part]:
        """Return the parts on the cells (the inverse of `row` and `column`)."""
        known = {(self._rows[part], self._columns[part]): part for part in self._rows}
        by_row_code = {each: part for (each, _), part in known.items()}
        result = [by_row_code[each] for each in row.tolist()]
        for cell, code in zip(self.free(row).tolist(), column.tolist(), strict=True):
            result[cell] = known[int(row[cell]), code]
        return result


def _number_codes(known: Mapping[Part, Hashable]) -> dict[Part, int]:
    numbers: dict[Hashable, int] = {}
    return {part: numbers.setdefault(each, len(numbers)) for part, each in known.items()}


def make_transition_tables(
    puzzle: Mechanism, parts: Sequence[Part], reader: StateReader, progress: Progress = silent
) -> TransitionTables:
    """Return the tables for the reachable positions; raise `LimitReachedError` if too large."""
    sources = numpy.array(puzzle.sources)

    seen = 0

    def moves(rows: Array) -> Iterator[Array]:
        nonlocal seen
        seen += len(rows)
        progress("rows of positions", seen, None)
        legal = puzzle.legal(reader.empty[rows])
        for move, source in enumerate(sources):
            yield rows[legal[:, move]][:, source]

    start = reader.row(parts)
    rows = reachable_states(start, reader.row_base, reader.places, moves, MAX_ROWS)
    if len(rows) * len(sources) > MAX_ENTRIES:
        raise LimitReachedError("There are too many moves between the rows of the state space.")
    to, turn, permutations = _row_transitions(puzzle, reader, rows, sources)
    columns = reachable_states(
        reader.column(parts),
        reader.column_base,
        numpy.flatnonzero(numpy.isin(reader.free(start), reader.places)).tolist(),
        lambda lines: (lines[:, permutation] for permutation in permutations),
        min(MAX_COLUMNS, MAX_ENTRIES // max(1, len(permutations))),
    )
    onward = numpy.empty((max(1, len(permutations)), len(columns)), numpy.uint16)
    onward[0] = numpy.arange(len(columns))
    for number, permutation in enumerate(permutations):
        onward[number] = columns.numbers(columns.lines[:, permutation])
    return TransitionTables(rows, columns, to, turn, onward)


def _row_transitions(
    puzzle: Mechanism, reader: StateReader, rows: EncodedStates, sources: Array
) -> tuple[Array, Array, Array]:
    """Return the target rows, the permutation numbers, and the permutations of the columns."""
    legal = puzzle.legal(reader.empty[rows.lines])
    free = reader.open[rows.lines]
    ordered = free[:, reader.order]
    place = numpy.empty_like(rows.lines)  # index of each cell among the free cells in its row
    place[:, reader.order] = numpy.cumsum(ordered, axis=1) - 1
    # Rows with the same free cells share their permutations.
    _, example, pattern = numpy.unique(
        numpy.packbits(free, axis=1), axis=0, return_index=True, return_inverse=True
    )
    pattern = pattern.ravel()
    to = numpy.full((len(rows), len(sources)), -1, numpy.int32)
    sources_of_free: list[Array] = []
    used: list[Array] = []
    for move, source in enumerate(sources):
        legal_rows = numpy.flatnonzero(legal[:, move])
        to[legal_rows, move] = rows.numbers(rows.lines[legal_rows][:, source])
        used.append(numpy.unique(pattern[legal_rows]))
        examples = example[used[-1]]
        # The source of each free cell, in the order of the free cells after the move.
        origin = source[reader.order]
        sources_of_free.append(place[examples][:, origin][free[examples][:, origin]])
    free_cells = int(ordered[0].sum())
    lines = numpy.concatenate(sources_of_free).reshape(sum(map(len, used)), free_cells)
    permutations, number = numpy.unique(lines, axis=0, return_inverse=True)
    ends = numpy.cumsum([len(each) for each in used])[:-1]
    turn = numpy.zeros_like(to)
    for move, (kinds, numbers) in enumerate(
        zip(used, numpy.split(number.ravel(), ends), strict=True)
    ):
        of_kind = numpy.zeros(len(example), numpy.int32)
        of_kind[kinds] = numbers
        turn[:, move] = of_kind[pattern]
    return to, turn, permutations
