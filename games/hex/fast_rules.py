"""Compiled rules of Hex: the board and the moves.

A state holds the seat, the outcome, the turns made, whether the seats have swapped, the stone on
each node, and the parent of each node (union-find). The nodes are the cells, row by row; the four
sides of the board, which count as stones of their colour; and one node for positions off the board
that are beyond two sides. The root of a tree is its node with the largest number, which is a side
if the chain touches one. A stone that joins two sides wins. A move is the number of a cell; the
swap comes after the cells.
"""

import numpy

from puzzlekit import GOING_ON
from puzzlekit.rules.kernel_signatures import MOVES, PLAY, compiled, helper_no_alloc

SEAT, OUTCOME, PLY, SWAPPED, STONES = range(5)
EMPTY, RED, BLUE, NOTHING = range(4)

# The table holds the cell count, whether there is a swap, the six nodes around each cell, the
# adjacency lists, and the symmetries.
CELLS, MAY_SWAP, RINGS = range(3)

# Adjacent neighbours of the same colour belong to one chain, so one cell of each run is enough. The
# rows list the beginnings of the runs in each bit set of neighbours, padded with 6.
RUNS = numpy.array(
    [
        [*(k for k in range(6) if bits >> k & 1 and not bits >> (k - 1) % 6 & 1), 6, 6, 6][:3]
        for bits in range(64)
    ]
)


@helper_no_alloc
def link(table, state, cell, colour):
    """Place a stone; return whether it connects two sides."""
    cells = table[CELLS]
    parent, ring = STONES + cells + 5, RINGS + 6 * cell
    state[STONES + cell] = colour
    own_neighbours = 0
    for k in range(6):
        own_neighbours |= (state[STONES + table[ring + k]] == colour) << k
    root, won = cell, False
    for k in range(3):
        run = RUNS[own_neighbours, k]
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
    """Write the empty cells; return their number."""
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
