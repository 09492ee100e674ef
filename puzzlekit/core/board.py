"""Boards: named cells with points in the plane, and the steps between them.

`x` grows to the right and `y` upwards; neighbouring cells are about 1 apart. Cells
are numbered 0, 1, ... in the order of `Board.cells`; rules work with the numbers,
people with the names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from .cell_graph import CellGraph
from .errors import OptionError, can_be_shown, quoted

if TYPE_CHECKING:
    import networkx
    import numpy

Point = tuple[float, float]

#: How a cell can look. "point" is a crossing of lines (as in Go), "node" a disc in a graph; a
#: "bare" cell is a square of which only the piece is seen.
SHAPES = ("square", "bare", "point", "node", "hexagon")


class Board(CellGraph):
    """Cells, where they lie, and which steps lead from one to another.

    `edges` may be used in both directions, `arcs` only from the first cell to the
    second. `shape` says how a cell looks (one of `SHAPES`), `colours` the ground colour
    of single cells, `lines` whether the edges are drawn, `labels` whether the names of the
    cells are. `sides` names the cells along each side of the board, `rims` the sides that
    are painted in a colour. `signs` are texts beside the board, such as coordinates, with
    their points; where there are any, the cells bear no names. A `plane` has no border: it is
    a part of the endless plane, as large as a game can need, of which only the surroundings of
    what matters are shown.

    >>> board = Board(["a", "b", "c"], [(0, 0), (1, 0), (2, 0)], edges=[(0, 1)], arcs=[(1, 2)])
    >>> board.neighbours[1]
    (0, 2)
    >>> board.sources[1]
    (0,)
    """

    def __init__(
        self,
        cells: Iterable[str],
        points: Iterable[Point],
        edges: Iterable[tuple[int, int]] = (),
        arcs: Iterable[tuple[int, int]] = (),
        *,
        shape: str = "node",
        colours: Mapping[int, str] | None = None,
        lines: bool | None = None,
        labels: bool = True,
        sides: Mapping[str, Iterable[int]] | None = None,
        rims: Mapping[str, Iterable[str]] | None = None,
        signs: Iterable[tuple[str, Point]] = (),
        plane: bool = False,
    ) -> None:
        self.cells = tuple(cells)
        self.points = tuple((float(x), float(y)) for x, y in points)
        super().__init__(len(self.cells), edges, arcs)
        self.shape = shape
        self.colours = dict(colours or {})
        self.lines = shape in ("node", "point") if lines is None else lines
        self.labels = labels
        self.sides = {name: tuple(side) for name, side in (sides or {}).items()}
        self.rims = {colour: tuple(names) for colour, names in (rims or {}).items()}
        self.signs = tuple(signs)
        self.plane = plane
        self.index = {name: i for i, name in enumerate(self.cells)}
        if len(self.index) != len(self.cells):
            raise OptionError("A board needs a different name for every cell.")
        if odd := [name for name in self.cells if not can_be_shown(name)]:
            raise OptionError(f"The name {quoted(odd[0])} of a cell cannot be shown; take letters.")
        if len(self.points) != len(self.cells):
            raise OptionError(
                f"A board needs one point a cell: {len(self.cells)} cells, "
                f"{len(self.points)} points."
            )
        if not all(0 <= cell < len(self.cells) for step in self.edges + self.arcs for cell in step):
            raise OptionError(
                f"The edges and arcs of a board join cells 0 to {len(self.cells) - 1}; "
                "one of them names another number."
            )
        if not all(0 <= cell < len(self.cells) for side in self.sides.values() for cell in side):
            raise OptionError(f"The sides of a board are made of cells 0 to {len(self.cells) - 1}.")
        painted = [name for names in self.rims.values() for name in names]
        if unknown := [name for name in painted if name not in self.sides]:
            known = ", ".join(self.sides) or "none"
            raise OptionError(f"The board has no side {unknown[0]!r} to paint; there are: {known}.")
        if shape not in SHAPES:
            raise OptionError(
                f"A cell cannot look like {shape!r}; choose from {', '.join(SHAPES)}."
            )

    def __repr__(self) -> str:
        return f"<Board: {len(self)} cells, {len(self.edges)} edges, {len(self.arcs)} arcs>"

    @cached_property
    def graph(self) -> networkx.Graph:
        """The steps as a networkx graph of cell names (a DiGraph if there are one-way arcs).

        >>> from puzzlekit import grid
        >>> grid(2, 2).graph.number_of_edges()
        4
        """
        import networkx

        graph = networkx.DiGraph() if self.arcs else networkx.Graph()
        for name, point in zip(self.cells, self.points, strict=True):
            graph.add_node(name, point=point)
        for a, ends in enumerate(self.neighbours):
            graph.add_edges_from((self.cells[a], self.cells[b]) for b in ends)
        return graph

    @property
    def array(self) -> numpy.ndarray[Any, Any]:
        """The points as a numpy array of shape (cells, 2)."""
        import numpy

        return numpy.array(self.points)

    @cached_property
    def _name(self) -> re.Pattern[str]:
        """Any name of a cell, the longest first, that is no part of a longer word or number."""
        names = sorted(map(re.escape, self.cells), key=len, reverse=True)
        return re.compile(rf"(?<![^\W_])(?:{'|'.join(names)})(?![^\W_])")

    def part(self, cells: Iterable[int]) -> Board:
        """Return the board of some cells only.

        >>> from puzzlekit import grid
        >>> grid(3, 1).part([0, 2]).cells
        ('a1', 'c1')
        """
        kept = list(cells)
        number = {cell: i for i, cell in enumerate(kept)}

        def steps(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
            return [(number[a], number[b]) for a, b in pairs if a in number and b in number]

        return Board(
            [self.cells[cell] for cell in kept],
            [self.points[cell] for cell in kept],
            steps(self.edges),
            steps(self.arcs),
            shape=self.shape,
            colours={number[cell]: name for cell, name in self.colours.items() if cell in number},
            lines=self.lines,
            labels=self.labels,
            plane=self.plane,
        )

    @property
    def tiled(self) -> bool:
        """Whether it is a plane of flat-topped hexagons, on which tiles are laid."""
        return self.plane and self.shape == "hexagon"

    def named_in(self, text: str) -> list[int]:
        """Return the cells that a text names, in the order in which it names them.

        >>> from puzzlekit import grid, hexagons
        >>> grid(3, 2).named_in("Cb1-c2")
        [2]
        >>> hexagons([(0, 0), (1, -1)]).named_in("1,-1")
        [1]
        """
        return [self.index[found[0]] for found in self._name.finditer(text)]

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each cell the straight rows of neighbours that begin beside it.

        >>> from puzzlekit import grid
        >>> board = grid(3, 2)
        >>> board.rays[board.index["a1"]]
        ((0,), (4, 5))
        """
        return tuple(
            tuple(self._straight(cell, near) for near in self.neighbours[cell])
            for cell in range(len(self))
        )

    def _straight(self, a: int, b: int) -> tuple[int, ...]:
        row = [b]
        step = [q - p for p, q in zip(self.points[a], self.points[b], strict=True)]
        while True:
            x, y = (p + d for p, d in zip(self.points[row[-1]], step, strict=True))
            onward = [
                near
                for near in self.neighbours[row[-1]]
                if math.dist(self.points[near], (x, y)) < 0.01
            ]
            if not onward:
                return tuple(row)
            row.append(onward[0])

    @cached_property
    def blocks(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """For each cell the blocks of four that it is a corner of: the opposite one, and two more.

        The two others are neighbours of the cell and of the opposite one.

        >>> from puzzlekit import grid
        >>> board = grid(3, 2)
        >>> board.blocks[board.index["b1"]]
        ((0, 1, 3), (2, 1, 5))
        """
        found = []
        for cell, near in enumerate(self.neighbours):
            corners = [
                (opposite, a, b)
                for a, b in combinations(near, 2)
                for opposite in self.neighbours[a]
                if opposite != cell and opposite in self.neighbours[b] and opposite not in near
            ]
            found.append(tuple(corners))
        return tuple(found)
