"""Compiled rules of Slyde: the board and the moves.

The key of a state holds the seat, the outcome, the plies made, and each stone: 0 for white, 1 for
black, plus 8 if fixed. The bookkeeping holds the number of possible flips and the indexed set of
pairs that can be swapped. These are adjacent mobile stones of different colours, and are the same
for both players.

Swaps are numbered by the first cell and the index of the second among its neighbours. The flips
come next, by cell.
"""

from puzzlekit import ONGOING
from puzzlekit.rules.kernel_signatures import (
    MOVES,
    PLAY,
    PLAYOUT,
    compiled,
    helper_no_alloc,
    random_below,
)
from puzzlekit.rules.regions_kernel import leader, set_membership, square_groups

SEAT, OUTCOME, PLY, SQUARES = range(4)
FIXED = 8
LETTERS = "wb......WB"  # the letters of the Python rules, by the number of a stone

# The table holds the width, the numbers of cells and pairs, whether there are flips; for each cell,
# its four neighbours (padded with -1) and the pairs with them; for each pair, the swaps from its
# first and from its second cell; the images of all cells under seven symmetries; and the symmetries
# of positions.
WIDTH, CELLS, PAIRS, SYMMETRY, NEAR = range(5)
IMAGES = 7


@helper_no_alloc
def pairs_offset(table):
    """Return the offset of the pairs in the table."""
    return NEAR + 8 * table[CELLS]


@compiled()
def update_swappable_pairs(table, state, cell):
    """Update the pairs of a cell in the set of pairs that can be swapped."""
    cells = table[CELLS]
    for k in range(NEAR + 4 * cell, NEAR + 4 * cell + 4):
        if table[k] >= 0:
            can = state[SQUARES + cell] + state[SQUARES + table[k]] == 1
            set_membership(state, SQUARES + cells + 1, table[PAIRS], table[k + 4 * cells], can)


@helper_no_alloc
def is_symmetric(table, state, changed):
    """Return whether a symmetry exchanges the colours, testing the changed cell first."""
    cells = table[CELLS]
    first = pairs_offset(table) + 2 * table[PAIRS]
    for image in range(first, first + IMAGES * cells, cells):
        if state[SQUARES + changed] ^ 1 != state[SQUARES + table[image + changed]]:
            continue
        cell = 0
        while cell < cells and (state[SQUARES + cell] ^ 1 == state[SQUARES + table[image + cell]]):
            cell += 1
        if cell == cells:
            return True
    return False


@compiled()
def update_flips_and_outcome(table, state, changed):
    """Set the number of flips and, if no swap is possible, the outcome."""
    cells = table[CELLS]
    flips = SQUARES + cells
    state[flips] = 0
    if state[flips + 1] == 0:
        links = square_groups(state, SQUARES, table[WIDTH])
        state[OUTCOME] = leader(state, SQUARES, links, 0, cells)
    elif table[SYMMETRY] and state[PLY] and is_symmetric(table, state, changed):
        state[flips] = cells


@compiled(MOVES)
def moves(table, state, out):
    """Write the swaps, ordered by their first cell, then the flips."""
    cells, count = table[CELLS], 0
    if state[OUTCOME] != ONGOING:
        return 0
    for cell in range(cells):
        if state[SQUARES + cell] == state[SEAT]:
            for k in range(4 * cell, 4 * cell + 4):
                near = table[NEAR + k]
                if near >= 0 and state[SQUARES + near] == 1 - state[SEAT]:
                    out[count] = k
                    count += 1
    for cell in range(state[SQUARES + cells]):
        out[count] = 4 * cells + cell
        count += 1
    return count


@compiled(PLAY)
def play(table, state, move):
    """Swap two stones and fix one, or flip a stone."""
    cells = table[CELLS]
    if move < 4 * cells:
        source, cell = move // 4, table[NEAR + move]
        one, other = SQUARES + source, SQUARES + cell
        state[one], state[other] = state[other], state[one] + FIXED
        update_swappable_pairs(table, state, source)
    else:
        cell = move - 4 * cells
        state[SQUARES + cell] ^= FIXED
    update_swappable_pairs(table, state, cell)
    state[PLY] += 1
    state[SEAT] = state[PLY] % 2
    update_flips_and_outcome(table, state, cell)


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play random swaps and flips to the end."""
    cells, plies = table[CELLS], 0
    flips = SQUARES + cells
    while state[OUTCOME] == ONGOING and plies < len(trace):
        seat, count = state[SEAT], state[flips + 1]
        drawn = random_below(draws, count + state[flips])
        if drawn < count:
            exchange = pairs_offset(table) + 2 * state[flips + 2 + drawn]
            move = table[exchange]
            if state[SQUARES + move // 4] != seat:
                move = table[exchange + 1]
        else:
            move = 4 * cells + drawn - count
        trace[plies, 0], trace[plies, 1] = seat, move
        play(table, state, move)
        plies += 1
    return plies
