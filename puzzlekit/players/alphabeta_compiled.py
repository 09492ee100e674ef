"""Alpha-beta on a fast path: `alphabeta_kernel` with a clock."""

from __future__ import annotations

import math
import threading
import time
from typing import Any, cast

import numpy

from ..rules.compiled import GOING_ON, OUTCOME, SEAT, CompiledRules
from . import alphabeta_kernel as kernel
from .alphabeta_search import MAX_DEPTH, WIN, SearchTimeoutError, SearchValue

#: Entries of the tables of values and of good moves.
TABLE_SLOTS = 1 << 20

#: Seconds between two looks at the clock, and at Ctrl-C.
MIN_SEARCH_SECONDS = 0.02


class CompiledAlphaBeta:
    """Searches one position; see `alphabeta_search.Search`."""

    def __init__(self, fast: CompiledRules, state: object) -> None:
        self.fast = fast
        self.root = fast.encode(state)
        self.states = numpy.empty((MAX_DEPTH + 1, fast.size), numpy.int32)
        self.states[0] = self.root
        self.lists = numpy.empty((MAX_DEPTH + 1, fast.max_moves), numpy.int32)
        self.keys = numpy.zeros(TABLE_SLOTS, numpy.uint64)
        self.bounds = numpy.empty((TABLE_SLOTS, 2))
        self.best_keys = numpy.zeros(TABLE_SLOTS, numpy.uint64)
        self.bests = numpy.empty(TABLE_SLOTS, numpy.int32)
        self.often = numpy.zeros(kernel.COUNTERS, numpy.int64)
        self.flags = numpy.zeros(3, numpy.int64)

    def to(self, depth: int, order: list[str], deadline: float) -> SearchValue:
        """Return the best line to a depth; see `alphabeta_search.Search`."""
        self.flags[kernel.STOP] = self.flags[kernel.UNSURE] = 0
        self.flags[kernel.ROUND] += 1
        found: list[SearchValue] = []
        moves = [self.fast.is_legal(self.root, word) for word in order]
        work = threading.Thread(target=lambda: found.append(self._search(depth, moves)))
        work.start()
        try:
            while work.is_alive() and time.monotonic() < deadline:
                work.join(MIN_SEARCH_SECONDS)
        finally:
            self.flags[kernel.STOP] = work.is_alive()
            work.join()
        if not found or self.flags[kernel.STOP]:
            raise SearchTimeoutError
        return found[0]

    def _search(self, depth: int, order: list[int]) -> SearchValue:
        fast, seat = self.fast, int(self.root[SEAT])
        best, value = order[0], -math.inf
        for move in order:
            self.states[1] = self.root
            fast.kernel.play(fast.table, self.states[1], move)
            worth = self._value(seat, depth - 1, value)
            if worth > value:
                best, value = move, worth
        certain = not self.flags[kernel.UNSURE] or abs(value) > WIN / 2
        return SearchValue(self._line(best, depth), value, certain)

    def _value(self, seat: int, depth: int, alpha: float) -> float:
        """Return the value of `states[1]` for a seat if it is above alpha, else a bound of it."""
        fast, search = self.fast, cast(Any, kernel.value)
        game = (
            fast.kernel.legal_moves,
            fast.kernel.play,
            fast.kernel.evaluate,
            fast.table,
            fast.key_size,
        )
        tables = self.keys, self.bounds, self.best_keys, self.bests
        work = (self.states, self.lists, *tables, self.often, self.flags)
        return float(search(*game, seat, depth, 1, alpha, math.inf, work))

    def _line(self, move: int, depth: int) -> tuple[str, ...]:
        """Return a move of the root and the best ones after it, as far as they are known."""
        fast, state, found = self.fast, self.root.copy(), [move]
        while True:
            fast.kernel.play(fast.table, state, found[-1])
            key = int(kernel.key_of(state, fast.key_size))
            place = key % TABLE_SLOTS
            known = state[OUTCOME] == GOING_ON and int(self.best_keys[place]) == key
            if not known or len(found) == depth:
                return tuple(map(fast.word, found))
            found.append(int(self.bests[place]))
