"""Parallel iterative deepening (IDA*) for the shortest words to the goal.

A position has a row and a column in each table. Tables store distances modulo 3. A move changes the
distance by at most one, so the previous distance and the new residue determine the new distance.
Source: R. E. Korf, Finding optimal solutions to Rubik's cube using pattern databases, AAAI-97.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import NamedTuple

import numpy
from numba import int16, int32, int64, types, uint16

from ...core.capabilities import usable_cores
from ...core.compiling import compiled
from ...core.errors import LimitReachedError
from ...core.progress import Progress
from ..search_kernel import readonly
from ..spaces.encoded_states import Array
from .equivalent_words import Word
from .search_reports import MAX_LENGTH, report_depth

#: Number of nodes between checks of the stop flag. If a depth has more than `MIN_PARALLEL_NODES`
#: nodes, the next depth is searched in parallel.
SLICE, MIN_PARALLEL_NODES = 500_000, 300_000

#: Depth of the nodes that become parallel tasks, and seconds between progress reports.
TASK_DEPTH, REPORT_SECONDS = 2, 0.1

#: Return values of `search`.
DONE, FOUND, PAUSED = 0, 1, 2

#: Fields of a table's description. The first five are the offsets of its steps, columns, bases,
#: bits and distances in the concatenated arrays. The others are the row lengths of steps and
#: distances.
STEPS, COLUMNS, BASES, BITS, DISTANCES, STRIDE, WIDTH = range(7)

# Memory-mapped tables are read-only.
_STEPS, _SMALL = readonly(int32, 1), readonly(uint16, 1)
_TABLES = types.Tuple((_STEPS, _SMALL, _STEPS, _SMALL, _SMALL))


@compiled(int64(_TABLES, int64[::1], int64, int64))
def distance_mod3(tables, table, row, column):
    """Return the distance of a position modulo 3, or 3 if it is unreachable."""
    base = table[BITS] + tables[2][table[BASES] + row]
    bit = int64(tables[3][base + column])
    word = int64(tables[4][table[DISTANCES] + row * table[WIDTH] + (bit >> 3)]) >> (bit & 7)
    return (word & 1) | ((word >> 7) & 2)


@compiled(types.UniTuple(int64, 2)(_TABLES, int64[::1], int64, int64, int64))
def apply_move(tables, table, move, row, column):
    """Return the row and column after a move."""
    step = table[STEPS] + row * table[STRIDE] + 2 * move
    column = tables[1][table[COLUMNS] + tables[0][step + 1] + column]
    return int64(tables[0][step]), int64(column)


@compiled(int64(int64, int64))
def next_distance(distance, modulo):
    """Return the distance after a move, given the previous distance and the new one modulo 3."""
    change = (modulo + 2 * distance) % 3
    return distance + (change if change < 2 else -1)


@compiled(int64(_TABLES, int64[::1], int64, int64))
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


@compiled(
    int64(
        types.Tuple((_TABLES, int64[:, ::1], int32[:, ::1], int32[:, ::1], int16[:, ::1])),
        *(types.UniTuple(int32[:, ::1], 3), int32[::1], int32[::1], int16[::1], int16[::1]),
        *(int64[::1], int64),
    )
)
def search(deepening, lines, taken, tried, board, goal, run, nodes):
    """Find solutions of a given length.

    The search stops at each solution and after `nodes` nodes; the next call resumes it.

    View v uses the table described by `views[v]`, where a move has the number
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


@compiled(types.boolean(int16[:, ::1], int32[::1], int64, int16[::1], int16[::1]))
def leads_to_goal(sources, taken, depth, board, goal):
    """Return whether the moves lead from a board to the goal."""
    for cell in range(len(goal)):
        at = cell
        for number in range(depth, 0, -1):
            at = sources[taken[number], at]
        if board[at] != goal[cell]:
            return False
    return True


class SearchNode(NamedTuple):
    """A position in the search: the moves to it, and its row, column and distance in each view."""

    word: Word
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    distances: tuple[int, ...]


