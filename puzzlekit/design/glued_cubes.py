"""Bandaged cubes made from a cube by glueing pieces together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..core.errors import FormatError, OptionError
from ..core.values import Piece
from ..formats import write
from ..formats.bandaged_cubes import LOOSE, MAX_SIZE, MIN_SIZE, bandaged_cube, net_order
from ..plugin.discovery import entries, plugins_folder
from ..rules.base import Puzzle
from ..rules.solids.cubes import cube_board
from .export import slug, write_output_in_folder

#: A mapping from cells to the letters of glued pieces.
Marks = Mapping[int, str]


def cube_size(rules: Puzzle) -> int | None:
    """Return the number of layers if a puzzle is a cube with layers of equal thickness.

    >>> from puzzlekit import load
    >>> cube_size(load("cube:4")), cube_size(load("skewb"))
    (4, None)
    """
    size = round((len(rules.board) / 6) ** 0.5)
    if rules.solid is None or size not in range(MIN_SIZE, MAX_SIZE + 1):
        return None
    return size if rules.board.cells == cube_board(size).cells else None


def piece_cells(rules: Puzzle, cell: int) -> list[int]:
    """Return the cells that show stickers of the same piece at the goal."""
    assert rules.solid is not None
    stickers = rules.solid.stickers
    return [n for n, sticker in enumerate(stickers) if sticker.layers == stickers[cell].layers]


def glued_pieces(rules: Puzzle, marks: Marks) -> list[Piece | None]:
    """Return the stickers of the solved cube, with the letters of glued pieces."""
    return [
        piece and piece._replace(text=marks[cell], mark="bandage") if cell in marks else piece
        for cell, piece in enumerate(rules.pieces(rules.goal))
    ]


def save_bandaged_cube(rules: Puzzle, marks: Marks, title: str) -> Path:
    """Write a bandaged cube to the plugins folder; return the path of the file.

    Raises `OptionError` if the puzzle is not a cube, if the marks are invalid, or if the title is
    empty or taken.
    """
    size = cube_size(rules)
    if size is None or not marks:
        raise OptionError("Only pieces of cubes can be glued. Mark two or more.")
    if not title.strip():
        raise OptionError("Enter a name.")
    name = slug(title)
    if name in entries():
        raise OptionError(f"A puzzle named {name} already exists; choose another name.")
    try:
        cube = bandaged_cube(size, [marks.get(cell, LOOSE) for cell in net_order(size)])
    except FormatError as error:
        text = str(error)
        raise OptionError(text[0].upper() + text[1:]) from error
    path = plugins_folder() / f"{name}.toml"
    write_output_in_folder(path, write(cube._replace(name=title), "toml"))
    return path
