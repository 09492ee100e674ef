"""Puzzles of permutations, compiled: the search that looks its positions up in pattern databases.

A look at a position is a row and a column of a table. Distances are kept modulo 3; a move changes
them by one at most, so that the distance before it tells the one after it.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from numba import int16, int32, int64, types, uint16

from ...core.compiling import njit

#: What a slice of the search ends with.
DONE, FOUND, PAUSED = 0, 1, 2

#: What is said of a table: where its steps, columns, rows' bits, bits and distances begin in the
#: arrays of all tables, and how many steps and distances a row has.
STEPS, COLUMNS, BASES, BITS, KNOWN, STRIDE, WIDTH = range(7)

#: Tables that are mapped may not be written to.
_STEPS = types.Array(int32, 1, "C", readonly=True)
_SMALL = types.Array(uint16, 1, "C", readonly=True)
_TABLES = types.Tuple((_STEPS, _SMALL, _STEPS, _SMALL, _SMALL))


@njit(int64(_TABLES, int64[::1], int64, int64), cache=True, nogil=True)
def rest(tables, table, row, column):
    """Return the distance of a position modulo 3; 3 if it cannot be reached."""
    base = table[BITS] + tables[2][table[BASES] + row]
    bit = int64(tables[3][base + column])
    word = int64(tables[4][table[KNOWN] + row * table[WIDTH] + (bit >> 3)]) >> (bit & 7)
    return (word & 1) | ((word >> 7) & 2)


@njit(types.UniTuple(int64, 2)(_TABLES, int64[::1], int64, int64, int64), cache=True, nogil=True)
def apply_move(tables, table, move, row, column):
    """Return row and column after a move."""
    step = table[STEPS] + row * table[STRIDE] + 2 * move
    column = tables[1][table[COLUMNS] + tables[0][step + 1] + column]
    return int64(tables[0][step]), int64(column)


@njit(int64(int64, int64), cache=True, nogil=True)
def apply_word(distance, modulo):
    """Return the distance after a move, of which it is known what it is modulo 3."""
    change = (modulo + 2 * distance) % 3
    return distance + (change if change < 2 else -1)


@njit(int64(_TABLES, int64[::1], int64, int64), cache=True, nogil=True)
def distance(tables, table, row, column):
    """Return the distance of a position by walking to the goal; -1 if it cannot be reached."""
    found, left = 0, rest(tables, table, row, column)
    if left == 3:
        return -1
    while row != 0 or column != 0:
        for move in range(table[STRIDE] >> 1):
            to, at = apply_move(tables, table, move, row, column)
            if rest(tables, table, to, at) == (left + 2) % 3:
                row, column, left, found = to, at, (left + 2) % 3, found + 1
                break
    return found


@njit(
    int64(
        types.Tuple((_TABLES, int64[:, ::1], int32[:, ::1], int32[:, ::1], int16[:, ::1])),
        *(types.UniTuple(int32[:, ::1], 3), int32[::1], int32[::1], int16[::1], int16[::1]),
        *(int64[::1], int64),
    ),
    cache=True,
    nogil=True,
)
def search(deepening, lines, taken, tried, board, goal, run, nodes):
    """Look for solutions of a length; stop at one, or after so many nodes. Called again, go on.

    View v is of a table with the facts `views[v]`, where a move is `as_move[v, move]`. The moves
    `follow[m]` may follow on move m, in the last line those at the start. `rows`, `columns`, `far`
    (a distance) have a line for each depth; `taken` and `tried` are the moves, from place 1 on.
    `run` holds the depth, the length, and how many nodes there were.
    """
    tables, views, as_move, follow, sources = deepening
    rows, columns, far = lines
    depth, length = run[0], run[1]
    looked, status = int64(0), DONE
    while True:
        step = tried[depth]
        tried[depth] += 1
        move = follow[taken[depth], step] if step < follow.shape[1] else -1
        if move < 0:
            if depth == 0:
                break
            depth -= 1
            continue
        looked += 1
        room, good = length - depth - 1, True
        for view in range(len(views)):
            table = views[view]
            row, column = apply_move(
                tables, table, as_move[view, move], rows[depth, view], columns[depth, view]
            )
            left = apply_word(far[depth, view], rest(tables, table, row, column))
            if left > room:
                good = False
                break
            rows[depth + 1, view], columns[depth + 1, view] = row, column
            far[depth + 1, view] = left
        if good:
            depth += 1
            taken[depth], tried[depth] = move, 0
            if depth == length:
                tried[depth] = follow.shape[1]  # nothing more is tried here
                if leads(sources, taken, depth, board, goal):
                    status = FOUND
                    break
        if looked >= nodes:
            status = PAUSED
            break
    run[0] = depth
    run[2] += looked
    return status


@njit(
    types.boolean(int16[:, ::1], int32[::1], int64, int16[::1], int16[::1]), cache=True, nogil=True
)
def leads(sources, taken, depth, board, goal):
    """Return whether moves lead from a board to the goal."""
    for cell in range(len(goal)):
        at = cell
        for number in range(depth, 0, -1):
            at = sources[taken[number], at]
        if board[at] != goal[cell]:
            return False
    return True
