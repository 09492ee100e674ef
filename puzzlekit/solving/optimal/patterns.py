"""Pattern databases for permutation puzzles.

A pattern is a puzzle where only some of the pieces are visible and all others are blank. A state
space stores the distances of its positions. Source: J. Culberson, J. Schaeffer, Pattern databases,
Computational Intelligence 14 (1998).
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy

from ...core.disk_cache import Arrays
from ...core.permutation import Images, restrict
from ...core.progress import Progress
from ..spaces.encoded_states import Array
from ..spaces.label_permutations import always_legal
from ..spaces.position_numbering import PositionNumbering, number_positions
from ..spaces.row_column_splits import Part
from ..spaces.space import StateSpace
from ..spaces.store import MemoryStore


class Pattern(NamedTuple):
    """A set of cells closed under all moves, and the non-blank parts on these cells."""

    cells: tuple[int, ...]
    parts: tuple[Part, ...]

    def numbers(self, shown: Sequence[Part]) -> Array:
        """Return the number of the part on each cell, where 0 stands for blank."""
        number = {part: n for n, part in enumerate(self.parts, 1)}
        return numpy.array([number.get(shown[cell], 0) for cell in self.cells])


class PatternDatabase:
    """The lookup tables for a pattern, and their offsets in the concatenated tables."""

    def __init__(self, number: int, arrays: Arrays, sources: Sequence[Images]) -> None:
        parts = tuple(Part(*part) for part in arrays[f"parts {number}"].tolist())
        self.pattern = pattern = Pattern(tuple(arrays[f"cells {number}"].tolist()), parts)
        self._arrays = {name: arrays[f"{name} {number}"] for name in _READING}
        self.facts = arrays[f"facts {number}"]
        #: The move in the pattern for each move in the puzzle.
        number_of = {source: n for n, source in enumerate(pattern_moves(pattern, sources))}
        self.moves = [number_of[source] for source in restrict(sources, pattern.cells)]

    def place(self, shown: Sequence[Part]) -> tuple[int, int] | None:
        """Return the row and column of a position, or None if it is unreachable."""
        arrays, numbers = self._arrays, self.pattern.numbers(shown)
        line = arrays["row_of"][numbers]
        order = arrays["order"]
        free = order[arrays["open"][line[order]]]
        row = _find_line(arrays["rows"], line)
        column = _find_line(arrays["columns"], arrays["column_of"][numbers[free]])
        if row is None or column is None or not arrays["held"][arrays["fibre"][row], column]:
            return None
        return row, column


def _find_line(lines: Array, line: Array) -> int | None:
    if lines.shape[1] != len(line):
        return None
    at = numpy.flatnonzero((lines == line.astype(numpy.uint8)).all(axis=1))
    return int(at[0]) if len(at) else None


#: Names of the arrays that encode positions in a pattern, and of the concatenated tables.
_READING = "row_of", "column_of", "order", "open", "rows", "columns", "fibre", "held"
TABLES = "steps", "onward", "bases", "bits", "known"


class NumberedPattern(NamedTuple):
    """The labels and parts of a pattern at the goal, and a numbering of its positions."""

    labels: Array
    parts: list[Part]
    numbering: PositionNumbering


def number_pattern(
    pattern: Pattern, sources: Sequence[Images], goal: Sequence[Part], progress: Progress
) -> NumberedPattern | None:
    """Return a pattern with a numbering of its positions, or None if it is too large."""
    labels = pattern.numbers(goal)
    texts = [str(label) for label in labels]
    numbering = number_positions(always_legal(pattern_moves(pattern, sources)), texts, progress)
    if numbering is None:
        return None
    shown = dict(pair for each in numbering.orbits for pair in each.parts(texts))
    return NumberedPattern(labels, [shown[cell] for cell in range(len(texts))], numbering)


def build_databases(patterns: Sequence[NumberedPattern], progress: Progress) -> dict[str, Array]:
    """Return the arrays for the patterns: concatenated tables and encodings of positions."""
    result, all_tables = dict[str, Array](), dict[str, list[Array]]()
    for number, pattern in enumerate(patterns):
        tables, reading = _tables(pattern, progress), _lookup_arrays(pattern)
        starts = [sum(map(len, all_tables.setdefault(name, []))) for name in TABLES]
        for name in TABLES:
            all_tables[name].append(tables[name])
        moves, width = pattern.numbering.tables.to.shape[1], pattern.numbering.tracks.width
        reading["facts"] = numpy.array([*starts, 2 * moves, width], numpy.int64)
        result |= {f"{name} {number}": each for name, each in reading.items()}
    return result | {name: numpy.concatenate(each) for name, each in all_tables.items()}


def _tables(pattern: NumberedPattern, progress: Progress) -> dict[str, Array]:
    """Return the move tables of a pattern and the distances of its positions."""
    numbering = pattern.numbering
    store = MemoryStore(numbering.rows, numbering.tracks.width)
    for _ in StateSpace(numbering, store).levels(progress=progress):
        pass
    move_tables = numbering.tables
    steps = numpy.stack([move_tables.to, move_tables.turn * move_tables.onward.shape[1]], axis=-1)
    return {
        "steps": steps.astype(numpy.int32).ravel(),
        "onward": move_tables.onward.astype(numpy.uint16).ravel(),
        "bases": (numbering.tracks.fibres.of_row * move_tables.onward.shape[1]).astype(numpy.int32),
        "bits": numpy.maximum(numbering.tracks.bit, 0).astype(numpy.uint16).ravel(),
        "known": store.known.ravel(),
    }


def _lookup_arrays(pattern: NumberedPattern) -> dict[str, Array]:
    """Return the arrays with which a position is mapped to its row and column."""
    numbering, labels = pattern.numbering, pattern.labels
    reader = numbering.reader
    row = reader.row(pattern.parts)
    row_of, column_of = numpy.zeros((2, 1 + labels.max()), numpy.uint8)
    row_of[labels] = row
    column_of[labels[reader.free(row)]] = reader.column(pattern.parts)
    return {
        "row_of": row_of,
        "column_of": column_of,
        "order": reader.order,
        "open": reader.open,
        "rows": numbering.tables.rows.lines,
        "columns": numbering.tables.columns.lines,
        "fibre": numbering.tracks.fibres.of_row,
        "held": numbering.tracks.bit >= 0,
    }


def pattern_moves(pattern: Pattern, sources: Sequence[Images]) -> list[Images]:
    """Return the distinct moves as permutations of the cells of a pattern."""
    return list(dict.fromkeys(restrict(sources, pattern.cells)))
