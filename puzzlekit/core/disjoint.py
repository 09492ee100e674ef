"""Sets of points that are joined until all that hang together are in one."""

from __future__ import annotations


class DisjointSets:
    """Disjoint sets of whole numbers, each a set of its own at first.

    Paths are halved on the way to a root (J. van Leeuwen and R. E. Tarjan, 1984).
    """

    def __init__(self) -> None:
        self._parent: dict[int, int] = {}

    def root(self, point: int) -> int:
        """Return the point that stands for the set of a point."""
        parent = self._parent  # roots have none
        while (above := parent.get(point)) is not None:
            if (higher := parent.get(above)) is None:
                return above
            parent[point] = higher
            point = higher
        return point

    def join(self, kept: int, other: int) -> None:
        """Make one set of the sets of two points; its root is the root of the first."""
        base, root = self.root(kept), self.root(other)
        if root != base:
            self._parent[root] = base

    def sets(self, points: list[int]) -> list[list[int]]:
        """Return the sets that points are in, each in the order of the points."""
        found: dict[int, list[int]] = {}
        for point in points:
            found.setdefault(self.root(point), []).append(point)
        return list(found.values())
