"""Compiled search for wins and losses within one turn of one or more moves.

Wins in one move are always found; longer winning turns are found only within a budget of moves.
`left` is an array: the remaining budget, the current depth, and the length and moves of the last
winning turn (killer heuristic).
"""

# mypy: allow-untyped-defs
import numpy
from numba import boolean, int32, int64, types, void

from ..core.compiling import compiled, copy_array
from ..rules.compiled import DRAW, ONGOING, OUTCOME, SEAT
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
def record_winning_move(search_state, move):
    """Record a move of the winning turn."""
    if search_state[DEPTH] < MAX_MOVES:
        search_state[WON + search_state[DEPTH]] = move
        search_state[LENGTH] = max(search_state[LENGTH], search_state[DEPTH] + 1)


@compiled(int64(*_functions, _numbers, _numbers, int64, int64[::1]))
def win_in_turn(moves, play, winning, table, state, max_moves, search_state):
    """Return a move that wins within the turn, immediately or after more moves, or -1."""
    winner = winning(table, state)
    if winner not in (UNKNOWN, -1):
        search_state[LENGTH] = 0
        record_winning_move(search_state, winner)
        return winner
    out, after = numpy.empty(max_moves, numpy.int32), numpy.empty(len(state), numpy.int32)
    seat, continuing = state[SEAT], 0
    count = moves(table, state, out)
    search_state[LEFT] -= count
    for i in range(count):
        copy_array(after, state)
        play(table, after, out[i])
        if after[OUTCOME] == seat:
            search_state[LENGTH] = 0
            record_winning_move(search_state, out[i])
            return int64(out[i])
        if after[OUTCOME] == ONGOING and after[SEAT] == seat:
            out[continuing] = out[i]
            continuing += 1
    for i in range(continuing):
        if search_state[LEFT] <= 0:
            break
        copy_array(after, state)
        play(table, after, out[i])
        search_state[DEPTH] += 1
        win = win_in_turn(moves, play, winning, table, after, max_moves, search_state)
        search_state[DEPTH] -= 1
        if win != -1:
            record_winning_move(search_state, out[i])
            return int64(out[i])
    return -1


@compiled(boolean(*_functions[:2], _numbers, _numbers, int64, int64[::1]))
def wins_again(moves, play, table, state, max_moves, search_state):
    """Return whether the last winning turn also wins in this position."""
    out, after = numpy.empty(max_moves, numpy.int32), state.copy()
    for i in range(search_state[LENGTH]):
        count, at = moves(table, after, out), 0
        search_state[LEFT] -= 1 + count // 8  # generating moves is faster than playing them
        while at < count and out[at] != search_state[WON + i]:
            at += 1
        if at == count:
            return False
        play(table, after, out[at])
        if after[OUTCOME] != ONGOING or after[SEAT] != state[SEAT]:
            return after[OUTCOME] == state[SEAT]
    return False


@compiled(boolean(*_functions, _numbers, _numbers, int64, int64, int64[::1]))
def loses_in_turn(moves, play, winning, table, state, seat, max_moves, search_state):
    """Return whether a seat has lost, or cannot prevent a loss in an opponent's next turn."""
    if state[OUTCOME] != ONGOING:
        return state[OUTCOME] not in (DRAW, seat)
    if state[SEAT] != seat:
        if wins_again(moves, play, table, state, max_moves, search_state):
            return True
        return win_in_turn(moves, play, winning, table, state, max_moves, search_state) != -1
    out, after = numpy.empty(max_moves, numpy.int32), numpy.empty(len(state), numpy.int32)
    for i in range(moves(table, state, out)):
        copy_array(after, state)
        play(table, after, out[i])
        if search_state[LEFT] <= 0 or not loses_in_turn(
            moves, play, winning, table, after, seat, max_moves, search_state
        ):
            return False
    return True
