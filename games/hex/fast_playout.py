"""Compiled playouts for Hex: uniformly random ones, and ones that save bridges."""

import numpy
from numba import int64

from puzzlekit import GOING_ON
from puzzlekit.rules.kernel_signatures import (
    PLAYOUT,
    borrow,
    compiled,
    helper,
    helper_no_alloc,
    random_below,
)

from .fast_rules import (
    CELLS,
    EMPTY,
    MAY_SWAP,
    OUTCOME,
    PLY,
    RED,
    RINGS,
    SEAT,
    STONES,
    SWAPPED,
    link,
    places,
)


@helper_no_alloc
def saving(table, state, taken, colour, draws):
    """Return the cell that saves a bridge after the opponent intruded into it, or -1.

    Two stones with two common empty neighbours form a bridge: if the opponent takes one of the
    cells, the other one still connects the stones (V. Anshelevich, 2000).
    """
    ring = RINGS + 6 * taken
    first = random_below(draws, 6)
    for turned in range(first, first + 6):
        cell = table[ring + turned % 6]
        if state[STONES + cell] == EMPTY:
            a_side, b_side = table[ring + (turned + 1) % 6], table[ring + (turned + 5) % 6]
            if state[STONES + a_side] == colour and state[STONES + b_side] == colour:
                return int64(cell)
    return int64(-1)


@helper
def play_out(table, state, draws, trace, save_bridges):
    """Play random moves from a shrinking list of empty cells; save bridges first if asked."""
    table, state, draws, trace = borrow(table, state, draws, trace)
    left = numpy.empty(table[CELLS], dtype=numpy.int32)
    count = places(table, state, left)
    seat, outcome, first, swapped = state[SEAT], state[OUTCOME], state[PLY], state[SWAPPED]
    move, ply = int64(-1), 0
    while outcome == GOING_ON and ply < len(trace):
        colour = RED + (seat ^ swapped)
        before, move = move, int64(-1)
        if save_bridges and 0 <= before < table[CELLS]:
            move = saving(table, state, before, colour, draws)
        if table[MAY_SWAP] and first + ply == 1 and random_below(draws, count + 1) == count:
            move = table[CELLS]
            swapped = 1
        while move < 0:
            chosen = random_below(draws, count)
            cell = left[chosen]
            count -= 1
            left[chosen] = left[count]
            if state[STONES + cell] == EMPTY:  # it may have been used to save a bridge
                move = cell
        if move < table[CELLS] and link(table, state, move, colour):
            outcome = seat
        trace[ply, 0], trace[ply, 1] = seat, move
        seat = 1 - seat
        ply += 1
    state[SEAT], state[OUTCOME], state[PLY], state[SWAPPED] = seat, outcome, first + ply, swapped
    return ply


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play random moves to the end."""
    return play_out(table, state, draws, trace, False)


@compiled(PLAYOUT)
def rollout(table, state, draws, trace):
    """Play random moves to the end, but save bridges."""
    return play_out(table, state, draws, trace, True)
