"""Compiled alpha-beta search with a clock; see `alphabeta_kernel`."""

from __future__ import annotations

import math
import threading
import time
from typing import Any, cast

import numpy

from ..rules.compiled import GOING_ON, OUTCOME, SEAT, CompiledRules
from . import alphabeta_kernel as kernel
from .alphabeta_search import MAX_DEPTH, WIN, SearchTimeoutError, SearchValue

#: Number of entries in the transposition table and in the table of best moves.
TABLE_SLOTS = 1 << 20

#: Seconds between checks of the clock and for Ctrl-C.
POLL_SECONDS = 0.02


class CompiledAlphaBeta:
    """A search from one position; see `alphabeta_search.Search`."""

    def __init__(self, fast: CompiledRules, state: object) -> None:
        self.fast = fast
        self.root = fast.encode(state)
        self.states = numpy.empty((MAX_DEPTH + 1, fast.size), numpy.int32)
        self.states[0] = self.root
        self.lists = numpy.empty((MAX_DEPTH + 1, fast.max_moves), numpy.int32)
        self.keys = numpy.zeros(TABLE_SLOTS, numpy.uint64)
        self.bounds = numpy.empty((TABLE_SLOTS, 2))
        self.best_move_keys = numpy.zeros(TABLE_SLOTS, numpy.uint64)
        self.best_moves = numpy.empty(TABLE_SLOTS, numpy.int32)
        self.history = numpy.zeros(kernel.COUNTERS, numpy.int64)
        self.flags = numpy.zeros(3, numpy.int64)

    def run(self, depth: int, order: list[str], deadline: float) -> SearchValue:
        """Return the principal variation at a depth; see `alphabeta_search.Search`."""
        self.flags[kernel.STOP] = self.flags[kernel.UNPROVED] = 0
        self.flags[kernel.ROUND] += 1
        results: list[SearchValue] = []
        moves = [self.fast.legal_number(self.root, word) for word in order]
        work = threading.Thread(target=lambda: results.append(self._search(depth, moves)))
        work.start()
        try:
            while work.is_alive() and time.monotonic() < deadline:
                work.join(POLL_SECONDS)
        finally:
            self.flags[kernel.STOP] = work.is_alive()
            work.join()
        if not results or self.flags[kernel.STOP]:
            raise SearchTimeoutError
        return results[0]

    def _search(self, depth: int, order: list[int]) -> SearchValue:
        fast, seat = self.fast, int(self.root[SEAT])
        best, value = order[0], -math.inf
        for move in order:
            self.states[1] = self.root
            fast.kernel.play(fast.table, self.states[1], move)
            score = self._value(seat, depth - 1, value)
            if score > value:
                best, value = move, score
        certain = not self.flags[kernel.UNPROVED] or abs(value) > WIN / 2
        return SearchValue(self._line(best, depth), value, certain)

    def _value(self, seat: int, depth: int, alpha: float) -> float:
        """Return the value of `states[1]` for a seat if it exceeds alpha, else an upper bound."""
        fast, search = self.fast, cast(Any, kernel.value)
        game = (
            fast.kernel.legal_moves,
            fast.kernel.play,
            fast.kernel.evaluate,
            fast.table,
            fast.key_size,
        )
        tables = self.keys, self.bounds, self.best_move_keys, self.best_moves
        work = (self.states, self.lists, *tables, self.history, self.flags)
        return float(search(*game, seat, depth, 1, alpha, math.inf, work))

    def _line(self, move: int, depth: int) -> tuple[str, ...]:
        """Return the principal variation that begins with a move, from the table of best moves."""
        fast, state, line = self.fast, self.root.copy(), [move]
        while True:
            fast.kernel.play(fast.table, state, line[-1])
            key = int(kernel.key_of(state, fast.key_size))
            slot = key % TABLE_SLOTS
            is_stored = state[OUTCOME] == GOING_ON and int(self.best_move_keys[slot]) == key
            if not is_stored or len(line) == depth:
                return tuple(map(fast.word, line))
            line.append(int(self.best_moves[slot]))
