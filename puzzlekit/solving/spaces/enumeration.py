"""How many positions there are at each distance: counted in a space where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from ...core.errors import LimitReachedError, OptionError
from ...core.numba_status import has_numba
from ...core.progress import Progress, silent
from ...rules.base import Puzzle, Rules, State
from .. import search
from .mechanism import MEMORY, METRICS, STEPS, make_mechanism

if TYPE_CHECKING:
    from .bidirectional import BidirectionalResult
    from .space import StateSpace

#: Positions that are counted by the rule book alone, before it is worth while to make tables.
SMALL_SPACE = 10_000


class Enumeration:
    """The positions of a puzzle by their distance from a state, by default the start.

    Distances are in steps, the moves of the rule book, or in another metric (see `METRICS`).
    Backward, they are those to the state. Counting raises `LimitReachedError` when there are more
    positions than the `limit`, or than there is room for in so many bytes of `memory`; where a
    puzzle has no space of rows and columns, a million or fewer are kept. With a `file` the
    distances are kept there, and counting goes on where it stopped. With a `cluster`, the address
    of a Dask scheduler or `local`, they are counted there.

    >>> from puzzlekit import load
    >>> found = Enumeration(load("fifteen:2,height=2"))
    >>> list(found.levels()), found.farthest(2)
    ([1, 2, 2, 2, 2, 2, 1], [('', '3', '2', '1')])
    """

    def __init__(
        self,
        rules: Rules,
        start: State | None = None,
        *,
        metric: str = STEPS,
        backward: bool = False,
        limit: int | None = None,
        memory: int = MEMORY,
        file: Path | None = None,
        cluster: str | None = None,
    ) -> None:
        if metric not in METRICS:
            raise OptionError(f"There is no metric {metric!r}; choose from {', '.join(METRICS)}.")
        self._rules, self._metric, self._backward = rules, metric, backward
        self._start = rules.start() if start is None else start
        self._limit, self._memory, self._file, self._cluster = limit, memory, file, cluster
        self._last: list[State] = []
        self._found: StateSpace | BidirectionalResult | None = None

    def levels(self, *, cores: int | None = None, progress: Progress = silent) -> Iterator[int]:
        """Yield how many positions there are at each distance, from 0 on."""
        if self._cluster is not None:
            yield from self._on_cluster(self._cluster, progress)
            return
        done = 0
        if self._metric == STEPS and self._file is None:
            few = SMALL_SPACE if self._limit is None else min(SMALL_SPACE, self._limit)
            try:
                for count in self._plain(few, progress):
                    yield count
                    done += 1
                return
            except LimitReachedError:
                if few == self._limit:
                    raise
        self._find(progress)
        if self._found is None:
            yield from islice(self._plain(self._limit, progress), done, None)
            return
        total = 0
        for number, count in enumerate(self._found.levels(progress=progress, cores=cores)):
            total += count
            if self._limit is not None and total > self._limit:
                more = f"There are more than {self._limit:,} positions"
                raise LimitReachedError(f"{more}; raise the `limit`.")
            if number >= done:
                yield count

    def antipodes(self, most: int) -> list[State]:
        """Return some of the farthest positions that have been counted."""
        return self._last[:most] if self._found is None else self._found.farthest(most)

    @property
    def unchecked(self) -> bool:
        """Whether counting resumed from a file that has no checksums, that of an old version."""
        return bool(getattr(self._found, "unchecked", False))

    @property
    def compiled(self) -> bool:
        """Whether the search is compiled, which it is where there are many positions."""
        return self._found is not None

    def draws(self, rng: Random) -> Iterator[State]:
        """Yield positions drawn from the farthest that have been counted, without an end."""
        if self._found is not None:
            yield from self._found.draws(rng)
        while True:
            yield rng.choice(self._last)

    def _plain(self, limit: int | None, progress: Progress) -> Iterator[int]:
        """Count with the rule book alone."""
        levels = search.bfs_layers(
            self._rules, self._start, backward=self._backward, limit=limit, progress=progress
        )
        for level in levels:
            self._last = level
            yield len(level)

    def _on_cluster(self, address: str, progress: Progress) -> Iterator[int]:
        from . import cluster

        puzzle = None
        if isinstance(self._rules, Puzzle):
            puzzle = make_mechanism(self._rules, self._metric, backward=self._backward)
        if puzzle is None:
            raise OptionError(f"{self._rules.name} has no space of {self._metric} for a cluster.")
        with cluster.client_of(address) as client:
            yield from cluster.levels(client, puzzle, self._start, progress)

    def _find(self, progress: Progress) -> None:
        """Find rows and columns, or at least numbers for what lies in each slot."""
        if isinstance(self._rules, Puzzle) and has_numba():
            from .bidirectional import meet_in_the_middle
            from .space import open_space

            options: dict[str, Any] = {"metric": self._metric, "backward": self._backward}
            self._found = open_space(
                *(self._rules, self._start),
                **options,
                memory=self._memory,
                file=self._file,
                progress=progress,
            )
            if self._found is None and self._file is None:
                self._found = meet_in_the_middle(self._rules, self._start, self._memory, **options)
        if self._found is None and (self._metric != STEPS or self._file is not None):
            if self._file is None:
                raise OptionError(
                    f"{self._rules.name} has no space of {self._metric}; leave the `metric` out."
                )
            raise OptionError(
                f"{self._rules.name} has no space of positions that a file could hold; leave the "
                "`file` out."
            )


def enumerate_states(
    rules: Rules,
    start: State | None = None,
    *,
    metric: str = STEPS,
    limit: int | None = None,
    memory: int = MEMORY,
    cores: int | None = None,
    progress: Progress = silent,
) -> Iterator[int]:
    """Yield how many states are reachable, by their distance from the start: see `Enumeration`.

    >>> from puzzlekit import load
    >>> sum(states(load("cube:2"), metric="turns"))
    3674160
    """
    found = Enumeration(rules, start, metric=metric, limit=limit, memory=memory)
    return found.levels(cores=cores, progress=progress)
