"""Palagem as compiled code, the plane: tiles, the rhombi that they fill, where tiles may go.

Cells are numbered in the order of the rule book, from left to right and upwards, on a rhombus with
room around all that can be reached; so no step leaves it, and its cell 0 never bears a tile.

A rhombus has a code: two bits for each of its cells, 0 without a tile, else 1 more than the
rotation. The plane keeps the codes of all rhombi, for each of the three ways in which one lies, by
the first cell of it. A tile changes twelve of them, and a table tells whose palagems they are.
"""

import numpy

from puzzlekit.rules.kernel_signatures import helper, helper_no_alloc

# The numbers of a state; CHOSEN are the numbers of the palagems, 0 for one to come, and behind
# TILES are the tiles in ascending order, three for each cell.
SEAT, OUTCOME, MOVED, COUNT, CHOSEN, TILES = 0, 1, 2, 3, 4, 10

# The numbers of a table: options, cells; then the steps to neighbours, the longest one first, and
# to where the twelve rhombi begin; and for each palagem the six codes that are it, by ways to lie.
PLAYERS, SUPPLY, CELLS, ORIGIN, NAMES, STEPS, RHOMBI, FORMS = 0, 1, 2, 3, 4, 5, 11, 23
SAME = 6

# The layers of a plane. Those before BESIDE are the codes, way by way, where the lowest bits of way
# 0 are the tile of the cell itself. BESIDE counts the tiles beside a cell. OWNERS has for the codes
# of each way the seats, as bits, whose palagem they are.
BESIDE, SEEN, OWNERS, LAYERS = 3, 4, 5, 6
TILE, CODES = 3, 256

# Fewer than three cells a tile are beside two of them; more room is for the first ones.
ROOM = 8


@helper_no_alloc
def put(table, plane, cell, value):
    """Put a tile, its rotation + 1, or take it away, the same less than 0; return the owners."""
    found = 0
    for each in range(12):
        way, at = each >> 2, cell + table[RHOMBI + each]
        code = plane[way, at] + (value << 2 * (each & 3))
        plane[way, at] = code
        found |= plane[OWNERS, CODES * way + code]
    for each in range(6):
        plane[BESIDE, cell + table[STEPS + each]] += 1 if value > 0 else -1
    return found


@helper_no_alloc
def owners(table, plane, cell, turned):
    """Return the seats, as bits, whose palagems a tile would complete."""
    found = 0
    for each in range(12):
        way, at = each >> 2, cell + table[RHOMBI + each]
        code = plane[way, at] + ((turned + 1) << 2 * (each & 3))
        found |= plane[OWNERS, CODES * way + code]
    return found


@helper_no_alloc
def leave(places, cell):
    """Take a cell out of a list, which begins with its length; the last one takes its place."""
    for at in range(1, places[0] + 1):
        if places[at] == cell:
            places[at] = places[places[0]]
            places[0] -= 1
            return


@helper_no_alloc
def lay(table, plane, places, count, cell, turned):
    """Lay a tile beside `count` others, and return the owners of what it completes."""
    if count > 1:
        leave(places, cell)
    else:  # the first cell, or those beside the first
        places[0] = 0
    found, least = put(table, plane, cell, turned + 1), 2 if count else 1
    for each in range(6):
        near = cell + table[STEPS + each]
        if plane[BESIDE, near] == least and plane[0, near] & TILE == 0:
            places[0] += 1
            places[places[0]] = near
    return found


@helper_no_alloc
def lift(table, plane, places, cell, turned):
    """Take a tile away, which leaves two at least."""
    put(table, plane, cell, -turned - 1)
    for each in range(6):
        near = cell + table[STEPS + each]
        if plane[BESIDE, near] == 1 and plane[0, near] & TILE == 0:
            leave(places, near)
    if plane[BESIDE, cell] > 1:
        places[0] += 1
        places[places[0]] = cell


@helper
def new_plane(table, state):
    """Return the plane of a position, and the cells on which tiles may be laid.

    Those are in order, behind their number; and behind them is room for a queue of tiles.
    """
    plane = numpy.zeros((LAYERS, table[CELLS]), numpy.uint8)
    places = numpy.empty(4 * table[SUPPLY] + ROOM, numpy.int32)
    for seat in range(table[PLAYERS]):
        forms = FORMS + SAME * (state[CHOSEN + seat] - 1)
        for each in range(SAME):
            plane[OWNERS, CODES * (each % 3) + table[forms + each]] |= 1 << seat
    end = TILES + state[COUNT]
    for at in range(TILES, end):
        put(table, plane, state[at] // 3, state[at] % 3 + 1)
    places[0], places[1] = 1, table[ORIGIN]
    if end > TILES:
        places[0] = 0
        least = 2 if end > TILES + 1 else 1
        for cell in range(state[TILES] // 3 - table[STEPS], state[end - 1] // 3 + table[STEPS] + 1):
            if plane[BESIDE, cell] >= least and plane[0, cell] & TILE == 0:
                places[0] += 1
                places[places[0]] = cell
    return plane, places


@helper_no_alloc
def is_movable(table, plane, places, cell, count):
    """Tell whether a tile may be moved: three free edges, and the others hang together."""
    if plane[BESIDE, cell] > 3:
        return False
    rows, start, before = 0, 0, plane[0, cell + table[STEPS + 5]] & TILE
    for each in range(6):
        near = cell + table[STEPS + each]
        now = plane[0, near] & TILE
        if now and not before:
            rows, start = rows + 1, near
        before = now
    if rows == 1:  # tiles beside it that are one row hang together anyway
        return True
    queue = 3 * table[SUPPLY] + ROOM
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
    """Tell whether a cell on the list stays beside two tiles when one is moved away."""
    if plane[BESIDE, cell] > 2:
        return True
    for each in range(6):
        if source + table[STEPS + each] == cell:
            return False
    return True
