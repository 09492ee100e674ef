"""Compiled random playouts for Shifty.

One array holds, as indexed sets, the cells where each colour may place a stone, may land a stone or
has a movable stone. The array also holds, as bits, the sets that each cell belongs to.
"""

import numpy
from numba import int32, int64

from puzzlekit import ONGOING
from puzzlekit.rules.connection_kernel import (
    ATTEMPTS,
    BITS,
    CELLS,
    EMPTY,
    FIRST,
    MAX_MOVES,
    OUTCOME,
    OWN,
    PLY,
    SEAT,
    STONES,
    colour_to_move,
    swap_code,
)
from puzzlekit.rules.kernel_signatures import (
    PLAYOUT,
    borrow,
    compiled,
    helper_no_alloc,
    random_below,
)
from puzzlekit.rules.regions_kernel import set_membership

from .fast_rules import (
    AWAYS,
    BY_DIRECTIONS,
    BY_REACH,
    DIGITS,
    DIRECTIONS,
    LANDINGS,
    LISTED,
    LISTS,
    MOVABLE,
    PLACES,
    RAYS,
    REACH,
    RECORD,
    RECORDS,
    RING,
    SHIFT,
    can_land,
    cell_pattern,
    count_friends,
    encode_step,
    is_opening,
    moves,
    play,
)


@helper_no_alloc(int64(int32[::1], int64))
def list_offset(table, number):
    """Return the offset of a list. The last list is followed by the lists of each cell, as bits."""
    return number * (1 + 2 * table[CELLS])


@helper_no_alloc
def update_cell_lists(table, state, lists, cell):
    """Add a cell to the lists to which it belongs, and remove it from the others."""
    stone = state[STONES + cell]
    wanted = cell_pattern(table, state, cell, 0) >> LISTED
    wanted &= (1 << MOVABLE) - 1 if stone == EMPTY else 1 << MOVABLE + stone - FIRST
    mine = list_offset(table, LISTS) + cell
    changed = wanted ^ lists[mine]
    if changed:
        lists[mine] = wanted
        for k in range(LISTS):
            if changed >> k & 1:
                set_membership(lists, list_offset(table, k), table[CELLS], cell, wanted >> k & 1)


@helper_no_alloc
def update_lists_around(table, state, lists, cell):
    """Update the lists around a cell whose stone has changed."""
    ring = table[OWN] + RECORDS + RECORD * cell + RING
    for k in range(ring, ring + RAYS):
        if table[k] < table[CELLS]:
            update_cell_lists(table, state, lists, table[k])


@helper_no_alloc
def try_drawn_move(table, state, lists, first, chosen, leaving, colour):
    """Return the move drawn by its source (if `leaving`) or its target, or -1 if it is illegal.

    The sources or targets are listed from `first` on. If `leaving`, `chosen` selects a stone and a
    cell on its rays. Otherwise, it selects a cell and a direction, and the nearest stone in that
    direction moves.
    """
    own = table[OWN]
    if leaving:
        number = chosen * table[own + BY_REACH] >> SHIFT
        wanted = lists[first + number]
        rays = own + RECORDS + RECORD * wanted + RAYS
        at = own + table[rays] + chosen - number * table[own + REACH]
        if at >= own + table[rays + table[own + DIRECTIONS]]:
            return -1
        target, k = table[at] & ((1 << table[BITS]) - 1), table[at] >> table[BITS]
        if lists[list_offset(table, LISTS) + target] >> LANDINGS + colour - FIRST & 1 == 0:
            return -1
    else:
        number = chosen * table[own + BY_DIRECTIONS] >> SHIFT
        wanted = -1
        target, k = lists[first + number], chosen - number * table[own + DIRECTIONS]
    rays = own + RECORDS + RECORD * target + RAYS + k
    source, digit = target, table[own + DIGITS + k]
    for _ in range(table[rays + 1] - table[rays]):
        source += table[own + AWAYS + k]
        if state[STONES + source] != EMPTY:
            if source != wanted and (
                leaving
                or state[STONES + source] != colour
                or count_friends(table, state, source, colour) == 0
            ):
                return -1
            if can_land(table, state, source, target, digit, colour):
                return encode_step(table, source, target)
            return -1
        digit = 0
    return -1


@helper_no_alloc
def random_move(table, state, draws, lists, out):
    """Return a uniformly random move.

    Moves of stones are drawn by source or by target, whichever list has fewer candidates.
    """
    colour = colour_to_move(state)
    if state[PLY] != 1 and not is_opening(table, state, colour):
        places = list_offset(table, PLACES + colour - FIRST)
        landings = list_offset(table, LANDINGS + colour - FIRST)
        movable = list_offset(table, MOVABLE + colour - FIRST)
        leaving = lists[movable] * table[table[OWN] + REACH]
        landing = lists[landings] * table[table[OWN] + DIRECTIONS]
        count = lists[places]
        total = count + min(leaving, landing)
        leaves = leaving < landing
        first = (movable if leaves else landings) + 1
        for _ in range(ATTEMPTS if total else 0):
            chosen = random_below(draws, total)
            if chosen < count:
                return lists[places + 1 + chosen]
            move = try_drawn_move(table, state, lists, first, chosen - count, leaves, colour)
            if move >= 0:
                return move
    return int(out[random_below(draws, moves(table, state, out))])


@helper_no_alloc
def run_playout(table, state, draws, trace, lists, out):
    """Play random moves to the end. The last two arguments are scratch space."""
    table, state, draws, trace = borrow(table, state, draws, trace)
    lists, out = borrow(lists, out)
    ply = 0
    while state[OUTCOME] == ONGOING and ply < len(trace):
        move = random_move(table, state, draws, lists, out)
        trace[ply, 0], trace[ply, 1] = state[SEAT], move
        play(table, state, move)
        cell = move & ((1 << table[BITS]) - 1)
        for _ in range(0 if move >= swap_code(table) else 1 + (move != cell)):
            update_lists_around(table, state, lists, cell)
            cell = (move >> table[BITS]) - 1
        ply += 1
    return ply


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play random moves to the end, drawing each until it is legal."""
    cells = table[CELLS]
    lists = numpy.empty(list_offset(table, LISTS) + cells, numpy.int32)
    for k in range(len(lists)):
        lists[k] = -1 if k < list_offset(table, LISTS) else 0
    for k in range(LISTS):
        lists[list_offset(table, k)] = 0
    for cell in range(cells):
        update_cell_lists(table, state, lists, cell)
    out = numpy.empty(table[MAX_MOVES], numpy.int32)
    return run_playout(table, state, draws, trace, lists, out)
