"""The graph of a board's cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from functools import cached_property
from itertools import chain


class CellGraph:
    """A graph with cells 0, 1, ..., undirected edges and directed arcs.

    >>> graph = CellGraph(3, edges=[(0, 1)], arcs=[(1, 2)])
    >>> graph.neighbours[1], graph.sources[1]
    ((0, 2), (0,))
    """

    def __init__(
        self, size: int, edges: Iterable[tuple[int, int]] = (), arcs: Iterable[tuple[int, int]] = ()
    ) -> None:
        self._size = size
        self.edges = tuple(edges)
        self.arcs = tuple(arcs)

    def __len__(self) -> int:
        return self._size

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, its successors in increasing order."""
        return self._targets_by_cell(self.arcs)

    @cached_property
    def sources(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, its predecessors in increasing order."""
        return self._targets_by_cell((b, a) for a, b in self.arcs)

    def _targets_by_cell(self, arcs: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
        ends: list[set[int]] = [set() for _ in range(len(self))]
        for a, b in chain(self.edges, ((b, a) for a, b in self.edges), arcs):
            ends[a].add(b)
        return tuple(tuple(sorted(each)) for each in ends)

    def components(self, same: Callable[[int], Hashable]) -> list[list[int]]:
        """Return the connected groups of cells for which `same` returns equal values.

        Cells for which `same` returns None are ignored. The groups are sorted by decreasing size;
        groups of equal size are sorted by their smallest cell.

        >>> from puzzlekit import grid
        >>> grid(3, 1).components(lambda cell: "xox"[cell])
        [[0], [1], [2]]
        """
        components: list[list[int]] = []
        neighbours, unvisited = self.neighbours, [same(cell) for cell in range(len(self))]
        for start, colour in enumerate(unvisited):
            if colour is None:
                continue
            component = [start]
            unvisited[start] = None
            for cell in component:
                for near in neighbours[cell]:
                    if unvisited[near] == colour:
                        unvisited[near] = None
                        component.append(near)
            components.append(sorted(component))
        return sorted(components, key=len, reverse=True)  # a stable sort

    def chain(
        self, inside: Callable[[int], bool], start: Iterable[int], end: Collection[int]
    ) -> tuple[int, ...]:
        """Return a shortest path from `start` to `end`, or () if there is none.

        The path uses only cells for which `inside` returns True.

        >>> from puzzlekit import grid
        >>> board = grid(3, 2)
        >>> row = board.chain(lambda cell: cell != 1, board.sides["left"], board.sides["right"])
        >>> [board.cells[cell] for cell in row]
        ['a1', 'b1', 'c1']
        """
        ends = set(end)
        origin: dict[int, int | None] = {cell: None for cell in start if inside(cell)}
        queue = list(origin)
        for cell in queue:
            if cell in ends:
                path: list[int] = []
                at: int | None = cell
                while at is not None:
                    path.append(at)
                    at = origin[at]
                return tuple(reversed(path))
            for near in self.neighbours[cell]:
                if near not in origin and inside(near):
                    origin[near] = cell
                    queue.append(near)
        return ()

    def distance(
        self, cost: Callable[[int], int | None], start: Iterable[int], end: Collection[int]
    ) -> int | None:
        """Return the minimum total cost of a path from `start` to `end` (0-1 BFS).

        The cost of a cell is 0, 1, or None if it is blocked. Return None if there is no path.

        >>> from puzzlekit import grid
        >>> board = grid(3, 2)
        >>> board.distance(lambda cell: [1, None, 1, 0, 1, 0][cell], [0, 3], [2, 5])
        1
        """
        ends, seen = set(end), set()
        here, further = list(start), []
        reached = 0
        while here:
            for cell in here:  # cells of cost 0 are appended
                if cell in seen or (price := cost(cell)) is None:
                    continue
                if price:
                    further.append(cell)
                    continue
                seen.add(cell)
                if cell in ends:
                    return reached
                here.extend(self.neighbours[cell])
            reached += 1
            here = []
            for cell in further:
                if cell not in seen:
                    seen.add(cell)
                    if cell in ends:
                        return reached
                    here.extend(self.neighbours[cell])
            further = []
        return None
