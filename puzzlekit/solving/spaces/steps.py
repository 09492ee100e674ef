"""The steps between the rows of a space, by the row that they lead to."""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import NamedTuple

import numpy

from .lanes import Lanes
from .lines import Array
from .tables import Tables


class Steps(NamedTuple):
    """Steps in the order of where they lead to, then of where they come from.

    Step s comes from row `origins[s]`; `onward[s]` and `back[s]` are its numbers in the tables of
    the lanes.
    """

    keys: Array
    origins: Array
    onward: Array
    back: Array
    rows: int

    def between(self, begin: int, end: int, low: int, high: int) -> tuple[Array, Array]:
        """Return, for rows from `begin` to `end`, the first and last step from others."""
        rows = numpy.arange(begin, end, dtype=numpy.int64) * self.rows
        first = numpy.searchsorted(self.keys, rows + low)
        return first, numpy.searchsorted(self.keys, rows + high)


def steps(made: Tables, found: Lanes) -> Steps:
    """Return all steps."""
    origin, move = numpy.nonzero(made.to >= 0)
    to, turn = made.to[origin, move].astype(numpy.int64), made.turn[origin, move]
    rows = len(made.rows)
    keys = to * rows + origin
    order = numpy.argsort(keys, kind="stable")
    origin, to, turn = origin[order], to[order], turn[order] * found.classes.number
    return Steps(
        keys[order],
        origin.astype(numpy.int32),
        (turn + found.classes.of_row[origin]).astype(numpy.int32),
        (turn + found.classes.of_row[to]).astype(numpy.int32),
        rows,
    )
