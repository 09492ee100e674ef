"""Cells: outlines, board sides, names and coordinates, and the conversion of points to pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from string import digits
from typing import NamedTuple

from ..core.board import Board, Point
from ..core.polygons import clearance, contains_point, side_overlap, sides_of
from ..rules.base import Rules

Line = tuple[Point, Point]

#: Upper bound on the distance, in steps, from the centre of a cell without its own outline to a
#: corner.
MAX_CORNER = 0.75

#: Height of cell names, width per letter, and distance from lines, in steps.
NAME_HEIGHT, LETTER_WIDTH, NAME_MARGIN = 0.2, 0.11, 0.03

#: Maximum overlap of a piece with a corner of a name's box; the corners are empty.
NAME_CORNER = 0.05


class View(NamedTuple):
    """A conversion between board coordinates (y up) and pixels (y down): `unit` pixels per step."""

    unit: float
    left: float
    top: float

    @staticmethod
    def centred(unit: float, point: Point, box: tuple[int, int, int, int]) -> View:
        """Return the view that shows a point in the middle of a box (left, top, width, height)."""
        left, top, width, height = box
        return View(unit, left + width / 2 - point[0] * unit, top + height / 2 + point[1] * unit)

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.unit, self.top - y * self.unit

    def point(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.left) / self.unit, (self.top - y) / self.unit

    def scrolled(self, dx: float, dy: float) -> View:
        """Return the view scrolled by an offset in pixels."""
        return self._replace(left=self.left + dx, top=self.top + dy)

    def zoomed(self, unit: float, x: float, y: float) -> View:
        """Return the view zoomed to another unit, with one point kept at its pixel."""
        px, py = self.point(x, y)
        return View(unit, x - px * unit, y + py * unit)


def centre_of(points: Sequence[Point]) -> Point:
    """Return the mean of a set of points."""
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def nearest_in_direction(points: Sequence[Point], start: Point, dx: int, dy: int) -> int | None:
    """Return the index of the point nearest to `start` in a direction, or None if there is none."""
    distances = {}
    for number, (x, y) in enumerate(points):
        ahead = (x - start[0]) * dx + (y - start[1]) * dy
        offset = abs((x - start[0]) * dy) + abs((y - start[1]) * dx)
        if ahead > 1e-6 and ahead >= 0.4 * offset:
            distances[number] = ahead + 2 * offset
    return min(distances, key=distances.__getitem__, default=None)


def hull(points: Iterable[Point]) -> list[Point]:
    """Return the corners of the convex hull, anticlockwise (Andrew's monotone chain, 1979).

    >>> hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)])
    [(0, 0), (2, 0), (2, 2), (0, 2)]
    """
    ordered, corners = sorted(set(points)), []
    for run in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for x, y in run:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9:
                    break
                chain.pop()
            chain.append((x, y))
        corners += chain[:-1]
    return corners


def hull_of_cells(points: Iterable[Point]) -> list[Point]:
    """Return the convex hull of unit squares centred on points."""
    halves = (-0.5, 0.5)
    return hull(
        (round(x + dx, 6), round(y + dy, 6)) for x, y in points for dx in halves for dy in halves
    )


def is_pointy_topped(board: Board) -> bool:
    """Return whether a board's hexagons have pointed tops, so that neighbours are in a row."""
    if len(board) < 2:
        return False
    two = board.edges[0] if board.edges else (0, board.nearest[0][1])
    (ax, ay), (bx, by) = (board.points[cell] for cell in two)
    sixths = math.atan2(by - ay, bx - ax) / math.radians(60)
    return abs(sixths - round(sixths)) < 0.25


def cell_outline(board: Board, cell: int) -> Sequence[Point]:
    """Return the corners of a cell (polygon, hexagon or square), anticlockwise."""
    if board.outlines:
        return board.outlines[cell]
    x, y = board.points[cell]
    if board.shape == "hexagon":
        turn, radius = (30 if is_pointy_topped(board) else 0), 1 / math.sqrt(3)
        angles = [math.radians(60 * k + turn) for k in range(6)]
        return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
    return [(x + dx, y + dy) for dx, dy in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))]


