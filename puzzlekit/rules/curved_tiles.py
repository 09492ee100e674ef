"""Hexagonal two-coloured tiles with curved edges, and the creatures that they form.

The corners of a tile alternate in colour, as do the corners of the honeycomb, so every tile fits
everywhere, in any of three rotations. On each tile, one corner of each colour is cut off as a
*tip*, and the other two are joined by a *straight*. Each colour has a graph, whose vertices are the
corners of that colour and whose edges are the straights. A *creature* is a connected component of
that graph; it is complete when all three cells at each of its corners are filled.
C. Browne: Palago (2008); N. J. A. Sloane and others: https://oeis.org/A325936.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from ..core.errors import NotationError
from ..core.values import Area, Piece

Cell = tuple[int, int]  # axial: q to the right, r downwards
Tile = tuple[Cell, int]  # a cell and a rotation

#: The letters of the three rotations.
LETTERS = "abc"

#: The colour of corners 0, 2 and 4, and the colour of corners 1, 3 and 5.
TONES = ("white", "blue")

#: Highlight colours for creatures of the two colours.
HIGHLIGHT_COLOURS = ("yellow", "teal")

#: The step through each edge of a flat-topped hexagon; edge k faces 30 + 60 k degrees.
HEXAGON_STEPS = ((1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1), (1, 0))

# A corner is named after the cell to its left (colour 0) or to its right (colour 1). These are the
# names of the three corners of the cell 0,0 for colour 0; for colour 1 they are mirrored. A tile
# with rotation k has its tip at corner k of this list.
_CORNERS = ((0, 0), (-1, 1), (-1, 0))


class Creature(NamedTuple):
    """A component of one colour: its corners, its number of straights, and adjacent empty cells.

    A creature without a straight is an eye.
    """

    corners: frozenset[Cell]
    straights: int
    gaps: frozenset[Cell]

    @property
    def complete(self) -> bool:
        """Return whether no adjacent cell is empty."""
        return not self.gaps


def corner(cell: Cell, tone: int, number: int) -> Cell:
    """Return the name of a corner (0, 1, 2) of a cell. Rotation `number` has its tip there.

    >>> [corner((5, 5), 0, number) for number in range(3)]
    [(5, 5), (4, 6), (4, 5)]
    """
    (q, r), (dq, dr) = cell, _CORNERS[number]
    return (q - dq, r - dr) if tone else (q + dq, r + dr)


@lru_cache(1 << 15)
def cells_at(corner: Cell, tone: int) -> tuple[Cell, ...]:
    """Return the three cells at a corner, beginning with the cell whose corner 0 it is.

    >>> cells_at((0, 0), 0)
    ((0, 0), (1, -1), (1, 0))
    """
    q, r = corner
    return tuple((q + dq, r + dr) if tone else (q - dq, r - dr) for dq, dr in _CORNERS)


def creature_at(tiles: Mapping[Cell, int], tone: int, corner_: Cell) -> Creature:
    """Return the creature at a corner. `tiles` maps cells to rotations.

    Three tips at one corner are an eye:

    >>> creature_at({(0, 0): 0, (1, -1): 1, (1, 0): 2}, 0, (0, 0))
    Creature(corners=frozenset({(0, 0)}), straights=0, gaps=frozenset())

    One tile has one straight, with four empty cells at its two ends:

    >>> one = creature_at({(0, 0): 0}, 0, (-1, 0))
    >>> len(one.corners), one.straights, len(one.gaps), one.complete
    (2, 1, 4, False)
    """
    queue = [corner_]
    corners, gaps, ends = {corner_}, set(), 0
    for at in queue:
        for number, cell in enumerate(cells_at(at, tone)):
            rotation = tiles.get(cell)
            if rotation is None:
                gaps.add(cell)
            elif rotation != number:  # not the tip: the straight leads to the third corner
                ends += 1
                end = corner(cell, tone, 3 - number - rotation)
                if end not in corners:
                    corners.add(end)
                    queue.append(end)
    return Creature(frozenset(corners), ends // 2, frozenset(gaps))


def creatures(
    tiles: Mapping[Cell, int],
    tone: int,
    new: Iterable[Cell] | None = None,
    before: Mapping[Cell, Creature] = MappingProxyType({}),
) -> dict[Cell, Creature]:
    """Return the creature at each corner of colour `tone` that a tile touches.

    Given the creatures `before` the tiles on the `new` cells were placed, only creatures at these
    cells are recomputed.

    >>> one = creatures({(0, 0): 0}, 0)
    >>> len(set(one.values()))
    2
    >>> two = {(0, 0): 0, (1, -1): 1}
    >>> creatures(two, 0, [(1, -1)], one) == creatures(two, 0)
    True
    """
    by_corner, seen = dict(before), set[Cell]()
    for cell in tiles if new is None else new:
        for number in range(3):
            at = corner(cell, tone, number)
            if at not in seen:
                creature = creature_at(tiles, tone, at)
                seen |= creature.corners
                by_corner.update(dict.fromkeys(creature.corners, creature))
    return by_corner


def find_complete_creature(
    tiles: Mapping[Cell, int], tone: int, new: Iterable[Cell]
) -> Creature | None:
    """Return a complete creature that has a straight and touches one of the new cells, or None.

    >>> find_complete_creature({(0, 0): 0, (1, -1): 1, (1, 0): 2}, 0, [(0, 0)]) is None
    True
    """
    for cell in new:
        for number in range(3):
            at = corner(cell, tone, number)
            if not all(near in tiles for near in cells_at(at, tone)):
                continue  # cheap check that rejects most corners
            creature = creature_at(tiles, tone, at)
            if creature.complete and creature.straights:
                return creature
    return None


def creature_cells(creature: Creature, tone: int) -> set[Cell]:
    """Return the cells that touch a creature."""
    return {cell for at in creature.corners for cell in cells_at(at, tone)}


def border_cells(tiles: Mapping[Cell, int]) -> list[Cell]:
    """Return the empty cells adjacent to the tiles, from left to right, and upwards in a column.

    >>> border_cells({(0, 0): 0})
    [(-1, 1), (-1, 0), (0, 1), (0, -1), (1, 0), (1, -1)]
    """
    beside = {near for cell in tiles for near in neighbours(cell)}
    return sorted((cell for cell in beside if cell not in tiles), key=reading_order)


def reading_order(cell: Cell) -> Cell:
    """Return a key that sorts cells from left to right, and upwards in a column."""
    return cell[0], -cell[1]


def highlight(look: Piece, tone: int, *, tip: bool, straight: bool) -> Piece:
    """Return a tile with its tip or straight of the given colour highlighted.

    >>> highlight(tile(0), 0, tip=False, straight=True).colour
    'yellow'
    """
    bright, areas = HIGHLIGHT_COLOURS[tone], list(look.areas)
    for number, wanted in ((2, tip), (0, straight)) if tone else ((1, tip),):
        if wanted:
            areas[number] = areas[number]._replace(colour=bright)
    base = bright if straight and tone == 0 else look.colour
    return look._replace(colour=base, areas=tuple(areas))


def tile(rotation: int) -> Piece:
    """Return the piece for a tile in a rotation.

    >>> tile(0).areas[0]
    Area(first=4, last=1, colour='blue')
    """
    base, turn = TONES[0], 2 * rotation
    areas = [(4, 1, TONES[1]), (5, 0, base), (2, 3, TONES[1])]
    turned = [Area((a - turn) % 6, (b - turn) % 6, colour) for a, b, colour in areas]
    return Piece("hexagon", base, LETTERS[rotation], areas=tuple(turned))


@lru_cache(1 << 15)
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the six cells around a cell."""
    return tuple((cell[0] + dq, cell[1] + dr) for dq, dr in HEXAGON_STEPS)


