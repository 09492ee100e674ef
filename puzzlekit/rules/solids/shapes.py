"""The five regular solids, with the letters and colours that people give to their faces."""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations
from typing import NamedTuple

from ...core.errors import OptionError, did_you_mean
from ...core.solid import Face, Vector, added, cross, dot, middle, scaled, unit

#: Lengths below this count as nothing.
FINE = 1e-6


class Shape(NamedTuple):
    """A regular solid. In `net` each face hangs on another one, or on none."""

    faces: tuple[Face, ...]
    colours: dict[str, str]
    net: dict[str, str]


def _round(names: str, height: float, first: float) -> dict[str, Vector]:
    """Return normals at a height, the first one so many degrees to the right of the viewer's."""
    found = {}
    for i, name in enumerate(names.split()):
        angle = math.radians(first + 360 * i / len(names.split()))
        found[name] = added(
            scaled((math.sin(angle), 0, math.cos(angle)), math.sqrt(1 - height**2)), (0, height, 0)
        )
    return found


def _tetrahedron() -> dict[str, Vector]:
    return {**_round("F R L", 1 / 3, 0), "D": (0, -1, 0)}


def _cube() -> dict[str, Vector]:
    return {
        **{"U": (0, 1, 0), "D": (0, -1, 0), "F": (0, 0, 1), "B": (0, 0, -1)},
        **{"R": (1, 0, 0), "L": (-1, 0, 0)},
    }


def _octahedron() -> dict[str, Vector]:
    """Four faces round the corner that points to the viewer: U, R, F and L."""
    front = {"U": (0, 1), "F": (0, -1), "R": (1, 0), "L": (-1, 0)}
    found = {
        name: unit((x * math.sqrt(2), y * math.sqrt(2), 1.0)) for name, (x, y) in front.items()
    }
    behind = {"D": "U", "B": "F", "BL": "R", "BR": "L"}
    return found | {name: scaled(found[other], -1) for name, other in behind.items()}


def _dodecahedron() -> dict[str, Vector]:
    height = 1 / math.sqrt(5)
    upper = {"U": (0.0, 1.0, 0.0), **_round("F R BR BL L", height, 0)}
    return {**upper, "D": (0.0, -1.0, 0.0), **_round("B DL FL FR DR", -height, 180)}


def _icosahedron() -> dict[str, Vector]:
    """Five faces round a corner at the top, two belts of five, and five at the bottom."""
    steep, flat = (math.sqrt((5 + s * 2 * math.sqrt(5)) / 15) for s in (1, -1))
    return {
        **_round("A B C D E", steep, 0),
        **_round("F G H I J", flat, 0),
        **_round("K L M N O", -flat, 36),
        **_round("P Q R S T", -steep, 36),
    }


#: The colours of the faces in their order, as on most puzzles sold, and how the net hangs together.
_TABLE = {
    "tetrahedron": (_tetrahedron, "green blue red yellow", "F-R F-L F-D"),
    "cube": (_cube, "white yellow green blue red orange", "F-U F-R F-D F-L R-B"),
    "octahedron": (
        _octahedron,
        "white red green purple yellow grey blue orange",
        "U-L U-R U-B L-BL R-F B-BR F-D",
    ),
    "dodecahedron": (
        _dodecahedron,
        "white green red blue yellow purple grey lime pink brown teal orange",
        "U-F U-R U-BR U-BL U-L R-FR FR-D D-FL D-DL D-B D-DR",
    ),
    "icosahedron": (
        _icosahedron,
        "white red green blue yellow orange purple teal lime pink "
        "brown grey red green blue yellow orange purple teal lime",
        "A-F B-G C-H D-I E-J F-K K-G G-L L-H H-M M-I I-N N-J J-O K-P L-Q M-R N-S O-T",
    ),
}


@cache
def shape(name: str) -> Shape:
    """Return a regular solid by its name; raise `OptionError` if there is none.

    >>> [len(shape(name).faces) for name in ("tetrahedron", "cube", "dodecahedron")]
    [4, 6, 12]
    """
    if name not in _TABLE:
        raise OptionError(
            f"There is no shape {str(name)[:40]!r}; the shapes are {', '.join(_TABLE)}."
            + did_you_mean(str(name), _TABLE)
        )
    normals, colours, net = _TABLE[name]
    named = normals()
    corners = _corners(list(named.values()))
    faces = tuple(
        Face(each, normal, _ring(normal, [p for p in corners if dot(normal, p) > 1 - FINE]))
        for each, normal in named.items()
    )
    hangs = dict(reversed(pair.split("-")) for pair in net.split())
    return Shape(faces, dict(zip(named, colours.split(), strict=True)), hangs)


def _corners(normals: list[Vector]) -> list[Vector]:
    """Return where three or more of the planes of faces meet, with none in front."""
    found: list[Vector] = []
    for a, b, c in combinations(normals, 3):
        volume = dot(a, cross(b, c))
        if abs(volume) < FINE:
            continue
        point = scaled(added(cross(b, c), cross(c, a), cross(a, b)), 1 / volume)
        if all(dot(n, point) < 1 + FINE for n in normals) and all(
            math.dist(point, other) > FINE for other in found
        ):
            found.append(point)
    return found


def _ring(normal: Vector, points: list[Vector]) -> tuple[Vector, ...]:
    """Return points about a normal, anticlockwise seen from outside."""
    right = unit(added(points[0], scaled(normal, -dot(normal, points[0]))))
    up = cross(normal, right)
    return tuple(sorted(points, key=lambda p: math.atan2(dot(p, up), dot(p, right)) % math.tau))


def sides(faces: tuple[Face, ...], kind: str) -> dict[str, Vector]:
    """Return the middles of faces, vertices or edges, named by the faces that meet there.

    The first letter is that of the first face, the others follow clockwise.

    >>> list(sides(shape("cube").faces, "vertices"))[:4]
    ['UBR', 'ULB', 'UFL', 'URF']
    """
    if kind == "faces":
        return {face.name: face.normal for face in faces}
    found: dict[str, Vector] = {}
    for face in faces:
        for a, b in zip(face.corners, (*face.corners[1:], face.corners[0]), strict=True):
            point = a if kind == "vertices" else middle((a, b))
            if all(math.dist(point, other) > FINE for other in found.values()):
                found[_name(faces, point)] = point
    return found


def _name(faces: tuple[Face, ...], point: Vector) -> str:
    """Return the names of the faces that meet in a point, clockwise."""
    meeting = [face for face in faces if dot(face.normal, point) > 1 - FINE]
    axis, first = unit(point), meeting[0].normal
    up = cross(axis, first)
    angle = {
        face.name: -math.atan2(dot(face.normal, up), dot(face.normal, cross(up, axis)))
        for face in meeting
    }
    return "".join(sorted(angle, key=lambda name: round(angle[name], 6) % math.tau))
