"""Compiled tactics for Shifty: immediate wins and move ratings."""

import numpy
from numba import int64

from puzzlekit import ONGOING
from puzzlekit.rules.connection_kernel import (
    BITS,
    CELLS,
    EMPTY,
    FIRST,
    MAX_MOVES,
    OUTCOME,
    SECOND,
    STONES,
    colour_to_move,
    path_distances,
    swap_code,
)
from puzzlekit.rules.kernel_signatures import RATE, WINNING, compiled, helper, helper_no_alloc

from .fast_rules import moves


@helper
def path_lengths_through(table, state, colour):
    """Return the number of stones missing on the shortest path through each cell."""
    side = table[CELLS] + 2 * (colour - FIRST)
    missing = path_distances(table, state, side, -1)
    other = path_distances(table, state, side + 1, -1)
    for cell in range(table[CELLS]):
        missing[cell] += other[cell] - (state[STONES + cell] == EMPTY)
    return missing


@helper_no_alloc
def shortest_path_length(table, path_lengths):
    """Return the number of stones missing on the shortest path between the sides."""
    shortest = path_lengths[0]
    for cell in range(table[CELLS]):
        shortest = min(shortest, path_lengths[cell])
    return shortest


@compiled(WINNING)
def winning(table, state):
    """Return a move that wins immediately, despite any gap that a moving stone leaves, or -1."""
    colour = colour_to_move(state)
    side = table[CELLS] + 2 * (colour - FIRST)
    here = path_distances(table, state, side, -1)
    if state[OUTCOME] != ONGOING or here[side + 1] > 1:
        return -1
    there = path_distances(table, state, side + 1, -1)
    candidates = numpy.empty(table[MAX_MOVES], numpy.int32)
    for k in range(moves(table, state, candidates)):
        move = int64(candidates[k])
        target, source = move & ((1 << table[BITS]) - 1), (move >> table[BITS]) - 1
        if move >= swap_code(table) or here[target] + there[target] > 2:
            continue
        if source < 0:
            return move
        state[STONES + source], state[STONES + target] = EMPTY, colour
        left = path_distances(table, state, side, side + 1)[side + 1]
        state[STONES + source], state[STONES + target] = colour, EMPTY
        if left == 0:
            return move
    return -1


@compiled(RATE)
def rate(table, state, moves, count, rates):
    """Prefer targets on both players' shortest paths, and moves of stones off these paths."""
    colour = colour_to_move(state)
    ours = path_lengths_through(table, state, colour)
    theirs = path_lengths_through(table, state, FIRST + SECOND - colour)
    our_shortest = shortest_path_length(table, ours)
    their_shortest = shortest_path_length(table, theirs)
    for i in range(count):
        if moves[i] >= swap_code(table):
            rates[i] = 0.0
            continue
        cell, source = moves[i] & ((1 << table[BITS]) - 1), (moves[i] >> table[BITS]) - 1
        rates[i] = 2.0 * (our_shortest + their_shortest) - ours[cell] - theirs[cell]
        if ours[cell] == our_shortest:
            rates[i] += 100.0 if our_shortest == 1 else 0.5
        if theirs[cell] == their_shortest:
            rates[i] += 50.0 if their_shortest == 1 else 0.5
        if source >= 0:
            rates[i] -= 1.5 if ours[source] == our_shortest else 0.5
    return 1
