"""Puzzles on solids: facelets and turns, derived from geometry.

A cube of n layers has its cubies at odd coordinates -(n-1), ..., n-1 step 2, and a
facelet is a point one half step outside them. A turn rotates the facelets of a layer,
and where each lands says which permutation it is.
"""

from __future__ import annotations

from ...core.board import Board
from ...core.permutation import cycles_of

Vector = tuple[int, int, int]

#: Faces with their outward normals, in Singmaster's letters; x right, y up, z to the viewer.
NORMALS: dict[str, Vector] = {
    "U": (0, 1, 0),
    "R": (1, 0, 0),
    "F": (0, 0, 1),
    "D": (0, -1, 0),
    "L": (-1, 0, 0),
    "B": (0, 0, -1),
}

#: Colours of the faces, as on most cubes sold in the West.
FACE_COLOURS = dict(
    zip("URFDLB", ("white", "red", "green", "yellow", "orange", "blue"), strict=True)
)

#: Where the net shows each face: the middle in faces, the direction of its rightward side and of
#: its upward side in space.
_NET: dict[str, tuple[tuple[int, int], Vector, Vector]] = {
    "U": ((0, 1), (1, 0, 0), (0, 0, -1)),
    "L": ((-1, 0), (0, 0, 1), (0, 1, 0)),
    "F": ((0, 0), (1, 0, 0), (0, 1, 0)),
    "R": ((1, 0), (0, 0, -1), (0, 1, 0)),
    "B": ((2, 0), (-1, 0, 0), (0, 1, 0)),
    "D": ((0, -1), (1, 0, 0), (0, 0, 1)),
}


def facelets(size: int) -> list[tuple[str, Vector, tuple[float, float]]]:
    """Return face, point in space and point on the net of each facelet, face by face.

    >>> len(facelets(3)), facelets(1)[0]
    (54, ('U', (0, 1, 0), (0.0, 1.25)))
    """
    span = range(-(size - 1), size, 2)
    found = []
    for face, ((column, row), right, up) in _NET.items():
        for v in reversed(span):
            for h in span:
                point = _sum(_scale(NORMALS[face], size), _scale(right, h), _scale(up, v))
                gap = size + 0.25
                found.append((face, point, (column * gap + h / 2, row * gap + v / 2)))
    return found


def _scale(vector: Vector, factor: int) -> Vector:
    return (vector[0] * factor, vector[1] * factor, vector[2] * factor)


def _sum(*vectors: Vector) -> Vector:
    x, y, z = (sum(parts) for parts in zip(*vectors, strict=True))
    return (x, y, z)


def _dot(a: Vector, b: Vector) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _clockwise(axis: Vector, point: Vector) -> Vector:
    """Turn a point by 90 degrees about an axis, clockwise seen from its tip."""
    (a, b, c), (x, y, z) = axis, point
    across: Vector = (y * c - z * b, z * a - x * c, x * b - y * a)
    return _sum(_scale(axis, _dot(axis, point)), across)


def cube_board(size: int) -> Board:
    """Return the net of a cube with `size` layers; cells are named U1, U2, ... face by face.

    >>> cube_board(2).cells[:5]
    ('U1', 'U2', 'U3', 'U4', 'L1')
    """
    names, points = [], []
    for number, (face, _, point) in enumerate(facelets(size)):
        names.append(f"{face}{number % size**2 + 1}")
        points.append(point)
    return Board(names, points, labels=False, shape="bare", step=1)


def cube_turns(size: int) -> dict[str, list[tuple[int, ...]]]:
    """Return the cycles of facelets of a clockwise quarter turn of each layer.

    `U` turns the outer layer, `2U` the second one, down to the middle, which stays (on odd
    cubes as centre, on the 2x2x2 as the corner between D, L and B).

    >>> sorted(cube_turns(2)), [len(cycle) for cycle in cube_turns(2)["U"]]
    (['F', 'R', 'U'], [4, 4, 4])
    """
    points = [point for _, point, _ in facelets(size)]
    number = {point: i for i, point in enumerate(points)}
    turns = {}
    for depth in range(max(1, size // 2)):
        for face in "URF" if size == 2 else "URFDLB":
            axis = NORMALS[face]
            low, high = size - 2 * depth - 2, size - 2 * depth
            layer = [
                point
                for point in points
                if low < _dot(axis, point) < high or (depth == 0 and _dot(axis, point) == size)
            ]
            name = face if depth == 0 else f"{depth + 1}{face}"
            found = {number[p]: number[_clockwise(axis, p)] for p in layer}
            turns[name] = [tuple(cycle) for cycle in cycles_of(found)]
    return turns
