"""Boards: named cells with points in the plane, and a graph of the steps between them.

`x` grows to the right and `y` upwards; neighbouring cells are about 1 apart. Cells
are numbered 0, 1, ... in the order of `Board.cells`; rules work with the numbers,
people with the names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from .errors import OptionError

if TYPE_CHECKING:
    import networkx
    import numpy

Point = tuple[float, float]

#: How a cell can look. "point" is a crossing of lines (as in Go), "node" a disc in a graph; a
#: "bare" cell is a square of which only the piece is seen.
SHAPES = ("square", "bare", "point", "node", "hexagon")


class Board:
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
        self.edges = tuple(edges)
        self.arcs = tuple(arcs)
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

    def __len__(self) -> int:
        return len(self.cells)

    def __repr__(self) -> str:
        return f"<Board: {len(self)} cells, {len(self.edges)} edges, {len(self.arcs)} arcs>"

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the cells that a step leads to, in increasing order."""
        return self._ends([*self.edges, *((b, a) for a, b in self.edges), *self.arcs])

    @cached_property
    def sources(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the cells from which a step leads to it, in increasing order."""
        both = [*self.edges, *((b, a) for a, b in self.edges)]
        return self._ends([*both, *((b, a) for a, b in self.arcs)])

    def _ends(self, pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
        ends: list[set[int]] = [set() for _ in self.cells]
        for a, b in pairs:
            ends[a].add(b)
        return tuple(tuple(sorted(each)) for each in ends)

    @cached_property
    def graph(self) -> networkx.Graph:
        """The steps as a networkx graph of cell names (a DiGraph if there are one-way arcs).

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

        >>> grid(3, 2).named_in("Cb1-c2")
        [2]
        >>> hexagons([(0, 0), (1, -1)]).named_in("1,-1")
        [1]
        """
        return [self.index[found[0]] for found in self._name.finditer(text)]

    def components(self, same: Callable[[int], Hashable]) -> list[list[int]]:
        """Connected components of the cells on which `same` is equal and not None.

        Largest first, then by their least cell.

        >>> grid(3, 1).components(lambda cell: "xox"[cell])
        [[0], [1], [2]]
        """
        found: list[list[int]] = []
        seen: set[int] = set()
        for start in range(len(self)):
            colour = same(start)
            if colour is None or start in seen:
                continue
            component = [start]
            seen.add(start)
            for cell in component:
                for near in self.neighbours[cell]:
                    if near not in seen and same(near) == colour:
                        seen.add(near)
                        component.append(near)
            found.append(sorted(component))
        return sorted(found, key=lambda component: (-len(component), component))

    def chain(
        self, inside: Callable[[int], bool], start: Iterable[int], end: Collection[int]
    ) -> tuple[int, ...]:
        """Return a shortest row of neighbours from `start` to `end`, all of them `inside`.

        It is empty if there is none.

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
                row: list[int] = []
                at: int | None = cell
                while at is not None:
                    row.append(at)
                    at = origin[at]
                return tuple(reversed(row))
            for near in self.neighbours[cell]:
                if near not in origin and inside(near):
                    origin[near] = cell
                    queue.append(near)
        return ()

    def distance(
        self, cost: Callable[[int], int | None], start: Iterable[int], end: Collection[int]
    ) -> int | None:
        """Return the least cost of all cells of a row from `start` to `end`, each 0, 1 or None.

        A cell of cost None is a wall; the answer is None if there is no way.

        >>> board = grid(3, 2)
        >>> board.distance(lambda cell: [1, None, 1, 0, 1, 0][cell], [0, 3], [2, 5])
        1
        """
        ends, seen = set(end), set()
        here, further = list(start), []
        reached = 0
        while here:
            for cell in here:  # grows by what costs nothing
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

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each cell the straight rows of neighbours that begin beside it.

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


def file_name(column: int) -> str:
    """Return the letters of a column: a, b, ..., z, aa, ab, ...

    >>> [file_name(i) for i in (0, 25, 26)]
    ['a', 'z', 'aa']
    """
    if column < 0:
        raise OptionError(f"Column {column} has no letters; count columns and rows from 0.")
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def _outline(width: int, height: int, number: Mapping[tuple[int, int], int]) -> dict[str, Any]:
    """Return the sides of rows and columns, row 0 being at the bottom."""
    return {
        "bottom": [number[x, 0] for x in range(width)],
        "top": [number[x, height - 1] for x in range(width)],
        "left": [number[0, y] for y in range(height)],
        "right": [number[width - 1, y] for y in range(height)],
    }


def grid(
    width: int,
    height: int,
    *,
    shape: str = "square",
    diagonals: bool = False,
    rims: Mapping[str, Iterable[str]] | None = None,
) -> Board:
    """Return a rectangle of cells, row by row from the top left; a1 is at the bottom left.

    Its sides are called bottom, top, left and right.

    >>> board = grid(3, 2)
    >>> board.cells
    ('a2', 'b2', 'c2', 'a1', 'b1', 'c1')
    >>> board.neighbours[0]
    (1, 3)
    """
    places = [(x, y) for y in reversed(range(height)) for x in range(width)]
    number = {place: i for i, place in enumerate(places)}
    steps = [(1, 0), (0, -1), *([(1, -1), (-1, -1)] if diagonals else [])]
    edges = [
        (i, number[x + dx, y + dy])
        for (x, y), i in number.items()
        for dx, dy in steps
        if (x + dx, y + dy) in number
    ]
    names = [f"{file_name(x)}{y + 1}" for x, y in places]
    sides = _outline(width, height, number) if width and height else {}
    return Board(names, places, edges, shape=shape, sides=sides, rims=rims)


def ring(size: int, *, labels: bool = True) -> Board:
    """Return cells 1, 2, ... on a circle, clockwise from the top; `labels` shows their names.

    >>> ring(4).neighbours[0]
    (1, 3)
    """
    radius = max(1.0, 0.5 / math.sin(math.pi / max(size, 2)))
    angles = [math.pi / 2 - 2 * math.pi * i / size for i in range(size)]
    points = [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]
    edges = sorted({(min(i, j), max(i, j)) for i in range(size) if (j := (i + 1) % size) != i})
    return Board([str(i + 1) for i in range(size)], points, edges, labels=labels)


def hexagons(cells: Iterable[tuple[int, int]], *, plane: bool = False) -> Board:
    """Return flat-topped hexagons at axial cells (q, r), r growing downwards, named `q,r`.

    >>> hexagons([(0, 0), (1, -1), (0, 1)]).neighbours[0]
    (1, 2)
    """
    places = list(dict.fromkeys(cells))
    number = {place: i for i, place in enumerate(places)}
    edges = [
        (i, number[q + dq, r + dr])
        for (q, r), i in number.items()
        for dq, dr in ((1, -1), (1, 0), (0, 1))
        if (q + dq, r + dr) in number
    ]
    points = [(q * math.sqrt(3) / 2, -(r + q / 2)) for q, r in places]
    return Board([f"{q},{r}" for q, r in places], points, edges, shape="hexagon", plane=plane)


def hexagon_plane(radius: int) -> Board:
    """Return the plane of hexagons as far as so many steps from the cell 0,0.

    >>> len(hexagon_plane(2))
    19
    """
    reach = range(-radius, radius + 1)
    return hexagons([(q, r) for q in reach for r in reach if abs(q + r) <= radius], plane=True)


#: How high the rows of hexagons lie above each other.
_ROW = math.sqrt(3) / 2


def rhombus(
    width: int,
    height: int,
    *,
    downwards: bool = False,
    rims: Mapping[str, Iterable[str]] | None = None,
) -> Board:
    """Return rows of hexagons, each shifted by half a cell, row by row from the top.

    a1 is at the bottom left, or `downwards` at the top left. The sides are called bottom, top,
    left and right.

    >>> board = rhombus(3, 2)
    >>> board.cells
    ('a2', 'b2', 'c2', 'a1', 'b1', 'c1')
    >>> board.neighbours[board.index["b1"]]
    (0, 1, 3, 5)
    """
    up = -1 if downwards else 1
    rows = range(height) if downwards else reversed(range(height))
    places = [(x, y) for y in rows for x in range(width)]
    number = {place: i for i, place in enumerate(places)}
    edges = [
        (i, number[x + dx, y + dy])
        for (x, y), i in number.items()
        for dx, dy in ((1, 0), (0, 1), (1, -1))
        if (x + dx, y + dy) in number
    ]

    def point(x: int, y: int) -> Point:
        return x + y / 2, up * y * _ROW

    files = [(file_name(x), point(x, -1)) for x in range(width)]
    ranks = [(str(y + 1), point(-1, y)) for y in range(height)]
    sides = _outline(width, height, number)
    if downwards:
        sides["bottom"], sides["top"] = sides["top"], sides["bottom"]
    return Board(
        [f"{file_name(x)}{y + 1}" for x, y in places],
        [point(x, y) for x, y in places],
        edges,
        shape="hexagon",
        sides=sides,
        rims=rims,
        signs=files + ranks,
    )


def hexhex(size: int) -> Board:
    """Return a hexagon of hexagons with `size` cells a side, row by row from the top left.

    The rows are lettered from the bottom, the diagonals that rise to the left numbered from
    the left, as in Abalone.

    >>> hexhex(2).cells
    ('c2', 'c3', 'b1', 'b2', 'b3', 'a1', 'a2')
    """
    rows = range(2 * size - 1)
    span = {y: range(max(0, y - size + 1), min(2 * size - 1, y + size)) for y in rows}
    places = [(x, y) for y in reversed(rows) for x in span[y]]
    number = {place: i for i, place in enumerate(places)}
    edges = [
        (i, number[x + dx, y + dy])
        for (x, y), i in number.items()
        for dx, dy in ((1, 0), (0, 1), (1, 1))
        if (x + dx, y + dy) in number
    ]

    def point(x: int, y: int) -> Point:
        return x - y / 2, y * _ROW

    letters = [(file_name(y), point(span[y][0] - 1, y)) for y in rows]
    figures = [(str(x + 1), point(x, max(0, x - size + 1) - 1)) for x in rows]
    return Board(
        [f"{file_name(y)}{x + 1}" for x, y in places],
        [point(x, y) for x, y in places],
        edges,
        shape="hexagon",
        signs=letters + figures,
    )


#: The steps of the chess pieces and whether they repeat a step.
CHESS_STEPS: dict[str, tuple[tuple[tuple[int, int], ...], bool]] = {
    "knight": (((1, 2), (2, 1), (2, -1), (1, -2)), False),
    "king": (((1, 0), (0, 1), (1, 1), (1, -1)), False),
    "rook": (((1, 0), (0, 1)), True),
    "bishop": (((1, 1), (1, -1)), True),
    "queen": (((1, 0), (0, 1), (1, 1), (1, -1)), True),
}


def chess(squares: Mapping[str, Point] | Iterable[tuple[int, int]], piece: str = "knight") -> Board:
    """Return squares joined by the moves of a chess piece, on any set of squares.

    `squares` are (column, row) pairs, row 0 at the bottom, or a mapping from names to
    them. Sliding pieces stop where the squares do.

    >>> board = chess([(0, 0), (1, 2), (2, 1)])
    >>> board.cells, board.neighbours[0]
    (('a1', 'b3', 'c2'), (1, 2))
    """
    if isinstance(squares, Mapping):
        named = dict(squares)
    else:
        named = {f"{file_name(x)}{y + 1}": (x, y) for x, y in squares}
    if piece not in CHESS_STEPS:
        raise OptionError(f"No chess piece {piece!r}; choose from {', '.join(CHESS_STEPS)}.")
    steps, repeats = CHESS_STEPS[piece]
    number = {place: i for i, place in enumerate(named.values())}
    edges = []
    for ((x, y), i), (dx, dy) in product(number.items(), steps):
        reach = 1
        while (near := (x + reach * dx, y + reach * dy)) in number:
            edges.append((i, number[near]))
            reach += 1
            if not repeats:
                break
    return Board(named, named.values(), edges, shape="square", lines=True)


def from_graph(graph: Any, points: Mapping[Any, Point] | None = None) -> Board:
    """Return the board of any networkx graph, directed or not; nodes lie on a circle by default.

    >>> import networkx
    >>> from_graph(networkx.path_graph(3)).neighbours
    ((1,), (0, 2), (1,))
    """
    nodes = list(graph.nodes)
    number = {node: i for i, node in enumerate(nodes)}
    pairs = [(number[a], number[b]) for a, b in graph.edges()]
    places = ring(len(nodes)).points if points is None else [points[node] for node in nodes]
    if graph.is_directed():
        return Board(map(str, nodes), places, arcs=pairs)
    return Board(map(str, nodes), places, edges=pairs)
