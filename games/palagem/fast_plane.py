"""Compiled rules of Palagem, the plane: tiles, the codes of rhombi, and the cells for new tiles.

Cells are numbered in the order of the Python rules, from left to right and upwards in a column.
They form a rhombus with a margin around all reachable cells, so that no step leaves the rhombus and
cell 0 never has a tile.

A rhombus has a code with two bits per cell: 0 for no tile, else the rotation + 1. The plane stores
the codes of all rhombi by orientation and first cell. A tile changes twelve codes. A table maps
codes to the owners of the palagems.
"""

import numpy

from puzzlekit.rules.kernel_signatures import helper, helper_no_alloc

# The layout of a state. From CHOSEN on are the numbers of the chosen palagems, 0 if not chosen yet.
# From TILES on are the tiles in ascending order, numbered three per cell.
SEAT, OUTCOME, MOVED, COUNT, CHOSEN, TILES = 0, 1, 2, 3, 4, 10

# The table holds the options and the cells, then the steps to neighbours, longest first, and to the
# first cells of the twelve rhombi, and then the six codes of each palagem, by orientation.
PLAYERS, SUPPLY, CELLS, ORIGIN, NAMES, STEPS, RHOMBI, FORMS = 0, 1, 2, 3, 4, 5, 11, 23
SAME = 6

# The layers of a plane. The layers before BESIDE are the codes by orientation; the lowest bits in
# orientation 0 are the tile on the cell itself. BESIDE counts the tiles next to a cell. OWNERS maps
# the codes of each orientation to the seats, as bits, that own such a palagem.
BESIDE, SEEN, OWNERS, LAYERS = 3, 4, 5, 6
TILE, CODES = 3, 256

# Fewer than three cells per tile are next to two tiles; the first tiles need a few more.
EXTRA_PLACES = 8


@helper_no_alloc
def add_or_remove_tile(table, plane, cell, value):
    """Add a tile (rotation + 1) or remove one (negative); return the owners of the new codes."""
    completed = 0
    for each in range(12):
        orientation, at = each >> 2, cell + table[RHOMBI + each]
        code = plane[orientation, at] + (value << 2 * (each & 3))
        plane[orientation, at] = code
        completed |= plane[OWNERS, CODES * orientation + code]
    for each in range(6):
        plane[BESIDE, cell + table[STEPS + each]] += 1 if value > 0 else -1
    return completed


@helper_no_alloc
def seats_completed_by(table, plane, cell, turned):
    """Return the seats, as bits, whose palagems a tile would complete."""
    completed = 0
    for each in range(12):
        orientation, at = each >> 2, cell + table[RHOMBI + each]
        code = plane[orientation, at] + ((turned + 1) << 2 * (each & 3))
        completed |= plane[OWNERS, CODES * orientation + code]
    return completed


@helper_no_alloc
def remove_from_list(places, cell):
    """Remove a cell from a list that begins with its length, moving the last cell to its place."""
    for at in range(1, places[0] + 1):
        if places[at] == cell:
            places[at] = places[places[0]]
            places[0] -= 1
            return


@helper_no_alloc
def lay(table, plane, places, count, cell, turned):
    """Place a tile after `count` others; return the owners of the palagems thereby completed."""
    if count > 1:
        remove_from_list(places, cell)
    else:  # the first cell, or the neighbours of the first tile
        places[0] = 0
    completed, minimum = add_or_remove_tile(table, plane, cell, turned + 1), 2 if count else 1
    for each in range(6):
        near = cell + table[STEPS + each]
        if plane[BESIDE, near] == minimum and plane[0, near] & TILE == 0:
            places[0] += 1
            places[places[0]] = near
    return completed


@helper_no_alloc
def lift(table, plane, places, cell, turned):
    """Remove a tile, of which at least two must remain."""
    add_or_remove_tile(table, plane, cell, -turned - 1)
    for each in range(6):
        near = cell + table[STEPS + each]
        if plane[BESIDE, near] == 1 and plane[0, near] & TILE == 0:
            remove_from_list(places, near)
    if plane[BESIDE, cell] > 1:
        places[0] += 1
        places[places[0]] = cell


@helper
def new_plane(table, state):
    """Return the plane of a position, and the list of cells where tiles may be placed.

    The list begins with its length and is followed by space for a queue of tiles.
    """
    plane = numpy.zeros((LAYERS, table[CELLS]), numpy.uint8)
    places = numpy.empty(4 * table[SUPPLY] + EXTRA_PLACES, numpy.int32)
    for seat in range(table[PLAYERS]):
        forms = FORMS + SAME * (state[CHOSEN + seat] - 1)
        for each in range(SAME):
            plane[OWNERS, CODES * (each % 3) + table[forms + each]] |= 1 << seat
    end = TILES + state[COUNT]
    for at in range(TILES, end):
        add_or_remove_tile(table, plane, state[at] // 3, state[at] % 3 + 1)
    places[0], places[1] = 1, table[ORIGIN]
    if end > TILES:
        places[0] = 0
        minimum = 2 if end > TILES + 1 else 1
        for cell in range(state[TILES] // 3 - table[STEPS], state[end - 1] // 3 + table[STEPS] + 1):
            if plane[BESIDE, cell] >= minimum and plane[0, cell] & TILE == 0:
                places[0] += 1
                places[places[0]] = cell
    return plane, places


@helper_no_alloc
def is_movable(table, plane, places, cell, count):
    """Return whether a tile has three free edges and can be moved without splitting the rest."""
    if plane[BESIDE, cell] > 3:
        return False
    runs, start, before = 0, 0, plane[0, cell + table[STEPS + 5]] & TILE
    for each in range(6):
        near = cell + table[STEPS + each]
        now = plane[0, near] & TILE
        if now and not before:
            runs, start = runs + 1, near
        before = now
    if runs == 1:  # contiguous neighbours stay connected
        return True
    queue = 3 * table[SUPPLY] + EXTRA_PLACES
    places[queue], size, at = start, 1, 0
    plane[SEEN, cell] = plane[SEEN, start] = 1
    while at < size:
        for each in range(6):
            near = places[queue + at] + table[STEPS + each]
            if plane[SEEN, near] == 0 and plane[0, near] & TILE:
                plane[SEEN, near] = 1
                places[queue + size] = near
                size += 1
        at += 1
    plane[SEEN, cell] = 0
    for at in range(queue, queue + size):
        plane[SEEN, places[at]] = 0
    return size == count - 1


@helper_no_alloc
def is_target(table, plane, source, cell):
    """Return whether a listed cell touches two tiles without the tile at `source`."""
    if plane[BESIDE, cell] > 2:
        return True
    for each in range(6):
        if source + table[STEPS + each] == cell:
            return False
    return True
