"""Compiled search for wins and losses within one turn of one or more moves.

Wins in one move are always found; longer winning turns are found only within a budget of moves.
`left` is an array: the remaining budget, the current depth, and the length and moves of the last
winning turn (killer heuristic).
"""

# mypy: allow-untyped-defs
import numpy
from numba import boolean, int32, int64, types, void

from ..core.compiling import compiled, copy
from ..rules.compiled import DRAW, GOING_ON, OUTCOME, SEAT
from ..rules.kernel_signatures import MOVES, PLAY, WINNING, helper

#: Indices into `left`. From `WON` on, there are up to `MAX_MOVES` moves.
LEFT, DEPTH, LENGTH, WON, MAX_MOVES = 0, 1, 2, 3, 8

#: Return value of `winning` in games that do not implement it. No move has this number.
UNKNOWN = -(1 << 40)

_numbers = int32[::1]
_functions = [types.FunctionType(form) for form in (MOVES, PLAY, WINNING)]


@compiled(WINNING)
def no_known_win(table, state):
    """Return `UNKNOWN`. This is the `winning` function of games that do not implement one."""
    return UNKNOWN


@helper(void(int64[::1], int64))
def record(left, move):
    """Record a move of the winning turn."""
    if left[DEPTH] < MAX_MOVES:
        left[WON + left[DEPTH]] = move
        left[LENGTH] = max(left[LENGTH], left[DEPTH] + 1)


@compiled(int64(*_functions, _numbers, _numbers, int64, int64[::1]))
def win_in_turn(moves, play, winning, table, state, max_moves, left):
    """Return a move that wins within the turn, immediately or after more moves, or -1."""
    winner = winning(table, state)
    if winner not in (UNKNOWN, -1):
        left[LENGTH] = 0
        record(left, winner)
        return winner
    out, after = numpy.empty(max_moves, numpy.int32), numpy.empty(len(state), numpy.int32)
    seat, continuing = state[SEAT], 0
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
            out[continuing] = out[i]
            continuing += 1
    for i in range(continuing):
        if left[LEFT] <= 0:
            break
        copy(after, state)
        play(table, after, out[i])
        left[DEPTH] += 1
        win = win_in_turn(moves, play, winning, table, after, max_moves, left)
        left[DEPTH] -= 1
        if win != -1:
            record(left, out[i])
            return int64(out[i])
    return -1


@compiled(boolean(*_functions[:2], _numbers, _numbers, int64, int64[::1]))
def wins_again(moves, play, table, state, max_moves, left):
    """Return whether the last winning turn also wins in this position."""
    out, after = numpy.empty(max_moves, numpy.int32), state.copy()
    for i in range(left[LENGTH]):
        count, at = moves(table, after, out), 0
        left[LEFT] -= 1 + count // 8  # generating moves is faster than playing them
        while at < count and out[at] != left[WON + i]:
            at += 1
        if at == count:
            return False
        play(table, after, out[at])
        if after[OUTCOME] != GOING_ON or after[SEAT] != state[SEAT]:
            return after[OUTCOME] == state[SEAT]
    return False


@compiled(boolean(*_functions, _numbers, _numbers, int64, int64, int64[::1]))
def loses_in_turn(moves, play, winning, table, state, seat, max_moves, left):
    """Return whether a seat has lost, or cannot prevent a loss in an opponent's next turn."""
    if state[OUTCOME] != GOING_ON:
        return state[OUTCOME] not in (DRAW, seat)
    if state[SEAT] != seat:
        if wins_again(moves, play, table, state, max_moves, left):
            return True
        return win_in_turn(moves, play, winning, table, state, max_moves, left) != -1
    out, after = numpy.empty(max_moves, numpy.int32), numpy.empty(len(state), numpy.int32)
    for i in range(moves(table, state, out)):
        copy(after, state)
        play(table, after, out[i])
        if left[LEFT] <= 0 or not loses_in_turn(
            moves, play, winning, table, after, seat, max_moves, left
        ):
            return False
    return True
