"""Disjoint sets (union-find)."""

from __future__ import annotations


class DisjointSets:
    """Disjoint sets of integers, initially singletons.

    Uses path halving (J. van Leeuwen and R. E. Tarjan, 1984).
    """

    def __init__(self) -> None:
        self._parent: dict[int, int] = {}

    def root(self, point: int) -> int:
        """Return the representative of the set of a point."""
        parent = self._parent  # roots have no parent
        while (above := parent.get(point)) is not None:
            if (higher := parent.get(above)) is None:
                return above
            parent[point] = higher
            point = higher
        return point

    def join(self, kept: int, other: int) -> None:
        """Merge the sets of two points. The root of the first set becomes the common root."""
        base, root = self.root(kept), self.root(other)
        if root != base:
            self._parent[root] = base

    def sets(self, points: list[int]) -> list[list[int]]:
        """Return the given points grouped by set, in the given order."""
        by_root: dict[int, list[int]] = {}
        for point in points:
            by_root.setdefault(self.root(point), []).append(point)
        return list(by_root.values())
