"""The steps between the rows of a space, by the row that they lead to."""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import NamedTuple

import numpy

from .encoded_states import Array
from .tables import TransitionTables
from .tracks import Tracks


class StepTable(NamedTuple):
    """Steps in the order of where they lead to, then of where they come from.

    Step s comes from row `origins[s]` by way `ways[s]`. Keys are row * rows + origin.
    """

    keys: Array
    origins: Array
    ways: Array
    rows: int

    def between(self, begin: int, end: int, low: int, high: int) -> tuple[Array, Array]:
        """Return, for rows from `begin` to `end`, the first and last step from others."""
        rows = numpy.arange(begin, end, dtype=numpy.int64) * self.rows
        first = numpy.searchsorted(self.keys, rows + low)
        return first, numpy.searchsorted(self.keys, rows + high)


def make_steps(made: TransitionTables, found: Tracks) -> StepTable:
    """Return all steps."""
    origin, move = numpy.nonzero(made.to >= 0)
    keys = made.to[origin, move].astype(numpy.int64) * len(made.rows) + origin
    order = numpy.argsort(keys, kind="stable")
    return StepTable(
        keys[order],
        origin[order].astype(numpy.int32),
        found.fibres.of_step[order].astype(numpy.int32),
        len(made.rows),
    )
