"""Functions that make common boards, such as grids, rings, hexagons and graphs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from copy import copy
from functools import lru_cache
from itertools import product
from typing import Any

from .board import Board, Cell, Point
from .errors import OptionError
from .formatting import column_letters
from .polygons import adjacent_polygons, centroid, sides_of


def _side_cells(width: int, height: int, number: Mapping[tuple[int, int], int]) -> dict[str, Any]:
    if not number:
        return dict.fromkeys(("bottom", "top", "left", "right"), ())
    return {
        "bottom": [number[x, 0] for x in range(width)],
        "top": [number[x, height - 1] for x in range(width)],
        "left": [number[0, y] for y in range(height)],
        "right": [number[width - 1, y] for y in range(height)],
    }


def lattice_edges(
    number: Mapping[tuple[int, int], int], steps: Iterable[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return the pairs of cells whose coordinates differ by one of the steps."""
    return [
        (cell, number[x + dx, y + dy])
        for (x, y), cell in number.items()
        for dx, dy in steps
        if (x + dx, y + dy) in number
    ]


#: The width of the gap between blocks of a grid.
_GAP = 0.4


def grid(
    width: int,
    height: int,
    *,
    shape: str = "square",
    diagonals: bool = False,
    sides: Mapping[str, Iterable[str]] | None = None,
    rims: Mapping[str, Iterable[str]] | None = None,
    block: int = 0,
) -> Board:
    """Return a rectangular board, row by row from the top left, with a1 at the bottom left.

    Its sides are called bottom, top, left and right, unless other `sides` are given, each with the
    names of its cells. Sides are painted in the colours of `rims`. If `block` is given, there is a
    gap after every `block` columns and rows, for example between parts that rotate.

    >>> board = grid(3, 2)
    >>> board.cells
    ('a2', 'b2', 'c2', 'a1', 'b1', 'c1')
    >>> board.neighbours[0]
    (1, 3)
    """
    places = [(x, y) for y in reversed(range(height)) for x in range(width)]
    number = {place: i for i, place in enumerate(places)}
    steps = [(1, 0), (0, -1), *([(1, -1), (-1, -1)] if diagonals else [])]
    edges = lattice_edges(number, steps)
    names = [f"{column_letters(x)}{y + 1}" for x, y in places]
    gap = _GAP / block if block else 0.0
    points = [
        (x + gap * (x - x % (block or 1)), y + gap * (y - y % (block or 1))) for x, y in places
    ]
    return Board(
        names,
        points,
        edges,
        shape=shape,
        sides=sides or _side_cells(width, height, number),
        rims=rims,
        step=1,
    )


def grid_faces(width: int, height: int) -> list[tuple[int, int, int, int]]:
    """Return the 2 x 2 faces of a grid, each clockwise from its bottom left cell.

    >>> grid_faces(3, 2)
    [(3, 0, 1, 4), (4, 1, 2, 5)]
    """
    return [
        (low, low - width, low - width + 1, low + 1)
        for low in range(width, width * height)
        if low % width < width - 1
    ]


def ring(size: int, *, labels: bool | None = None) -> Board:
    """Return a board whose cells 1 to `size` form a circle, clockwise from the top.

    If `labels` is true, the cell names are always shown.

    >>> ring(4).neighbours[0]
    (1, 3)
    """
    radius = max(1.0, 0.5 / math.sin(math.pi / max(size, 2)))
    angles = [math.pi / 2 - 2 * math.pi * i / size for i in range(size)]
    points = [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]
    edges = sorted({(min(i, j), max(i, j)) for i in range(size) if (j := (i + 1) % size) != i})
    return Board([str(i + 1) for i in range(size)], points, edges, labels=labels, step=1)


def hexagons(cells: Iterable[tuple[int, int]], *, plane: bool = False) -> Board:
    """Return a board of flat-topped hexagons, named `q,r` after their axial coordinates.

    `q` grows to the lower right, `r` downwards.

    >>> hexagons([(0, 0), (1, -1), (0, 1)]).neighbours[0]
    (1, 2)
    """
    places = list(dict.fromkeys(cells))
    number = {place: i for i, place in enumerate(places)}
    edges = lattice_edges(number, ((1, -1), (1, 0), (0, 1)))
    points = [(q * math.sqrt(3) / 2, -(r + q / 2)) for q, r in places]
    names = [f"{q},{r}" for q, r in places]
    return Board(names, points, edges, shape="hexagon", plane=plane, step=1)


