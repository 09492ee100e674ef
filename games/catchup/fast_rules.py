"""Compiled rules of Catchup: the board and the moves.

The key of a state holds the seat, the outcome, the stones left to place, the stones placed this
turn, the size to beat, and the stone on each cell. The bookkeeping holds the number of empty cells,
the size of each colour's largest group, and the union-find links of the groups. The code of a
move is its cell; the last code ends a turn.
"""

import numpy
from numba import int32, int64, void

from puzzlekit import ONGOING
from puzzlekit.rules.kernel_signatures import (
    MOVES,
    PLAY,
    PLAYOUT,
    compiled,
    helper,
    helper_no_alloc,
    random_below,
)
from puzzlekit.rules.regions_kernel import join, leader

SEAT, OUTCOME, LEFT, PLACED, MARK, STONES = range(6)
WHITE, BLACK, EMPTY = range(3)

# The table holds the cell count, the option `third` as an index into WORDS, the neighbours of each
# cell, and the symmetries.
CELLS, THIRD, NEAR = range(3)
WORDS = ("caught", "record", "none")
CAUGHT, RECORD, NONE = range(3)


@compiled(void(int32[::1], int32[::1], int64, int64))
def put(table, state, cell, colour):
    """Place a stone."""
    cells = table[CELLS]
    empty, links = STONES + cells, STONES + cells + 3
    state[STONES + cell] = colour
    state[empty] -= 1
    state[links + cell] = -1
    root = cell
    for k in range(NEAR + 6 * cell, NEAR + 6 * cell + 6):
        near = table[k]
        if near >= 0 and state[STONES + near] == colour:
            root = join(state, links, root, near)
    largest = empty + 1 + colour
    state[largest] = max(state[largest], -state[links + root])


@helper
def end_turn(table, state):
    """Pass the turn to the opponent, with a third stone if allowed."""
    seat = state[SEAT]
    largest = STONES + table[CELLS] + 1
    own, other = state[largest + seat], state[largest + 1 - seat]
    if table[THIRD] != CAUGHT:
        own = other = max(own, other)
    ahead = own > state[MARK] and own >= other and table[THIRD] != NONE
    state[LEFT] = 3 if ahead else 2
    state[MARK] = max(other, 1)
    state[PLACED] = 0
    state[SEAT] = 1 - seat


@helper_no_alloc
def find_root(table, state, cell):
    """Return the root of the group of a stone."""
    links = STONES + table[CELLS] + 3
    while state[links + cell] >= 0:
        cell = state[links + cell]
    return cell


@helper
def makes_no_new_largest(table, state, cell):
    """Return whether a stone on an empty cell forms no group larger than the size to beat."""
    links = STONES + table[CELLS] + 3
    first = NEAR + 6 * cell
    size = 1
    for k in range(first, first + 6):
        near = table[k]
        if near < 0 or state[STONES + near] != state[SEAT]:
            continue
        root, new = find_root(table, state, near), True
        for before in range(first, k):
            other = table[before]
            if other >= 0 and state[STONES + other] == state[SEAT]:
                new = new and find_root(table, state, other) != root
        if new:
            size -= state[links + root]
    return size <= state[MARK]


@compiled(MOVES)
def moves(table, state, out):
    """Write the cells where a stone may be placed, then the end of the turn if that is legal."""
    count, any_cell = 0, table[THIRD] != NONE or state[PLACED] == 0
    for cell in range(table[CELLS]):
        if state[STONES + cell] == EMPTY and (any_cell or makes_no_new_largest(table, state, cell)):
            out[count] = cell
            count += 1
    if state[STONES + table[CELLS]] and state[PLACED]:
        out[count] = table[CELLS]
        count += 1
    return count


@compiled(PLAY)
def play(table, state, move):
    """Place a stone, or end the turn."""
    cells = table[CELLS]
    if move == cells:
        end_turn(table, state)
        return
    put(table, state, move, state[SEAT])
    largest = STONES + cells + 1 + state[SEAT]
    if state[LEFT] == 1 or (table[THIRD] == NONE and state[largest] > state[MARK]):
        end_turn(table, state)
    else:
        state[LEFT] -= 1
        state[PLACED] += 1
    if state[STONES + cells] == 0:
        state[OUTCOME] = leader(state, STONES, state, STONES + cells + 3, cells)


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play random moves to the end, drawing cells from a shrinking list of empty cells."""
    cells, plies = table[CELLS], 0
    left = numpy.empty(cells, numpy.int32)
    count = 0
    for cell in range(cells):
        if state[STONES + cell] == EMPTY:
            left[count] = cell
            count += 1
    while state[OUTCOME] == ONGOING and plies < len(trace):
        chosen = random_below(draws, count + (state[PLACED] > 0))
        if table[THIRD] == NONE and state[PLACED]:
            while chosen < count and not makes_no_new_largest(table, state, left[chosen]):
                chosen = random_below(draws, count + 1)
        move = cells
        if chosen < count:
            move = left[chosen]
            count -= 1
            left[chosen] = left[count]
        trace[plies, 0], trace[plies, 1] = state[SEAT], move
        play(table, state, move)
        plies += 1
    return plies
