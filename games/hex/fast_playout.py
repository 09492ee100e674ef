"""Hex as compiled code: games to the end, at random and with an eye on bridges."""

import numpy
from numba import int64

from puzzlekit import GOING_ON
from puzzlekit.rules.kernel_signatures import (
    PLAYOUT,
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
    """Return a cell that keeps joined what a stone on a cell was about to part, or -1.

    Two stones of a colour that have two empty cells in common are as good as joined: when one of
    the cells is taken, the other one is left (bridges, V. Anshelevich 2000).
    """
    ring = RINGS + 6 * taken
    first = random_below(draws, 6)
    for turned in range(first, first + 6):
        cell = table[ring + turned % 6]
        if state[STONES + cell] == EMPTY:
            one, other = table[ring + (turned + 1) % 6], table[ring + (turned + 5) % 6]
            if state[STONES + one] == colour and state[STONES + other] == colour:
                return int64(cell)
    return int64(-1)


@helper
def play_out(table, state, draws, trace, keen):
    """Draw from a list of the empty cells that grows shorter; whoever is keen answers first."""
    left = numpy.empty(table[CELLS], dtype=numpy.int32)
    count = places(table, state, left)
    seat, outcome, first, swapped = state[SEAT], state[OUTCOME], state[PLY], state[SWAPPED]
    move, ply = int64(-1), 0
    while outcome == GOING_ON and ply < len(trace):
        colour = RED + (seat ^ swapped)
        before, move = move, int64(-1)
        if keen and 0 <= before < table[CELLS]:
            move = saving(table, state, before, colour, draws)
        if table[MAY_SWAP] and first + ply == 1 and random_below(draws, count + 1) == count:
            move = table[CELLS]
            swapped = 1
        while move < 0:
            chosen = random_below(draws, count)
            cell = left[chosen]
            count -= 1
            left[chosen] = left[count]
            if state[STONES + cell] == EMPTY:  # no answer has taken it
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
    """Play at random to the end."""
    return play_out(table, state, draws, trace, False)


@compiled(PLAYOUT)
def rollout(table, state, draws, trace):
    """Play at random to the end, but answer what is about to part two stones."""
    return play_out(table, state, draws, trace, True)
