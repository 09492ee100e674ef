"""Counting positions by distance, in plain Python or with a compiled state space."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from ...core.errors import LimitReachedError, OptionError
from ...core.numba_status import has_numba
from ...core.progress import Progress, silent
from ...core.values import DISTANCE_METRICS
from ...rules.base import Puzzle, Rules, State, is_label_tuple
from ...rules.toggle import Toggle
from .. import search
from ..solution import LINES, STEPS, TURNS
from .label_permutations import MEMORY, make_mechanism

if TYPE_CHECKING:
    from .hash_search import HashedEnumeration
    from .space import StateSpace

#: Before building tables, count positions in plain Python: this many, with this many labels.
SMALL_SPACE, SMALL_SPACE_LABELS = 10_000, 1_000_000

#: Estimated memory in bytes of plain Python for a position, and for each of its labels.
STATE_BYTES, LABEL_BYTES = 256, 10


class Enumeration:
    """The positions of a puzzle by their distance from a state, by default the start.

    Distances are measured in steps (moves in the rules) or another metric (see `core.values`). If
    `backward` is true, distances to the state are measured instead. Counting raises
    `LimitReachedError` beyond `limit` positions or `memory` bytes. If the puzzle has no compiled
    search, `memory` is ignored if there is a `limit`. If a `file` is given, the distances are
    stored in this file and counting can be resumed. If a `cluster` is given (the address of a Dask
    scheduler, or `local`), the positions are counted on the cluster.

    >>> from puzzlekit import load
    >>> result = Enumeration(load("fifteen:2,height=2"))
    >>> list(result.levels()), result.antipodes(2)
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
        if metric not in DISTANCE_METRICS:
            options = ", ".join(DISTANCE_METRICS)
            raise OptionError(f"Unknown metric {metric!r}. Options: {options}.")
        self._rules, self._metric, self._backward = rules, metric, backward
        self._start = rules.start() if start is None else start
        self._toggle = rules if isinstance(rules, Toggle) else None
        if self._toggle is not None:
            if metric not in (STEPS, TURNS):
                raise OptionError(
                    f"{rules.name} does not support the metric {metric}. Omit the `metric`."
                )
            self._rules = self._toggle.twisty
            self._start = self._toggle.arrangement(self._start)
        self._limit, self._memory, self._file, self._cluster = limit, memory, file, cluster
        self._last: list[State] = []
        self._space: StateSpace | HashedEnumeration | None = None

    def levels(self, *, cores: int | None = None, progress: Progress = silent) -> Iterator[int]:
        """Yield the number of positions at distances 0, 1, 2, ..."""
        if cores is not None and cores < 1:
            raise OptionError(f"Invalid number of cores {cores}: it must be 1 or more.")
        for used, what, argument in (
            (self._cluster is not None, "counting on a cluster", "cluster"),
            (self._file is not None, "storing distances in a file", "file"),
            (self._metric == LINES, "using the metric lines", "metric"),
        ):
            if used and not has_numba():
                raise OptionError(f"Without numba, {what} is not possible. Omit the `{argument}`.")
        if self._cluster is not None:
            yield from self._limit_counts(self._cluster_level_sizes(self._cluster, progress))
            return
        counts: list[int] = []
        if self._metric != LINES and self._file is None:
            plain_limit = min(SMALL_SPACE, SMALL_SPACE_LABELS // len(self._rules.board))
            if self._limit is not None:
                plain_limit = min(plain_limit, self._limit)
            try:
                for count in self._plain_level_sizes(plain_limit, progress):
                    yield count
                    counts.append(count)
                return
            except LimitReachedError:
                if plain_limit == self._limit:
                    raise
        self._open_space(progress)
        if self._space is not None:
            found = self._limit_counts(self._space.levels(progress=progress, cores=cores))
            if [*islice(found, len(counts))] == counts and (first := next(found, None)):
                yield first
                yield from found
                return
            self._space = None  # the puzzle's `frame` is wrong
        size = STATE_BYTES + LABEL_BYTES * len(self._rules.board)
        limit = self._memory // size if self._limit is None else self._limit
        yield from islice(self._plain_level_sizes(limit, progress), len(counts), None)

    def _limit_counts(self, counts: Iterator[int]) -> Iterator[int]:
        """Yield the counts; raise `LimitReachedError` beyond `limit` positions in total."""
        total = 0
        for count in counts:
            total += count
            if self._limit is not None and total > self._limit:
                message = f"There are more than {self._limit:,} positions. Raise the `limit`."
                raise LimitReachedError(message)
            yield count

    def antipodes(self, limit: int) -> list[State]:
        """Return up to `limit` of the farthest positions counted so far."""
        states = self._last[:limit] if self._space is None else self._space.farthest(limit)
        return [self._toggle_position(state) for state in states]

    def _toggle_position(self, state: State) -> State:
        """Return the position of a toggle puzzle for an arrangement of all its points."""
        return state if self._toggle is None else state[: len(self._toggle.board)]

    @property
    def compiled(self) -> bool:
        """True if the search is compiled, as it always is for many positions."""
        return self._space is not None

    def draws(self, rng: Random) -> Iterator[State]:
        """Yield random positions among the farthest counted so far, indefinitely."""
        if self._space is not None:
            yield from map(self._toggle_position, self._space.draws(rng))
        while True:
            yield self._toggle_position(rng.choice(self._last))

    def _plain_level_sizes(self, limit: int | None, progress: Progress) -> Iterator[int]:
        """Yield the number of positions at each distance, counted in plain Python."""
        levels = search.bfs_layers(
            self._rules,
            self._start,
            backward=self._backward,
            metric=self._metric,
            limit=limit,
            progress=progress,
        )
        for level in levels:
            self._last = level
            yield len(level)

    def _cluster_level_sizes(self, address: str, progress: Progress) -> Iterator[int]:
        from . import dask_search

        puzzle = None
        if isinstance(self._rules, Puzzle):
            puzzle = make_mechanism(self._rules, self._metric, backward=self._backward)
        if puzzle is None:
            raise OptionError(
                f"{self._rules.name} cannot be searched on a cluster in the metric "
                f"{self._metric}. Omit the `cluster`."
            )
        with dask_search.connect(address) as client:
            yield from dask_search.level_sizes(client, puzzle, self._start, progress)

    def _open_space(self, progress: Progress) -> None:
        """Open a compiled space or, if that is impossible, a search with a hash table."""
        self._space = None
        if isinstance(self._rules, Puzzle) and is_label_tuple(self._start) and has_numba():
            from .hash_search import enumerate_by_hash
            from .space import open_space

            options: dict[str, Any] = {"metric": self._metric, "backward": self._backward}
            self._space = open_space(
                *(self._rules, self._start),
                **options,
                memory=self._memory,
                file=self._file,
                progress=progress,
            )
            if self._space is None and self._file is None:
                self._space = enumerate_by_hash(
                    *(self._rules, self._start, self._memory),
                    **options,
                    known=self._last,
                    progress=progress,
                )
        if self._space is None and (self._metric == LINES or self._file is not None):
            if self._file is None:
                raise OptionError(
                    f"{self._rules.name} does not support the metric {self._metric}. Omit the "
                    "`metric`."
                )
            raise OptionError(
                f"The distances of {self._rules.name} cannot be stored in a file. Omit the `file`."
            )
