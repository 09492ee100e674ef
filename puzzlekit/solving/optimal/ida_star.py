"""A search of greater and greater depth for the shortest words that lead to the goal, on all cores.

R. E. Korf, Finding optimal solutions to Rubik's cube using pattern databases, AAAI-97.
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
from .shortest import MAX_LENGTH, Tell
from .words import Word

#: Nodes between two looks at whether to stop, and from which on a depth is divided among cores.
SLICE, MANY = 500_000, 300_000

#: Moves after which it is divided, and seconds between two signs of life.
DIVIDED, BEAT = 2, 0.1


class Node(NamedTuple):
    """A position in the search: the moves to it, and how each look sees it."""

    word: Word
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    far: tuple[int, ...]


class IterativeDeepening(NamedTuple):
    """The constant part of the search: tables, moves in each look, and which moves may follow."""

    tables: tuple[Array, ...]
    looks: Array
    as_move: Array
    follow: Array
    sources: Array

    def root(self, places: Sequence[tuple[int, int] | None]) -> Node | None:
        """Return the first node from rows and columns; None if one of them cannot be reached."""
        from .twisty_kernel import distance

        known = [place for place in places if place is not None]
        if len(known) < len(places):
            return None
        pairs = zip(self.looks, known, strict=True)
        far = tuple(int(distance(self.tables, table, *place)) for table, place in pairs)
        rows, columns = zip(*known, strict=True)
        return None if min(far) < 0 else Node((), rows, columns, far)

    def words(self, root: Node, board: Array, goal: Array, tell: Tell) -> Iterator[Word]:
        """Yield the words of the least length that lead from a board to the goal."""
        length, nodes, last, found = max(root.far), 0, 0, False
        stop = threading.Event()
        with ThreadPoolExecutor(usable_cores()) as pool:
            try:
                while not found:
                    if length > MAX_LENGTH:
                        raise LimitReachedError(f"No solution has {MAX_LENGTH} moves or fewer.")
                    tell(nodes, length)
                    runs: list[Array] = []
                    tasks = [
                        pool.submit(self._search_below, node, board, goal, length, runs, stop)
                        for node in self._nodes(root, length, DIVIDED if last > MANY else 0)
                    ]
                    for task in tasks:
                        while not _stopped(task):
                            tell(nodes + sum(int(run[2]) for run in runs), length)
                        for word in task.result():
                            found = True
                            yield word
                    last = sum(int(run[2]) for run in runs)
                    nodes += last
                    length += 1
            finally:
                stop.set()

    def _nodes(self, root: Node, length: int, depth: int) -> list[Node]:
        """Return the nodes after some moves from where the goal may be reached in all."""
        nodes = [root]
        for done in range(1, depth + 1):
            nodes = [
                new
                for node in nodes
                for move in self.follow[node.word[-1] if node.word else -1].tolist()
                if move >= 0 and max((new := self._children(node, move)).far) <= length - done
            ]
        return nodes

    def _children(self, node: Node, move: int) -> Node:
        from .twisty_kernel import apply_move, apply_word, rest

        places, far = [], []
        for look, table in enumerate(self.looks):
            own = int(self.as_move[look, move])
            place = apply_move(self.tables, table, own, node.rows[look], node.columns[look])
            places.append(place)
            far.append(int(apply_word(node.far[look], rest(self.tables, table, *place))))
        rows, columns = zip(*places, strict=True)
        return Node((*node.word, move), rows, columns, tuple(far))

    def _search_below(
        self,
        node: Node,
        board: Array,
        goal: Array,
        length: int,
        runs: list[Array],
        stop: threading.Event,
    ) -> list[Word]:
        """Return the words of a length that begin as the node's."""
        import numpy

        from .twisty_kernel import DONE, FOUND, search

        for move in node.word:
            board = board[self.sources[move]]
        left = length - len(node.word)
        lines = numpy.zeros((3, left + 1, len(self.looks)), numpy.int32)
        lines[:, 0] = node[1:]
        taken, tried = numpy.zeros((2, left + 1), numpy.int32)
        taken[0] = node.word[-1] if node.word else len(self.follow) - 1
        run = numpy.array([0, left, 0], numpy.int64)
        runs.append(run)
        found: list[Word] = []
        if left == 0:
            return [node.word] if (board == goal).all() else []
        status = FOUND
        while status != DONE and not stop.is_set():
            status = search(tuple(self), tuple(lines), taken, tried, board, goal, run, SLICE)
            if status == FOUND:
                found.append((*node.word, *taken[1:].tolist()))
        return found


def _stopped(task: Future[list[Word]]) -> bool:
    try:
        task.exception(BEAT)
    except TimeoutError:
        return False
    return True
