"""Wins and losses within one turn, compiled: a turn may be several moves of the same seat.

What ends at once is always seen. Whether more moves of a turn are looked at depends on how many
have been so far: `left` holds one number, how many may still be.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy
from numba import boolean, int32, int64, types

from ..core.compiling import copy, njit
from ..rules.fast import DRAW, GOING_ON, OUTCOME, SEAT
from ..rules.fast_forms import MOVES, PLAY, WINNING

#: What is no move: the answer of a game that does not say which move wins.
UNKNOWN = -(1 << 40)

_numbers = int32[::1]
_functions = [types.FunctionType(form) for form in (MOVES, PLAY, WINNING)]


@njit(WINNING, cache=True, nogil=True)
def unknown(table, state):
    """Say nothing: a `winning` for games that have none."""
    return UNKNOWN


@njit(int64(*_functions, _numbers, _numbers, int64, int64[::1]), cache=True, nogil=True)
def win_in_turn(moves, play, winning, table, state, most, left):
    """Return a move that wins, at once or followed by others of the same turn; or -1.

    A position has `most` moves at most.
    """
    told = winning(table, state)
    if told not in (UNKNOWN, -1):
        return told
    out, after = numpy.empty(most, numpy.int32), numpy.empty(len(state), numpy.int32)
    seat, kept = state[SEAT], 0
    count = moves(table, state, out)
    left[0] -= count
    for i in range(count):
        copy(after, state)
        play(table, after, out[i])
        if after[OUTCOME] == seat:
            return int64(out[i])
        if after[OUTCOME] == GOING_ON and after[SEAT] == seat:
            out[kept] = out[i]
            kept += 1
    for i in range(kept):
        if left[0] <= 0:
            break
        copy(after, state)
        play(table, after, out[i])
        if win_in_turn(moves, play, winning, table, after, most, left) != -1:
            return int64(out[i])
    return -1


@njit(boolean(*_functions, _numbers, _numbers, int64, int64, int64[::1]), cache=True, nogil=True)
def loses(moves, play, winning, table, state, seat, most, left):
    """Tell whether a seat has lost, or another one wins in its turn whatever else it does."""
    if state[OUTCOME] != GOING_ON:
        return state[OUTCOME] not in (DRAW, seat)
    if state[SEAT] != seat:
        return win_in_turn(moves, play, winning, table, state, most, left) != -1
    out, after = numpy.empty(most, numpy.int32), numpy.empty(len(state), numpy.int32)
    for i in range(moves(table, state, out)):
        copy(after, state)
        play(table, after, out[i])
        if left[0] <= 0 or not loses(moves, play, winning, table, after, seat, most, left):
            return False
    return True