def hexagon_plane(radius: int) -> Board:
    """Return the hexagons of an infinite plane within `radius` steps of the cell 0,0.

    >>> len(hexagon_plane(2))
    19
    """
    board = copy(_cached_hexagon_plane(radius))
    board.colours = dict(board.colours)  # callers may change it
    return board


@lru_cache(maxsize=4)  # the board has thousands of cells
def _cached_hexagon_plane(radius: int) -> Board:
    reach = range(-radius, radius + 1)
    cells = [(q, r) for q in reach for r in reach if abs(q + r) <= radius]
    board = hexagons(cells, plane=True)
    _ = board.neighbours  # cached, so that the copies of this board share them
    return board


#: The distance between rows of hexagons.
_ROW = math.sqrt(3) / 2


def rhombus(
    width: int,
    height: int,
    *,
    downwards: bool = False,
    diagonals: bool = False,
    rims: Mapping[str, Iterable[str]] | None = None,
) -> Board:
    """Return a rhombus of hexagons, row by row from the top, each row shifted by half a cell.

    a1 is at the bottom left, or at the top left if `downwards` is true. The sides are called
    bottom, top, left and right. If `diagonals` is true, each cell is also a neighbour of the six
    cells that a bishop can reach in one step in hexagonal chess (W. Gliński).

    >>> board = rhombus(3, 2)
    >>> board.cells
    ('a2', 'b2', 'c2', 'a1', 'b1', 'c1')
    >>> board.neighbours[board.index["b1"]]
    (0, 1, 3, 5)
    >>> len(rhombus(5, 5, diagonals=True).neighbours[12])
    12
    """
    up = -1 if downwards else 1
    rows = range(height) if downwards else reversed(range(height))
    places = [(x, y) for y in rows for x in range(width)]
    number = {place: i for i, place in enumerate(places)}
    steps = [(1, 0), (0, 1), (1, -1), *([(1, 1), (2, -1), (1, -2)] if diagonals else [])]
    edges = lattice_edges(number, steps)

    def point(x: int, y: int) -> Point:
        return x + y / 2, up * y * _ROW

    files = [(column_letters(x), point(x, -1)) for x in range(width)]
    ranks = [(str(y + 1), point(-1, y)) for y in range(height)]
    sides = _side_cells(width, height, number)
    if downwards:
        sides["bottom"], sides["top"] = sides["top"], sides["bottom"]
    return Board(
        [f"{column_letters(x)}{y + 1}" for x, y in places],
        [point(x, y) for x, y in places],
        edges,
        shape="hexagon",
        sides=sides,
        rims=rims,
        signs=files + ranks,
        step=1,
    )


def hexhex(size: int) -> Board:
    """Return a hexagonal board of hexagons, `size` cells per side, row by row from the top left.

    As in Abalone, rows are lettered from the bottom, and the diagonals that rise to the left are
    numbered from the left. The six sides, which share the corners, are called bottom, lower
    right, upper right, top, upper left and lower left.

    >>> hexhex(2).cells
    ('c2', 'c3', 'b1', 'b2', 'b3', 'a1', 'a2')
    >>> [hexhex(2).cells[cell] for cell in hexhex(2).sides["lower right"]]
    ['b3', 'a2']
    """
    rows = range(2 * size - 1)
    span = {y: range(max(0, y - size + 1), min(2 * size - 1, y + size)) for y in rows}
    places = [(x, y) for y in reversed(rows) for x in span[y]]
    number = {place: i for i, place in enumerate(places)}
    edges = lattice_edges(number, ((1, 0), (0, 1), (1, 1)))

    def point(x: int, y: int) -> Point:
        return x - y / 2, y * _ROW

    cells = [(f"{column_letters(y)}{x + 1}", x, y) for x, y in places]
    end = 2 * size - 2
    sides = {
        "bottom": [name for name, _, y in cells if y == 0],
        "lower right": [name for name, x, y in cells if x - y == size - 1],
        "upper right": [name for name, x, _ in cells if x == end],
        "top": [name for name, _, y in cells if y == end],
        "upper left": [name for name, x, y in cells if y - x == size - 1],
        "lower left": [name for name, x, _ in cells if x == 0],
    }
    letters = [(column_letters(y), point(span[y][0] - 1, y)) for y in rows]
    figures = [(str(x + 1), point(x, max(0, x - size + 1) - 1)) for x in rows]
    return Board(
        [name for name, _, _ in cells],
        [point(x, y) for x, y in places],
        edges,
        shape="hexagon",
        sides=sides,
        signs=letters + figures,
        step=1,
    )


