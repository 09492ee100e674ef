"""All positions of a puzzle that can be reached from one, with their distances."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random

import numpy

from ...core.cores import usable_cores
from ...core.errors import LimitReachedError
from ...core.progress import Progress, silent
from ...rules.base import Puzzle, State
from .distance_lookup import DistanceLookup
from .encoded_states import Array
from .mechanism import MEMORY, STEPS
from .plan import Plan, grow_plan, make_plan
from .store import FileStore, MemoryStore
from .tracks import BYTE


class StateSpace:
    """The positions that can be reached from a state, two bits each."""

    def __init__(self, plan: Plan, store: MemoryStore) -> None:
        self.plan, self._store = plan, store
        self.counts = list(store.counts)
        self._begun = bool(self.counts)  # whether a part of the next level may have been noted
        self._alive = numpy.ones(plan.rows, numpy.uint8)  # which rows have some of the last level
        if self.counts:
            self._check()
        else:
            bit = int(plan.lanes.bit[0, 0])
            rows = store.read(*store.parts[0])
            rows[0, bit // BYTE] = ~(0x0101 << bit % BYTE) & 0xFFFF
            store.write(0, rows)
            self._alive[1:] = 0
            self.counts = [1]
        store.note(self.counts)

    @property
    def unchecked(self) -> bool:
        """Whether the distances come from a file that has no checksums."""
        return isinstance(self._store, FileStore) and self._store.unchecked

    def _check(self) -> None:
        """Raise `SaveError` if a file has other positions than its counts say."""
        found = self._tallies()
        missing = [each - sum(self.counts[level::3]) for level, each in enumerate(found)]
        begun = missing.pop(len(self.counts) % 3)
        if any(missing) or not 0 <= begun <= self.plan.positions - self.size:
            raise self._store.damaged()

    @property
    def size(self) -> int:
        """Positions that have been met."""
        return sum(self.counts)

    def levels(self, *, cores: int | None = None, progress: Progress = silent) -> Iterator[int]:
        """Yield how many positions there are at each distance, from 0 on."""
        yield from self.counts[:]
        pool = ThreadPoolExecutor(cores or usable_cores())
        try:
            while self.size < self.plan.positions and (count := self._grown(pool, progress)):
                self.counts.append(count)
                self._store.note(self.counts)
                yield count
        finally:
            pool.shutdown(cancel_futures=True)

    def distance(self, state: State) -> int | None:
        """Return how far a position is, None if it cannot be reached or has not been met.

        >>> from puzzlekit import load
        >>> puzzle = load("fifteen:3,height=2")
        >>> found = space(puzzle, puzzle.goal)
        >>> sum(1 for _ in found.levels())
        22
        >>> found.distance(puzzle.goal), found.distance(("4", "5", "", "1", "2", "3"))
        (0, 21)
        """
        place = self.plan.place(state)
        return None if place is None else DistanceLookup(self.plan, self._store.known).to(place)

    def farthest(self, most: int) -> list[State]:
        """Return some of the positions that are farthest of those that have been met."""
        rows = numpy.flatnonzero(self._alive).tolist()
        found = DistanceLookup(self.plan, self._store.known).farthest(len(self.counts) - 1, rows)
        return [self.plan.state(*place) for place in islice(found, most)]

    def draws(self, rng: Random) -> Iterator[State]:
        """Yield an endless stream of random positions at the farthest known distance."""
        rows = numpy.flatnonzero(self._alive).tolist()
        known = DistanceLookup(self.plan, self._store.known)
        for place in known.draws(len(self.counts) - 1, self.counts[-1], rows, rng):
            yield self.plan.state(*place)

    def _grown(self, pool: ThreadPoolExecutor, progress: Progress) -> int:
        """Go on by one level and return how many positions are new."""
        level, store = len(self.counts) - 1, self._store
        # Most positions that were not met have a neighbour of the level among the first they ask.
        pull = self.counts[-1] > self.plan.positions - self.size
        begun, self._begun = self._begun, True
        found = numpy.zeros(self.plan.rows, numpy.int32)
        total = 0
        for begin, end in store.parts:
            own = store.read(begin, end)
            for low, high in store.parts:
                if not self._alive[low:high].any():
                    continue
                known = own if low == begin else store.read(low, high)
                rows = own, begin, known, low, self._alive, found[begin:end]
                for new in grow_plan(
                    self.plan.steps, self.plan.lanes, level, pull, *rows, pool.map
                ):
                    total += new
                    said = f"positions, distance {level + 1}"
                    progress(said, self.size + total, self.plan.positions)
            store.write(begin, own)
        if begun:  # then `found` is but the rest of the level
            total = self._tallies()[(level + 1) % 3] - sum(self.counts[(level + 1) % 3 :: 3])
            self._alive[:] = 1
        elif total:
            self._alive = (found > 0).astype(numpy.uint8)
        self._begun = False
        return total

    def _tallies(self) -> list[int]:
        """Return how many positions have been noted at each distance modulo 3."""
        from .levels_kernel import COUNT

        totals = [0, 0, 0]
        for begin, end in self._store.parts:
            rows = self._store.read(begin, end).reshape(-1)
            for some in range(0, len(rows), BYTE**7):
                for level in range(3):
                    totals[level] += int(
                        COUNT[with_space(rows[some : some + BYTE**7], level)].sum()
                    )
        return totals


def with_space(pairs: Array, level: int) -> Array:
    """Return which of eight positions each have the distance of a level, modulo 3."""
    found = pairs ^ numpy.uint16((level % 3 != 1) * 0x00FF | (level % 3 != 2) * 0xFF00)
    return found & found >> 8 & 0xFF


def open_space(
    rules: Puzzle,
    start: State,
    *,
    metric: str = STEPS,
    backward: bool = False,
    memory: int = MEMORY,
    file: Path | None = None,
    progress: Progress = silent,
) -> StateSpace | None:
    """Return the space of the positions that can be reached from a state, the first one met.

    None if the puzzle is of no kind that has rows and columns, or has too many of them. The
    distances may take so many bytes of `memory`; with a `file` they are kept there, and the search
    goes on where it stopped. Raises `LimitReachedError` if there is no room for them.
    """
    found = make_plan(rules, start, metric=metric, backward=backward, progress=progress)
    if found is None:
        return None
    size = 2 * found.rows * found.lanes.width
    if file is not None:
        return StateSpace(found, FileStore(file, found.key, found.rows, found.lanes.width, memory))
    if size > memory:
        raise LimitReachedError(
            f"The distances of all {found.positions:,} positions take {size:,} bytes; raise the "
            "`memory`, or name a `file` that holds them."
        )
    return StateSpace(found, MemoryStore(found.rows, found.lanes.width))
