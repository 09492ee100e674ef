"""Parallel iterative deepening (IDA*) for the shortest words to the goal.

Source: R. E. Korf, Finding optimal solutions to Rubik's cube using pattern databases, AAAI-97.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

from ...core.cores import usable_cores
from ...core.errors import LimitReachedError
from ..spaces.encoded_states import Array
from .shortest import MAX_LENGTH, DepthCallback
from .words import Word

#: Number of nodes between checks of the stop flag. If a depth has more than `MIN_PARALLEL_NODES`
#: nodes, the next depth is searched in parallel.
SLICE, MIN_PARALLEL_NODES = 500_000, 300_000

#: Depth of the nodes that become parallel tasks; seconds between progress reports.
TASK_DEPTH, REPORT_SECONDS = 2, 0.1


class SearchNode(NamedTuple):
    """A position in the search, with the moves to it and its row, column and distance per view."""

    word: Word
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    distances: tuple[int, ...]


class IterativeDeepening(NamedTuple):
    """A search with its constants: tables, moves in each view, allowed successors and sources."""

    tables: tuple[Array, ...]
    views: Array
    as_move: Array
    follow: Array
    sources: Array

    def root(self, places: Sequence[tuple[int, int] | None]) -> SearchNode | None:
        """Return the root for a (row, column) pair in each view, or None if one is unreachable."""
        from .twisty_kernel import distance

        known = [place for place in places if place is not None]
        if len(known) < len(places):
            return None
        pairs = zip(self.views, known, strict=True)
        distances = tuple(int(distance(self.tables, table, *place)) for table, place in pairs)
        rows, columns = zip(*known, strict=True)
        return None if min(distances) < 0 else SearchNode((), rows, columns, distances)

    def words(
        self, root: SearchNode, board: Array, goal: Array, report: DepthCallback
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
                    report(nodes, length)
                    runs: list[Array] = []
                    tasks = [
                        pool.submit(self._search_below, node, board, goal, length, runs, stop)
                        for node in self._nodes(
                            root, length, TASK_DEPTH if last > MIN_PARALLEL_NODES else 0
                        )
                    ]
                    for task in tasks:
                        while not _stopped(task):
                            report(nodes + sum(int(run[2]) for run in runs), length)
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
                if move >= 0 and max((new := self._children(node, move)).distances) <= length - done
            ]
        return nodes

    def _children(self, node: SearchNode, move: int) -> SearchNode:
        from .twisty_kernel import apply_move, distance_mod3, next_distance

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
        import numpy

        from .twisty_kernel import DONE, FOUND, search

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


def _stopped(task: Future[list[Word]]) -> bool:
    try:
        task.exception(REPORT_SECONDS)
    except TimeoutError:
        return False
    return True
