"""Compiled tactics for Permute: the evaluation and move ratings."""

import numpy
from numba import float64

from puzzlekit.rules.kernel_signatures import EVALUATE, RATE, compiled

from .fast_rules import FACES, PER_FACE, SEAT, SQUARES, SWAPPED, WIDTH, squared_size_lead


@compiled(EVALUATE)
def evaluate(table, state, seat):
    """Return the sum of a seat's squared group sizes minus the opponent's sum."""
    return float64(squared_size_lead(table, state, seat ^ state[SWAPPED]))


@compiled(RATE)
def rate(table, state, moves, count, rates):
    """Rate twists by the resulting group sizes, with -inf for one of two equivalent directions."""
    own = state[SEAT] ^ state[SWAPPED]
    swap = (table[WIDTH] - 1) * (table[WIDTH] - 1) * 8
    last, value = -1, 0.0
    for i in range(count):
        if moves[i] == swap:
            rates[i] = numpy.inf
            continue
        twisted = moves[i] // 4
        at = FACES + moves[i] // 8 * PER_FACE
        a, b = SQUARES + table[at], SQUARES + table[at + 1]
        c, d = SQUARES + table[at + 2], SQUARES + table[at + 3]
        if twisted % 2 and state[a] == state[c] and state[b] == state[d]:
            rates[i] = -numpy.inf
            continue
        if twisted != last:
            w, x, y, z = state[a], state[b], state[c], state[d]
            if twisted % 2 == 0:
                state[b], state[c], state[d], state[a] = w, x, y, z
            else:
                state[a], state[b], state[c], state[d] = x, y, z, w
            value, last = float64(squared_size_lead(table, state, own)), twisted
            state[a], state[b], state[c], state[d] = w, x, y, z
        rates[i] = value
    return 1