def cell_radius(board: Board, cell: int) -> float:
    """Return the radius of the inscribed circle of a cell."""
    return clearance(board.outlines[cell], board.points[cell]) if board.outlines else 0.5


def has_inner_names(board: Board) -> bool:
    """Return whether cell names are drawn in the corners of cells, next to the pieces."""
    return board.shape in ("hexagon", "polygon") and not board.plane and not board.signs


def name_point(board: Board, cell: int, size: Point | None = None) -> Point | None:
    """Return the point on which to centre a cell's name, or None if it does not fit.

    The point is near the farthest corner. In case of ties, corners above or below the centre are
    preferred, then the top left corner.
    """
    width, height = size or (LETTER_WIDTH * len(board.cells[cell]), NAME_HEIGHT)
    corners, (x, y) = cell_outline(board, cell), board.points[cell]

    def rank(corner: Point) -> tuple[float, ...]:
        distance, offset = math.dist(corner, (x, y)), abs(corner[0] - x)
        return round(distance, 3), -round(offset, 3), round(corner[1], 3), -corner[0]

    def is_clear(pos: Point) -> bool:
        cx, cy = pos
        box = [(cx + dx * width / 2, cy + dy * height / 2) for dx in (-1, 1) for dy in (-1, 1)]
        return all(
            contains_point(corners, each) and clearance(corners, each) >= NAME_MARGIN
            for each in box
        )

    farthest = max(corners, key=rank)
    inwards = (_between(farthest, (x, y), step / 50) for step in range(1, 51))
    pos = next(filter(is_clear, inwards), None)
    if pos is not None:  # a wide name can still be moved up or down
        up = math.copysign(0.02, pos[1] - y)
        while is_clear((pos[0], pos[1] + up)):
            pos = pos[0], pos[1] + up
    return pos


def piece_radius(board: Board, cell: int, *, named: bool) -> float:
    """Return the radius of the largest piece that fits next to the cell's name."""
    whole = cell_radius(board, cell)
    at = name_point(board, cell) if named and has_inner_names(board) else None
    if at is None:
        return whole
    (x, y), half = board.points[cell], LETTER_WIDTH * len(board.cells[cell]) / 2
    gap = max(0.0, abs(x - at[0]) - half), max(0.0, abs(y - at[1]) - NAME_HEIGHT / 2)
    return min(whole, max(0.6 * whole, math.hypot(*gap) + NAME_CORNER))


def cell_contains(board: Board, cell: int, point: Point) -> bool:
    """Return whether a cell contains a point."""
    if not board.outlines and math.dist(board.points[cell], point) > MAX_CORNER:
        return False
    return contains_point(cell_outline(board, cell), point)


@lru_cache(maxsize=64)
def side_outline(board: Board, side: str) -> list[Line]:
    """Return the lines along a board side. If two sides meet at a corner, they split its line."""
    cells = board.sides[side]
    board_centre = centre_of(board.points)
    out = {
        name: _outward_direction([board.points[cell] for cell in each], board_centre)
        for name, each in board.sides.items()
        if each
    }
    side_centre = centre_of([board.points[cell] for cell in cells])
    lines = []
    for cell in cells:
        rivals = [out[name] for name, each in board.sides.items() if cell in each and name != side]
        for (a, b), is_part in _border(board, cell):
            facing = _outward_cosine(a, b, out[side])
            if facing < (_LEDGE if is_part else _FACING):
                continue
            rival = max((_outward_cosine(a, b, other) for other in rivals), default=-1.0)
            if abs(rival - facing) < 0.05:
                half = centre_of([a, b])
                nearest = min((a, b), key=lambda corner: math.dist(corner, side_centre))
                lines.append((a, half) if nearest == a else (half, b))
            elif rival < facing:
                lines.append((a, b))
    return lines


#: Minimum cosine between a side's outward direction and its lines, for lines that are free and for
#: lines that are partly covered.
_FACING, _LEDGE = 0.4, -0.5

#: Tolerances, as a fraction of a line and in steps.
_TOLERANCE = 0.01


def _outward_cosine(a: Point, b: Point, out: Point) -> float:
    """Return the cosine between a direction and the outward normal of a line."""
    return ((b[1] - a[1]) * out[0] - (b[0] - a[0]) * out[1]) / (math.dist(a, b) or 1.0)


