"""Numba kernels for IDA* with pattern databases in permutation puzzles.

A position has a row and a column in each table. Tables store distances modulo 3. A move changes the
distance by at most one, so the previous distance and the new residue determine the new distance.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from numba import int16, int32, int64, types, uint16

from ...core.compiling import njit

#: Return values of `search`.
DONE, FOUND, PAUSED = 0, 1, 2

#: Fields of a table's description. The first five are the offsets of its steps, columns, bases,
#: bits and distances in the concatenated arrays. The others are the row lengths of steps and
#: distances.
STEPS, COLUMNS, BASES, BITS, DISTANCES, STRIDE, WIDTH = range(7)

# Memory-mapped tables are read-only.
_STEPS = types.Array(int32, 1, "C", readonly=True)
_SMALL = types.Array(uint16, 1, "C", readonly=True)
_TABLES = types.Tuple((_STEPS, _SMALL, _STEPS, _SMALL, _SMALL))


@njit(int64(_TABLES, int64[::1], int64, int64), cache=True, nogil=True)
def distance_mod3(tables, table, row, column):
    """Return the distance of a position modulo 3, or 3 if it is unreachable."""
    base = table[BITS] + tables[2][table[BASES] + row]
    bit = int64(tables[3][base + column])
    word = int64(tables[4][table[DISTANCES] + row * table[WIDTH] + (bit >> 3)]) >> (bit & 7)
    return (word & 1) | ((word >> 7) & 2)


@njit(types.UniTuple(int64, 2)(_TABLES, int64[::1], int64, int64, int64), cache=True, nogil=True)
def apply_move(tables, table, move, row, column):
    """Return the row and column after a move."""
    step = table[STEPS] + row * table[STRIDE] + 2 * move
    column = tables[1][table[COLUMNS] + tables[0][step + 1] + column]
    return int64(tables[0][step]), int64(column)


@njit(int64(int64, int64), cache=True, nogil=True)
def next_distance(distance, modulo):
    """Return the distance after a move, given the previous distance and the new one modulo 3."""
    change = (modulo + 2 * distance) % 3
    return distance + (change if change < 2 else -1)


@njit(int64(_TABLES, int64[::1], int64, int64), cache=True, nogil=True)
def distance(tables, table, row, column):
    """Return the distance of a position, counted on a path to the goal, or -1 if unreachable."""
    count, residue = 0, distance_mod3(tables, table, row, column)
    if residue == 3:
        return -1
    while row != 0 or column != 0:
        for move in range(table[STRIDE] >> 1):
            to, at = apply_move(tables, table, move, row, column)
            if distance_mod3(tables, table, to, at) == (residue + 2) % 3:
                row, column, residue, count = to, at, (residue + 2) % 3, count + 1
                break
    return count


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
    """Find solutions of a given length.

    The search stops at each solution and after `nodes` nodes; the next call resumes it.

    View v uses the table described by `views[v]`, in which a move has the number
    `as_move[v, move]`. The moves `follow[m]` may follow move m; the last row lists the moves
    allowed at the start. `rows`, `columns`, `distances`, `taken` (the moves made, from index 1 on)
    and `tried` are indexed by depth. `run` holds the depth, the length and the number of nodes.
    """
    tables, views, as_move, follow, sources = deepening
    rows, columns, distances = lines
    depth, length = run[0], run[1]
    visited, status = int64(0), DONE
    while True:
        step = tried[depth]
        tried[depth] += 1
        move = follow[taken[depth], step] if step < follow.shape[1] else -1
        if move < 0:
            if depth == 0:
                break
            depth -= 1
            continue
        visited += 1
        remaining, promising = length - depth - 1, True
        for view in range(len(views)):
            table = views[view]
            row, column = apply_move(
                tables, table, as_move[view, move], rows[depth, view], columns[depth, view]
            )
            bound = next_distance(distances[depth, view], distance_mod3(tables, table, row, column))
            if bound > remaining:
                promising = False
                break
            rows[depth + 1, view], columns[depth + 1, view] = row, column
            distances[depth + 1, view] = bound
        if promising:
            depth += 1
            taken[depth], tried[depth] = move, 0
            if depth == length:
                tried[depth] = follow.shape[1]  # prune this branch
                if leads_to_goal(sources, taken, depth, board, goal):
                    status = FOUND
                    break
        if visited >= nodes:
            status = PAUSED
            break
    run[0] = depth
    run[2] += visited
    return status


@njit(
    types.boolean(int16[:, ::1], int32[::1], int64, int16[::1], int16[::1]), cache=True, nogil=True
)
def leads_to_goal(sources, taken, depth, board, goal):
    """Return whether the moves lead from a board to the goal."""
    for cell in range(len(goal)):
        at = cell
        for number in range(depth, 0, -1):
            at = sources[taken[number], at]
        if board[at] != goal[cell]:
            return False
    return True
