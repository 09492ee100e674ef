"""Shortest solutions of sliding puzzles with one hole, by IDA* with additive pattern databases.

An arrangement of some tiles is encoded as a number. The digits of this number, in base (number of
cells), are the cells of the tiles. Only moves of these tiles count, so the distances for disjoint
sets of tiles can be added.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy
from numba import int8, int16, int32, int64, types, uint8

from ...core.compiling import compiled
from ...core.errors import LimitReachedError
from ...core.progress import Progress
from ...rules.base import State
from ...rules.sliding import Sliding
from ..search_kernel import readonly
from ..solution import Turns
from ..spaces.encoded_states import Array
from .equivalent_words import pad_lists
from .search_reports import MAX_LENGTH, report_depth
from .tile_tables import Cells, board_symmetries, choose_tile_sets, max_tiles, tile_tables

#: Maximum number of cells, because sets of free cells are 32-bit masks.
MAX_CELLS = 32

#: Number of nodes between progress reports (about 0.1 s).
NODES = 1_000_000

#: Return values of `search`.
DONE, FOUND, PAUSED = 0, 1, 2

#: The constant arguments of `search`.
_FIXED = types.Tuple(
    (
        *(int16[::1], int16[::1], int16[::1], int32[:, ::1], readonly(uint8, 1)),
        *(int8[:, ::1], int64[:, ::1], int32[:, ::1], int64[:, ::1]),
    )
)


@compiled(int64(_FIXED, int64[:, ::1], int64[:, ::1], int32[::1], int32[::1], int64[::1], int64))
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


@compiled(types.boolean(int16[::1], int16[::1], int16[::1]))
def is_goal(board, labels, goal):
    """Return whether the label on each cell agrees with the goal."""
    for cell in range(len(board)):
        tile = board[cell]
        if (labels[tile] if tile >= 0 else -1) != goal[cell]:
            return False
    return True


def is_supported(rules: Sliding, goal: State, memory: int) -> bool:
    """Return whether the puzzle has one hole, two-way edges only, and tables that fit in memory."""
    board = rules.board
    max_size = max_tiles(len(board), len(board) - 1, memory)
    return (
        goal.count("") == 1
        and len(board) <= MAX_CELLS
        and any(goal.count(label) <= max_size for label in goal if label)
        and all(map(set.__eq__, map(set, board.sources), map(set, board.neighbours)))
    )


def solutions(
    rules: Sliding, state: State, goal: State, memory: int, progress: Progress
) -> Iterator[Turns]:
    """Yield all shortest solutions from a solvable state."""
    near, cells, count = rules.board.neighbours, rules.board.cells, len(goal)
    sets = choose_tile_sets(near, goal, max_tiles(count, count - 1, memory))
    table = tile_tables(near, goal, sets, progress)
    ranks = {label: rank for rank, label in enumerate(filter(None, dict.fromkeys(goal)))}
    tiles = [cell for cell in range(count) if state[cell]]
    labels = numpy.array([ranks[state[cell]] for cell in tiles], numpy.int16)
    board = numpy.full(count, -1, numpy.int16)
    board[tiles] = range(len(tiles))
    goal_ranks = numpy.array([ranks.get(label, -1) for label in goal], numpy.int16)
    mirrored = numpy.array(board_symmetries(rules.board, goal), numpy.int32)
    views_of_state = _views(state, goal, sets, mirrored)
    saved = numpy.zeros((MAX_LENGTH + 1, len(mirrored)), numpy.int64)
    sums = numpy.zeros((MAX_LENGTH + 2, len(mirrored)), numpy.int64)
    sums[0] = table[views_of_state[2]].sum(axis=1)
    holes, tried = numpy.zeros((2, MAX_LENGTH + 2), numpy.int32)
    holes[0] = state.index("")
    run = numpy.array([0, sums[0].max(), 0, 0], numpy.int64)
    fixed = (
        board,
        labels,
        goal_ranks,
        pad_lists(near),
        table,
        *views_of_state[:2],
        mirrored,
        views_of_state[2],
    )
    is_solved = False
    while not is_solved:
        length = int(run[1])
        run[0], run[2], tried[0] = 0, MAX_LENGTH + 1, 0
        status = FOUND
        while status != DONE:
            status = search(fixed, saved, sums, holes, tried, run, NODES)
            report_depth(progress, int(run[3]), length)
            if status == FOUND:
                is_solved = True
                path = pairwise(holes[: length + 1].tolist())
                yield [(f"{cells[b]}-{cells[a]}",) for a, b in path]
        run[1] = run[2]
        if run[1] > MAX_LENGTH:
            raise LimitReachedError(f"There is no solution in {MAX_LENGTH:,} moves or fewer.")


def _views(
    state: State, goal: State, sets: Sequence[Cells], views: Array
) -> tuple[Array, Array, Array]:
    """Return the set and weight of each tile per view, and the arrangement numbers of all sets."""
    count, tiles = len(goal), [cell for cell, label in enumerate(state) if label]
    digits, starts, start = dict[int, tuple[int, int]](), list[int](), 0
    for number, each in enumerate(sets):
        digits |= {cell: (number, count**digit) for digit, cell in enumerate(each)}
        starts.append(start)
        start += count ** len(each)
    of_set = numpy.full((len(views), len(tiles)), -1, numpy.int8)
    weights = numpy.zeros(of_set.shape, numpy.int64)
    numbers = numpy.tile(numpy.array(starts, numpy.int64), (len(views), 1))
    for view, images in enumerate(views):
        places: dict[str, list[int]] = {}
        for cell, label in enumerate(goal):
            places.setdefault(label, []).append(int(images[cell]))
        for tile, cell in enumerate(tiles):
            place = places[state[cell]].pop()
            if place in digits:
                set_number, weight = digits[place]
                of_set[view, tile], weights[view, tile] = set_number, weight
                numbers[view, set_number] += images[cell] * weight
    return of_set, weights, numbers
