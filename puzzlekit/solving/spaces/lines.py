"""Lines of small numbers, such as what lies on each cell, numbered as they are met."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy

from ...core.errors import LimitReached

#: An array of lines, one a row, in bytes.
Array = Any


class Lines:
    """Different lines of one length, by number.

    >>> lines = Lines(numpy.array([[2, 1], [0, 1]], numpy.uint8), base=3)
    >>> lines.numbers(numpy.array([[0, 1], [2, 2]], numpy.uint8)).tolist()
    [1, -1]
    """

    def __init__(self, lines: Array, base: int) -> None:
        self.lines, self.base = lines, base
        keys = _keys(lines, base)
        self._order = numpy.argsort(keys, kind="stable")
        self._keys = keys[self._order]

    def __len__(self) -> int:
        return len(self.lines)

    def numbers(self, lines: Array) -> Array:
        """Return the number of each line, -1 where it is none of these."""
        keys = _keys(lines, self.base)
        at = numpy.minimum(numpy.searchsorted(self._keys, keys), len(self) - 1)
        return numpy.where(self._keys[at] == keys, self._order[at], -1)


def reached(start: Array, base: int, steps: Callable[[Array], Iterable[Array]], most: int) -> Lines:
    """Return all lines that steps lead to from one line, which is number 0.

    `steps` returns, for some lines, arrays of those which are a step away. Raises `LimitReached`
    if there are more lines than `most`.
    """
    level = start[None, :]
    met = [level]
    known = _keys(level, base)
    while len(level):
        onward = numpy.concatenate([level[:0], *steps(level)])
        keys, first = numpy.unique(_keys(onward, base), return_index=True)
        at = numpy.minimum(numpy.searchsorted(known, keys), len(known) - 1)
        new = known[at] != keys
        level = onward[first[new]]
        known = numpy.sort(numpy.concatenate([known, keys[new]]), kind="stable")
        met.append(level)
        if len(known) > most:
            raise LimitReached(f"There are more than {most:,} lines.")
    return Lines(numpy.concatenate(met), base)


def _keys(lines: Array, base: int) -> Array:
    """Return what sorts lines and tells them apart: a whole number, or bytes if it is too large."""
    length = lines.shape[1]
    if base**length < 2**63:
        weights = numpy.array([base**place for place in range(length)], numpy.int64)
        return lines.astype(numpy.int64) @ weights
    # Bytes end at a zero, so that there must be none.
    full = numpy.ascontiguousarray(lines + 1, numpy.uint8)
    return full.view(f"S{length}").ravel()