#: The tolerance for rounded coordinates of corners, relative to the mean length of a side.
_FINE = 1e-3


def polygons(
    outlines: Mapping[str, Iterable[Point]],
    *,
    sides: Mapping[str, Iterable[Cell]] | None = None,
    rims: Mapping[str, Iterable[str]] | None = None,
) -> Board:
    """Return a board of polygons, which are neighbours if they share a side or a part of a side.

    `sides` names the cells along each side of the board, `rims` the sides that are painted.

    >>> board = polygons({"a": [(0, 0), (2, 0), (0, 2)], "b": [(2, 0), (2, 2), (0, 2)]})
    >>> board.edges, board.neighbours[0]
    (((0, 1),), (1,))
    """
    shapes = {name: [(float(x), float(y)) for x, y in each] for name, each in outlines.items()}
    lengths = [math.dist(a, b) for corners in shapes.values() for a, b in sides_of(corners)]
    tolerance = _FINE * (sum(lengths) / len(lengths) if any(lengths) else 1.0)
    edges = adjacent_polygons(list(shapes.values()), tolerance)
    points = [centroid(corners) if corners else (0.0, 0.0) for corners in shapes.values()]
    return Board(shapes, points, edges, outlines=shapes.values(), sides=sides, rims=rims)


def triangles(cells: Iterable[tuple[int, int]]) -> Board:
    """Return a board of triangles, given as (column, row) pairs and named like squares.

    Row 0 is at the bottom. Columns are half a triangle apart. A triangle points up if column + row
    is even, and down otherwise.

    >>> board = triangles([(0, 0), (1, 0), (2, 0)])
    >>> board.cells, board.edges
    (('a1', 'b1', 'c1'), ((0, 1), (1, 2)))
    """
    half, height = math.sqrt(3) / 2, 1.5
    outlines = {}
    for x, y in cells:
        up = (x + y) % 2 == 0
        base, tip = (y, y + 1) if up else (y + 1, y)
        outlines[f"{column_letters(x)}{y + 1}"] = [
            ((x - 1) * half, base * height),
            ((x + 1) * half, base * height),
            (x * half, tip * height),
        ]
    return polygons(outlines)


#: The steps of each chess piece, and whether the piece can repeat a step.
CHESS_STEPS: dict[str, tuple[tuple[tuple[int, int], ...], bool]] = {
    "knight": (((1, 2), (2, 1), (2, -1), (1, -2)), False),
    "king": (((1, 0), (0, 1), (1, 1), (1, -1)), False),
    "rook": (((1, 0), (0, 1)), True),
    "bishop": (((1, 1), (1, -1)), True),
    "queen": (((1, 0), (0, 1), (1, 1), (1, -1)), True),
}


def chess(squares: Mapping[str, Point] | Iterable[tuple[int, int]], piece: str = "knight") -> Board:
    """Return a board of arbitrary squares, connected by the moves of a chess piece.

    `squares` are (column, row) pairs, row 0 at the bottom, or a mapping from names to such pairs.
    Sliding pieces stop at gaps.

    >>> board = chess([(0, 0), (1, 2), (2, 1)])
    >>> board.cells, board.neighbours[0]
    (('a1', 'b3', 'c2'), (1, 2))
    """
    if isinstance(squares, Mapping):
        named = dict(squares)
    else:
        named = {f"{column_letters(x)}{y + 1}": (x, y) for x, y in squares}
    if piece not in CHESS_STEPS:
        raise OptionError(f"Unknown chess piece {piece!r}; use one of {', '.join(CHESS_STEPS)}.")
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
    return Board(named, named.values(), edges, shape="square", lines=True, step=1)


def from_graph(graph: Any, points: Mapping[Any, Point] | None = None) -> Board:
    """Return a board from a networkx graph, directed or not.

    Without `points`, the nodes are placed on a circle.

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
