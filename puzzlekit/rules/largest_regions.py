"""The sizes of the largest groups, updated as stones are placed."""

from __future__ import annotations

from ..core.board import Board
from .incremental import changed_cells
from .stones import EMPTY


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
        """Return the sizes; the caller must not change the list."""
        before, known = self._last
        new = changed_cells(before, stones)
        if any(before[cell] != EMPTY for cell in new):  # stones were removed or changed
            before, known = self._nothing
            new = changed_cells(before, stones)
        sizes = known.copy()
        for cell in new:
            own = self._initials.index(stones[cell])
            sizes[own] = max(sizes[own], self._size(stones, cell))
        self._last = stones, sizes
        return sizes

    def _size(self, stones: str, start: int) -> int:
        own, group, seen = stones[start], [start], {start}
        for cell in group:
            for near in self._near[cell]:
                if stones[near] == own and near not in seen:
                    seen.add(near)
                    group.append(near)
        return len(group)
