"""The maker of solids: a shape and the depths of its cuts give all else."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Real

from ...core.errors import OptionError, did_you_mean, quoted
from ...core.solid import Solid, Sticker, centroid
from .cutting import lines_of, stickers_of
from .shapes import PLANS
from .shapes import shape as known_shape
from .turning import named_turns
from .unfolding import unfolded


def solid(
    shape: str,
    *,
    faces: Iterable[float] = (),
    vertices: Iterable[float] = (),
    edges: Iterable[float] = (),
) -> Solid:
    """Return a tetrahedron, cube, octahedron, dodecahedron or icosahedron that planes cut.

    The planes lie across the lines from the middle through all faces, vertices or edges, at these
    depths: 0 is the middle, and each face is at 1. Raises `OptionError` for cuts that miss.

    >>> solid("dodecahedron", faces=[0.7])
    <Solid: dodecahedron, 132 stickers, 12 turns>
    >>> list(solid("cube", vertices=[0]).turns)
    ['URF', 'UBR', 'ULB', 'UFL', 'DFR', 'DLF', 'DBL', 'DRB']
    """
    cuts = {"faces": faces, "vertices": vertices, "edges": edges}
    given = {kind: _depths(kind, depths) for kind, depths in cuts.items()}
    if str(shape) not in PLANS:
        raise OptionError(
            f"There is no shape {quoted(str(shape), 40)}; the shapes are {', '.join(PLANS)}."
            + did_you_mean(str(shape), PLANS)
        )
    whole = known_shape(str(shape))
    lines, sides = lines_of(whole.faces, given)
    places = unfolded(whole)

    def reading_order(sticker: Sticker) -> tuple[float, ...]:
        place = places[whole.faces[sticker.face].name]
        (x, y), (left, high) = place.at, place.flat(centroid(sticker.corners))
        return tuple(round(each, 6) + 0.0 for each in (-y, x, -high, left))

    stickers = tuple(sorted(stickers_of(whole.faces, lines), key=reading_order))
    return Solid(whole.name, whole.faces, lines, stickers, named_turns(sides, lines))


def _depths(kind: str, depths: Iterable[float]) -> list[float]:
    """Return depths as numbers, or say what they are instead."""
    given = list(depths) if isinstance(depths, Iterable) else [depths]
    if not isinstance(depths, Iterable) or isinstance(depths, str):
        raise OptionError(
            f"The cuts through {kind} are {quoted(str(depths), 40)}; write a list of depths, such "
            f"as {kind}=[0.5]."
        )
    for depth in given:
        if not isinstance(depth, Real) or not math.isfinite(depth):
            raise OptionError(f"A depth is a number; {quoted(repr(depth), 40)} is none.")
    return [float(depth) for depth in given]
