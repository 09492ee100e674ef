"""Boards: named cells with points in the plane, and the steps between them.

`x` grows to the right and `y` upwards, in any unit. Cells are numbered 0, 1, ... in the order
of `Board.cells`; rules work with the numbers, people with the names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from copy import copy
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from .cell_graph import CellGraph
from .errors import OptionError, can_be_shown, did_you_mean, quoted
from .nearest import chebyshev, nearest
from .polygons import Point as Point
from .polygons import area, clearance

if TYPE_CHECKING:
    import networkx
    import numpy

#: A cell by its number or its name.
Cell = int | str

#: How a cell can look. "point" is a crossing of lines (as in Go), "node" a disc in a graph; a
#: "bare" cell is a square of which only the piece is seen; a "polygon" has corners of its own.
SHAPES = ("square", "bare", "point", "node", "hexagon", "polygon")

#: The least share of the usual distance between neighbours at which cells are drawn apart.
MIN_NEIGHBOUR_DISTANCE = 0.5

#: Steps between neighbours that one-way streets join, so that there is room for an arrow.
_ARC_DISTANCE = 1.4


class Board(CellGraph):
    """Cells, where they lie, and which steps lead from one to another.

    `edges` may be used in both directions, `arcs` only from the first cell to the
    second. Wherever cells are given, here and in `colours` and `sides`, numbers and names will
    do. `shape` says how a cell looks (one of `SHAPES`), `outlines` the corners of each cell,
    which makes it a polygon; `colours` the ground colour of single cells, `lines` whether the
    edges are drawn, `labels` whether the names of the cells are: by default where moves name
    them. `sides` names the cells along each side of the board, `rims` the sides that
    are painted in a colour. `signs` are texts beside the board, such as coordinates, with
    their points; where there are any, the cells bear no names. A `plane` has no border: it is
    a part of the endless plane, as large as a game can need, of which only the surroundings of
    what matters are shown.

    Points may be in any unit: a `step`, how far apart neighbours are drawn, is by default the
    least distance between two cells.

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
        edges: Iterable[tuple[Cell, Cell]] = (),
        arcs: Iterable[tuple[Cell, Cell]] = (),
        *,
        shape: str = "node",
        outlines: Iterable[Iterable[Point]] = (),
        colours: Mapping[int, str] | Mapping[str, str] | None = None,
        lines: bool | None = None,
        labels: bool | None = None,
        sides: Mapping[str, Iterable[Cell]] | None = None,
        rims: Mapping[str, Iterable[str]] | None = None,
        signs: Iterable[tuple[str, Point]] = (),
        plane: bool = False,
        step: float | None = None,
    ) -> None:
        self.cells = tuple(cells)
        self.points = tuple((float(x), float(y)) for x, y in points)
        self.index = {name: i for i, name in enumerate(self.cells)}
        super().__init__(
            len(self.cells),
            [(self.number(a), self.number(b)) for a, b in edges],
            [(self.number(a), self.number(b)) for a, b in arcs],
        )
        self.outlines = tuple(_counterclockwise(corners) for corners in outlines)
        self.shape = "polygon" if self.outlines else shape
        self.colours = {self.number(cell): colour for cell, colour in (colours or {}).items()}
        self.lines = self.shape in ("node", "point") if lines is None else lines
        self.labels = labels
        self.sides = {name: tuple(map(self.number, side)) for name, side in (sides or {}).items()}
        self.rims = {colour: tuple(names) for colour, names in (rims or {}).items()}
        self.signs = tuple(signs)
        self.plane = plane
        self._step = step
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
        if self.shape == "polygon" and len(self.outlines) != len(self.cells):
            raise OptionError(
                f"Polygons need one outline a cell: {len(self.cells)} cells, "
                f"{len(self.outlines)} outlines."
            )
        flat = [name for name, each in zip(self.cells, self.outlines, strict=False) if not each]
        if flat:
            raise OptionError(
                f"The outline of the cell {quoted(flat[0])} has no area; give more corners."
            )
        if step is not None and not 0 < step < math.inf:
            raise OptionError(f"A step of {step} will not do; it is a length above 0.")

    def number(self, cell: Cell) -> int:
        """Return the number of a cell that is given by number or name.

        >>> from puzzlekit import grid
        >>> grid(2, 2).number("a1")
        2
        """
        if not isinstance(cell, str):
            return cell
        if cell not in self.index:
            raise OptionError(
                f"{quoted(cell)} is no cell of the board.{did_you_mean(cell, self.cells)}"
            )
        return self.index[cell]

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
            outlines=[self.outlines[cell] for cell in kept if self.outlines],
            colours={number[cell]: name for cell, name in self.colours.items() if cell in number},
            lines=self.lines,
            labels=self.labels,
            plane=self.plane,
            step=self.step,
        )

    @cached_property
    def nearest(self) -> list[tuple[float, int]]:
        """For each cell how far the nearest other one is, and its number; squares are upright."""
        return nearest(self.points, chebyshev if self.shape in ("square", "bare") else math.dist)

    @cached_property
    def default_distance(self) -> float:
        """The usual distance of a cell and the nearest other one; 1 where there is none."""
        known = sorted(distance for distance, _ in self.nearest if 0 < distance < math.inf)
        return known[len(known) // 2] if known else 1.0

    @cached_property
    def step(self) -> float:
        """How far apart neighbours are drawn: as given, or the least distance between cells.

        A few cells that are nearer than half of the usual distance are not counted, as they would
        make everything tiny. Polygons are as large as the discs that fit in them.

        >>> Board("abc", [(0, 0), (0, 100), (0, 250)]).step
        100.0
        """
        if self._step is not None:
            return self._step
        if self.outlines:
            rooms = zip(self.outlines, self.points, strict=True)
            discs = sorted(clearance(corners, point) for corners, point in rooms)
            return 2 * discs[len(discs) // 2] or 1.0
        least = min((distance for distance, _ in self.nearest), default=1.0)
        apart = max(
            min(least, self.default_distance), MIN_NEIGHBOUR_DISTANCE * self.default_distance
        )
        return apart / (_ARC_DISTANCE if self.arcs else 1)

    @cached_property
    def to_steps(self) -> Board:
        """The same board with a step of 1, as front ends draw it.

        >>> Board("ab", [(0, 0), (0, 100)]).in_steps.points
        ((0.0, 0.0), (0.0, 1.0))
        """
        if self.step == 1:
            return self

        def scaled(points: Iterable[Point]) -> tuple[Point, ...]:
            return tuple((x / self.step, y / self.step) for x, y in points)

        board = copy(self)
        board.__dict__.pop("graph", None)
        board.points = scaled(self.points)
        board.outlines = tuple(map(scaled, self.outlines))
        board.signs = tuple(
            (text, point)
            for (text, _), point in zip(
                self.signs, scaled(point for _, point in self.signs), strict=True
            )
        )
        board.step = board._step = 1.0
        board.to_steps = board
        return board

    @property
    def is_tiling(self) -> bool:
        """Whether it is a plane of flat-topped hexagons, on which tiles are laid."""
        return self.plane and self.shape == "hexagon"

    def cells_named_in(self, text: str) -> list[int]:
        """Return the cells that a text names, in the order in which it names them.

        >>> from puzzlekit import grid, hexagons
        >>> grid(3, 2).named_in("Cb1-c2")
        [2]
        >>> hexagons([(0, 0), (1, -1)]).named_in("1,-1")
        [1]
        """
        return [self.index[found[0]] for found in self._name.finditer(text)]

    @cached_property
    def lines_from(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
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
                if math.dist(self.points[near], (x, y)) < 0.01 * self.step
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


def _counterclockwise(corners: Iterable[Point]) -> tuple[Point, ...]:
    """Return corners counterclockwise, or nothing if they enclose no area."""
    found = [(float(x), float(y)) for x, y in corners]
    whole = area(found) if len(found) > 2 else 0.0
    return tuple(found if whole > 0 else found[::-1] if whole < 0 else [])
