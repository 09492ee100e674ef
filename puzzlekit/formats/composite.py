"""Construction of puzzles from sets of pieces, for formats based on such sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..core.permutation import Images
from ..core.values import Piece
from .definition import Definition, PieceSet, is_rotation
from .piece_sets import PiecePattern, cell_names, labels_of, pieces_of
from .source_text import Line, SourceText


def assemble(
    source: SourceText,
    name: str,
    goal: Iterable[tuple[PieceSet, PiecePattern]],
    lined_moves: Mapping[str, tuple[Line, Images]],
) -> Definition:
    """Return the puzzle with the given goal and named permutations, each with its line.

    A permutation that is named like a rotation, or equals one with such a name, counts as a
    rotation of the whole puzzle.
    """
    whole = {images for name, (_, images) in lined_moves.items() if is_rotation(name)}
    rotations = {name: images for name, (_, images) in lined_moves.items() if images in whole}
    moves = source.drop_inverses(
        {name: each for name, each in lined_moves.items() if name not in rotations}
    )
    sets: list[PieceSet] = []
    shown: dict[int, str] = {}
    pieces: dict[str, Piece] = {}
    for each, pattern in goal:
        sets.append(each)
        shown |= labels_of(each, pattern)
        pieces |= pieces_of(each, pattern)
    return Definition(
        name=name,
        cells=cell_names(sets),
        goal=tuple(shown[cell] for cell in range(len(shown))),
        moves=moves,
        rotations=rotations,
        sets=tuple(sets),
        pieces=pieces,
    )