def _border(board: Board, cell: int) -> Iterator[tuple[Line, bool]]:
    """Yield the lines of a cell on the outer border, and whether each is only part of an edge."""
    (cx, cy), corners = board.points[cell], cell_outline(board, cell)
    if not board.outlines:
        for a, b in sides_of(corners):
            x, y = centre_of([a, b])
            beyond = 2 * x - cx, 2 * y - cy
            if all(math.dist(beyond, point) >= 0.3 for point in board.points):
                yield (a, b), False
        return
    reach = max(math.dist((cx, cy), corner) for corner in corners) + _TOLERANCE
    near = [
        line
        for other, each in enumerate(board.outlines)
        if other != cell and min(math.dist((cx, cy), corner) for corner in each) < 3 * reach
        for line in sides_of(each)
    ]
    for a, b in sides_of(corners):
        covered = sorted(part for line in near if (part := side_overlap((a, b), line, _TOLERANCE)))
        at = 0.0
        for start, end in [*covered, (1.0, 1.0)]:
            if start - at > _TOLERANCE:
                yield (_between(a, b, at), _between(a, b, start)), bool(covered)
            at = max(at, end)


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def edge_chains(lines: Iterable[Line]) -> list[list[Point]]:
    """Join lines that share an endpoint into chains."""
    chains: list[list[Point]] = []
    for a, b in lines:
        before = next((each for each in chains if math.dist(each[-1], a) < _TOLERANCE), None)
        after = next((each for each in chains if math.dist(each[0], b) < _TOLERANCE), None)
        if before is not None and after is not None and before is not after:
            before += after
            chains.remove(after)
        elif before is not None:
            before.append(b)
        elif after is not None:
            after.insert(0, a)
        else:
            chains.append([a, b])
    return chains


def _outward_direction(side: Sequence[Point], board_centre: Point) -> Point:
    """Return the unit vector that points away from the board across a straight side."""
    (ax, ay), (bx, by) = side[0], side[-1]
    x, y = centre_of(side)
    away = x - board_centre[0], y - board_centre[1]
    across = (by - ay, ax - bx) if len(side) > 1 else away
    length = math.hypot(*across) or 1.0
    sign = 1 if across[0] * away[0] + across[1] * away[1] >= 0 else -1
    return sign * across[0] / length, sign * across[1] / length


#: Number of moves searched for cell names.
_MAX_MOVES = 200


class Coordinates(NamedTuple):
    """Letters for columns and numbers for rows, by position in steps."""

    files: dict[float, str]
    ranks: dict[float, str]


def key(value: float) -> float:
    """Return a coordinate, rounded to ignore floating-point errors."""
    return round(value, 3) + 0.0


@lru_cache(maxsize=16)
def coordinates(board: Board) -> Coordinates | None:
    """Return the column and row names if these make up every cell name, as in c3."""
    files: dict[float, str] = {}
    ranks: dict[float, str] = {}
    for name, (x, y) in zip(board.cells, board.points, strict=True):
        file = name.rstrip(digits)
        rank = name[len(file) :]
        if not file.isalpha() or not rank:
            return None
        if files.setdefault(key(x), file) != file or ranks.setdefault(key(y), rank) != rank:
            return None
    if any(len(set(names.values())) < len(names) for names in (files, ranks)):
        return None
    return Coordinates(files, ranks)


def has_letters(board: Board) -> bool:
    """Return whether columns and rows are labelled at the edges."""
    return board.shape in ("square", "point") and coordinates(board) is not None


def named_in_corners(board: Board) -> bool:
    """Return whether cell names go in the corners of squares instead of beside the board."""
    return not board.signs and not has_letters(board)


def shows_cell_names(rules: Rules) -> bool:
    """Return whether to show cell names: as the board specifies, or if moves contain them."""
    board = rules.board
    if board.labels is not None:
        return board.labels
    return any(
        board.cells[cell] in move
        for move in islice(rules.legal_moves(rules.start()), _MAX_MOVES)
        for click in rules.clicks(move)
        for cell in click.cells
    )
