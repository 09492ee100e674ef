"""Outcomes under best play, compiled once for all games that have a fast path.

Alpha-beta to the end of the game, with three values for the seat that moves: `LOSS`, `TIE` and
`WIN`. The search keeps its own stack in arrays, so that it can stop after so many positions and go
on later. Positions are found again by two hashes of 64 bits of their canonical form. A proof would
be wrong only if another position had both: with 10^10 lookups in a table of 10^8 entries the chance
is less than 10^-19, since each lookup compares 128 bits with two entries.

Where moves are claims of cells (`Fast.claims`), a proof says which empty cells it needs: a stone of
who loses anywhere else changes nothing. Of the moves that are left only those in all such sets can
be better than the ones that have lost (the must-play region: R. Hayward and others, Solving 7 x 7
Hex with domination, fill-in, and virtual connections, 2005). A set is a number of 64 bits;
`ALL` says no more than that a proof may need any cell, and does for other games.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from numba import boolean, float64, int32, int64, types, uint64, void
from numpy import inf

from ..core.compiling import copy, njit
from ..core.prng import splitmix64
from ..rules.compiled import DRAW, GOING_ON, OUTCOME, SEAT
from ..rules.kernel_signatures import CANONICAL, EVALUATE, MOVES, PLAY, PLAYOUT, helper_no_alloc
from .outcome_plain import LOSS, TIE, WIN

#: What a row of `frames` holds: the move to be made next (`NEW`: not looked at yet) and how many
#: there are, the window, the best value so far and its move, when the search came here, the claims
#: that can still be better, and the cells that the proof needs so far.
NEXT, COUNT, ALPHA, BETA, FOUND, BEST, SINCE, HOPES, NEEDS, FRAME = range(10)
NEW = -1

#: All cells, in a set of cells.
ALL = -1

#: What an entry holds: two hashes, what is packed in a number, and the cells that the proof needs.
#: Packed are the best move and, from these bits on, the bounds and how much work they were.
PACKED, CELLS, ENTRY = 2, 3, 4
LOW, HIGH, GRADE = 32, 34, 36

#: What `search` holds: the row in work, how many positions have been opened, whether the game was
#: longer than there are rows, the value of row 0 when the search is over, and how many moves claim
#: a cell.
ROW, OPENED, TOO_DEEP, VALUE, CLAIMS, SEARCH = range(6)

#: Lines of `often`, where moves were good: two for the seats, then one for each row; what lies
#: deeper shares the last one. Each line has so many counters; moves share one if there are more.
LINES, COUNTERS = 64, 1 << 12
#: From so many trials on, older ones count half; and how many trials the line of a seat is worth.
TRIALS, PRIOR = 1 << 12, 8.0

#: How much the best evaluation of a move counts more than the worst, against how often moves were
#: good, which is at most 1; and what stands for no difference.
EVALUATED, TINY = 0.5, 1e-300

_numbers, _rows, _frames, _table = int32[::1], int32[:, ::1], int64[:, ::1], uint64[:, ::1]
_game = [types.FunctionType(form) for form in (MOVES, PLAY, CANONICAL, EVALUATE)] + [_numbers]

#: What a search works with; see `run`.
_work = types.Tuple(
    (
        _rows,
        _rows,
        float64[:, ::1],
        _frames,
        _table,
        _numbers,
        _table,
        float64[:, :, ::1],
        int64[::1],
    )
)


@njit(EVALUATE, cache=True, nogil=True)
def level(table, state, seat):
    """Return the evaluation where a game brings none."""
    return 0.0


@njit(CANONICAL, cache=True, nogil=True)
def itself(table, state, out):
    """Write the key of a position: the canonical form where a game brings none."""
    for i in range(len(out)):
        out[i] = state[i]
    return len(out)


@njit(void(_numbers, int64, uint64[::1]), cache=True, nogil=True)
def hash_of(form, length, hashes):
    """Write two hashes of 64 bits of so many numbers."""
    one, two = uint64(length + 1), uint64(0x5DEECE66D)
    for i in range(0, length, 2):
        pair = uint64(form[i]) << uint64(32)
        if i + 1 < length:
            pair |= uint64(form[i + 1]) & uint64(0xFFFFFFFF)
        one = splitmix64(one ^ pair)
        two = splitmix64(two + pair)
    hashes[0], hashes[1] = one, two


@njit(int64(_table, uint64[::1]), cache=True, nogil=True)
def entry_of(entries, hashes):
    """Return the entry of a position, or -1: each has the choice of two places."""
    at = int64(hashes[0] % uint64(len(entries) // 2)) * 2
    for i in range(at, at + 2):
        if entries[i, 0] == hashes[0] and entries[i, 1] == hashes[1]:
            return i
    return int64(-1)


@njit(int64(uint64), cache=True, nogil=True)
def low_of(packed):
    """Return what a position is worth at least, by what its entry holds."""
    return int64(packed >> uint64(LOW) & uint64(3)) - 1


@njit(int64(uint64), cache=True, nogil=True)
def high_of(packed):
    """Return what a position is worth at most, by what its entry holds."""
    return int64(packed >> uint64(HIGH) & uint64(3)) - 1


@njit(void(_table, uint64[::1], int64, int64, int64, int64, int64), cache=True, nogil=True)
def keep(entries, hashes, low, high, best, work, cells):
    """Keep the bounds of a position: in the first place what took more work, else the latest."""
    grade = uint64(0)
    while work > 1:
        work >>= 1
        grade += uint64(1)
    at = entry_of(entries, hashes)
    if at >= 0:
        low, high = max(low, low_of(entries[at, PACKED])), min(high, high_of(entries[at, PACKED]))
    packed = uint64(best) & uint64(0xFFFFFFFF)
    packed |= (
        uint64(low + 1) << uint64(LOW) | uint64(high + 1) << uint64(HIGH) | grade << uint64(GRADE)
    )
    if at < 0:
        at = int64(hashes[0] % uint64(len(entries) // 2)) * 2
        if entries[at, PACKED] >> uint64(GRADE) > grade:
            at += 1
        else:
            for k in range(ENTRY):
                entries[at + 1, k] = entries[at, k]
    entries[at, 0], entries[at, 1], entries[at, PACKED] = hashes[0], hashes[1], packed
    entries[at, CELLS] = uint64(cells)


@njit(int64(int64, int64, int64), cache=True, nogil=True)
def with_claim(cells, claims, move):
    """Return a set of cells with the one that a move claims."""
    return cells | int64(1) << move if 0 <= move < claims else int64(ALL)


@njit(void(int64[::1], int64, int64, int64), cache=True, nogil=True)
def lost(frame, claims, move, cells):
    """Note that a move loses, by a proof that needs some cells."""
    is_claim = 0 <= move < claims
    frame[HOPES] &= cells if is_claim else ALL
    frame[NEEDS] |= cells if is_claim else ALL


@njit(float64(float64[:, :, ::1], int64, int64, int64), cache=True, nogil=True)
def promise(often, seat, row, move):
    """Return how often a move was good so deep in the game, or else anywhere for a seat."""
    slot, line = move % COUNTERS, min(row + 2, LINES - 1)
    prior = PRIOR * (often[seat, slot, 0] + 1.0) / (often[seat, slot, 1] + 2.0)
    return (often[line, slot, 0] + prior) / (often[line, slot, 1] + PRIOR)


@njit(void(float64[:, :, ::1], int64, int64, boolean), cache=True, nogil=True)
def note(often, line, move, good):
    """Note in a line whether a move was good."""
    slot = move % COUNTERS
    often[line, slot, 0] += good
    often[line, slot, 1] += 1
    if often[line, slot, 1] > TRIALS:
        often[line, slot, 0] /= 2
        often[line, slot, 1] /= 2


@njit(
    void(
        *(types.FunctionType(PLAYOUT), _numbers, _numbers, uint64[::1], _rows, int64),
        float64[:, :, ::1],
    ),
    cache=True,
    nogil=True,
)
def sample(playout, table, root, draws, trace, games, often):
    """Note the moves of random games, so that the search has an order to begin with."""
    for _ in range(games):
        state = root.copy()
        plies = playout(table, state, draws, trace)
        for ply in range(plies):
            note(often, trace[ply, 0], trace[ply, 1], state[OUTCOME] == trace[ply, 0])


@helper_no_alloc(boolean(*_game, _work))
def opened(moves, play, canonical, evaluate, table, work):
    """Look at a new position and its known children; return whether it must be searched."""
    states, lists, ranks, frames, hashes, form, entries, often, search = work
    row = search[ROW]
    state, frame, after, after_hashes = states[row], frames[row], states[row + 1], hashes[row + 1]
    search[OPENED] += 1
    frame[NEXT] = frame[COUNT] = 0
    frame[BEST] = -1
    claims = search[CLAIMS]
    frame[HOPES], frame[NEEDS] = ALL, 0
    seat, outcome = state[SEAT], state[OUTCOME]
    if outcome != GOING_ON:
        frame[FOUND] = TIE if outcome == DRAW else (WIN if outcome == seat else LOSS)
        return False
    frame[FOUND] = LOSS - 1
    frame[SINCE] = search[OPENED]
    hash_of(form, canonical(table, state, form), hashes[row])
    first = int64(-1)
    at = entry_of(entries, hashes[row])
    if at >= 0:
        low, high = low_of(entries[at, PACKED]), high_of(entries[at, PACKED])
        first = int64(entries[at, PACKED] & uint64(0xFFFFFFFF))
        if low >= frame[BETA] or low == high:
            frame[FOUND], frame[NEEDS] = low, int64(entries[at, CELLS])
            return False
        if high <= frame[ALPHA]:
            frame[FOUND], frame[NEEDS] = high, int64(entries[at, CELLS])
            return False
        frame[BETA] = min(frame[BETA], high)
        if low > frame[ALPHA]:
            frame[ALPHA] = frame[FOUND] = low
    if row + 2 == len(states):
        search[TOO_DEEP] = 1
        frame[FOUND] = TIE
        return False
    found = lists[row]
    count, kept = moves(table, state, found), 0
    lowest, highest = inf, -inf
    for i in range(count):
        copy(after, state)
        play(table, after, found[i])
        worth, outcome, cells = LOSS - 1, after[OUTCOME], int64(0)
        if outcome != GOING_ON:
            worth = TIE if outcome == DRAW else (WIN if outcome == seat else LOSS)
        else:
            hash_of(form, canonical(table, after, form), after_hashes)
            at = entry_of(entries, after_hashes)
            if at >= 0:
                cells = int64(entries[at, CELLS])
                low, high = low_of(entries[at, PACKED]), high_of(entries[at, PACKED])
                if after[SEAT] != seat:
                    low, high = -high, -low
                if low == high or low >= frame[BETA]:
                    worth = low
                elif high <= frame[ALPHA]:
                    worth = high
        if worth >= frame[BETA]:
            frame[FOUND], frame[BEST] = worth, found[i]
            frame[NEEDS] = with_claim(cells, claims, found[i])
            keep(entries, hashes[row], worth, WIN, found[i], 1, frame[NEEDS])
            return False
        if worth > LOSS - 1:
            lost(frame, claims, found[i], cells)
            if worth > frame[FOUND]:
                frame[FOUND], frame[BEST] = worth, found[i]
        else:
            ranks[row, kept] = evaluate(table, after, seat)
            lowest, highest = min(lowest, ranks[row, kept]), max(highest, ranks[row, kept])
            found[kept] = found[i]
            kept += 1
    scale = EVALUATED / max(highest - lowest, TINY)
    for i in range(kept):
        known = 2.0 if found[i] == first else promise(often, seat, row, found[i])
        ranks[row, i] = known + (ranks[row, i] - lowest) * scale
    frame[COUNT] = kept
    return True


@njit(int64(_numbers, float64[::1], int64, int64), cache=True, nogil=True)
def next_best(found, ranks, at, count):
    """Bring the most promising of the moves that are left to a place, and return it."""
    best = at
    for i in range(at + 1, count):
        if ranks[i] > ranks[best]:
            best = i
    found[at], found[best] = found[best], found[at]
    ranks[at], ranks[best] = ranks[best], ranks[at]
    return int64(found[at])


@njit(void(*_game, _work, int64), cache=True, nogil=True)
def run(moves, play, canonical, evaluate, table, work, most):
    """Search on until that many positions have been opened in all, or `search[ROW]` is -1."""
    states, lists, ranks, frames, hashes, _, entries, often, search = work
    while search[ROW] >= 0 and search[OPENED] < most and not search[TOO_DEEP]:
        row = search[ROW]
        frame, state = frames[row], states[row]
        goes_on = True
        if frame[NEXT] == NEW:
            goes_on = opened(moves, play, canonical, evaluate, table, work)
        if goes_on and frame[NEXT] < frame[COUNT] and frame[FOUND] < frame[BETA]:
            move = next_best(lists[row], ranks[row], frame[NEXT], frame[COUNT])
            frame[NEXT] += 1
            if move < search[CLAIMS] and not frame[HOPES] >> move & 1:
                continue
            child, below = states[row + 1], frames[row + 1]
            copy(child, state)
            play(table, child, move)
            low, high = max(frame[ALPHA], frame[FOUND]), frame[BETA]
            if child[SEAT] != state[SEAT]:
                low, high = -high, -low
            below[NEXT], below[ALPHA], below[BETA] = NEW, low, high
            search[ROW] = row + 1
            continue
        value = max(frame[FOUND], LOSS)
        if goes_on:
            keep(
                entries,
                hashes[row],
                value if value > frame[ALPHA] else LOSS,
                value if value < frame[BETA] else WIN,
                frame[BEST],
                search[OPENED] - frame[SINCE],
                frame[NEEDS],
            )
        search[ROW] = row - 1
        search[VALUE] = value
        if row == 0:
            break
        above, before = frames[row - 1], states[row - 1]
        if before[SEAT] != state[SEAT]:
            value = -value
        move = lists[row - 1, above[NEXT] - 1]
        good = value >= above[BETA]
        note(often, before[SEAT], move, good)
        note(often, min(row + 1, LINES - 1), move, good)
        if value > above[FOUND]:
            above[FOUND], above[BEST] = value, move
        if good:
            above[NEEDS] = with_claim(frame[NEEDS], search[CLAIMS], move)
        else:
            lost(above, search[CLAIMS], move, frame[NEEDS])
