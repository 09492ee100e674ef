"""Compiled rules of Palago, the board: cells, tiles, and the creatures that they form.

Functions work on a *plane*, built from the tiles of a position. The code of a cell is
`q * width + r`, and its index on the plane is that code modulo a power of two. So the plane wraps
around helically. Since tiles are connected, the width can be chosen so that no two cells within the
reach of a game share an index.

Corners (see `puzzlekit.rules.curved_tiles`) are indexed like cells. For each colour, the plane
holds the creatures as disjoint sets of corners: the root of each corner, the next corner in a
circular list, and, at the root, the number of missing cells (a cell missing at two corners counts
twice) and the number of straights. When two creatures are joined, all corners of the smaller
creature get the new root (quick-find).

A turn is passed as `(code, turned, code2, turned2)`. If it has only one tile, the second rotation
is -1. Codes, rotations, seats and colours are always int64, because numba compiles each combination
of types separately.
"""

from functools import lru_cache

import numpy as np
from numba import boolean, int16, int32, int64

from puzzlekit.rules.kernel_signatures import helper, helper_no_alloc

# The layout of a state.
SEAT, OUTCOME, PLY, COMPLETE, COUNT, TILES = range(6)

# The table holds the options, the shape of the plane and the number of turns with one tile, then
# the number of the cell r = 0 in each column of cells, then the code of each cell.
SUPPLY, STYLE, TIEBREAK, WIDTH, MASK, SINGLES, COLUMNS = range(7)
STYLES = ("pair", "single", "anywhere")
PAIR, SINGLE, ANYWHERE = range(3)

# The layers of a plane; the layers from ROOT on exist for each colour. All numbers start as 0,
# which means no rotation, no index in the border, and a corner that is its own root and successor
# (stored relative to itself). The number of missing cells is OPEN + 3.
ROTATION, BORDER, ENDS, ROOT, NEXT, OPEN, STRAIGHTS, LAYERS = 0, 1, 2, 3, 4, 5, 6, 11
TONE = 4


# -- codes of tiles and turns ---------------------------------------------------------------------


@helper_no_alloc
def cell_number(table, code):
    """Return the index of a cell in reading order."""
    reach, width = table[SUPPLY] - 1, table[WIDTH]
    q = (code + reach) // width
    return table[COLUMNS + reach + q] - (code - q * width)


@helper_no_alloc
def cell_code(table, number):
    """Return the code of a cell."""
    return np.int64(table[COLUMNS + 2 * table[SUPPLY] - 1 + number])


@helper
def encode_turn(table, turn):
    """Return the code of a turn."""
    code, turned, code2, turned2 = turn
    low = cell_number(table, code) * 3 + turned
    if turned2 < 0:
        return low
    high = cell_number(table, code2) * 3 + turned2
    if low > high:
        low, high = high, low
    number = table[SINGLES] + high * (high - 1) // 2 + low
    return number if number < 1 << 31 else number - (1 << 32)  # moves have 32 bits


@helper_no_alloc
def tile_codes_of(table, move):
    """Return the codes of the tiles of a turn; the second is -1 if there is only one tile."""
    number = np.int64(move) & 0xFFFFFFFF
    if number < table[SINGLES]:
        return number, np.int64(-1)
    number -= table[SINGLES]
    high = np.int64((1 + np.sqrt(1.0 + 8.0 * number)) / 2)
    if high * (high - 1) // 2 > number:
        high -= 1
    return number - high * (high - 1) // 2, high


