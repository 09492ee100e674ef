"""How many positions there are at each distance: counted in a space where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice

from ...core.errors import LimitReached, OptionError
from ...core.progress import Progress, silent
from ...rules.rule_book import Puzzle, Rules, State
from .. import search
from .mechanism import METRICS, STEPS
from .space import MEMORY, Space, space

#: Positions that are counted by the rule book alone, before it is worth while to make tables.
FEW = 10_000


def states(
    rules: Rules,
    start: State | None = None,
    *,
    metric: str = STEPS,
    limit: int | None = None,
    memory: int = MEMORY,
    cores: int | None = None,
    progress: Progress = silent,
) -> Iterator[int]:
    """Yield how many states are reachable, by their distance from the start.

    Distances are in steps, the moves of the rule book, or in turns, of which one is any power of a
    twist. Raises `LimitReached` when there are more states than the `limit`, or than there is room
    for in so many bytes of `memory`; where a puzzle has no space of rows and columns, a million or
    fewer are kept.

    >>> from puzzlekit import load
    >>> list(states(load("fifteen:2,height=2")))
    [1, 2, 2, 2, 2, 2, 1]
    >>> sum(states(load("cube:2"), metric="turns"))
    3674160
    """
    if metric not in METRICS:
        raise OptionError(f"There is no metric {metric!r}; choose from {', '.join(METRICS)}.")
    start = rules.start() if start is None else start
    done = 0
    if metric == STEPS:
        few = FEW if limit is None else min(FEW, limit)
        try:
            for count in search.states(rules, start, limit=few, progress=progress):
                yield count
                done += 1
            return
        except LimitReached:
            if few == limit:
                raise
    found = _space(rules, start, metric, memory, progress)
    if found is None:
        plain = search.states(rules, start, limit=limit, progress=progress)
        yield from islice(plain, done, None)
        return
    for count in islice(found.levels(cores=cores, progress=progress), done, None):
        if limit is not None and found.size > limit:
            raise LimitReached(f"There are more than {limit:,} positions; raise the limit.")
        yield count


def _space(
    rules: Rules, start: State, metric: str, memory: int, progress: Progress
) -> Space | None:
    """Return the space of a puzzle, if it has one."""
    found = None
    if isinstance(rules, Puzzle) and find_spec("numba") is not None:
        found = space(rules, start, metric=metric, memory=memory, progress=progress)
    if found is None and metric != STEPS:
        raise OptionError(f"{rules.name} has no space of {metric}; leave the metric out.")
    return found
