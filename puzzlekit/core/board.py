"""Boards: named cells with points in the plane, and the steps between them.

`x` grows to the right and `y` upwards, in any unit. Cells are numbered 0, 1, ... in the order
of `Board.cells`. Rules use the numbers, users the names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import combinations
from operator import index
from typing import TYPE_CHECKING, Any

from .cell_graph import CellGraph
from .errors import OptionError, can_be_shown, did_you_mean, quoted, short_repr
from .polygons import Point as Point
from .polygons import area, clearance

if TYPE_CHECKING:
    import networkx
    import numpy


#: The maximum number of points in a leaf of the k-d tree.
_BRUTE_FORCE_POINTS = 8


def chebyshev(a: Point, b: Point) -> float:
    """Return the Chebyshev distance: the larger of the coordinate differences."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def nearest(
    points: Sequence[Point], distance: Callable[[Point, Point], float] = math.dist
) -> list[tuple[float, int]]:
    """Return the distance and number of each point's nearest neighbour, using a k-d tree.

    For a single point, the number is -1.
    """
    tree = _split_points(points, list(range(len(points))))

    def look(part: _Part, number: int, best: tuple[float, int]) -> tuple[float, int]:
        if isinstance(part, list):
            found = [(distance(points[number], points[i]), i) for i in part if i != number]
            return min([best, *found])
        axis, middle, *halves = part
        beyond = points[number][axis] - middle
        best = look(halves[beyond > 0], number, best)
        return look(halves[beyond <= 0], number, best) if abs(beyond) < best[0] else best

    return [look(tree, number, (math.inf, -1)) for number in range(len(points))]


#: A part of the tree: the numbers of a few points, or an axis, a coordinate and two halves.
_Part = list[int] | tuple[int, float, "_Part", "_Part"]


def _split_points(points: Sequence[Point], part: list[int]) -> _Part:
    if len(part) <= _BRUTE_FORCE_POINTS:
        return part
    extents = [
        max(points[i][axis] for i in part) - min(points[i][axis] for i in part) for axis in (0, 1)
    ]
    axis = int(extents[1] > extents[0])
    part.sort(key=lambda i: points[i][axis])
    half = len(part) // 2
    middle = points[part[half]][axis]
    return axis, middle, _split_points(points, part[:half]), _split_points(points, part[half:])


#: A cell, given by number or name.
Cell = int | str

#: The shapes of cells. "point" is a crossing of lines (as in Go), "node" a disc, "bare" a
#: square that is not drawn, "polygon" a cell with its own outline.
SHAPES = ("square", "bare", "point", "node", "hexagon", "polygon")

#: The lower bound of the default step, as a fraction of the median distance between cells.
MIN_NEIGHBOUR_DISTANCE = 0.5

#: The distance between neighbours (in steps) on boards with arcs, which leaves space for arrows.
_ARC_DISTANCE = 1.4


