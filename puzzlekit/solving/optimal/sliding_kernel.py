"""Sliding puzzles with one hole, compiled: tables of some tiles, and the search that uses them.

An arrangement of some tiles is the number whose digits are their cells, to the base of the number
of cells. Only their own moves count, so that the distances of sets of tiles can be added up.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
import numpy
from numba import int8, int16, int32, int64, types, uint8, uint32, uint64

from ...core.compiling import njit

#: What a slice of the search ends with.
DONE, FOUND, PAUSED = 0, 1, 2

_ONE, _SHIFT = numpy.uint64(1), numpy.uint64(58)

#: For a single bit, times this number, the highest six bits are all different: which bit it is.
_FACTOR = numpy.uint64(0x03F79D71B4CB0A89)
_BIT = numpy.zeros(64, numpy.uint8)
for _i in range(64):
    _BIT[((1 << _i) * int(_FACTOR) & (2**64 - 1)) >> 58] = _i

#: Tables that are mapped may not be written to.
_TABLE = types.Array(uint8, 1, "C", readonly=True)

#: What `search` has at every length; see there.
_FIXED = types.Tuple(
    (
        *(int16[::1], int16[::1], int16[::1], int32[:, ::1], _TABLE),
        *(int8[:, ::1], int64[:, ::1], int32[:, ::1], int64[:, ::1]),
    )
)


@njit(int64(uint64), cache=True, nogil=True)
def _lowest(bits):
    """Return which the lowest bit is."""
    return int64(_BIT[((bits & (~bits + _ONE)) * _FACTOR) >> _SHIFT])


@njit(uint64(uint64[::1], uint64, int64), cache=True, nogil=True)
def reach(near, free, start):
    """Return which free cells a hole can walk to, itself among them."""
    found = todo = _ONE << uint64(start)
    while todo:
        new = near[_lowest(todo)] & free & ~found
        found |= new
        todo = (todo & (todo - _ONE)) | new
    return found


@njit(
    int64(int64[::1], int64, int64, uint64[::1], uint32[::1], uint8[::1], int64[::1]),
    cache=True,
    nogil=True,
)
def grow(nodes, level, tiles, near, seen, best, onward):
    """Go on from arrangements by one move of a tile, and return how many are new.

    A node is 64 times the number of an arrangement, plus a cell of the part where the hole is.
    `near` are the neighbours of each cell as bits; `seen` says with which cells of the hole an
    arrangement has been met.
    """
    found, cells = 0, len(near)
    at = numpy.empty(tiles, numpy.int64)
    every = ~uint64(0) >> uint64(64 - cells)
    for node in nodes:
        number, hole = node >> 6, node & 63
        left, free = number, every
        for tile in range(tiles):
            at[tile] = left % cells
            left //= cells
            free ^= _ONE << uint64(at[tile])
        part, weight = reach(near, free, hole), int64(1)
        for tile in range(tiles):
            origin, bit = at[tile], _ONE << uint64(at[tile])
            doors = near[origin] & part
            while doors:
                cell = _lowest(doors)
                doors &= doors - _ONE
                moved = number + (cell - origin) * weight
                if uint64(seen[moved]) & bit:
                    continue
                seen[moved] |= reach(near, (free | bit) ^ (_ONE << uint64(cell)), origin)
                best[moved] = min(best[moved], uint8(level))
                onward[found] = (moved << 6) | origin
                found += 1
            weight *= cells
    return found


@njit(
    int64(_FIXED, int64[:, ::1], int64[:, ::1], int32[::1], int32[::1], int64[::1], int64),
    cache=True,
    nogil=True,
)
def search(fixed, saved, sums, holes, tried, run, nodes):
    """Look for solutions of a length; stop at one, or after so many nodes. Called again, go on.

    `board` has the tile of each cell, -1 for the hole; tile t shows `labels[t]`. In view v it
    belongs to `sets[v, t]` and counts by `weights[v, t]`, and a cell is `cells[v, cell]`; `numbers`
    are those of the arrangements of all sets. `saved`, `sums`, `holes` and `tried` are kept by
    depth. `run` holds the depth, the length, the least length that may do if this one does not, and
    how many nodes there were.
    """
    board, labels, goal, near, table, sets, weights, cells, numbers = fixed
    views = len(cells)
    depth, length, least = run[0], run[1], run[2]
    looked, status = int64(0), DONE
    while True:
        hole, step = holes[depth], tried[depth]
        tried[depth] += 1
        origin = near[hole, step] if step < near.shape[1] else -1
        if origin < 0:
            if depth == 0:
                break
            depth -= 1
            tile = board[holes[depth]]
            board[hole], board[holes[depth]] = tile, -1
            for view in range(views):
                if sets[view, tile] >= 0:
                    numbers[view, sets[view, tile]] = saved[depth, view]
            continue
        if depth and origin == holes[depth - 1]:
            continue
        looked += 1
        tile, bound = board[origin], int64(0)
        for view in range(views):
            total, which = sums[depth, view], sets[view, tile]
            if which >= 0:
                old = numbers[view, which]
                new = old + (cells[view, hole] - cells[view, origin]) * weights[view, tile]
                total += int64(table[new]) - int64(table[old])
                saved[depth, view], numbers[view, which] = old, new
            sums[depth + 1, view] = total
            bound = max(bound, total)
        board[hole], board[origin] = tile, -1
        depth += 1
        holes[depth], tried[depth] = origin, 0
        if depth + bound > length:
            least = min(least, depth + bound)
            tried[depth] = near.shape[1]  # nothing more is tried here
        elif depth == length:
            least = min(least, length + 1)
            tried[depth] = near.shape[1]
            if is_goal(board, labels, goal):
                status = FOUND
                break
        if looked >= nodes:
            status = PAUSED
            break
    run[0], run[2] = depth, least
    run[3] += looked
    return status


@njit(types.boolean(int16[::1], int16[::1], int16[::1]), cache=True, nogil=True)
def is_goal(board, labels, goal):
    """Return whether each cell shows the label that it has at the goal."""
    for cell in range(len(board)):
        tile = board[cell]
        if (labels[tile] if tile >= 0 else -1) != goal[cell]:
            return False
    return True
