"""The five regular solids, with the usual letters and colours for their faces."""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations
from typing import NamedTuple

from ...core.solid import Face, Vector, add, centroid, cross, dot, normalize, scale

#: The tolerance for lengths.
EPSILON = 1e-6


class Shape(NamedTuple):
    """A regular solid with its face colours. `net` is a spanning tree of the faces."""

    name: str
    faces: tuple[Face, ...]
    colours: dict[str, str]
    net: dict[str, str]


#: The normals of the faces by name, their usual colours, and the edges of the net.
_Plan = tuple[dict[str, Vector], str, str]


def tetrahedron() -> _Plan:
    """Return a tetrahedron with one face at the bottom and one at the front."""
    normals = _spaced_normals("F R L", 1 / 3, 0) | {"D": (0.0, -1.0, 0.0)}
    return normals, "green blue red yellow", "F-R F-L F-D"


def cube() -> _Plan:
    """Return a cube with faces named as in Singmaster notation."""
    up = {"U": (0.0, 1.0, 0.0), "D": (0.0, -1.0, 0.0)}
    normals = up | {"F": (0, 0, 1), "B": (0, 0, -1), "R": (1, 0, 0), "L": (-1, 0, 0)}
    return normals, "white yellow green blue red orange", "F-U F-R F-D F-L R-B"


def octahedron() -> _Plan:
    """Return an octahedron with U, R, F and L around the corner that points to the viewer."""
    x = math.sqrt(2)
    front = {"U": (0, x, 1), "F": (0, -x, 1), "R": (x, 0, 1), "L": (-x, 0, 1)}
    normals = {name: normalize(vector) for name, vector in front.items()}
    for name, other in {"D": "U", "B": "F", "BL": "R", "BR": "L"}.items():
        normals[name] = scale(normals[other], -1)
    colours = "white red green purple yellow grey blue orange"
    return normals, colours, "U-L U-R U-B L-BL R-F B-BR F-D"


def dodecahedron() -> _Plan:
    """Return a dodecahedron with U at the top and D at the bottom."""
    height = 1 / math.sqrt(5)
    upper = {"U": (0.0, 1.0, 0.0), **_spaced_normals("F R BR BL L", height, 0)}
    normals = {**upper, "D": (0.0, -1.0, 0.0), **_spaced_normals("B DL FL FR DR", -height, 180)}
    colours = "white green red blue yellow purple grey lime pink brown teal orange"
    return normals, colours, "U-F U-R U-BR U-BL U-L R-FR FR-D D-FL D-DL D-B D-DR"


def icosahedron() -> _Plan:
    """Return an icosahedron with the faces A to E around a corner at the top."""
    steep, flat = (math.sqrt((5 + sign * 2 * math.sqrt(5)) / 15) for sign in (1, -1))
    normals = _spaced_normals("A B C D E", steep, 0) | _spaced_normals("F G H I J", flat, 0)
    normals |= _spaced_normals("K L M N O", -flat, 36) | _spaced_normals("P Q R S T", -steep, 36)
    colours = "white red green blue yellow orange purple teal lime pink brown grey"
    colours += " red green blue yellow orange purple teal lime"
    net = "A-F F-K K-G G-B G-L L-H H-C H-M M-I I-D I-N N-J J-E J-O K-P L-Q M-R N-S O-T"
    return normals, colours, net


def _spaced_normals(names: str, height: float, first: float) -> dict[str, Vector]:
    """Return evenly spaced normals at a height, the first one `first` degrees to the right."""
    normals = {}
    for i, name in enumerate(names.split()):
        angle = math.radians(first + 360 * i / len(names.split()))
        horizontal = scale((math.sin(angle), 0.0, math.cos(angle)), math.sqrt(1 - height**2))
        normals[name] = add(horizontal, (0.0, height, 0.0))
    return normals


#: The function that builds each shape, by name.
PLANS = {plan.__name__: plan for plan in (tetrahedron, cube, octahedron, dodecahedron, icosahedron)}


@cache
def shape(name: str) -> Shape:
    """Return the regular solid with the given name."""
    normals, colours, net = PLANS[name]()
    corners = _vertices(list(normals.values()))
    faces = tuple(
        Face(
            each, normal, _sort_around(normal, [p for p in corners if dot(normal, p) > 1 - EPSILON])
        )
        for each, normal in normals.items()
    )
    pairs = (pair.split("-") for pair in net.split())
    parents = {child: parent for parent, child in pairs}
    return Shape(name, faces, dict(zip(normals, colours.split(), strict=True)), parents)


def _vertices(normals: list[Vector]) -> list[Vector]:
    """Return the vertices: the points where three planes meet, unless another cuts them off."""
    points: list[Vector] = []
    for a, b, c in combinations(normals, 3):
        volume = dot(a, cross(b, c))
        if abs(volume) < EPSILON:
            continue
        point = scale(add(cross(b, c), cross(c, a), cross(a, b)), 1 / volume)
        if all(dot(n, point) < 1 + EPSILON for n in normals) and all(
            math.dist(point, other) > EPSILON for other in points
        ):
            points.append(point)
    return points


def _sort_around(normal: Vector, points: list[Vector]) -> tuple[Vector, ...]:
    """Return points sorted anticlockwise about a normal, as seen from outside."""
    right = normalize(add(points[0], scale(normal, -dot(normal, points[0]))))
    up = cross(normal, right)
    return tuple(sorted(points, key=lambda p: math.atan2(dot(p, up), dot(p, right)) % math.tau))


def named_points(faces: tuple[Face, ...], kind: str) -> dict[str, Vector]:
    """Return the centres of faces, vertices or edges by name; see `_name_of_point`."""
    if kind == "faces":
        return {face.name: face.normal for face in faces}
    points: dict[str, Vector] = {}
    for face in faces:
        for a, b in zip(face.corners, (*face.corners[1:], face.corners[0]), strict=True):
            point = a if kind == "vertices" else centroid((a, b))
            if all(math.dist(point, other) > EPSILON for other in points.values()):
                points[_name_of_point(faces, point)] = point
    return points


def _name_of_point(faces: tuple[Face, ...], point: Vector) -> str:
    """Return the name of a point: the faces that meet there, in clockwise order."""
    meeting = [face for face in faces if dot(face.normal, point) > 1 - EPSILON]
    axis, first = normalize(point), meeting[0].normal
    up = cross(axis, first)
    angle = {
        face.name: -math.atan2(dot(face.normal, up), dot(face.normal, cross(up, axis)))
        for face in meeting
    }
    return "".join(sorted(angle, key=lambda name: round(angle[name], 6) % math.tau))
