"""Hex as compiled code: the board, and the rules.

A state is: seat, outcome, turns made, whether the seats have swapped; the stone of each node; the
parent of each node. Nodes are the cells row by row, the four sides of the board, which are stones
of the colour that joins them, and one for what lies beyond two sides at once. Each chain is a
tree, whose root is its node of the largest number: a side, if it has reached one. Who links two
sides wins. A move is the number of a cell; the swap comes after the cells.
"""

import numpy

from puzzlekit import GOING_ON
from puzzlekit.rules.kernel_signatures import MOVES, PLAY, compiled, helper_no_alloc

SEAT, OUTCOME, PLY, SWAPPED, STONES = range(5)
EMPTY, RED, BLUE, NOTHING = range(4)

# The table: how many cells, whether there is a swap, the six nodes around each cell, what is linked
# to each node, the images.
CELLS, MAY_SWAP, RINGS = range(3)

# Friends that lie side by side around a cell are in one chain: one of each run is enough.
# For each set of places around a cell, as bits, where its runs begin, and then a 6.
RUNS = numpy.array(
    [
        [*(k for k in range(6) if bits >> k & 1 and not bits >> (k - 1) % 6 & 1), 6, 6, 6][:3]
        for bits in range(64)
    ]
)


@helper_no_alloc
def link(table, state, cell, colour):
    """Put a stone; tell whether it links two sides."""
    cells = table[CELLS]
    parent, ring = STONES + cells + 5, RINGS + 6 * cell
    state[STONES + cell] = colour
    friends = 0
    for k in range(6):
        friends |= (state[STONES + table[ring + k]] == colour) << k
    root, won = cell, False
    for k in range(3):
        run = RUNS[friends, k]
        if run == 6:
            break
        near = table[ring + run]
        while state[parent + near] != near:
            state[parent + near] = state[parent + state[parent + near]]
            near = state[parent + near]
        if near != root:
            won |= near >= cells and root >= cells
            state[parent + min(near, root)] = max(near, root)
            root = max(near, root)
    return won


@helper_no_alloc
def places(table, state, out):
    """Write the empty cells, and return how many there are."""
    count = 0
    for cell in range(table[CELLS]):
        if state[STONES + cell] == EMPTY:
            out[count] = cell
            count += 1
    return count


@compiled(MOVES)
def moves(table, state, out):
    """Write the legal moves."""
    if state[OUTCOME] != GOING_ON:
        return 0
    count = places(table, state, out)
    if table[MAY_SWAP] and state[PLY] == 1:
        out[count] = table[CELLS]
        count += 1
    return count


@compiled(PLAY)
def play(table, state, move):
    """Make a move."""
    seat = state[SEAT]
    if move == table[CELLS]:
        state[SWAPPED] = 1
    elif link(table, state, move, RED + (seat ^ state[SWAPPED])):
        state[OUTCOME] = seat
    state[PLY] += 1
    state[SEAT] = 1 - seat
