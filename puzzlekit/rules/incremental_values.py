"""Values that are updated incrementally as stones change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from typing import Generic, TypeVar

from ..core.board import Board
from .stone_game import EMPTY

T = TypeVar("T")


def changed_cells(before: str, after: str) -> list[int]:
    """Return the cells where two strings of stones of the same length differ."""
    if not (before.isascii() and after.isascii()):
        pairs = zip(before, after, strict=True)
        return [cell for cell, (old, new) in enumerate(pairs) if old != new]
    # XOR of two large integers with one byte per cell is three times as fast as a loop.
    odd = int.from_bytes(before.encode(), "big") ^ int.from_bytes(after.encode(), "big")
    return list(compress(range(len(after)), odd.to_bytes(len(after), "big")))


class IncrementalMoves(Generic[T]):
    """The values of a local function at every place on a board, updated incrementally.

    `dependencies` lists the cells on which each place depends; `evaluate(stones, place)` must not
    depend on any other cells. The last position is cached, and only places that depend on a changed
    cell are recomputed, so the next position of a game is cheap to evaluate.

    >>> pairs = IncrementalMoves([(0, 1), (1, 2)], lambda stones, place: stones[place : place + 2])
    >>> pairs("BW."), pairs("BWB")
    (['BW', 'W.'], ['BW', 'WB'])
    """

    def __init__(
        self, dependencies: Sequence[Iterable[int]], evaluate: Callable[[str, int], T]
    ) -> None:
        self._evaluate = evaluate
        self._places = range(len(dependencies))
        self._dependents: dict[int, list[int]] = {}
        for place, cells in enumerate(dependencies):
            for cell in set(cells):
                self._dependents.setdefault(cell, []).append(place)
        self._last: tuple[str, list[T]] = "", []

    def __call__(self, stones: str) -> list[T]:
        """Return the value at each place. The caller must not change the list."""
        before, values = self._last
        if len(before) != len(stones):
            values = [self._evaluate(stones, place) for place in self._places]
        elif before != stones:
            values = values.copy()
            cells = changed_cells(before, stones)
            for place in {place for cell in cells for place in self._dependents.get(cell, ())}:
                values[place] = self._evaluate(stones, place)
        self._last = stones, values
        return values


class LargestRegions:
    """The size of the largest group of each colour, in the order of their initials.

    The last position is cached. If stones have only been added, only their groups are examined.

    >>> from puzzlekit import grid
    >>> largest = LargestRegions(grid(3, 2), "OY")
    >>> largest("OYO.Y."), largest("OYOOYO")
    ([1, 2], [2, 2])
    """

    def __init__(self, board: Board, initials: str) -> None:
        self._near, self._initials = board.neighbours, initials
        self._nothing = EMPTY * len(board), [0] * len(initials)
        self._last = self._nothing

    def __call__(self, stones: str) -> list[int]:
        """Return the sizes. The caller must not change the list."""
        before, known = self._last
        new = changed_cells(before, stones)
        if any(before[cell] != EMPTY for cell in new):  # stones were removed or changed
            before, known = self._nothing
            new = changed_cells(before, stones)
        sizes = known.copy()
        for cell in new:
            own = self._initials.index(stones[cell])
            sizes[own] = max(sizes[own], self._group_size(stones, cell))
        self._last = stones, sizes
        return sizes

    def _group_size(self, stones: str, start: int) -> int:
        own, group, seen = stones[start], [start], {start}
        for cell in group:
            for near in self._near[cell]:
                if stones[near] == own and near not in seen:
                    seen.add(near)
                    group.append(near)
        return len(group)
