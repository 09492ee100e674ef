"""Display of puzzle files that match a solid in 3D, in the colours of its faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from ..core.board import Board
from ..core.permutation import Images
from ..core.solid import Solid, Turn
from ..core.values import Piece
from ..rules.solids.net import net
from ..rules.solids.recognize_solid import recognize
from ..rules.solids.shapes import shape
from ..rules.solids.turning import click_stickers
from .definition import Definition

#: A function that returns the known solids.
SolidMatch = Callable[[], Iterable[Solid]]

#: The number of cells on the smallest solid with turning layers.
MIN_STICKERS = 12

#: The colour of stickers without a face: pieces of unknown orientation, and marks on centres.
UNKNOWN = "grey"


def match_solid(definition: Definition, solids: SolidMatch) -> Solid | None:
    """Return the solid that matches a puzzle, or None.

    Puzzles with a layout or forbidden labels match no solid.
    """
    cells = len(definition.cells)
    is_told = definition.sliding or definition.board is not None or definition.forbidden
    if is_told or cells < MIN_STICKERS:
        return None
    return _cached_match(cells, tuple(definition.moves.items()), solids)


@lru_cache(maxsize=32)
def _cached_match(
    size: int, moves: tuple[tuple[str, Images], ...], solids: SolidMatch
) -> Solid | None:
    return recognize(size, dict(moves), solids())


def extra_notation(solid: Solid) -> Mapping[str, Turn]:
    """Return a solid's further names of turns, or none if its turns have other meanings there."""
    for name, turn in solid.turns.items():
        if solid.notation.get(name, turn) != turn or abs(turn.steps) != 1:
            return {}
    return {name: turn for name, turn in solid.notation.items() if name not in solid.turns}


def net_of(definition: Definition, solid: Solid) -> Board:
    """Return the board of a puzzle that matches a solid, with its cells on the net of the solid."""
    whole, cells = net(solid), definition.cells
    points, outlines = whole.points[: len(cells)], whole.outlines[: len(cells)]
    if outlines:
        return Board(cells, points, labels=False, outlines=outlines)
    return Board(cells, points, labels=False, shape=whole.shape, step=1)


def pieces_of(definition: Definition, solid: Solid) -> dict[str, Piece]:
    """Return the pieces, each in the colour of its face at the goal.

    If the parts of a centre are distinct, the first part is grey.
    """
    colours = shape(solid.shape).colours
    faces: dict[str, set[str]] = {}
    for label, sticker in zip(definition.goal, solid.stickers, strict=False):
        faces.setdefault(label, set()).add(solid.faces[sticker.face].name)
    pieces = {}
    for label, names in faces.items():
        (face, *others) = names
        pieces[label] = Piece("sticker", *((UNKNOWN, "") if others else (colours[face], face)))
    parts: dict[tuple[int, tuple[int, ...]], list[str]] = {}
    for label, sticker in zip(definition.goal, solid.stickers, strict=False):
        parts.setdefault((sticker.face, sticker.layers), []).append(label)
    for first, *others in parts.values():
        if others and first not in others:
            pieces[first] = Piece("sticker", UNKNOWN)
    return pieces


def handles_of(definition: Definition, solid: Solid) -> dict[str, tuple[int, ...]]:
    """Return the cells to click for each move on the net.

    If several moves have the same cells, only the first move can be clicked.
    """
    handles: dict[str, tuple[int, ...]] = {}
    for name, turn in solid.turns.items():
        cells = tuple(cell for cell in click_stickers(solid, turn) if cell < len(definition.cells))
        handles[name] = () if cells in handles.values() else cells
    return handles
