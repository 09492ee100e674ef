"""Compiled rules of Pentago: the board and the moves.

A state holds the seat, the outcome and the plies made, then the four quadrants as bitboards of nine
bits, for White and for Black. A turn consists of two moves. Placements have the lowest numbers, in
the order of the Python rules; the twists come next.

There are 32 lines of five. For each content of a quadrant, a 32-bit mask marks the lines whose
squares in this quadrant are all occupied by the colour. A colour has five in a row if the bitwise
AND of its four masks is not zero.
"""

from numba import boolean, int32, int64, void

from puzzlekit import DRAW, ONGOING
from puzzlekit.rules.kernel_signatures import (
    MOVES,
    PLAY,
    PLAYOUT,
    compiled,
    helper_no_alloc,
    random_below,
)

SEAT, OUTCOME, PLY, QUARTERS = range(4)
CELLS, TWISTS, LENGTH, FULL = 36, 8, 5, 511
MAX_PLIES = 1 + 2 * CELLS  # an empty board may begin with a twist

# The table holds the quadrant of each square and its bit, each content of a quadrant after a twist
# to the right and to the left, the line masks for each quadrant, and the squares of each line.
QUARTER, BIT, TURNED = 0, CELLS, 2 * CELLS
AGREED = TURNED + 2 * (FULL + 1)
LINES = AGREED + 4 * (FULL + 1)


@helper_no_alloc(boolean(int32[::1], int32[::1], int64))
def has_five(table, state, colour):
    """Return whether a colour has five in a row."""
    at, agreed = QUARTERS + 4 * colour, int64(-1)
    for quarter in range(4):
        agreed &= table[AGREED + (FULL + 1) * quarter + state[at + quarter]]
    return agreed != 0


@helper_no_alloc
def is_empty(table, state, cell):
    """Return whether a square is empty."""
    at = QUARTERS + table[QUARTER + cell]
    return (state[at] | state[at + 4]) & table[BIT + cell] == 0


@compiled(void(int32[::1], int32[::1], int64, int64))
def toggle_stone(table, state, cell, colour):
    """Place a stone on an empty square, or remove the stone there."""
    state[QUARTERS + 4 * colour + table[QUARTER + cell]] ^= table[BIT + cell]


@helper_no_alloc
def twist(table, state, number):
    """Twist a quadrant; `number ^ 1` is the inverse."""
    for at in (QUARTERS + number // 2, QUARTERS + 4 + number // 2):
        state[at] = table[TURNED + (FULL + 1) * (number % 2) + state[at]]


@helper_no_alloc
def is_full(state):
    """Return whether no square is empty."""
    both = int64(FULL)
    for at in range(QUARTERS, QUARTERS + 4):
        both &= state[at] | state[at + 4]
    return both == FULL


@compiled(MOVES)
def moves(table, state, out):
    """Write the empty squares as placements, or the twists."""
    count = 0
    if state[OUTCOME] != ONGOING:
        return count
    if state[PLY] % 2:
        for number in range(TWISTS):
            out[number] = CELLS + number
        return TWISTS
    for cell in range(CELLS):
        if is_empty(table, state, cell):
            out[count] = cell
            count += 1
    return count


@compiled(PLAY)
def play(table, state, move):
    """Place a stone, or twist."""
    seat = state[SEAT]
    if move < CELLS:
        toggle_stone(table, state, move, seat)
        if has_five(table, state, seat):
            state[OUTCOME] = seat
    else:
        twist(table, state, move - CELLS)
        white, black = has_five(table, state, 0), has_five(table, state, 1)
        if white or black:
            state[OUTCOME] = DRAW if white and black else int64(black)
        elif is_full(state):
            state[OUTCOME] = DRAW
        state[SEAT] = 1 - seat
    state[PLY] += 1


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play random moves to the end, drawing squares until an empty one is found."""
    plies = 0
    while state[OUTCOME] == ONGOING and plies < len(trace):
        if state[PLY] % 2:
            move = CELLS + random_below(draws, TWISTS)
        else:
            move = random_below(draws, CELLS)
            while not is_empty(table, state, move):
                move = random_below(draws, CELLS)
        trace[plies, 0], trace[plies, 1] = state[SEAT], move
        play(table, state, move)
        plies += 1
    return plies
