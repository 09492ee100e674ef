"""Construction of a solid from a shape and the depths of its cuts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Real

from ...core.errors import OptionError, did_you_mean, quoted
from ...core.solid import Solid, Sticker, centroid
from .cutting import cut_stickers, cutting_axes
from .net import unfold
from .shapes import PLANS
from .shapes import shape as known_shape
from .turning import named_turns


def solid(
    shape: str,
    *,
    faces: Iterable[float] = (),
    vertices: Iterable[float] = (),
    edges: Iterable[float] = (),
) -> Solid:
    """Return a tetrahedron, cube, octahedron, dodecahedron or icosahedron cut by planes.

    The planes are perpendicular to the axes through all faces, vertices or edges, at the given
    distances from the centre. Faces are at distance 1. Raises `OptionError` for cuts that miss the
    solid.

    >>> solid("dodecahedron", faces=[0.7])
    <Solid: dodecahedron, 132 stickers, 12 turns>
    >>> list(solid("cube", vertices=[0]).turns)
    ['URF', 'UBR', 'ULB', 'UFL', 'DFR', 'DLF', 'DBL', 'DRB']
    """
    cuts = {"faces": faces, "vertices": vertices, "edges": edges}
    given = {kind: _depths(kind, depths) for kind, depths in cuts.items()}
    if str(shape) not in PLANS:
        raise OptionError(
            f"There is no shape {quoted(str(shape), 40)}; use one of {', '.join(PLANS)}."
            + did_you_mean(str(shape), PLANS)
        )
    whole = known_shape(str(shape))
    lines, sides = cutting_axes(whole.faces, given)
    places = unfold(whole)

    def reading_order(sticker: Sticker) -> tuple[float, ...]:
        place = places[whole.faces[sticker.face].name]
        (x, y), (sticker_x, sticker_y) = place.at, place.to_net(centroid(sticker.corners))
        return tuple(round(each, 6) + 0.0 for each in (-y, x, -sticker_y, sticker_x))

    stickers = tuple(sorted(cut_stickers(whole.faces, lines), key=reading_order))
    return Solid(whole.name, whole.faces, lines, stickers, named_turns(sides, lines))


def _depths(kind: str, depths: Iterable[float]) -> list[float]:
    """Return depths as a list of floats; raise `OptionError` if they are invalid."""
    given = list(depths) if isinstance(depths, Iterable) else [depths]
    if not isinstance(depths, Iterable) or isinstance(depths, str):
        raise OptionError(
            f"The cuts through {kind} are {quoted(str(depths), 40)}; write a list of depths, such "
            f"as {kind}=[0.5]."
        )
    for depth in given:
        if not isinstance(depth, Real) or not math.isfinite(depth):
            raise OptionError(f"A depth must be a number, not {quoted(repr(depth), 40)}.")
    return [float(depth) for depth in given]
