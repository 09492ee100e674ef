"""Palagem as compiled code, the plane: tiles, the rhombi that they fill, where tiles may go.

Cells are numbered in the order of the rule book, from left to right and upwards, on a rhombus with
room around all that can be reached; so no step leaves it, and its cell 0 never bears a tile.

A rhombus has a code: two bits for each of its cells, 0 without a tile, else 1 more than the
rotation. The plane keeps the codes of all rhombi, for each of the three ways in which one lies, by
the first cell of it. A tile changes twelve of them, and a table tells whose palagems they are.
"""

import numpy

from puzzlekit.rules.fast_forms import helper, light

# The numbers of a state; CHOSEN are the numbers of the palagems, 0 for one to come, and behind
# TILES are the tiles in ascending order, three for each cell.
SEAT, OUTCOME, MOVED, COUNT, CHOSEN, TILES = 0, 1, 2, 3, 4, 10

# The numbers of a table: options, cells; then where a tile has neighbours, going round, where the
# twelve rhombi with it begin; and for each palagem the six codes that are it, by ways to lie.
PLAYERS, SUPPLY, CELLS, ORIGIN, NAMES, STEPS, RHOMBI, FORMS = 0, 1, 2, 3, 4, 5, 11, 23
SAME = 6

# The layers of a plane. Those before BESIDE are the codes, way by way; OWNERS has for the codes of
# each way the seats, as bits, whose palagem they are.
BESIDE, SEEN, OWNERS, LAYERS = 3, 4, 5, 6
CODES = 256


@light
def is_empty(plane, cell):
    """Tell whether a cell is empty."""
    return plane[0, cell] & 3 == 0


@light
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


@light
def owners(table, plane, cell, turned):
    """Return the seats, as bits, whose palagems a tile would complete."""
    found = 0
    for each in range(12):
        way, at = each >> 2, cell + table[RHOMBI + each]
        code = plane[way, at] + ((turned + 1) << 2 * (each & 3))
        found |= plane[OWNERS, CODES * way + code]
    return found


@light
def enter(places, cell):
    """Enter a cell in a list, which begins with its length."""
    places[0] += 1
    places[places[0]] = cell


@light
def leave(places, cell):
    """Take a cell out of a list; the last one takes its place."""
    for at in range(1, places[0] + 1):
        if places[at] == cell:
            places[at] = places[places[0]]
            places[0] -= 1
            return


@light
def lay(table, plane, places, count, cell, turned):
    """Lay a tile beside `count` others, and return the owners of what it completes."""
    if count > 1:
        leave(places, cell)
    else:  # the first cell, or those beside the first
        places[0] = 0
    found = put(table, plane, cell, turned + 1)
    for each in range(6):
        near = cell + table[STEPS + each]
        if plane[BESIDE, near] == min(count + 1, 2) and is_empty(plane, near):
            enter(places, near)
    return found


@light
def lift(table, plane, places, cell, turned):
    """Take a tile away, which leaves two at least."""
    put(table, plane, cell, -turned - 1)
    for each in range(6):
        near = cell + table[STEPS + each]
        if plane[BESIDE, near] == 1 and is_empty(plane, near):
            leave(places, near)
    if plane[BESIDE, cell] > 1:
        enter(places, cell)


@light
def list_places(table, plane, places, state):
    """Enter the empty cells beside two tiles, or beside the only one."""
    places[0] = 0
    count = state[COUNT]
    for at in range(TILES, TILES + count):
        for each in range(6):
            cell = state[at] // 3 + table[STEPS + each]
            if plane[BESIDE, cell] >= min(count, 2) and is_empty(plane, cell):
                if plane[SEEN, cell] == 0:
                    plane[SEEN, cell] = 1
                    enter(places, cell)
    for at in range(1, places[0] + 1):
        plane[SEEN, places[at]] = 0


@helper
def new_plane(table, state):
    """Return the plane of a position, the cells on which tiles may be laid, and room for a queue."""
    plane = numpy.zeros((LAYERS, table[CELLS]), numpy.uint8)
    for seat in range(table[PLAYERS]):
        forms = FORMS + SAME * (state[CHOSEN + seat] - 1)
        for each in range(SAME):
            plane[OWNERS, CODES * (each % 3) + table[forms + each]] |= 1 << seat
    places = numpy.empty(3 * table[SUPPLY] + 8, numpy.int32)
    places[0], places[1] = 1, table[ORIGIN]
    count = state[COUNT]
    for at in range(TILES, TILES + count):
        put(table, plane, state[at] // 3, state[at] % 3 + 1)
    if count:
        list_places(table, plane, places, state)
    return plane, places, numpy.empty(table[SUPPLY], numpy.int32)


@light
def reaches(table, plane, queue, cell, count):
    """Tell whether the tiles hang together without one of them."""
    plane[SEEN, cell] = 1
    size = 0
    for each in range(6):
        near = cell + table[STEPS + each]
        if size == 0 and not is_empty(plane, near):
            queue[0], size = near, 1
            plane[SEEN, near] = 1
    at = 0
    while at < size:
        for each in range(6):
            near = queue[at] + table[STEPS + each]
            if plane[SEEN, near] == 0 and not is_empty(plane, near):
                plane[SEEN, near] = 1
                queue[size] = near
                size += 1
        at += 1
    plane[SEEN, cell] = 0
    for at in range(size):
        plane[SEEN, queue[at]] = 0
    return size == count - 1


@light
def is_movable(table, plane, queue, cell, count):
    """Tell whether a tile may be moved: three free edges, and the others hang together."""
    if plane[BESIDE, cell] > 3:
        return False
    arcs, before = 0, is_empty(plane, cell + table[STEPS + 5])
    for each in range(6):
        now = is_empty(plane, cell + table[STEPS + each])
        arcs += before and not now
        before = now
    # Neighbours that are one row hang together anyway.
    return arcs == 1 or reaches(table, plane, queue, cell, count)


@light
def is_target(table, plane, source, cell):
    """Tell whether a cell on the list stays beside two tiles when one is moved away."""
    if plane[BESIDE, cell] > 2:
        return True
    for each in range(6):
        if source + table[STEPS + each] == cell:
            return False
    return True
