"""Outcomes under best play on a fast path: `outcome_kernel` with a clock."""

from __future__ import annotations

import time
from typing import Any

import numpy
from numpy.typing import NDArray

from ..core.errors import OptionError
from ..core.progress import Progress
from ..rules.base import State
from ..rules.compiled import SEAT, CompiledRules
from . import outcome_kernel as kernel
from .outcome_plain import LOSS, MAX_PLIES, WIN, GameTooLongError

#: Bytes of an entry of the table.
_ENTRY = 8 * kernel.ENTRY

#: As many cells are told apart in what a proof needs.
_CELLS = 63

#: Random games that give moves their first order.
_GAMES = 2000

#: Seconds that the search should go on between two looks at the clock, and at Ctrl-C.
_GLANCE_SECONDS = 0.1

#: Positions that are looked at between two looks at the clock, at most.
_MAX_ENTRIES = 1 << 20


def _allocate(entries: int) -> NDArray[numpy.uint64]:
    """Return an empty table of known positions."""
    try:
        return numpy.zeros((entries, kernel.ENTRY), numpy.uint64)
    except (MemoryError, ValueError):  # more than there is, or than can be counted
        raise OptionError(
            f"There are no {entries * _ENTRY / 1e9:,.0f} GB of memory here for what is known of "
            "positions; make `memory` smaller."
        ) from None


class CompiledSearch:
    """Find values of positions of a two-player game on its fast path; keep what is known."""

    def __init__(self, fast: CompiledRules, state: State, memory: int) -> None:
        self.fast = fast
        rows = min(fast.max_plies, MAX_PLIES) + 2
        self._states = numpy.empty((rows, fast.size), numpy.int32)
        self._lists = numpy.empty((rows, fast.max_moves), numpy.int32)
        self._ranks = numpy.empty((rows, fast.max_moves))
        self._frames = numpy.empty((rows, kernel.FRAME), numpy.int64)
        self._hashes = numpy.empty((rows, 2), numpy.uint64)
        self._form = numpy.empty(fast.key_size, numpy.int32)
        self._entries = _allocate(max(memory // _ENTRY // 2, 1) * 2)
        self._often = numpy.zeros((kernel.LINES, kernel.COUNTERS, 2))
        self._search = numpy.zeros(kernel.SEARCH, numpy.int64)
        self._slice = 64
        claims = fast.claims if fast.claims <= _CELLS else 0
        self._search[kernel.CLAIMS] = claims
        self._canonical = fast.kernel.canonical or kernel.itself
        #: The form by which positions are known. With claims it is the position itself, since what
        #: a proof needs lies elsewhere in a mirror image; only the first ones are known by images.
        self._known_by = kernel.itself if claims else self._canonical
        self._firsts: dict[bytes, int] = {}
        self._evaluate = fast.kernel.evaluate or kernel.level
        self._sample(fast.encode(state))

    def _sample(self, root: Any) -> None:
        """Let random games say which moves are good, and forget what was found elsewhere."""
        fast, draws = self.fast, numpy.ones(1, numpy.uint64)
        trace = numpy.empty((fast.max_plies, 2), numpy.int32)
        self._often[:] = 0
        kernel.sample(fast.kernel.playout, fast.table, root, draws, trace, _GAMES, self._often)

    @property
    def memory(self) -> int:
        """How many bytes the table has."""
        return int(self._entries.nbytes)

    @property
    def positions(self) -> int:
        """How many positions have been looked at."""
        return int(self._search[kernel.OPENED])

    def ordered(self, state: State, hardest: bool = False) -> list[str]:
        """Return the moves of a position, the most promising first, or those hardest to answer."""
        fast, array = self.fast, self.fast.encode(state)
        moves = fast.legal_moves(array)
        if hardest:
            ranks = [self._work(fast.apply(array, move)) for move in moves]
        else:
            good = self._often[array[SEAT], :, :]
            ranks = [
                (good[m % kernel.COUNTERS, 0] + 1) / (good[m % kernel.COUNTERS, 1] + 2)
                for m in moves
            ]
        order = sorted(range(len(moves)), key=lambda at: -ranks[at])
        return [fast.word(moves[at]) for at in order]

    def _work(self, array: Any) -> int:
        """Return how much work a position was, as a power of two."""
        length = self._known_by(self.fast.table, array, self._form)
        kernel.hash_of(self._form, length, self._hashes[0])
        at = kernel.entry_of(self._entries, self._hashes[0])
        return int(self._entries[at, kernel.PACKED]) >> kernel.GRADE if at >= 0 else -1

    def value(
        self, state: State, alpha: int, beta: int, end: float, what: str, progress: Progress
    ) -> int | None:
        """Return the value of a position; see `outcome_plain.PlainSearch`."""
        fast, search = self.fast, self._search
        progress(what, self.positions, None)
        root = self._states[0] = fast.encode(state)
        first = self._form[: self._canonical(fast.table, root, self._form)].tobytes()
        if first in self._firsts:
            return self._firsts[first]
        self._sample(root)
        frame = self._frames[0]
        frame[kernel.NEXT], frame[kernel.ALPHA], frame[kernel.BETA] = kernel.NEW, alpha, beta
        search[kernel.ROW] = search[kernel.TOO_DEEP] = 0
        game = fast.kernel.legal_moves, fast.kernel.play, self._known_by, self._evaluate, fast.table
        places = self._states, self._lists, self._ranks, self._frames, self._hashes, self._form
        work = (*places, self._entries, self._often, search)
        run: Any = kernel.run
        while search[kernel.ROW] >= 0:
            began = time.monotonic()
            if began >= end:
                return None
            run(*game, work, self.positions + self._slice)
            if search[kernel.TOO_DEEP]:
                raise GameTooLongError
            if time.monotonic() - began > _GLANCE_SECONDS:
                self._slice = max(self._slice // 2, 1)
            elif self._slice < _MAX_ENTRIES:
                self._slice *= 2
            progress(what, self.positions, None)
        value = int(search[kernel.VALUE])
        if (alpha, beta) == (LOSS, WIN):  # else it may be a bound
            self._firsts[first] = value
        return value
