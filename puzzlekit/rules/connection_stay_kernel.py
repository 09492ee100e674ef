"""Kernels of connection games whose stones never move; see `connection_kernel`."""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy

from .compiled import GOING_ON
from .connection_kernel import (
    ATTEMPTS,
    CELLS,
    EMPTY,
    FIRST,
    MAX_MOVES,
    MAY_SWAP,
    MONOTONE,
    OUTCOME,
    PASSES,
    PLY,
    SEAT,
    STONES,
    add_words,
    joined,
    makes_no_forbidden_block,
    mover,
    play_word,
    put,
    swap_of,
    turn_over,
)
from .kernel_signatures import (
    MOVES,
    PLAY,
    PLAYOUT,
    borrow,
    compiled,
    helper_no_alloc,
    random_below,
)


@compiled(MOVES)
def moves(table, state, out):
    """Write the legal moves."""
    if state[OUTCOME] != GOING_ON:
        return 0
    colour = mover(state)
    count = 0
    for cell in range(table[CELLS]):
        if state[STONES + cell] == EMPTY and makes_no_forbidden_block(
            table, state, cell, colour, colour
        ):
            out[count] = cell
            count += 1
    return add_words(table, state, out, count)


@compiled(PLAY)
def play(table, state, move):
    """Make a move."""
    if play_word(table, state, move):
        return
    colour = mover(state)
    put(table, state, move, colour)
    state[PASSES] = 0
    if joined(table, state, colour):
        state[OUTCOME] = state[SEAT]
    turn_over(state)


@helper_no_alloc
def chosen(table, state, draws, own, counts):
    """Draw a move from the mover's list of cells, or -1; drop cells that cannot become legal."""
    colour = mover(state)
    left = counts[colour - FIRST]
    swaps = int(table[MAY_SWAP] and state[PLY] == 1)
    tries, move = 0, -1
    while left + swaps > 0 and move < 0 and (table[MONOTONE] or tries < ATTEMPTS):
        tries += 1
        at = random_below(draws, left + swaps)
        if at == left:
            move = swap_of(table)
            break
        cell = own[colour - FIRST, at]
        taken = state[STONES + cell] != EMPTY
        if not taken and makes_no_forbidden_block(table, state, cell, colour, colour):
            move = cell
        elif taken or table[MONOTONE]:
            left -= 1
            own[colour - FIRST, at] = own[colour - FIRST, left]
    counts[colour - FIRST] = left
    return move


@helper_no_alloc
def play_out(table, state, draws, trace, own, counts, out):
    """Play random moves to the end; the last three arguments are scratch space."""
    table, state, draws, trace = borrow(table, state, draws, trace)
    own, counts, out = borrow(own, counts, out)
    ply = 0
    while state[OUTCOME] == GOING_ON and ply < len(trace):
        move = chosen(table, state, draws, own, counts)
        if move < 0:
            move = int(out[random_below(draws, moves(table, state, out))])
        trace[ply, 0], trace[ply, 1] = state[SEAT], move
        play(table, state, move)
        ply += 1
    return ply


@compiled(PLAYOUT)
def playout(table, state, draws, trace):
    """Play random moves to the end, drawn from a shrinking list of cells for each colour."""
    cells = table[CELLS]
    own = numpy.empty((2, cells), dtype=numpy.int32)
    counts = numpy.zeros(2, dtype=numpy.int32)
    for cell in range(cells):
        if state[STONES + cell] == EMPTY:
            own[0, counts[0]] = own[1, counts[0]] = cell
            counts[0] += 1
    counts[1] = counts[0]
    out = numpy.empty(table[MAX_MOVES], dtype=numpy.int32)
    return play_out(table, state, draws, trace, own, counts, out)
