"""Wins and losses within one turn, compiled: a turn may be several moves of the same seat.

What ends at once is always seen. Whether more moves of a turn are looked at depends on how many
have been so far. `left` holds how many may still be, and then the turn that won last, since it
mostly wins again: the number of its moves so far, its length, and the moves.
"""

# mypy: allow-untyped-defs
import numpy
from numba import boolean, int32, int64, types, void

from ..core.compiling import copy, njit
from ..rules.compiled import DRAW, GOING_ON, OUTCOME, SEAT
from ..rules.kernel_signatures import MOVES, PLAY, WINNING, helper

#: Where `left` holds what; moves follow, and there is room for so many.
LEFT, DEPTH, LENGTH, WON, ROOM = 0, 1, 2, 3, 8

#: What is no move: the answer of a game that does not say which move wins.
UNKNOWN = -(1 << 40)

_numbers = int32[::1]
_functions = [types.FunctionType(form) for form in (MOVES, PLAY, WINNING)]


@njit(WINNING, cache=True, nogil=True)
def unknown(table, state):
    """Say nothing: a `winning` for games that have none."""
    return UNKNOWN


@helper(void(int64[::1], int64))
def record(left, move):
    """Note a move of the turn that wins."""
    if left[DEPTH] < ROOM:
        left[WON + left[DEPTH]] = move
        left[LENGTH] = max(left[LENGTH], left[DEPTH] + 1)


@njit(int64(*_functions, _numbers, _numbers, int64, int64[::1]), cache=True, nogil=True)
def win_in_turn(moves, play, winning, table, state, most, left):
    """Return a move that wins, at once or followed by others of the same turn; or -1."""
    told = winning(table, state)
    if told not in (UNKNOWN, -1):
        left[LENGTH] = 0
        record(left, told)
        return told
    out, after = numpy.empty(most, numpy.int32), numpy.empty(len(state), numpy.int32)
    seat, kept = state[SEAT], 0
    count = moves(table, state, out)
    left[LEFT] -= count
    for i in range(count):
        copy(after, state)
        play(table, after, out[i])
        if after[OUTCOME] == seat:
            left[LENGTH] = 0
            record(left, out[i])
            return int64(out[i])
        if after[OUTCOME] == GOING_ON and after[SEAT] == seat:
            out[kept] = out[i]
            kept += 1
    for i in range(kept):
        if left[LEFT] <= 0:
            break
        copy(after, state)
        play(table, after, out[i])
        left[DEPTH] += 1
        win = win_in_turn(moves, play, winning, table, after, most, left)
        left[DEPTH] -= 1
        if win != -1:
            record(left, out[i])
            return int64(out[i])
    return -1


@njit(boolean(*_functions[:2], _numbers, _numbers, int64, int64[::1]), cache=True, nogil=True)
def wins_again(moves, play, table, state, most, left):
    """Return whether the turn that won last wins here as well."""
    out, after = numpy.empty(most, numpy.int32), state.copy()
    for i in range(left[LENGTH]):
        count, at = moves(table, after, out), 0
        left[LEFT] -= 1 + count // 8  # to list moves takes less time than to make them
        while at < count and out[at] != left[WON + i]:
            at += 1
        if at == count:
            return False
        play(table, after, out[at])
        if after[OUTCOME] != GOING_ON or after[SEAT] != state[SEAT]:
            return after[OUTCOME] == state[SEAT]
    return False


@njit(boolean(*_functions, _numbers, _numbers, int64, int64, int64[::1]), cache=True, nogil=True)
def loses(moves, play, winning, table, state, seat, most, left):
    """Return whether a seat has lost, or another one wins in its turn whatever else it does."""
    if state[OUTCOME] != GOING_ON:
        return state[OUTCOME] not in (DRAW, seat)
    if state[SEAT] != seat:
        if wins_again(moves, play, table, state, most, left):
            return True
        return win_in_turn(moves, play, winning, table, state, most, left) != -1
    out, after = numpy.empty(most, numpy.int32), numpy.empty(len(state), numpy.int32)
    for i in range(moves(table, state, out)):
        copy(after, state)
        play(table, after, out[i])
        if left[LEFT] <= 0 or not loses(moves, play, winning, table, after, seat, most, left):
            return False
    return True
