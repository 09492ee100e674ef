"""Numbering of states in order of discovery, with each state encoded as a line of small numbers."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy

from ...core.errors import LimitReachedError

#: An array whose rows (lines) consist of bytes.
Array = Any


class EncodedStates:
    """Distinct lines of numbers below `base`, identified by their values at `places`."""

    def __init__(self, lines: Array, base: int, places: Sequence[int]) -> None:
        self.lines, self.base, self._places = lines, base, places
        keys = _keys(lines, base, places)
        self._order = numpy.argsort(keys, kind="stable")
        self._keys = keys[self._order]

    def __len__(self) -> int:
        return len(self.lines)

    def numbers(self, lines: Array) -> Array:
        """Return the number of each line, or -1 if the line is unknown."""
        keys = _keys(lines, self.base, self._places)
        index = numpy.minimum(numpy.searchsorted(self._keys, keys), len(self) - 1)
        return numpy.where(self._keys[index] == keys, self._order[index], -1)


def reachable_states(
    start: Array,
    base: int,
    places: Sequence[int],
    steps: Callable[[Array], Iterable[Array]],
    limit: int,
) -> EncodedStates:
    """Return the lines that `steps` reach from a line; raise `LimitReachedError` beyond `limit`."""
    level = start[None, :]
    levels, known = [level], _keys(level, base, places)
    while len(level):
        new = []
        for successors in steps(level):
            keys, first = numpy.unique(_keys(successors, base, places), return_index=True)
            index = numpy.minimum(numpy.searchsorted(known, keys), len(known) - 1)
            is_new = known[index] != keys
            new.append(successors[first[is_new]])
            known = numpy.sort(numpy.concatenate([known, keys[is_new]]), kind="stable")
            if len(known) > limit:
                raise LimitReachedError(
                    f"There are more than {limit:,} rows or columns of positions."
                )
        level = numpy.concatenate([level[:0], *new])
        levels.append(level)
    return EncodedStates(numpy.concatenate(levels), base, places)


def _keys(lines: Array, base: int, places: Sequence[int]) -> Array:
    """Return a sortable key for each line: an integer if it fits in 64 bits, otherwise bytes."""
    length = len(places)
    if base**length < 2**63:
        keys = numpy.zeros(len(lines), numpy.int64)
        for place in places:
            keys *= base
            keys += lines[:, place]
        return keys
    # NumPy byte strings end at a zero byte, so zeros must be avoided.
    full = numpy.ascontiguousarray(lines[:, places] + 1, numpy.uint8)
    return full.view(f"S{length}").ravel()
