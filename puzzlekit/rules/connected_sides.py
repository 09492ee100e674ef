"""Chains of stones that connect two sides of a board."""

from __future__ import annotations

from collections.abc import Collection

from ..core.board import Board
from .stones import EMPTY


class ConnectedSides:
    """A callable that finds a chain of one colour between two sides.

    The last result is cached, since moves of the other colour do not change it.

    >>> from puzzlekit import grid
    >>> joined = ConnectedSides(grid(3, 2), (0, 3), (2, 5), "B", "W")
    >>> joined("B.BBBW"), joined("BB.WBB")
    ((), (0, 1, 4, 5))
    """

    def __init__(
        self, links: Board, start: Collection[int], end: Collection[int], own: str, other: str
    ) -> None:
        self._links, self._own, self._other = links, own, other
        self._start, self._end = tuple(start), frozenset(end)
        adjacency = zip(links.neighbours, links.sources, strict=True)
        self._linked = [frozenset(to + back) for to, back in adjacency]
        self._min_stones = links.distance(lambda cell: 1, self._start, self._end) or 0
        self._last: tuple[str, tuple[int, ...]] = "", ()

    def __call__(self, stones: str) -> tuple[int, ...]:
        """Return the cells of a chain, or an empty tuple."""
        stones = stones.replace(self._other, EMPTY)
        if self._last[0] != stones:
            self._last = stones, self._chain(stones)
        return self._last[1]

    def _chain(self, stones: str) -> tuple[int, ...]:
        own = self._own
        if stones.count(own) < self._min_stones:
            return ()
        queue = [cell for cell in self._start if stones[cell] == own]
        seen = set(queue)
        for cell in queue:
            for near in self._linked[cell]:
                if stones[near] == own and near not in seen:
                    seen.add(near)
                    queue.append(near)
        if self._end.isdisjoint(seen):
            return ()
        return self._links.chain(seen.__contains__, self._start, self._end)