class Board(CellGraph):
    """Cells with points in the plane, and the steps between them.

    `edges` can be used in both directions, `arcs` only from the first cell to the second. Cells
    are given by number or name, here as well as in `colours` and `sides`.

    Args:
        shape: The shape of the cells, one of `SHAPES`.
        outlines: The corners of each cell, which make it a polygon.
        colours: The background colours of individual cells.
        lines: Whether to draw the edges.
        labels: Whether to draw the cell names (default: only if moves use them).
        sides: A mapping from the name of each side of the board to the cells along it.
        rims: A mapping from colours to the sides to paint in them.
        signs: (label, point) pairs to draw next to the board instead of the cell names.
        plane: Whether the board is part of an infinite plane. Only cells near pieces are shown.
        step: The distance between neighbours (default: the smallest distance between two cells).

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
        self.outlines = tuple(_anticlockwise(corners) for corners in outlines)
        self.shape = "polygon" if self.outlines else shape
        self.colours = {self.number(cell): colour for cell, colour in (colours or {}).items()}
        self.lines = self.shape in ("node", "point") if lines is None else lines
        self.labels = labels
        self.sides = {name: tuple(map(self.number, side)) for name, side in (sides or {}).items()}
        self.rims = {colour: _sides(colour, names) for colour, names in (rims or {}).items()}
        self.signs = tuple(signs)
        self.plane = plane
        self._step = step
        if len(self.index) != len(self.cells):
            raise OptionError("The cells of a board must have distinct names.")
        if odd := [name for name in self.cells if not can_be_shown(name)]:
            raise OptionError(f"The cell name {quoted(odd[0])} cannot be displayed; use letters.")
        if len(self.points) != len(self.cells):
            raise OptionError(
                f"A board needs one point per cell: {len(self.cells)} cells, "
                f"{len(self.points)} points."
            )
        if loops := [self.cells[a] for a, b in self.edges + self.arcs if a == b]:
            raise OptionError(f"An edge joins the cell {quoted(loops[0])} to itself; remove it.")
        painted = [name for names in self.rims.values() for name in names]
        if unknown := [name for name in painted if name not in self.sides]:
            known = ", ".join(self.sides) or "none"
            raise OptionError(
                f"The board has no side {unknown[0]!r} to paint; its sides are {known}."
            )
        if shape not in SHAPES:
            raise OptionError(f"Unknown cell shape {shape!r}; use one of {', '.join(SHAPES)}.")
        if self.shape == "polygon" and len(self.outlines) != len(self.cells):
            raise OptionError(
                f"Polygons need one outline per cell: {len(self.cells)} cells, "
                f"{len(self.outlines)} outlines."
            )
        flat = [name for name, each in zip(self.cells, self.outlines, strict=False) if not each]
        if flat:
            raise OptionError(
                f"The outline of cell {quoted(flat[0])} encloses no area; add corners."
            )
        if step is not None and not 0 < step < math.inf:
            raise OptionError(f"The step of a board must be a positive length, not {step}.")

    def number(self, cell: Cell) -> int:
        """Return the index of a cell given by index or name.

        >>> from puzzlekit import grid
        >>> grid(2, 2).number("a1")
        2
        """
        if not isinstance(cell, str):
            try:
                number = index(cell)
            except TypeError:
                number = -1
            if not 0 <= number < len(self.cells):
                last = len(self.cells) - 1
                raise OptionError(f"There is no cell {short_repr(cell)}; cells are 0 to {last}.")
            return number
        if cell not in self.index:
            raise OptionError(
                f"{quoted(cell)} is not a cell of the board.{did_you_mean(cell, self.cells)}"
            )
        return self.index[cell]

    def __repr__(self) -> str:
        return f"<Board: {len(self)} cells, {len(self.edges)} edges, {len(self.arcs)} arcs>"

    @cached_property
    def graph(self) -> networkx.Graph:
        """The board as a networkx graph of cell names (a DiGraph if there are arcs).

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
    def _name_pattern(self) -> re.Pattern[str]:
        """A pattern for whole cell names (not parts of words or numbers), longest names first."""
        names = sorted(map(re.escape, self.cells), key=len, reverse=True)
        return re.compile(rf"(?<![^\W_])(?:{'|'.join(names)})(?![^\W_])")

    def part(self, cells: Iterable[int]) -> Board:
        """Return the board restricted to the given cells.

        >>> from puzzlekit import grid
        >>> grid(3, 1).part([0, 2]).cells
        ('a1', 'c1')
        """
        chosen = list(cells)
        number = {cell: i for i, cell in enumerate(chosen)}

        def steps(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
            return [(number[a], number[b]) for a, b in pairs if a in number and b in number]

        return Board(
            [self.cells[cell] for cell in chosen],
            [self.points[cell] for cell in chosen],
            steps(self.edges),
            steps(self.arcs),
            shape=self.shape,
            outlines=[self.outlines[cell] for cell in chosen if self.outlines],
            colours={number[cell]: name for cell, name in self.colours.items() if cell in number},
            lines=self.lines,
            labels=self.labels,
            plane=self.plane,
            step=self.step,
        )

    @cached_property
    def nearest(self) -> list[tuple[float, int]]:
        """For each cell, the distance and number of the nearest other cell."""
        return nearest(self.points, chebyshev if self.shape in ("square", "bare") else math.dist)

    @cached_property
    def default_distance(self) -> float:
        """The median distance from a cell to the nearest other cell, or 1 for a single cell."""
        known = sorted(distance for distance, _ in self.nearest if 0 < distance < math.inf)
        return known[len(known) // 2] if known else 1.0

    @cached_property
    def step(self) -> float:
        """The distance between neighbours, as given or as computed from the distances of cells.

        The default is the smallest distance between cells, but at least half the median distance,
        so that a few close cells do not make the board tiny. For polygons, it is the median
        diameter of the discs that fit inside.

        >>> Board("abc", [(0, 0), (0, 100), (0, 250)]).step
        100.0
        """
        if self._step is not None:
            return self._step
        if self.outlines:
            pairs = zip(self.outlines, self.points, strict=True)
            radii = sorted(clearance(corners, point) for corners, point in pairs)
            return 2 * radii[len(radii) // 2] or 1.0
        minimum = min((distance for distance, _ in self.nearest), default=1.0)
        usual = self.default_distance
        apart = max(min(minimum, usual), MIN_NEIGHBOUR_DISTANCE * usual)
        return apart / (_ARC_DISTANCE if self.arcs else 1)

    @cached_property
    def with_unit_step(self) -> Board:
        """The board, scaled to a step of 1 for drawing.

        >>> Board("ab", [(0, 0), (0, 100)]).with_unit_step.points
        ((0.0, 0.0), (0.0, 1.0))
        """
        if self.step == 1:
            return self

        def scaled(points: Iterable[Point]) -> tuple[Point, ...]:
            return tuple((x / self.step, y / self.step) for x, y in points)

        board = copy(self)
        for name in ("graph", "nearest", "default_distance"):
            board.__dict__.pop(name, None)
        board.points = scaled(self.points)
        board.outlines = tuple(map(scaled, self.outlines))
        texts, points = [text for text, _ in self.signs], [point for _, point in self.signs]
        board.signs = tuple(zip(texts, scaled(points), strict=True))
        board.step = board._step = 1.0
        board.with_unit_step = board
        return board

    @property
    def is_tiling(self) -> bool:
        """True if the board is an infinite plane of hexagons, on which tiles are laid."""
        return self.plane and self.shape == "hexagon"

    def cells_named_in(self, text: str) -> list[int]:
        """Return the cells named in a string, in order.

        >>> from puzzlekit import grid, hexagons
        >>> grid(3, 2).cells_named_in("Cb1-c2")
        [2]
        >>> hexagons([(0, 0), (1, -1)]).cells_named_in("1,-1")
        [1]
        """
        return [self.index[match[0]] for match in self._name_pattern.finditer(text)]

    @cached_property
    def lines_from(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each cell, the straight lines of cells that start next to it.

        >>> from puzzlekit import grid
        >>> board = grid(3, 2)
        >>> board.lines_from[board.index["a1"]]
        ((0,), (4, 5))
        """
        return tuple(
            tuple(self._straight_line(cell, near) for near in self.neighbours[cell])
            for cell in range(len(self))
        )

    def _straight_line(self, a: int, b: int) -> tuple[int, ...]:
        row = [b]
        step = [q - p for p, q in zip(self.points[a], self.points[b], strict=True)]
        while True:
            x, y = (p + d for p, d in zip(self.points[row[-1]], step, strict=True))
            following = [
                near
                for near in self.neighbours[row[-1]]
                if math.dist(self.points[near], (x, y)) < 0.01 * self.step
            ]
            if not following:
                return tuple(row)
            row.append(following[0])

    @cached_property
    def blocks(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """The 2 x 2 blocks at each cell, each given by the opposite cell and the two cells between.

        >>> from puzzlekit import grid
        >>> board = grid(3, 2)
        >>> board.blocks[board.index["b1"]]
        ((0, 1, 3), (2, 1, 5))
        """
        blocks = []
        for cell, near in enumerate(self.neighbours):
            corners = [
                (opposite, a, b)
                for a, b in combinations(near, 2)
                for opposite in self.neighbours[a]
                if opposite != cell and opposite in self.neighbours[b] and opposite not in near
            ]
            blocks.append(tuple(corners))
        return tuple(blocks)


def _sides(colour: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the sides to paint in a colour; raise `OptionError` if they are a string."""
    if isinstance(names, str):
        raise OptionError(
            f"rims[{colour!r}] must be a tuple of sides, not a string; write ({names!r},)."
        )
    return tuple(names)


def _anticlockwise(corners: Iterable[Point]) -> tuple[Point, ...]:
    """Return the corners in anticlockwise order, or an empty tuple if they enclose no area."""
    points = [(float(x), float(y)) for x, y in corners]
    signed_area = area(points) if len(points) > 2 else 0.0
    return tuple(points if signed_area > 0 else points[::-1] if signed_area < 0 else [])
