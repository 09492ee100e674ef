"""Which columns go with which rows: not every pair is a position that can be reached.

The columns fall into classes that moves carry as a whole, such as even and odd arrangements, or
twists by their sum; and the row tells the class.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import NamedTuple

import numpy

from .lines import Array
from .tables import Tables

#: Closed walks of rows from which classes are made; they are then checked against all steps.
WALKS = 8


class Classes(NamedTuple):
    """A number of classes of columns, all of one size: `of_row[r]` is that of row r."""

    number: int
    of_column: Array
    of_row: Array


class _Tree(NamedTuple):
    """How each row is reached from row 0: from which row, by which turn; and the rows in order."""

    origin: Array
    turn: Array
    levels: list[Array]

    def way(self, row: int, made: Tables) -> Array:
        """Return where the columns of row 0 are in another row."""
        turns = []
        while row:
            turns.append(self.turn[row])
            row = self.origin[row]
        found = numpy.arange(len(made.columns))
        for turn in reversed(turns):
            found = made.onward[turn][found]
        return found


def classes(made: Tables) -> Classes:
    """Return the finest classes that all steps respect."""
    tree = _tree(made)
    row, move = numpy.nonzero(made.to >= 0)
    to, turn = made.to[row, move], made.turn[row, move]
    some = numpy.unique(numpy.linspace(0, len(row) - 1, WALKS).astype(numpy.int64))
    ends = [
        (made.onward[turn[step]][tree.way(row[step], made)], tree.way(to[step], made))
        for step in some[: len(row)]
    ]
    found = _alike(numpy.arange(len(made.columns)), ends, made)
    while True:
        count = int(found.max()) + 1
        example = numpy.unique(found, return_index=True)[1]
        turned = found[made.onward[:, example]]  # what each turn does to the classes
        of_row = numpy.full(len(made.rows), found[0])
        for level in tree.levels:
            of_row[level] = turned[tree.turn[level], of_row[tree.origin[level]]]
        after, wanted = turned[turn, of_row[row]], of_row[to]
        wrong = after != wanted
        if not wrong.any():
            return Classes(count, found, of_row)
        found = _alike(found, [(example[after[wrong]], example[wanted[wrong]])], made)


def _tree(made: Tables) -> _Tree:
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


def _alike(found: Array, pairs: list[tuple[Array, Array]], made: Tables) -> Array:
    """Return the classes that are left when pairs of columns are in one, and turns keep classes."""
    while True:
        joined = _joined(found, pairs)
        example = numpy.unique(joined, return_index=True)[1]
        if len(example) in (1, found.max() + 1):
            return joined
        # Each column must go where the first of its class goes.
        first = example[joined]
        pairs = [(turn, turn[first]) for turn in made.onward]
        found = joined


def _joined(found: Array, pairs: list[tuple[Array, Array]]) -> Array:
    """Return classes, numbered from 0, where the columns of each pair are in one."""
    least = numpy.arange(found.max() + 1)  # of each class, one with which it is joined
    while True:
        before = least
        for a, b in pairs:
            one, other = least[found[a]], least[found[b]]
            least = least.copy()
            numpy.minimum.at(least, one, other)
            numpy.minimum.at(least, other, one)
            while (further := least[least]).tolist() != least.tolist():
                least = further
        if (before == least).all():
            return numpy.unique(least[found], return_inverse=True)[1]
