"""Pattern databases of a puzzle of permutations: some pieces, while all others are blank.

J. Culberson, J. Schaeffer, Pattern databases, Computational Intelligence 14 (1998). A pattern is a
puzzle of its own with fewer pieces, the distances of whose positions are kept in a space.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...core.errors import LimitReached
from ...core.permutation import Images, restricted
from ...core.progress import Progress
from ..spaces.lines import Array
from ..spaces.mechanism import Mechanism
from ..spaces.plan import TRIES, planned
from ..spaces.space import Space
from ..spaces.splitting import Part, orbits, splits
from ..spaces.store import Memory
from ..spaces.tables import Reader
from .kept import kept


def mechanism_of(sources: Sequence[Images]) -> Mechanism:
    """Return the mechanism of moves that are always legal."""
    free: tuple[Images, ...] = ((),) * len(sources)
    return Mechanism(tuple(sources), free, free, False)


class Pattern(NamedTuple):
    """Cells that moves keep together, and the parts on them that are not blank."""

    cells: tuple[int, ...]
    parts: tuple[Part, ...]

    def numbers(self, shown: Sequence[Part]) -> Array:
        """Return what each of the cells shows, as a number; 0 is blank."""
        import numpy

        number = {part: n for n, part in enumerate(self.parts, 1)}
        return numpy.array([number.get(shown[cell], 0) for cell in self.cells])


class Database:
    """The tables of a pattern, and where they are among those of all patterns."""

    def __init__(
        self, pattern: Pattern, number: int, found: Any, sources: Sequence[Images]
    ) -> None:
        self.pattern = pattern
        self._kept = {name: found[f"{name} {number}"] for name in _READING}
        self.facts = found[f"facts {number}"]
        #: Which move of the pattern each move is.
        self.moves = [_own_moves(pattern, sources).index(s) for s in _on(pattern, sources)]

    def place(self, shown: Sequence[Part]) -> tuple[int, int] | None:
        """Return the row and the column of parts on all cells, None if they cannot be reached."""
        kept, numbers = self._kept, self.pattern.numbers(shown)
        line = kept["row_of"][numbers]
        order = kept["order"]
        free = order[kept["open"][line[order]]]
        row = _found(kept["rows"], line)
        column = _found(kept["columns"], kept["column_of"][numbers[free]])
        if row is None or column is None or kept["row_class"][row] != kept["column_class"][column]:
            return None
        return row, column


def _found(lines: Array, line: Array) -> int | None:
    import numpy

    if lines.shape[1] != len(line):
        return None
    at = numpy.flatnonzero((lines == line.astype(numpy.uint8)).all(axis=1))
    return int(at[0]) if len(at) else None


#: What is kept of a pattern to read positions, and of all patterns together for the search.
_READING = "row_of", "column_of", "order", "open", "rows", "columns", "row_class", "column_class"
TABLES = "steps", "onward", "bits", "known"


def databases(
    patterns: Sequence[Pattern], sources: Sequence[Images], goal: Sequence[Part], progress: Progress
) -> tuple[list[Database], tuple[Array, ...]]:
    """Return the databases of some patterns, and the tables of all of them.

    Raises `LimitReached` if the tables of a pattern would be too large.
    """
    import numpy

    all_moves = [_own_moves(pattern, sources) for pattern in patterns]
    labels = [pattern.numbers(goal).tolist() for pattern in patterns]

    def make() -> dict[str, Array]:
        found, parts = dict[str, Array](), dict[str, list[Array]]()
        for number, (pattern, moves) in enumerate(zip(patterns, all_moves, strict=True)):
            made = _made(moves, pattern.numbers(goal), progress)
            starts = [sum(map(len, parts.setdefault(name, []))) for name in TABLES]
            for name in TABLES:
                parts[name].append(made.pop(name))
            sizes = 2 * len(moves), len(parts["known"][-1]) // len(made["rows"])
            made["facts"] = numpy.array([*starts, *sizes], numpy.int64)
            found |= {f"{name} {number}": each for name, each in made.items()}
        return found | {name: numpy.concatenate(each) for name, each in parts.items()}

    found = kept(("twisty", all_moves, labels), make)
    made = [Database(each, n, found, sources) for n, each in enumerate(patterns)]
    return made, tuple(found[name] for name in TABLES)


def _on(pattern: Pattern, sources: Sequence[Images]) -> list[Images]:
    return restricted(sources, pattern.cells)


def _own_moves(pattern: Pattern, sources: Sequence[Images]) -> list[Images]:
    return list(dict.fromkeys(_on(pattern, sources)))


def _made(moves: Sequence[Images], labels: Array, progress: Progress) -> dict[str, Array]:
    """Return all that is kept of one pattern."""
    import numpy

    puzzle = mechanism_of(moves)
    texts = [str(label) for label in labels]
    found = orbits(puzzle, texts)
    shown = dict(pair for each in found for pair in each.parts(texts))
    parts = [shown[cell] for cell in range(len(texts))]
    order = [cell for each in found for slot in each.slots for cell in slot]
    for split in splits(found)[:TRIES]:
        reader = Reader(split, order)
        try:
            plan = planned(puzzle, found, parts, reader, progress)
        except LimitReached:
            continue
        store = Memory(plan.rows, plan.lanes.width)
        for _ in Space(plan, store).levels(progress=progress):
            pass
        made, row = plan.tables, reader.row(parts)
        row_of, column_of = numpy.zeros((2, 1 + labels.max()), numpy.uint8)
        row_of[labels] = row
        column_of[labels[reader.free(row)]] = reader.column(parts)
        columns = made.onward.shape[1]
        steps = numpy.stack([made.to, made.turn * columns], axis=-1)
        return {
            "steps": steps.astype(numpy.int32).ravel(),
            "onward": made.onward.astype(numpy.uint16).ravel(),
            "bits": plan.lanes.bit.astype(numpy.uint16),
            "known": store.known.ravel(),
            "row_of": row_of,
            "column_of": column_of,
            "order": reader.order,
            "open": reader.open,
            "rows": made.rows.lines,
            "columns": made.columns.lines,
            "row_class": plan.lanes.classes.of_row,
            "column_class": plan.lanes.classes.of_column,
        }
    raise LimitReached("The tables of a pattern are too large.")
