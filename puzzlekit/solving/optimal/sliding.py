"""Shortest solutions of sliding puzzles with one hole, by IDA* with additive pattern databases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ...core.errors import LimitReachedError
from ...core.progress import Progress
from ...rules.base import State
from ...rules.sliding import Sliding
from .shortest import MAX_LENGTH, Turns, pad_lists, report_depth
from .tile_sets import Cells, board_symmetries, choose_tile_sets
from .tile_tables import max_tiles, tile_tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Maximum number of cells, because sets of free cells are 32-bit masks.
MAX_CELLS = 32

#: Number of nodes between progress reports (about 0.1 s).
NODES = 1_000_000


def is_supported(rules: Sliding, goal: State, memory: int) -> bool:
    """Return whether the puzzle has one hole, moves along edges only and tables that fit."""
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
    import numpy

    from .sliding_kernel import DONE, FOUND, search

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
    report, is_solved = report_depth(progress), False
    while not is_solved:
        length = int(run[1])
        run[0], run[2], tried[0] = 0, MAX_LENGTH + 1, 0
        status = FOUND
        while status != DONE:
            status = search(fixed, saved, sums, holes, tried, run, NODES)
            report(int(run[3]), length)
            if status == FOUND:
                is_solved = True
                path = pairwise(holes[: length + 1].tolist())
                yield [(f"{cells[b]}-{cells[a]}",) for a, b in path]
        run[1] = run[2]
        if run[1] > MAX_LENGTH:
            raise LimitReachedError(f"There is no solution in {MAX_LENGTH:,} moves or fewer.")


def _views(
    state: State, goal: State, sets: Sequence[Cells], views: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return each tile's set and weight in each view, and the arrangement numbers of all sets.

    A mirrored view replaces each tile with the tile of the mirrored cell.
    """
    import numpy

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