@helper_no_alloc
def decode_turn(table, move):
    """Return the turn with the given code."""
    low, high = tile_codes_of(table, move)
    code = cell_code(table, low // 3)
    if high < 0:
        return code, low % 3, np.int64(0), np.int64(-1)
    return code, low % 3, cell_code(table, high // 3), high % 3


# -- the plane ------------------------------------------------------------------------------------


@lru_cache(8)
def rolled_plane_size(reach):
    """Return the width and size of a rolled-up plane where cells up to `reach` apart differ.

    >>> rolled_plane_size(49)
    (355, 2048)
    """
    dq = np.arange(reach + 1)
    size = 64
    while True:
        width = np.arange(2 * reach + 1, max(size, 2 * reach + 1))[:, None]
        # The steps (dq, dr) of columns dq >= 0 that lead to the same index.
        apart = [(-dq * width) % size - wrap * size for wrap in (0, 1)]
        distances = [np.maximum(np.maximum(dq, abs(dr)), abs(dq + dr)) for dr in apart]
        nearest = np.minimum(np.where(distances[0] == 0, size, distances[0]), distances[1]).min(
            axis=1
        )
        if (nearest > reach).any():
            return int(width[(nearest > reach).argmax(), 0]), size
        size *= 2


@helper(int64(int32[::1], int64))
def step(table, direction):
    """Return the offset that a step (0 to 5) adds to a code.

    Steps 3 to 5 lead to cells that come later in reading order.
    """
    width = np.int64(table[WIDTH])
    if direction == 0:
        return np.int64(1)
    if direction == 1:
        return -width
    if direction == 2:
        return 1 - width
    if direction == 3:
        return np.int64(-1)
    if direction == 4:
        return width
    return width - 1


@helper_no_alloc(int64(int32[::1], int64, int64, int64))
def corner_index(table, code, tone, number):
    """Return the index of a corner (0, 1, 2) of a cell."""
    step = 0
    if number == 1:
        step = 1 - table[WIDTH]
    elif number == 2:
        step = -table[WIDTH]
    return (code - step if tone else code + step) & table[MASK]


@helper_no_alloc(int64(int32[::1], int16[:, ::1], int64, int64, int64))
def find_root_at(table, plane, code, tone, number):
    """Return the root of the creature at a corner of a cell."""
    at = corner_index(table, code, tone, number)
    return at + plane[ROOT + TONE * tone, at]


@helper_no_alloc(int64(int16[:, ::1], int64, int64))
def count_missing_cells(plane, tone, root):
    """Return the number of cells missing from a creature, counting one missing twice as two."""
    return plane[OPEN + TONE * tone, root] + 3


@helper_no_alloc
def join_creatures(plane, tone, a, b):
    """Join the creatures at two corners by a straight; return the root."""
    root, after = ROOT + TONE * tone, NEXT + TONE * tone
    left, straights = OPEN + TONE * tone, STRAIGHTS + TONE * tone
    big, small = a + plane[root, a], b + plane[root, b]
    if big != small:
        if plane[straights, big] < plane[straights, small]:
            big, small = small, big
        at = small
        while True:
            plane[root, at] = big - at
            at += plane[after, at]
            if at == small:
                break
        # Exchanging the successors merges two circular lists.
        next_a, next_b = a + plane[after, a], b + plane[after, b]
        plane[after, a], plane[after, b] = next_b - a, next_a - b
        plane[left, big] += plane[left, small] + 3
        plane[straights, big] += plane[straights, small]
    plane[straights, big] += 1
    return big


@helper
def lay(table, plane, border, code, turned):
    """Place a tile; return the colours, as bits, of the creatures that it completes."""
    mask = table[MASK]
    at = code & mask
    plane[ROTATION, at] = turned + 1
    place = plane[BORDER, at]
    if place:  # move the last cell of the border here
        last = border[border[0]]
        border[place] = last
        plane[BORDER, last & mask] = place
        plane[BORDER, at] = 0
        border[0] -= 1
    for number in range(6):
        beside = code + step(table, number)
        to = beside & mask
        if plane[ROTATION, to] == 0 and plane[BORDER, to] == 0:
            border[0] += 1
            border[border[0]] = beside
            plane[BORDER, to] = border[0]
    done = 0
    for tone in range(2):
        left = OPEN + TONE * tone
        for number in range(3):
            plane[left, find_root_at(table, plane, code, tone, number)] -= 1
        a = corner_index(table, code, tone, (turned + 1) % 3)
        b = corner_index(table, code, tone, (turned + 2) % 3)
        if count_missing_cells(plane, tone, join_creatures(plane, tone, a, b)) == 0:
            done |= 1 << tone
        tip = find_root_at(table, plane, code, tone, turned)
        if count_missing_cells(plane, tone, tip) == 0 and plane[STRAIGHTS + TONE * tone, tip]:
            done |= 1 << tone
    return done


@helper
def new_plane(table, state):
    """Return the plane of a position, and its border: the cell count, then the cells' codes."""
    plane = np.zeros((LAYERS, table[MASK] + 1), np.int16)
    border = np.empty(6 * table[SUPPLY] + 8, np.int64)
    border[0] = 0
    if state[COUNT] == 0:  # the first tile is placed on 0,0
        border[0], border[1] = 1, 0
        plane[BORDER, 0] = 1
    for number in state[TILES : TILES + state[COUNT]]:
        lay(table, plane, border, cell_code(table, number // 3), number % 3)
    return plane, border


# -- creatures completed by a turn -----------------------------------------------------------------


@helper_no_alloc
def count_touching_corners(table, plane, code, tone, root):
    """Return the number of corners at which a cell touches a creature."""
    times = 0
    for number in range(3):
        times += find_root_at(table, plane, code, tone, number) == root
    return times


@helper(boolean(int32[::1], int16[:, ::1], int64, int64, int64))
def tile_completes(table, plane, code, turned, tone):
    """Return whether a tile's straight or tip completes a creature of a colour."""
    a = find_root_at(table, plane, code, tone, (turned + 1) % 3)
    b = find_root_at(table, plane, code, tone, (turned + 2) % 3)
    tip = find_root_at(table, plane, code, tone, turned)
    if count_missing_cells(plane, tone, a) == 1 + (a == b) + (a == tip) and count_missing_cells(
        plane, tone, b
    ) == (1 + (a == b) + (b == tip)):
        return True
    apart = tip not in (a, b) and plane[STRAIGHTS + TONE * tone, tip] > 0
    return apart and count_missing_cells(plane, tone, tip) == 1


@helper_no_alloc
def tile_ends_game(table, plane, code, turned):
    """Return whether a tile ends the game."""
    return tile_completes(table, plane, code, turned, 0) or tile_completes(
        table, plane, code, turned, 1
    )


@helper_no_alloc
def fills_all_gaps(plane, tone, root, roots):
    """Return whether tiles whose corners have the given roots fill every gap of a creature."""
    times = 0
    for each in roots:
        times += each == root
    return count_missing_cells(plane, tone, root) == times


@helper
def pair_completes(table, plane, turn, tone):
    """Return whether the two tiles of a turn together complete a creature of a colour."""
    code, turned, code2, turned2 = turn
    a = find_root_at(table, plane, code, tone, (turned + 1) % 3)
    b = find_root_at(table, plane, code, tone, (turned + 2) % 3)
    tip = find_root_at(table, plane, code, tone, turned)
    c = find_root_at(table, plane, code2, tone, (turned2 + 1) % 3)
    d = find_root_at(table, plane, code2, tone, (turned2 + 2) % 3)
    tip2 = find_root_at(table, plane, code2, tone, turned2)
    roots = (a, b, tip, c, d, tip2)
    here = fills_all_gaps(plane, tone, a, roots) and fills_all_gaps(plane, tone, b, roots)
    there = fills_all_gaps(plane, tone, c, roots) and fills_all_gaps(plane, tone, d, roots)
    if a in (c, d) or b in (c, d):  # the straights join
        here = there = here and there
    if here or there:
        return True
    for each in (tip, tip2):
        apart = each not in (a, b, c, d) and plane[STRAIGHTS + TONE * tone, each] > 0
        if apart and fills_all_gaps(plane, tone, each, roots):
            return True
    return False
