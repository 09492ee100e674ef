"""Which columns go with which row: not every pair is a position that can be reached.

The fibre of a row is the set of its columns. Many rows share one: even and odd arrangements, for
example, are two fibres, and so are twists by their sum.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import NamedTuple

import numpy

from ...core.errors import LimitReachedError
from .encoded_states import Array
from .tables import MAX_ENTRIES, TransitionTables

#: Closed walks of rows from which the first fibre is made, before it is checked against all steps.
WALKS = 8


class Fibres(NamedTuple):
    """The columns of each fibre, in order, and the fibre of each row.

    Each step goes one of the `click_sequences`: by a turn from a fibre to a fibre. The steps of the tables
    are in the order in which `nonzero` finds them.
    """

    columns: Array
    of_row: Array
    ways: Array
    of_step: Array


class _Tree(NamedTuple):
    """How each row is reached from row 0: from which row, by which turn; and the rows in order."""

    origin: Array
    turn: Array
    levels: list[Array]

    def way(self, row: int, made: TransitionTables) -> Array:
        """Return where the columns of row 0 are in another row."""
        turns = []
        while row:
            turns.append(self.turn[row])
            row = self.origin[row]
        found = numpy.arange(len(made.columns))
        for turn in reversed(turns):
            found = made.onward[turn][found]
        return found


def fibres(made: TransitionTables) -> Fibres:
    """Return the fibres of all rows reachable from (0, 0); raise `LimitReachedError` if too many."""
    tree = _tree(made)
    row, move = numpy.nonzero(made.to >= 0)
    to, turn = made.to[row, move], made.turn[row, move]

    def walk(step: int) -> Array:
        """Return what a walk does to the columns: to a step, by it, and back."""
        back = numpy.empty(len(made.columns), numpy.int64)
        back[tree.way(to[step], made)] = numpy.arange(len(made.columns))
        return back[made.onward[turn[step]][tree.way(row[step], made)]]

    some = numpy.unique(numpy.linspace(0, len(row) - 1, WALKS).astype(numpy.int64))
    walks = [walk(step) for step in some[: len(row)]]
    while True:
        found = _FoundFibre(made, _orbit(walks))
        of_row = numpy.zeros(len(made.rows), numpy.int64)
        for level in tree.levels:
            of_row[level] = found.after(of_row[tree.origin[level]], tree.turn[level])
        wrong = numpy.flatnonzero(found.after(of_row[row], turn) != of_row[to])
        if not len(wrong):
            break
        walks.append(walk(wrong[0]))
    many = len(found.columns)
    keys = turn * many + of_row[row]
    used = numpy.zeros(len(made.onward) * many, bool)
    used[keys] = True
    turns, before = numpy.divmod(numpy.flatnonzero(used), many)
    ways = numpy.stack([turns, before, found.after(before, turns)], axis=1)
    return Fibres(numpy.array(found.columns), of_row, ways, (numpy.cumsum(used) - 1)[keys])


class _FoundFibre:
    """The fibres that have been met, by number, and what turns do to them."""

    def __init__(self, made: TransitionTables, first: Array) -> None:
        self._made = made
        self.columns = [first]
        self._numbers = {first.tobytes(): 0}
        self._after: dict[tuple[int, int], int] = {}

    def after(self, fibres: Array, turns: Array) -> Array:
        """Return what each turn takes each fibre to."""
        turned = len(self._made.onward)
        keys = fibres * turned + turns
        met = numpy.zeros(len(self.columns) * turned, numpy.int64)
        met[keys] = 1
        for key in numpy.flatnonzero(met).tolist():
            met[key] = self._moved(*divmod(key, turned))
        return met[keys]

    def _moved(self, fibre: int, turn: int) -> int:
        if (fibre, turn) not in self._after:
            columns = numpy.sort(self._made.onward[turn][self.columns[fibre]])
            number = self._numbers.setdefault(columns.tobytes(), len(self.columns))
            if number == len(self.columns):
                self.columns.append(columns)
            self._after[fibre, turn] = number
            if len(self._after) * len(columns) > MAX_ENTRIES:
                raise LimitReachedError("There are too many ways to permute the columns.")
        return self._after[fibre, turn]


def _orbit(walks: list[Array]) -> Array:
    """Return the columns that column 0 is taken to, in order."""
    met = numpy.zeros(len(walks[0]) if walks else 1, bool)
    met[0] = True
    level = numpy.zeros(1, numpy.int64)
    while len(level):
        onward = numpy.unique(numpy.concatenate([level[:0], *(walk[level] for walk in walks)]))
        level = onward[~met[onward]]
        met[level] = True
    return numpy.flatnonzero(met).astype(numpy.uint16)


def _tree(made: TransitionTables) -> _Tree:
    rows = len(made.rows)
    tree = _Tree(numpy.full(rows, -1, numpy.int64), numpy.zeros(rows, numpy.int64), [])
    level = numpy.zeros(1, numpy.int64)
    tree.origin[0] = 0
    while len(level):
        row, move = numpy.nonzero(made.to[level] >= 0)
        to = made.to[level[row], move]
        new = tree.origin[to] < 0
        onward, first = numpy.unique(to[new], return_index=True)
        origin = level[row[new][first]]
        tree.origin[onward] = origin
        tree.turn[onward] = made.turn[origin, move[new][first]]
        tree.levels.append(onward)
        level = onward
    return tree
