"""The steps between the rows of a space, sorted by target row."""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import NamedTuple

import numpy

from .encoded_states import Array
from .tables import TransitionTables
from .tracks import Tracks


class StepTable(NamedTuple):
    """The steps between rows, sorted by target row and then by origin.

    Step s comes from row `origins[s]` by `transitions[s]` (see `Fibres`). Its key is
    target * rows + origin.
    """

    keys: Array
    origins: Array
    transitions: Array
    rows: int

    def between(self, begin: int, end: int, low: int, high: int) -> tuple[Array, Array]:
        """Return ranges of steps from rows `low` to `high` for each row from `begin` to `end`."""
        rows = numpy.arange(begin, end, dtype=numpy.int64) * self.rows
        first = numpy.searchsorted(self.keys, rows + low)
        return first, numpy.searchsorted(self.keys, rows + high)


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