class IterativeDeepening(NamedTuple):
    """The constants of a search: tables, moves in each view, allowed successors and sources."""

    tables: tuple[Array, ...]
    views: Array
    as_move: Array
    follow: Array
    sources: Array

    def root(self, places: Sequence[tuple[int, int] | None]) -> SearchNode | None:
        """Return the root for a (row, column) pair per view, or None if a pair is unreachable."""
        known = [place for place in places if place is not None]
        if len(known) < len(places):
            return None
        pairs = zip(self.views, known, strict=True)
        distances = tuple(int(distance(self.tables, table, *place)) for table, place in pairs)
        rows, columns = zip(*known, strict=True)
        return None if min(distances) < 0 else SearchNode((), rows, columns, distances)

    def words(
        self, root: SearchNode, board: Array, goal: Array, progress: Progress
    ) -> Iterator[Word]:
        """Yield all shortest words from a board to the goal."""
        length, nodes, last, is_solved = max(root.distances), 0, 0, False
        stop = threading.Event()
        with ThreadPoolExecutor(usable_cores()) as pool:
            try:
                while not is_solved:
                    if length > MAX_LENGTH:
                        raise LimitReachedError(
                            f"There is no solution in {MAX_LENGTH:,} moves or fewer."
                        )
                    report_depth(progress, nodes, length)
                    runs: list[Array] = []
                    tasks = [
                        pool.submit(self._search_below, node, board, goal, length, runs, stop)
                        for node in self._nodes(
                            root, length, TASK_DEPTH if last > MIN_PARALLEL_NODES else 0
                        )
                    ]
                    for task in tasks:
                        while not wait([task], REPORT_SECONDS).done:
                            visited = nodes + sum(int(run[2]) for run in runs)
                            report_depth(progress, visited, length)
                        for word in task.result():
                            is_solved = True
                            yield word
                    last = sum(int(run[2]) for run in runs)
                    nodes += last
                    length += 1
            finally:
                stop.set()

    def _nodes(self, root: SearchNode, length: int, depth: int) -> list[SearchNode]:
        """Return the nodes at a depth that may lead to a solution of `length` moves."""
        nodes = [root]
        for done in range(1, depth + 1):
            nodes = [
                new
                for node in nodes
                for move in self.follow[node.word[-1] if node.word else -1].tolist()
                if move >= 0 and max((new := self._child(node, move)).distances) <= length - done
            ]
        return nodes

    def _child(self, node: SearchNode, move: int) -> SearchNode:
        places, distances = [], []
        for view, table in enumerate(self.views):
            view_move = int(self.as_move[view, move])
            place = apply_move(self.tables, table, view_move, node.rows[view], node.columns[view])
            places.append(place)
            distances.append(
                int(next_distance(node.distances[view], distance_mod3(self.tables, table, *place)))
            )
        rows, columns = zip(*places, strict=True)
        return SearchNode((*node.word, move), rows, columns, tuple(distances))

    def _search_below(
        self,
        node: SearchNode,
        board: Array,
        goal: Array,
        length: int,
        runs: list[Array],
        stop: threading.Event,
    ) -> list[Word]:
        """Return the solutions of the given length that start with the node's word."""
        for move in node.word:
            board = board[self.sources[move]]
        remaining = length - len(node.word)
        lines = numpy.zeros((3, remaining + 1, len(self.views)), numpy.int32)
        lines[:, 0] = node[1:]
        taken, tried = numpy.zeros((2, remaining + 1), numpy.int32)
        taken[0] = node.word[-1] if node.word else len(self.follow) - 1
        run = numpy.array([0, remaining, 0], numpy.int64)
        runs.append(run)
        words: list[Word] = []
        if remaining == 0:
            return [node.word] if (board == goal).all() else []
        status = FOUND
        while status != DONE and not stop.is_set():
            status = search(tuple(self), tuple(lines), taken, tried, board, goal, run, SLICE)
            if status == FOUND:
                words.append((*node.word, *taken[1:].tolist()))
        return words
