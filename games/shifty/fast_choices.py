"""Shifty as compiled code: moves that win at once, and how promising moves look."""

import numpy
from numba import int64

from puzzlekit import GOING_ON
from puzzlekit.rules.connection_kernel import (
    BITS,
    CELLS,
    EMPTY,
    FIRST,
    MOST,
    OUTCOME,
    SECOND,
    STONES,
    mover,
    rows,
    swap_of,
)
from puzzlekit.rules.kernel_signatures import RATE, WINNING, compiled, helper, helper_no_alloc

from .fast_rules import moves


@helper
def through(table, state, colour):
    """Return for each cell how many stones a row through it takes that joins both sides."""
    side = table[CELLS] + 2 * (colour - FIRST)
    found, other = rows(table, state, side, -1), rows(table, state, side + 1, -1)
    for cell in range(table[CELLS]):
        found[cell] += other[cell] - (state[STONES + cell] == EMPTY)
    return found


@helper_no_alloc
def least_of(table, row):
    """Return how many stones the shortest row takes that joins both sides."""
    least = row[0]
    for cell in range(table[CELLS]):
        least = min(least, row[cell])
    return least


@compiled(WINNING)
def winning(table, state):
    """Return a move that wins at once, or -1: a stone that moves may leave a gap behind."""
    colour = mover(state)
    side = table[CELLS] + 2 * (colour - FIRST)
    here = rows(table, state, side, -1)
    if state[OUTCOME] != GOING_ON or here[side + 1] > 1:
        return -1
    there = rows(table, state, side + 1, -1)
    found = numpy.empty(table[MOST], numpy.int32)
    for k in range(moves(table, state, found)):
        move = int64(found[k])
        target, source = move & ((1 << table[BITS]) - 1), (move >> table[BITS]) - 1
        if move >= swap_of(table) or here[target] + there[target] > 2:
            continue
        if source < 0:
            return move
        state[STONES + source], state[STONES + target] = EMPTY, colour
        left = rows(table, state, side, side + 1)[side + 1]
        state[STONES + source], state[STONES + target] = colour, EMPTY
        if left == 0:
            return move
    return -1


@compiled(RATE)
def rate(table, state, found, count, rates):
    """Prefer cells in the shortest rows of both; a stone in such a row stays where it is."""
    colour = mover(state)
    ours = through(table, state, colour)
    theirs = through(table, state, FIRST + SECOND - colour)
    least, their_least = least_of(table, ours), least_of(table, theirs)
    for i in range(count):
        if found[i] >= swap_of(table):
            rates[i] = 0.0
            continue
        cell, source = found[i] & ((1 << table[BITS]) - 1), (found[i] >> table[BITS]) - 1
        rates[i] = 2.0 * (least + their_least) - ours[cell] - theirs[cell]
        if ours[cell] == least:
            rates[i] += 100.0 if least == 1 else 0.5
        if theirs[cell] == their_least:
            rates[i] += 50.0 if their_least == 1 else 0.5
        if source >= 0:
            rates[i] -= 1.5 if ours[source] == least else 0.5
    return 1
