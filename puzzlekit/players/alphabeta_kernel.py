"""Alpha-beta search, compiled once for all games whose compiled rules have an evaluation.

It returns the same values as `alphabeta_plain.AlphaBeta`. The transposition table and the table of
best moves are indexed by a hash of the position; new entries replace old ones.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from numba import float64, int32, int64, types, uint64
from numpy import inf

from ..core.compiling import copy, njit
from ..core.prng import splitmix64
from ..rules.compiled import DRAW, GOING_ON, OUTCOME, SEAT
from ..rules.kernel_signatures import EVALUATE, MOVES, PLAY
from .alphabeta_search import WIN
from .mcts_kernel import is_same_position

#: Indices into `flags`: the stop request, whether the search met its depth limit or a repetition,
#: and the number of searches.
STOP, UNPROVED, ROUND = range(3)

#: Number of counters for the history heuristic; moves share counters if there are more moves.
COUNTERS = 1 << 14

_functions = [types.FunctionType(form) for form in (MOVES, PLAY, EVALUATE)]
_numbers, _rows, _keys = int32[::1], int32[:, ::1], uint64[::1]

#: Working memory: positions and moves by ply, the transposition table, the table of best moves,
#: history counters, and flags.
_work = types.Tuple((_rows, _rows, _keys, float64[:, ::1], _keys, _numbers, int64[::1], int64[::1]))


@njit(cache=True, nogil=True)
def key_of(state, key_size):
    """Return a 64-bit hash of a position."""
    key = uint64(1)
    for i in range(key_size):
        key = splitmix64(key ^ uint64(state[i]))
    return key


@njit(
    float64(*_functions, _numbers, int64, int64, int64, int64, float64, float64, _work),
    cache=True,
    nogil=True,
)
def value(moves, play, evaluate, table, key_size, seat, depth, ply, alpha, beta, work):
    """Return the value of `states[ply]`, or a bound; earlier rows are the path."""
    states, flags = work[0], work[7]
    state = states[ply]
    outcome = state[OUTCOME]
    if outcome == DRAW:
        return 0.0
    if outcome != GOING_ON:
        return WIN - ply if outcome == seat else ply - WIN
    for before in range(ply):
        if is_same_position(
            states[before], state, key_size
        ):  # a cycle counts as a draw and proves nothing
            flags[UNPROVED] = 1
            return 0.0
    if depth == 0:
        flags[UNPROVED] = 1
        return evaluate(table, state, seat)
    if flags[STOP]:
        return 0.0
    _, lists, keys, bounds, best_keys, bests, history, _ = work
    key = key_of(state, key_size)
    best_slot = int64(key % uint64(len(best_keys)))
    first = bests[best_slot] if best_keys[best_slot] == key else -1
    own = splitmix64(key ^ splitmix64(uint64(flags[ROUND] * 1000 + depth)))
    slot = int64(own % uint64(len(keys)))
    low, high = -inf, inf
    if keys[slot] == own:
        low, high = bounds[slot, 0], bounds[slot, 1]
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
    mine = state[SEAT] == seat
    a, b = max(alpha, low), min(beta, high)
    lower, upper = a, b
    best_value = -inf if mine else inf
    row = lists[ply]
    count = moves(table, state, row)
    best = row[0]
    for i in range(count):
        chosen = i
        rank = int64(-1)
        for j in range(i, count):
            each = history[row[j] % COUNTERS] if row[j] != first else int64(1) << 62
            if each > rank:
                chosen, rank = j, each
        move = row[chosen]
        for j in range(chosen, i, -1):
            row[j] = row[j - 1]
        row[i] = move
        copy(states[ply + 1], state)
        play(table, states[ply + 1], move)
        worth = value(moves, play, evaluate, table, key_size, seat, depth - 1, ply + 1, a, b, work)
        if flags[STOP]:
            return 0.0
        if (mine and worth > best_value) or (not mine and worth < best_value):
            best_value, best = worth, move
        if mine:
            a = max(a, best_value)
        else:
            b = min(b, best_value)
        if a >= b:
            break
    best_keys[best_slot], bests[best_slot] = key, best
    history[best % COUNTERS] += depth * depth
    if keys[slot] != own:
        keys[slot] = own
        low, high = -inf, inf
    bounds[slot, 0] = max(low, best_value) if best_value > lower else low
    bounds[slot, 1] = min(high, best_value) if best_value < upper else high
    return best_value
