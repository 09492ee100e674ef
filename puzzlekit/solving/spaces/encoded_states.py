"""Lines of small numbers, such as what lies on each cell, numbered as they are met."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy

from ...core.errors import LimitReachedError

#: An array of lines, one a row, in bytes.
Array = Any


class EncodedStates:
    """Different lines of numbers below `base`, by number; some `places` tell them apart."""

    def __init__(self, lines: Array, base: int, places: Sequence[int]) -> None:
        self.lines, self.base, self._places = lines, base, places
        keys = _keys(lines, base, places)
        self._order = numpy.argsort(keys, kind="stable")
        self._keys = keys[self._order]

    def __len__(self) -> int:
        return len(self.lines)

    def numbers(self, lines: Array) -> Array:
        """Return the number of each line, -1 where it is none of these."""
        keys = _keys(lines, self.base, self._places)
        at = numpy.minimum(numpy.searchsorted(self._keys, keys), len(self) - 1)
        return numpy.where(self._keys[at] == keys, self._order[at], -1)


def reachable_states(
    start: Array,
    base: int,
    places: Sequence[int],
    steps: Callable[[Array], Iterable[Array]],
    most: int,
) -> EncodedStates:
    """Return all lines reachable by `steps` from one line; raise `LimitReachedError` beyond `most`."""
    level = start[None, :]
    met, known = [level], _keys(level, base, places)
    while len(level):
        new = []
        for onward in steps(level):
            keys, first = numpy.unique(_keys(onward, base, places), return_index=True)
            at = numpy.minimum(numpy.searchsorted(known, keys), len(known) - 1)
            fresh = known[at] != keys
            new.append(onward[first[fresh]])
            known = numpy.sort(numpy.concatenate([known, keys[fresh]]), kind="stable")
            if len(known) > most:
                raise LimitReachedError(f"There are more than {most:,} lines.")
        level = numpy.concatenate([level[:0], *new])
        met.append(level)
    return EncodedStates(numpy.concatenate(met), base, places)


def _keys(lines: Array, base: int, places: Sequence[int]) -> Array:
    """Return what sorts lines and tells them apart: a whole number, or bytes if it is too large."""
    length = len(places)
    if base**length < 2**63:
        keys = numpy.zeros(len(lines), numpy.int64)
        for place in places:
            keys *= base
            keys += lines[:, place]
        return keys
    # Bytes end at a zero, so that there must be none.
    full = numpy.ascontiguousarray(lines[:, places] + 1, numpy.uint8)
    return full.view(f"S{length}").ravel()
