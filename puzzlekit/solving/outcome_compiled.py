"""Compiled search for outcomes under best play, for all two-player games with compiled rules.

The kernel runs alpha-beta search to the end of the game. Values are `LOSS`, `TIE` and `WIN` for the
side to move. The stack is stored in arrays, so that the search can stop after a given number of
positions and resume later. The transposition table identifies positions by a 128-bit hash of their
canonical form. With 10^10 lookups in a table of 10^8 entries, the probability of a false match is
below 10^-19.

In games where moves claim cells (`CompiledRules.claims`), each proof records the empty cells it
needs; the loser's stones on other cells do not affect it. Only moves in the intersection of these
sets can improve on moves that lost. This is the must-play region (R. Hayward and others, Solving
7 x 7 Hex with domination, fill-in, and virtual connections, 2005). A set is a 64-bit integer; `ALL`
means that any cell may be needed, as in other games.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import time
from typing import Any

import numpy
from numba import boolean, float64, int32, int64, types, uint64, void
from numpy import inf
from numpy.typing import NDArray

from ..core.compiling import compiled, copy_array
from ..core.errors import OptionError
from ..core.prng import splitmix64
from ..core.progress import Progress
from ..rules.base import State
from ..rules.compiled import DRAW, ONGOING, OUTCOME, SEAT, CompiledRules
from ..rules.kernel_signatures import CANONICAL, EVALUATE, MOVES, PLAY, PLAYOUT, helper_no_alloc
from .outcome_plain import LOSS, MAX_PLIES, TIE, WIN, GameTooLongError

#: Columns of `frames`: next move (`NEW` if the position has not been opened), number of moves,
#: window (two columns), best value, best move, position counter on entry, must-play region, and
#: cells needed by the proof so far.
NEXT, COUNT, ALPHA, BETA, BEST_VALUE, BEST, ENTERED, MUST_PLAY, CELLS_NEEDED, FRAME = range(10)
NEW = -1

#: The set of all cells.
ALL = -1

#: Columns of an entry: two hashes, a packed number, and the cells needed by the proof. The packed
#: number holds the best move in its low bits, the two bounds from bits `LOW` and `HIGH`, and the
#: logarithm of the work from bit `GRADE`.
PACKED, CELLS, ENTRY = 2, 3, 4
ENTRY_BYTES = 8 * ENTRY
LOW, HIGH, GRADE = 32, 34, 36

#: Indices of `search`: current row, number of opened positions, flag for a game that is too long,
#: value of row 0 at the end, and number of moves that claim a cell.
ROW, OPENED, TOO_DEEP, VALUE, CLAIMS, SEARCH = range(6)

#: Size of `history`: number of lines, and of counters per line. The first two lines belong to the
#: seats, and the others to rows; deep rows share the last line. Moves share counters if there are
#: more moves than counters.
LINES, COUNTERS = 64, 1 << 12
#: Number of trials after which counts are halved, and weight of a seat's line, in trials.
TRIALS, PRIOR = 1 << 12, 8.0

#: Weight of the evaluation in the move ordering, relative to the success rate (0 to 1), and
#: smallest difference between evaluations.
EVALUATION_WEIGHT, TINY = 0.5, 1e-300

_numbers, _rows, _frames, _table = int32[::1], int32[:, ::1], int64[:, ::1], uint64[:, ::1]
_game = [types.FunctionType(form) for form in (MOVES, PLAY, CANONICAL, EVALUATE)] + [_numbers]

#: The working memory of a search; see `run_search`.
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

#: Maximum number of cells in a must-play region, which is a bit set.
_MAX_CELLS = 63

#: Number of random games for the initial move ordering.
_SAMPLE_GAMES = 2000

#: Target number of seconds between two checks of the clock and for Ctrl+C.
_SLICE_SECONDS = 0.1

#: Maximum number of positions between two checks of the clock.
_MAX_SLICE = 1 << 20


@compiled(EVALUATE)
def zero_evaluation(table, state, seat):
    """Return 0, for games without an evaluation."""
    return 0.0


@compiled(CANONICAL)
def identity_form(table, state, form):
    """Write the position itself as its key, for games without canonical forms."""
    for i in range(len(form)):
        form[i] = state[i]
    return len(form)


@compiled(void(_numbers, int64, uint64[::1]))
def write_hashes(form, length, hashes):
    """Write two 64-bit hashes of the first `length` numbers in a form."""
    one, two = uint64(length + 1), uint64(0x5DEECE66D)
    for i in range(0, length, 2):
        pair = uint64(form[i]) << uint64(32)
        if i + 1 < length:
            pair |= uint64(form[i + 1]) & uint64(0xFFFFFFFF)
        one = splitmix64(one ^ pair)
        two = splitmix64(two + pair)
    hashes[0], hashes[1] = one, two


@compiled(int64(_table, uint64[::1]))
def find_entry(entries, hashes):
    """Return the index of a position's entry in its bucket of two, or -1."""
    at = int64(hashes[0] % uint64(len(entries) // 2)) * 2
    for i in range(at, at + 2):
        if entries[i, 0] == hashes[0] and entries[i, 1] == hashes[1]:
            return i
    return int64(-1)


@compiled(int64(uint64))
def lower_bound(packed):
    """Return the lower bound in an entry."""
    return int64(packed >> uint64(LOW) & uint64(3)) - 1


@compiled(int64(uint64))
def upper_bound(packed):
    """Return the upper bound in an entry."""
    return int64(packed >> uint64(HIGH) & uint64(3)) - 1


@compiled(void(_table, uint64[::1], int64, int64, int64, int64, int64))
def store_bounds(entries, hashes, low, high, best, work, cells):
    """Store the bounds for a position. The first slot in a bucket keeps entries with more work."""
    grade = uint64(0)
    while work > 1:
        work >>= 1
        grade += uint64(1)
    at = find_entry(entries, hashes)
    if at >= 0:
        low, high = (
            max(low, lower_bound(entries[at, PACKED])),
            min(high, upper_bound(entries[at, PACKED])),
        )
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


@compiled(int64(int64, int64, int64))
def with_claim(cells, claims, move):
    """Return a set of cells, extended by the cell that a move claims."""
    return cells | int64(1) << move if 0 <= move < claims else int64(ALL)


@compiled(void(int64[::1], int64, int64, int64))
def record_loss(frame, claims, move, cells):
    """Record that a move loses, with a proof that needs the given cells."""
    is_claim = 0 <= move < claims
    frame[MUST_PLAY] &= cells if is_claim else ALL
    frame[CELLS_NEEDED] |= cells if is_claim else ALL


@compiled(float64(float64[:, :, ::1], int64, int64, int64))
def success_rate(history, seat, row, move):
    """Return the success rate of a move at a depth, with the seat's overall rate as a prior."""
    slot, line = move % COUNTERS, min(row + 2, LINES - 1)
    prior = PRIOR * (history[seat, slot, 0] + 1.0) / (history[seat, slot, 1] + 2.0)
    return (history[line, slot, 0] + prior) / (history[line, slot, 1] + PRIOR)


@compiled(void(float64[:, :, ::1], int64, int64, boolean))
def record_move(history, line, move, good):
    """Record in a history line whether a move was good."""
    slot = move % COUNTERS
    history[line, slot, 0] += good
    history[line, slot, 1] += 1
    if history[line, slot, 1] > TRIALS:
        history[line, slot, 0] /= 2
        history[line, slot, 1] /= 2


@compiled(
    void(
        *(types.FunctionType(PLAYOUT), _numbers, _numbers, uint64[::1], _rows, int64),
        float64[:, :, ::1],
    )
)
def sample_games(playout, table, root, draws, trace, games, history):
    """Record the moves of random games for the initial move ordering."""
    for _ in range(games):
        state = root.copy()
        plies = playout(table, state, draws, trace)
        for ply in range(plies):
            record_move(history, trace[ply, 0], trace[ply, 1], state[OUTCOME] == trace[ply, 0])


@helper_no_alloc(boolean(*_game, _work))
def open_position(moves, play, canonical, evaluate, table, work):
    """Open a position with the help of known children; return whether it must be searched."""
    states, lists, ranks, frames, hashes, form, entries, history, search = work
    row = search[ROW]
    state, frame, after, after_hashes = states[row], frames[row], states[row + 1], hashes[row + 1]
    search[OPENED] += 1
    frame[NEXT] = frame[COUNT] = 0
    frame[BEST] = -1
    claims = search[CLAIMS]
    frame[MUST_PLAY], frame[CELLS_NEEDED] = ALL, 0
    seat, outcome = state[SEAT], state[OUTCOME]
    if outcome != ONGOING:
        frame[BEST_VALUE] = TIE if outcome == DRAW else (WIN if outcome == seat else LOSS)
        return False
    frame[BEST_VALUE] = LOSS - 1
    frame[ENTERED] = search[OPENED]
    write_hashes(form, canonical(table, state, form), hashes[row])
    first = int64(-1)
    at = find_entry(entries, hashes[row])
    if at >= 0:
        low, high = lower_bound(entries[at, PACKED]), upper_bound(entries[at, PACKED])
        first = int64(entries[at, PACKED] & uint64(0xFFFFFFFF))
        if low >= frame[BETA] or low == high:
            frame[BEST_VALUE], frame[CELLS_NEEDED] = low, int64(entries[at, CELLS])
            return False
        if high <= frame[ALPHA]:
            frame[BEST_VALUE], frame[CELLS_NEEDED] = high, int64(entries[at, CELLS])
            return False
        frame[BETA] = min(frame[BETA], high)
        if low > frame[ALPHA]:
            frame[ALPHA] = frame[BEST_VALUE] = low
    if row + 2 == len(states):
        search[TOO_DEEP] = 1
        frame[BEST_VALUE] = TIE
        return False
    move_list = lists[row]
    count, open_count = moves(table, state, move_list), 0
    lowest, highest = inf, -inf
    for i in range(count):
        copy_array(after, state)
        play(table, after, move_list[i])
        worth, outcome, cells = LOSS - 1, after[OUTCOME], int64(0)
        if outcome != ONGOING:
            worth = TIE if outcome == DRAW else (WIN if outcome == seat else LOSS)
        else:
            write_hashes(form, canonical(table, after, form), after_hashes)
            at = find_entry(entries, after_hashes)
            if at >= 0:
                cells = int64(entries[at, CELLS])
                low, high = lower_bound(entries[at, PACKED]), upper_bound(entries[at, PACKED])
                if after[SEAT] != seat:
                    low, high = -high, -low
                if low == high or low >= frame[BETA]:
                    worth = low
                elif high <= frame[ALPHA]:
                    worth = high
        if worth >= frame[BETA]:
            frame[BEST_VALUE], frame[BEST] = worth, move_list[i]
            frame[CELLS_NEEDED] = with_claim(cells, claims, move_list[i])
            store_bounds(entries, hashes[row], worth, WIN, move_list[i], 1, frame[CELLS_NEEDED])
            return False
        if worth > LOSS - 1:
            record_loss(frame, claims, move_list[i], cells)
            if worth > frame[BEST_VALUE]:
                frame[BEST_VALUE], frame[BEST] = worth, move_list[i]
        else:
            ranks[row, open_count] = evaluate(table, after, seat)
            lowest, highest = (
                min(lowest, ranks[row, open_count]),
                max(highest, ranks[row, open_count]),
            )
            move_list[open_count] = move_list[i]
            open_count += 1
    scale = EVALUATION_WEIGHT / max(highest - lowest, TINY)
    for i in range(open_count):
        known = 2.0 if move_list[i] == first else success_rate(history, seat, row, move_list[i])
        ranks[row, i] = known + (ranks[row, i] - lowest) * scale
    frame[COUNT] = open_count
    return True


@compiled(int64(_numbers, float64[::1], int64, int64))
def select_next_move(move_list, ranks, index, count):
    """Put the most promising remaining move at `index` and return it."""
    best = index
    for i in range(index + 1, count):
        if ranks[i] > ranks[best]:
            best = i
    move_list[index], move_list[best] = move_list[best], move_list[index]
    ranks[index], ranks[best] = ranks[best], ranks[index]
    return int64(move_list[index])


@compiled(void(*_game, _work, int64))
def run_search(moves, play, canonical, evaluate, table, work, max_opened):
    """Search until `max_opened` positions in total have been opened or `search[ROW]` is -1."""
    states, lists, ranks, frames, hashes, _, entries, history, search = work
    while search[ROW] >= 0 and search[OPENED] < max_opened and not search[TOO_DEEP]:
        row = search[ROW]
        frame, state = frames[row], states[row]
        is_open = True
        if frame[NEXT] == NEW:
            is_open = open_position(moves, play, canonical, evaluate, table, work)
        if is_open and frame[NEXT] < frame[COUNT] and frame[BEST_VALUE] < frame[BETA]:
            move = select_next_move(lists[row], ranks[row], frame[NEXT], frame[COUNT])
            frame[NEXT] += 1
            if move < search[CLAIMS] and not frame[MUST_PLAY] >> move & 1:
                continue
            child, below = states[row + 1], frames[row + 1]
            copy_array(child, state)
            play(table, child, move)
            low, high = max(frame[ALPHA], frame[BEST_VALUE]), frame[BETA]
            if child[SEAT] != state[SEAT]:
                low, high = -high, -low
            below[NEXT], below[ALPHA], below[BETA] = NEW, low, high
            search[ROW] = row + 1
            continue
        value = max(frame[BEST_VALUE], LOSS)
        if is_open:
            store_bounds(
                entries,
                hashes[row],
                value if value > frame[ALPHA] else LOSS,
                value if value < frame[BETA] else WIN,
                frame[BEST],
                search[OPENED] - frame[ENTERED],
                frame[CELLS_NEEDED],
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
        record_move(history, before[SEAT], move, good)
        record_move(history, min(row + 1, LINES - 1), move, good)
        if value > above[BEST_VALUE]:
            above[BEST_VALUE], above[BEST] = value, move
        if good:
            above[CELLS_NEEDED] = with_claim(frame[CELLS_NEEDED], search[CLAIMS], move)
        else:
            record_loss(above, search[CLAIMS], move, frame[CELLS_NEEDED])


def _allocate(entries: int) -> NDArray[numpy.uint64]:
    """Return an empty transposition table."""
    try:
        return numpy.zeros((entries, ENTRY), numpy.uint64)
    except (MemoryError, ValueError):  # exceeds the memory or the range of an index
        raise OptionError(
            f"Not enough memory for a table of {entries * ENTRY_BYTES / 1e9:,.0f} GB. "
            "Reduce `memory`."
        ) from None


class CompiledSearch:
    """A search for the values of positions in a two-player game with compiled rules."""

    def __init__(self, fast: CompiledRules, state: State, memory: int) -> None:
        self.fast = fast
        rows = min(fast.max_plies, MAX_PLIES) + 2
        self._states = numpy.empty((rows, fast.size), numpy.int32)
        self._frames = numpy.empty((rows, FRAME), numpy.int64)
        self._hashes = numpy.empty((rows, 2), numpy.uint64)
        self._form = numpy.empty(fast.key_size, numpy.int32)
        self._entries = _allocate(max(memory // ENTRY_BYTES // 2, 1) * 2)
        self._history = numpy.zeros((LINES, COUNTERS, 2))
        self._search = numpy.zeros(SEARCH, numpy.int64)
        lists = numpy.empty((rows, fast.max_moves), numpy.int32)
        places = self._states, lists, numpy.empty(lists.shape), self._frames, self._hashes
        self._work = (*places, self._form, self._entries, self._history, self._search)
        self._slice = 64
        claims = fast.claims if fast.claims <= _MAX_CELLS else 0
        self._search[CLAIMS] = claims
        self._canonical = fast.kernel.canonical or identity_form
        #: The function that returns the key of a position. With claims, the key is the position
        #: itself, because a proof in a mirror image needs other cells. Canonical forms are then
        #: used only for root positions.
        self._key_form = identity_form if claims else self._canonical
        self._root_values: dict[bytes, int] = {}
        self._evaluate = fast.kernel.evaluate or zero_evaluation
        self._sample_games(fast.encode(state))
        self._search[ROW] = -1
        self._run(0)  # the first call compiles the functions of the game

    def _sample_games(self, root: Any) -> None:
        """Initialize the history heuristic with random games from a position."""
        fast, draws = self.fast, numpy.ones(1, numpy.uint64)
        trace = numpy.empty((fast.max_plies, 2), numpy.int32)
        self._history[:] = 0
        sample_games(
            fast.kernel.playout, fast.table, root, draws, trace, _SAMPLE_GAMES, self._history
        )

    @property
    def memory(self) -> int:
        """The size of the table in bytes."""
        return int(self._entries.nbytes)

    @property
    def positions(self) -> int:
        """The number of positions searched."""
        return int(self._search[OPENED])

    def ordered(self, state: State, hardest: bool = False) -> list[str]:
        """Return the legal moves, the most promising (or the hardest to refute) first."""
        fast, array = self.fast, self.fast.encode(state)
        moves = fast.legal_moves(array)
        if hardest:
            ranks = [self._log_work(fast.apply(array, move)) for move in moves]
        else:
            good = self._history[array[SEAT], :, :]
            ranks = [(good[m % COUNTERS, 0] + 1) / (good[m % COUNTERS, 1] + 2) for m in moves]
        order = sorted(range(len(moves)), key=lambda at: -ranks[at])
        return [fast.word(moves[at]) for at in order]

    def _log_work(self, array: Any) -> int:
        """Return the binary logarithm of the work done for a position, or -1 if unknown."""
        length = self._key_form(self.fast.table, array, self._form)
        write_hashes(self._form, length, self._hashes[0])
        index = find_entry(self._entries, self._hashes[0])
        return int(self._entries[index, PACKED]) >> GRADE if index >= 0 else -1

    def _run(self, max_positions: int) -> None:
        """Continue the search until it ends or the number of positions is reached."""
        kernel = self.fast.kernel
        game = kernel.legal_moves, kernel.play, self._key_form, self._evaluate, self.fast.table
        run_search(*game, self._work, max_positions)

    def value(
        self, state: State, alpha: int, beta: int, deadline: float, message: str, progress: Progress
    ) -> int | None:
        """Return the value of a position; see `outcome_plain.PlainSearch`."""
        fast, search = self.fast, self._search
        progress(message, self.positions, None)
        root = self._states[0] = fast.encode(state)
        root_key = self._form[: self._canonical(fast.table, root, self._form)].tobytes()
        if root_key in self._root_values:
            return self._root_values[root_key]
        self._sample_games(root)
        frame = self._frames[0]
        frame[NEXT], frame[ALPHA], frame[BETA] = NEW, alpha, beta
        search[ROW] = search[TOO_DEEP] = 0
        while search[ROW] >= 0:
            began = time.monotonic()
            if began >= deadline:
                return None
            self._run(self.positions + self._slice)
            if search[TOO_DEEP]:
                raise GameTooLongError
            if time.monotonic() - began > _SLICE_SECONDS:
                self._slice = max(self._slice // 2, 1)
            elif self._slice < _MAX_SLICE:
                self._slice *= 2
            progress(message, self.positions, None)
        value = int(search[VALUE])
        if (alpha, beta) == (LOSS, WIN):  # otherwise it may be a bound
            self._root_values[root_key] = value
        return value
