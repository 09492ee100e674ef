"""Numba kernels for sliding puzzles with one hole: additive pattern databases and IDA*.

An arrangement of some tiles is encoded as a number. Its digits, in base (number of cells), are the
cells of the tiles. Only moves of these tiles count, so the distances for disjoint sets of tiles can
be added.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
import numpy
from numba import int8, int16, int32, int64, types, uint8, uint32, uint64

from ...core.compiling import njit

#: Return values of `search`.
DONE, FOUND, PAUSED = 0, 1, 2

_ONE, _SHIFT = numpy.uint64(1), numpy.uint64(58)

#: A de Bruijn sequence. The top six bits of its product with a single bit identify that bit.
_FACTOR = numpy.uint64(0x03F79D71B4CB0A89)
_BIT = numpy.zeros(64, numpy.uint8)
for _i in range(64):
    _BIT[((1 << _i) * int(_FACTOR) & (2**64 - 1)) >> 58] = _i

# Memory-mapped tables are read-only.
_TABLE = types.Array(uint8, 1, "C", readonly=True)

#: The constant arguments of `search`.
_FIXED = types.Tuple(
    (
        *(int16[::1], int16[::1], int16[::1], int32[:, ::1], _TABLE),
        *(int8[:, ::1], int64[:, ::1], int32[:, ::1], int64[:, ::1]),
    )
)


@njit(int64(uint64), cache=True, nogil=True)
def _lowest(bits):
    """Return the index of the lowest set bit."""
    return int64(_BIT[((bits & (~bits + _ONE)) * _FACTOR) >> _SHIFT])


@njit(uint64(uint64[::1], uint64, int64), cache=True, nogil=True)
def reachable_cells(near, free, start):
    """Return the free cells that the hole can reach, including its own, as a bit set."""
    reached = todo = _ONE << uint64(start)
    while todo:
        new = near[_lowest(todo)] & free & ~reached
        reached |= new
        todo = (todo & (todo - _ONE)) | new
    return reached


@njit(
    int64(int64[::1], int64, int64, uint64[::1], uint32[::1], uint8[::1], int64[::1]),
    cache=True,
    nogil=True,
)
def expand(nodes, level, tiles, near, seen, best, successors):
    """Write the new arrangements after one move of a tile to `successors`; return their number.

    A node is 64 times the number of an arrangement, plus a cell that the hole can reach. `near`
    holds the neighbours of each cell as bit sets. For each arrangement, `seen` is the bit set of
    hole cells visited so far.
    """
    count, cells = 0, len(near)
    cells_of = numpy.empty(tiles, numpy.int64)
    every = ~uint64(0) >> uint64(64 - cells)
    for node in nodes:
        number, hole = node >> 6, node & 63
        rest, free = number, every
        for tile in range(tiles):
            cells_of[tile] = rest % cells
            rest //= cells
            free ^= _ONE << uint64(cells_of[tile])
        region, weight = reachable_cells(near, free, hole), int64(1)
        for tile in range(tiles):
            origin, origin_bit = cells_of[tile], _ONE << uint64(cells_of[tile])
            targets = near[origin] & region
            while targets:
                cell = _lowest(targets)
                targets &= targets - _ONE
                moved = number + (cell - origin) * weight
                if uint64(seen[moved]) & origin_bit:
                    continue
                seen[moved] |= reachable_cells(
                    near, (free | origin_bit) ^ (_ONE << uint64(cell)), origin
                )
                best[moved] = min(best[moved], uint8(level))
                successors[count] = (moved << 6) | origin
                count += 1
            weight *= cells
    return count


@njit(
    int64(_FIXED, int64[:, ::1], int64[:, ::1], int32[::1], int32[::1], int64[::1], int64),
    cache=True,
    nogil=True,
)
def search(fixed, saved, sums, holes, tried, run, nodes):
    """Find solutions of a given length.

    The search stops at each solution and after `nodes` nodes; the next call resumes it.

    `board` holds the tile on each cell, or -1 for the hole; tile t has the label `labels[t]`. In
    view v, tile t belongs to the set `sets[v, t]` with `weights[v, t]`, and a cell is mapped to
    `cells[v, cell]`. `numbers` holds the arrangement numbers of all sets. `saved`, `sums`, `holes`
    and `tried` are indexed by depth. `run` holds the depth, the length, the next possible length
    and the number of nodes.
    """
    board, labels, goal, near, table, sets, weights, cells, numbers = fixed
    views = len(cells)
    depth, length, next_length = run[0], run[1], run[2]
    visited, status = int64(0), DONE
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
        visited += 1
        tile, bound = board[origin], int64(0)
        for view in range(views):
            total, set_number = sums[depth, view], sets[view, tile]
            if set_number >= 0:
                old = numbers[view, set_number]
                new = old + (cells[view, hole] - cells[view, origin]) * weights[view, tile]
                total += int64(table[new]) - int64(table[old])
                saved[depth, view], numbers[view, set_number] = old, new
            sums[depth + 1, view] = total
            bound = max(bound, total)
        board[hole], board[origin] = tile, -1
        depth += 1
        holes[depth], tried[depth] = origin, 0
        if depth + bound > length:
            next_length = min(next_length, depth + bound)
            tried[depth] = near.shape[1]  # prune this branch
        elif depth == length:
            next_length = min(next_length, length + 1)
            tried[depth] = near.shape[1]
            if is_goal(board, labels, goal):
                status = FOUND
                break
        if visited >= nodes:
            status = PAUSED
            break
    run[0], run[2] = depth, next_length
    run[3] += visited
    return status


@njit(types.boolean(int16[::1], int16[::1], int16[::1]), cache=True, nogil=True)
def is_goal(board, labels, goal):
    """Return whether the label on each cell agrees with the goal."""
    for cell in range(len(board)):
        tile = board[cell]
        if (labels[tile] if tile >= 0 else -1) != goal[cell]:
            return False
    return True
