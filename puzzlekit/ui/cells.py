"""The forms of cells: outlines, sides of a board, what fits in a cell. All boards are in steps."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..core.board import Board, Point
from ..core.polygons import clearance, inside, sides_of

#: Half of the width of a name in a cell, in steps: at least, at most, and for each letter.
NAME, LONG_NAME, LETTER = 0.11, 0.16, 0.06


def middle(points: Sequence[Point]) -> Point:
    """Return the mean of points."""
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def hull(points: Sequence[Point], half: float = 0.5) -> list[Point]:
    """Return the corners of the convex hull of squares about points, counterclockwise.

    A. Andrew's monotone chain (1979).

    >>> hull([(0, 0), (1, 0)])
    [(-0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (-0.5, 0.5)]
    """
    corners = sorted(
        {
            (round(x + dx, 6), round(y + dy, 6))
            for x, y in points
            for dx in (-half, half)
            for dy in (-half, half)
        }
    )
    lower: list[Point] = []
    upper: list[Point] = []
    for chain, run in ((lower, corners), (upper, corners[::-1])):
        for p in run:
            while len(chain) >= 2 and _cross(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
    return lower[:-1] + upper[:-1]


def _cross(o: Point, a: Point, b: Point) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def pointed(board: Board) -> bool:
    """Tell whether the hexagons of a board stand on a corner: whether neighbours lie in a row.

    >>> from puzzlekit import hexagons, rhombus
    >>> pointed(rhombus(2, 2)), pointed(hexagons([(0, 0), (1, 0)]))
    (True, False)
    """
    if len(board) < 2:
        return False
    two = board.edges[0] if board.edges else (0, board.nearest[0][1])
    (ax, ay), (bx, by) = (board.points[cell] for cell in two)
    sixths = math.atan2(by - ay, bx - ax) / math.radians(60)
    return abs(sixths - round(sixths)) < 0.25


def outline(board: Board, cell: int) -> Sequence[Point]:
    """Return the corners of a cell: of its polygon, a hexagon or a square, counterclockwise."""
    if board.outlines:
        return board.outlines[cell]
    x, y = board.points[cell]
    if board.shape == "hexagon":
        turn, radius = (30 if pointed(board) else 0), 1 / math.sqrt(3)
        angles = [math.radians(60 * k + turn) for k in range(6)]
        return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
    return [(x + dx, y + dy) for dx, dy in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))]


def room(board: Board, cell: int) -> float:
    """Return the radius of the disc that fits in a cell.

    >>> from puzzlekit import grid, triangles
    >>> room(grid(1, 1), 0), round(room(triangles([(0, 0)]).in_steps, 0), 3)
    (0.5, 0.5)
    """
    return clearance(board.outlines[cell], board.points[cell]) if board.outlines else 0.5


def named_inside(board: Board) -> bool:
    """Tell whether the names of cells stand in a corner of theirs, beside the pieces."""
    return board.shape in ("hexagon", "polygon") and not board.plane and not board.signs


def name_point(board: Board, cell: int) -> Point:
    """Return where in a cell its name stands: in the corner farthest out, the top left of such.

    >>> from puzzlekit import polygons
    >>> board = polygons({"a": [(0, 0), (1, 0), (1, 1), (0, 1)]}).in_steps
    >>> x, y = name_point(board, 0)
    >>> round(x, 2), round(y, 2)
    (0.12, 0.88)
    """
    corners, (x, y) = outline(board, cell), board.points[cell]
    far = {corner: round(math.dist(corner, (x, y)), 3) for corner in corners}
    cx, cy = max(corners, key=lambda each: (far[each], round(each[1], 3), -each[0]))
    shares = [step / 50 for step in range(1, 50)]
    inwards = [(cx + (x - cx) * share, cy + (y - cy) * share) for share in shares]
    half = max(NAME, min(LONG_NAME, LETTER * len(board.cells[cell])))
    return next((each for each in inwards if clearance(corners, each) >= half), (x, y))


def piece_room(board: Board, cell: int, *, named: bool) -> float:
    """Return the radius of the disc that is there for a piece, beside the name of the cell."""
    whole = room(board, cell)
    if not named or not named_inside(board):
        return whole
    return min(
        whole, max(whole / 2, math.dist(board.points[cell], name_point(board, cell)) - 0.8 * NAME)
    )


def hit(board: Board, cell: int, point: Point) -> bool:
    """Tell whether a point lies on a cell.

    >>> from puzzlekit import hexagons
    >>> board = hexagons([(0, 0)])
    >>> hit(board, 0, (0.5, 0)), hit(board, 0, (0.5, 0.3))
    (True, False)
    """
    return inside(outline(board, cell), point)


def rim(board: Board, side: str) -> list[tuple[Point, Point]]:
    """Return the lines along a side of a board; at a corner two sides share the last one.

    >>> from puzzlekit import grid
    >>> rim(grid(2, 2), "bottom")
    [((-0.5, -0.5), (0.5, -0.5)), ((0.5, -0.5), (1.5, -0.5))]
    """
    cells = board.sides[side]
    along = middle([board.points[cell] for cell in cells])
    whole = middle(board.points)
    out = _outwards([board.points[cell] for cell in cells], whole)
    found = []
    for cell in cells:
        corners = outline(board, cell)
        for a, b in sides_of(corners):
            x, y = middle([a, b])
            cx, cy = board.points[cell]
            beyond = 2 * x - cx, 2 * y - cy
            if any(math.dist(beyond, point) < 0.3 for point in board.points):
                continue
            if (x - cx) * out[0] + (y - cy) * out[1] < 0.2:
                continue
            others = [name for name, each in board.sides.items() if cell in each and name != side]
            shared = any(
                (x - cx) * ox + (y - cy) * oy > 0.2
                for name in others
                for ox, oy in [_outwards([board.points[c] for c in board.sides[name]], whole)]
            )
            if shared:
                near = min((a, b), key=lambda corner: math.dist(corner, along))
                found.append((near, (x, y)))
            else:
                found.append((a, b))
    return found


def _outwards(side: Sequence[Point], whole: Point) -> Point:
    """Return the direction, of length 1, that leads away from a board across a straight side."""
    (ax, ay), (bx, by) = side[0], side[-1]
    x, y = middle(side)
    away = x - whole[0], y - whole[1]
    across = (by - ay, ax - bx) if len(side) > 1 else away
    length = math.hypot(*across) or 1.0
    sign = 1 if across[0] * away[0] + across[1] * away[1] >= 0 else -1
    return sign * across[0] / length, sign * across[1] / length
