"""Count the creatures of Palago by number of tiles: https://oeis.org/A325936.

A creature is a region of one colour on hexagonal tiles; it is complete if no tile can extend it.
"""

from __future__ import annotations

from puzzlekit.rules.curved_tiles import Cell, cells_at, corner, creature_at, creature_cells

#: The tiles of a creature in a canonical form.
Form = tuple[tuple[int, int, int, int], ...]


def count_creatures(most: int) -> list[int]:
    """Return the numbers of complete creatures that touch exactly 1, 2, ..., `most` tiles.

    Creatures that are rotations or reflections of each other count once. The smallest possible
    creature, an eye, is included.

    >>> count_creatures(9)
    [0, 0, 1, 0, 1, 1, 2, 2, 9]
    """
    found: list[set[Form]] = [set() for _ in range(most + 1)]
    _grow({}, most, found)
    return [len(kinds) for kinds in found[1:]]


def _grow(tiles: dict[Cell, int], most: int, found: list[set[Form]]) -> None:
    """Fill the first gap of the creature at corner 0,0 in all possible ways, recursively."""
    creature = creature_at(tiles, 0, (0, 0))
    if len(tiles) + len(creature.gaps) > most:
        return
    if creature.complete:
        found[len(creature_cells(creature, 0))].add(_form(tiles))
        return
    gap = min(creature.gaps)
    for rotation in range(3):
        tiles[gap] = rotation
        _grow(tiles, most, found)
        del tiles[gap]


def _form(tiles: dict[Cell, int]) -> Form:
    """Return the canonical form of tiles under rotation, reflection and translation.

    Each tile is represented by two points, its centre and its tip, on a lattice that is three times
    as fine. The symmetries about a cell are linear maps of this lattice.
    """
    marks = [
        (3 * q, 3 * r, *_scaled(corner((q, r), 0, rotation))) for (q, r), rotation in tiles.items()
    ]
    forms = []
    for a, b, c, d in _SYMMETRIES:
        turned = [
            (a * x + b * y, c * x + d * y, a * u + b * v, c * u + d * v) for x, y, u, v in marks
        ]
        left, low, _, _ = min(turned)
        forms.append(sorted((x - left, y - low, u - left, v - low) for x, y, u, v in turned))
    return tuple(min(forms))


def _scaled(at: Cell) -> Cell:
    """Return three times the position of a corner: the sum of the cells around it."""
    cells = cells_at(at, 0)
    return sum(q for q, _ in cells), sum(r for _, r in cells)


#: The six symmetries of the honeycomb about a cell that preserve the colours of the corners, as
#: matrices for axial coordinates: rotations by 120 degrees, with or without a reflection.
_SYMMETRIES = (
    *((1, 0, 0, 1), (-1, -1, 1, 0), (0, 1, -1, -1)),
    *((1, 0, -1, -1), (-1, -1, 0, 1), (0, 1, 1, 0)),
)


if __name__ == "__main__":
    for tiles, count in enumerate(count_creatures(11), 1):
        print(f"{tiles:>2} tiles  {count:>3} creatures")
