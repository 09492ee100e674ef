"""Cubes whose pieces may be glued together, described by a picture of their net."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import FormatError, quoted
from ..core.formatting import column_letters
from ..rules.solids.cubes import even_cube
from ..rules.solids.net import net
from ..rules.solids.turning import turn_permutation
from .definition import Definition

#: The smallest and the largest cube.
MIN_SIZE, MAX_SIZE = 2, 7

#: The faces in the order of the cells, and in each band of the net.
FACES = "ULFRBD"
BANDS = ("U", "LFRB", "D")

#: The word for a piece that is not glued.
LOOSE = "."


def net_order(size: int) -> list[int]:
    """Return the cells of a cube in reading order: the rows of U, of L, F, R and B, and of D.

    >>> net_order(2)[:10]
    [0, 1, 2, 3, 4, 5, 8, 9, 12, 13]
    """
    return [
        (FACES.index(face) * size + row) * size + column
        for band in BANDS
        for row in range(size)
        for face in band
        for column in range(size)
    ]


def bandaged_cube(size: int, marks: Sequence[str] = ()) -> Definition:
    """Return a cube whose pieces with the same mark are glued together.

    `marks` are the marks of all stickers in the order of `net_order`; an empty mark or a dot is
    none. It is enough to mark one sticker of a piece. Layers turn together from each face, so that
    `Uw` turns two layers. Raises `FormatError` for invalid marks.

    >>> cube = bandaged_cube(2, "a . . . . a . . . . . . . . . . . . . . . . . .".split())
    >>> list(cube.moves), [sorted(block) for block in cube.blocks]
    (['U', 'R', 'F'], [['B2', 'F1', 'L1', 'L2', 'U1', 'U3']])
    """
    if size not in range(MIN_SIZE, MAX_SIZE + 1):
        raise FormatError(f"a cube has {MIN_SIZE} to {MAX_SIZE} layers, not {size}.")
    whole = even_cube(size)
    cells, order = net(whole).cells, net_order(size)
    if marks and len(marks) != len(cells):
        raise FormatError(f"the net has {len(cells)} stickers, but there are {len(marks)} marks.")
    pieces: dict[tuple[int, ...], set[int]] = {}
    for cell, sticker in enumerate(whole.stickers):
        pieces.setdefault(sticker.layers, set()).add(cell)
    blocks: dict[str, set[tuple[int, ...]]] = {}
    marked: dict[tuple[int, ...], str] = {}
    for cell, mark in zip(order, marks, strict=False):
        layers = whole.stickers[cell].layers
        if mark in ("", LOOSE):
            continue
        if marked.setdefault(layers, mark) != mark:
            raise FormatError(
                f"the piece at {cells[cell]} has the marks {quoted(marked[layers], 20)} and "
                f"{quoted(mark, 20)}."
            )
        blocks.setdefault(mark, set()).add(layers)
    if single := [mark for mark, some in blocks.items() if len(some) == 1]:
        raise FormatError(f"only one piece has the mark {quoted(single[0], 20)}; mark two or more.")
    goal = [whole.faces[sticker.face].name for sticker in whole.stickers]
    glued = [{cell for layers in some for cell in pieces[layers]} for some in blocks.values()]
    for cell in set().union(*glued):
        goal[cell] = cells[cell]  # so that a piece is found by its label
    turns = {name: whole.notation[name] for name in _turn_names(size)}
    return Definition(
        name="",
        cells=cells,
        goal=tuple(goal),
        moves={name: turn_permutation(whole, turn) for name, turn in turns.items()},
        blocks=tuple([frozenset(cells[cell] for cell in block) for block in glued]),
        turned={name: frozenset(whole.moved_stickers(turn)) for name, turn in turns.items()},
    )


def _turn_names(size: int) -> list[str]:
    """Return the names of the turns of one layer, of two layers, and so on up to the middle."""
    faces = "URF" if size == 2 else "URFDLB"
    suffixes = ["{}", "{}w", *(f"{count}{{}}w" for count in range(3, size))][: size // 2]
    return [suffix.format(face) for suffix in suffixes for face in faces]


def marks_of(definition: Definition) -> tuple[int, list[str]] | None:
    """Return the size and the marks of a definition from `bandaged_cube`, or None for others."""
    size = round((len(definition.cells) / 6) ** 0.5)
    if size not in range(MIN_SIZE, MAX_SIZE + 1) or 6 * size * size != len(definition.cells):
        return None
    blocks = enumerate(definition.blocks)
    named = {label: column_letters(number) for number, block in blocks for label in block}
    marks = [named.get(definition.goal[cell], LOOSE) for cell in net_order(size)]
    try:
        again = bandaged_cube(size, marks)
    except FormatError:
        return None
    same = again.moves == definition.moves and set(again.blocks) == set(definition.blocks)
    return (size, marks) if same else None