def are_connected(cells: Iterable[Cell]) -> bool:
    """Return whether the cells are connected, which is True if there are none.

    >>> are_connected([(0, 0), (0, 1)]), are_connected([(0, 0), (0, 2)])
    (True, False)
    """
    rest = set(cells)
    queue = [rest.pop()] if rest else []
    for cell in queue:
        reached = rest.intersection(neighbours(cell))
        rest -= reached
        queue += reached
    return not rest


@lru_cache(1 << 15)
def following_neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the three neighbours that follow a cell in reading order.

    >>> following_neighbours((0, 0))
    ((0, -1), (1, 0), (1, -1))
    """
    around = sorted((cell, *neighbours(cell)), key=reading_order)
    return tuple(around[around.index(cell) + 1 :])


def rotate_tile(cell: Cell, rotation: int) -> Tile:
    """Return the image of a tile under a rotation of the plane by 120 degrees about 0,0.

    No smaller rotation preserves the colours.

    >>> rotate_tile((1, 0), 0)
    ((0, -1), 2)
    """
    q, r = cell
    return (r, -q - r), (rotation + 2) % 3


def tile_order(tile: Tile) -> Tile:
    """Return a key that sorts tiles from left to right, and upwards in a column."""
    return reading_order(tile[0]), tile[1]


def spell_cell(cell: Cell) -> str:
    """Return the notation of a cell, which is its name on a board of hexagons."""
    return f"{cell[0]},{cell[1]}"


@lru_cache(1 << 15)
def spell_tile(cell: Cell, rotation: int) -> str:
    """Return the notation of a tile: its cell and the letter of its rotation.

    >>> spell_tile((0, -1), 1)
    '0,-1b'
    """
    return spell_cell(cell) + LETTERS[rotation]


def spell_tiles(tiles: Iterable[Tile]) -> str:
    """Return the notation of tiles, in reading order.

    >>> spell_tiles([((0, -1), 1), ((0, 0), 0)]), spell_tiles([])
    ('0,0a+0,-1b', 'empty')
    """
    return "+".join(spell_tile(*tile) for tile in sorted(tiles, key=tile_order)) or "empty"


@lru_cache(1 << 15)
def read_tile(word: str) -> Tile | None:
    """Return the cell and rotation of a tile from its notation, or None if that is invalid.

    >>> read_tile("0,-1b"), read_tile("0,0d")
    (((0, -1), 1), None)
    """
    cell = read_cell(word[:-1])
    return (cell, LETTERS.index(word[-1])) if cell and word[-1] in LETTERS else None


def read_tiles(text: str) -> list[Tile]:
    """Return tiles written by `spell_tiles`; raise `NotationError` if the string is invalid.

    >>> read_tiles("0,0a+0,-1b"), read_tiles("empty")
    ([((0, 0), 0), ((0, -1), 1)], [])
    """
    words = [] if text == "empty" else text.split("+")
    tiles = [tile for word in words if (tile := read_tile(word))]
    if len({cell for cell, _ in tiles}) < len(words):
        raise NotationError("tiles must be written like 0,0a+0,-1b, each on its own cell")
    return tiles


def read_cell(word: str) -> Cell | None:
    """Return a cell written as in `0,-1`, or None if the string is invalid."""
    q, _, r = word.partition(",")
    return (int(q), int(r)) if _is_short_integer(q) and _is_short_integer(r) else None


def _is_short_integer(text: str) -> bool:
    """Return whether a string is an integer of fewer than five characters."""
    return text.isascii() and text.removeprefix("-").isdigit() and len(text) < 5
