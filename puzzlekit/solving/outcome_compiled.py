"""Compiled search with a time limit for outcomes under best play; see `outcome_kernel`."""

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

#: Number of bytes in a table entry.
_ENTRY = 8 * kernel.ENTRY

#: Maximum number of cells in a must-play region, which is a bit set.
_MAX_CELLS = 63

#: Number of random games for the initial move ordering.
_SAMPLE_GAMES = 2000

#: Target number of seconds between two checks of the clock and of Ctrl-C.
_SLICE_SECONDS = 0.1

#: Maximum number of positions between two checks of the clock.
_MAX_SLICE = 1 << 20


def _allocate(entries: int) -> NDArray[numpy.uint64]:
    """Return an empty transposition table."""
    try:
        return numpy.zeros((entries, kernel.ENTRY), numpy.uint64)
    except (MemoryError, ValueError):  # exceeds the memory or the range of an index
        raise OptionError(
            f"Not enough memory for a table of {entries * _ENTRY / 1e9:,.0f} GB. Reduce `memory`."
        ) from None


class CompiledSearch:
    """A search for the values of positions in a two-player game with compiled rules."""

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
        self._history = numpy.zeros((kernel.LINES, kernel.COUNTERS, 2))
        self._search = numpy.zeros(kernel.SEARCH, numpy.int64)
        self._slice = 64
        claims = fast.claims if fast.claims <= _MAX_CELLS else 0
        self._search[kernel.CLAIMS] = claims
        self._canonical = fast.kernel.canonical or kernel.identity_form
        #: The function that returns the key of a position. With claims, the key is the position
        #: itself, because the cells in a proof differ in a mirror image. Then only root positions
        #: use canonical forms.
        self._key_form = kernel.identity_form if claims else self._canonical
        self._root_values: dict[bytes, int] = {}
        self._evaluate = fast.kernel.evaluate or kernel.zero_evaluation
        self._sample(fast.encode(state))

    def _sample(self, root: Any) -> None:
        """Initialize the history heuristic with random games from a position."""
        fast, draws = self.fast, numpy.ones(1, numpy.uint64)
        trace = numpy.empty((fast.max_plies, 2), numpy.int32)
        self._history[:] = 0
        kernel.sample(
            fast.kernel.playout, fast.table, root, draws, trace, _SAMPLE_GAMES, self._history
        )

    @property
    def memory(self) -> int:
        """The size of the table in bytes."""
        return int(self._entries.nbytes)

    @property
    def positions(self) -> int:
        """The number of positions searched."""
        return int(self._search[kernel.OPENED])

    def ordered(self, state: State, hardest: bool = False) -> list[str]:
        """Return the legal moves, the most promising (or the hardest to refute) first."""
        fast, array = self.fast, self.fast.encode(state)
        moves = fast.legal_moves(array)
        if hardest:
            ranks = [self._work(fast.apply(array, move)) for move in moves]
        else:
            good = self._history[array[SEAT], :, :]
            ranks = [
                (good[m % kernel.COUNTERS, 0] + 1) / (good[m % kernel.COUNTERS, 1] + 2)
                for m in moves
            ]
        order = sorted(range(len(moves)), key=lambda at: -ranks[at])
        return [fast.word(moves[at]) for at in order]

    def _work(self, array: Any) -> int:
        """Return the binary logarithm of the work done for a position, or -1 if unknown."""
        length = self._key_form(self.fast.table, array, self._form)
        kernel.hash_of(self._form, length, self._hashes[0])
        index = kernel.entry_of(self._entries, self._hashes[0])
        return int(self._entries[index, kernel.PACKED]) >> kernel.GRADE if index >= 0 else -1

    def value(
        self, state: State, alpha: int, beta: int, end: float, what: str, progress: Progress
    ) -> int | None:
        """Return the value of a position; see `outcome_plain.PlainSearch`."""
        fast, search = self.fast, self._search
        progress(what, self.positions, None)
        root = self._states[0] = fast.encode(state)
        root_key = self._form[: self._canonical(fast.table, root, self._form)].tobytes()
        if root_key in self._root_values:
            return self._root_values[root_key]
        self._sample(root)
        frame = self._frames[0]
        frame[kernel.NEXT], frame[kernel.ALPHA], frame[kernel.BETA] = kernel.NEW, alpha, beta
        search[kernel.ROW] = search[kernel.TOO_DEEP] = 0
        game = fast.kernel.legal_moves, fast.kernel.play, self._key_form, self._evaluate, fast.table
        places = self._states, self._lists, self._ranks, self._frames, self._hashes, self._form
        work = (*places, self._entries, self._history, search)
        run: Any = kernel.run
        while search[kernel.ROW] >= 0:
            began = time.monotonic()
            if began >= end:
                return None
            run(*game, work, self.positions + self._slice)
            if search[kernel.TOO_DEEP]:
                raise GameTooLongError
            if time.monotonic() - began > _SLICE_SECONDS:
                self._slice = max(self._slice // 2, 1)
            elif self._slice < _MAX_SLICE:
                self._slice *= 2
            progress(what, self.positions, None)
        value = int(search[kernel.VALUE])
        if (alpha, beta) == (LOSS, WIN):  # otherwise it may be a bound
            self._root_values[root_key] = value
        return value
