"""The same search on several machines, by Dask (https://distributed.dask.org).

The rows are dealt out in blocks. A level is a task for each block, which reads the blocks that
steps come from; it returns a new block and changes none, so that what is lost with a machine is
done again.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import Any, NamedTuple

import numpy

from ...core.errors import OptionError
from ...core.progress import Progress, silent
from .encoded_states import Array
from .mechanism import Mechanism
from .plan import grow_plan, plan_for
from .steps import StepTable
from .store import UNREACHED
from .tracks import BYTE, Tracks

#: Blocks for each core of the cluster, so that all are busy till the end of a level.
BLOCKS = 2

#: The address that stands for a cluster of this machine's cores.
LOCAL = "local"


@contextmanager
def client_of(address: str) -> Iterator[Any]:
    """Give a client of the cluster at an address, or of one on this machine for `local`."""
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise OptionError(
            "A cluster needs more than is installed: python -m pip install "
            '"puzzlekit-framework[cluster]".'
        ) from error
    if address == LOCAL:
        options = {"threads_per_worker": 1, "dashboard_address": None, "silence_logs": "ERROR"}
        with LocalCluster(**options) as own, Client(own) as found:
            yield found
        return
    try:
        found = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise OptionError(
            f"There is no cluster at {address!r}; give the address of a scheduler, such as "
            f"tcp://host:8786, or {LOCAL}."
        ) from error
    with found:
        yield found


class Block(NamedTuple):
    """Some rows of distances, and how many of their positions were new in the last level."""

    rows: Array
    new: int


def levels(
    client: Any, puzzle: Mechanism, start: Sequence[str], progress: Progress = silent
) -> Iterator[int]:
    """Yield how many positions there are at each distance from an arrangement of labels."""
    plan = plan_for(puzzle, start, progress)
    if plan is None:
        raise OptionError("This puzzle has no rows of positions that could be dealt out.")
    size = -(-plan.rows // (BLOCKS * sum(client.nthreads().values())))
    begins = range(0, plan.rows, size)
    row, origin = numpy.divmod(plan.steps.keys, plan.rows)
    pairs = set((row // size * len(begins) + origin // size).tolist())

    # Tasks have names, so that the cluster knows how to do again what is lost.
    ways = client.submit(_ways, puzzle, start, key=f"ways-{plan.key}")
    blocks = [
        client.submit(_first, ways, begin, size, key=f"first-{plan.key}-{begin}")
        for begin in begins
    ]
    news = [1] + [0] * (len(begins) - 1)
    counts: list[int] = []
    while new := sum(news):
        counts.append(new)
        yield new
        met = sum(counts)
        progress(f"positions, distance {len(counts) - 1}", met, plan.positions)
        if met == plan.positions:
            return
        pull = new > plan.positions - met
        blocks = [
            client.submit(
                _grown,
                ways,
                len(counts) - 1,
                pull,
                begin,
                blocks[number],
                {
                    begins[other]: blocks[other]
                    for other in range(len(begins))
                    if news[other] and number * len(begins) + other in pairs
                },
                key=f"level-{plan.key}-{len(counts)}-{begin}",
            )
            for number, begin in enumerate(begins)
        ]
        news = client.gather([client.submit(attrgetter("new"), block) for block in blocks])


def _ways(puzzle: Mechanism, start: Sequence[str]) -> tuple[StepTable, Tracks]:
    plan = plan_for(puzzle, start)
    assert plan is not None  # it has been looked at before
    return plan.steps, plan.lanes


def _first(ways: tuple[StepTable, Tracks], begin: int, size: int) -> Block:
    """Return rows of which only the first position has been met."""
    steps, lanes = ways
    rows = numpy.full((min(size, steps.rows - begin), lanes.width), UNREACHED, numpy.uint16)
    if begin == 0:
        bit = int(lanes.bit[0, 0])
        rows[0, bit // BYTE] &= ~(0x0101 << bit % BYTE) & UNREACHED
    return Block(rows, int(begin == 0))


def _grown(
    ways: tuple[StepTable, Tracks],
    level: int,
    pull: bool,
    begin: int,
    block: Block,
    others: dict[int, Block],
) -> Block:
    """Return a block after a level, from the blocks by their first row from which steps come."""
    steps, lanes = ways
    own, new = block.rows.copy(), 0
    found = numpy.zeros(len(own), numpy.int32)
    alive = numpy.ones(steps.rows, numpy.uint8)
    for low, other in others.items():
        rows = own, begin, other.rows, low, alive, found
        new += sum(grow_plan(steps, lanes, level, pull, *rows))
    return Block(own, new)
