"""Breadth-first search on several machines with Dask (https://distributed.dask.org).

The rows are divided into blocks. Each level has one task per block. The task reads the blocks from
which steps lead to its own block, and returns a new block. Tasks have no side effects, so lost
tasks can be repeated.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import Any, NamedTuple

import numpy

from ...core.capabilities import usable_cores
from ...core.errors import OptionError
from ...core.progress import Progress, silent
from .column_tracks import BYTE, Tracks
from .encoded_states import Array
from .label_permutations import Mechanism
from .position_numbering import StepTable, expand_level, number_positions, search_levels
from .store import UNREACHED

#: Number of blocks per core of the cluster, more than one for load balancing.
BLOCKS = 2

#: The address that stands for a cluster on the cores of this machine.
LOCAL = "local"


@contextmanager
def connect(address: str) -> Iterator[Any]:
    """Connect to the cluster at an address; for `local`, start a cluster on this machine."""
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise OptionError(
            'Dask is not installed. Run: python -m pip install "puzzlekit-framework[cluster]".'
        ) from error
    if address == LOCAL:
        options = {"threads_per_worker": 1, "dashboard_address": None, "silence_logs": "ERROR"}
        # Workers are started inside `with`, which closes an interrupted cluster.
        with LocalCluster(n_workers=0, **options) as cluster, Client(cluster) as client:
            cluster.scale(cores := usable_cores())
            client.wait_for_workers(cores)
            yield client
        return
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise OptionError(
            f"There is no cluster at {address!r}. Use the address of a scheduler, such as "
            f"tcp://host:8786, or {LOCAL}."
        ) from error
    with client:
        yield client


class Block(NamedTuple):
    """Rows of distances, and the number of positions in these rows that the last level added."""

    rows: Array
    new: int


def level_sizes(
    client: Any, puzzle: Mechanism, start: Sequence[str], progress: Progress = silent
) -> Iterator[int]:
    """Return an iterator over the numbers of positions at each distance from an arrangement."""
    from distributed import wait

    numbering = number_positions(puzzle, start, progress)
    if numbering is None:
        raise OptionError("The tables of this puzzle are too large for a search on a cluster.")
    size = -(-numbering.rows // (BLOCKS * sum(client.nthreads().values())))
    begins = range(0, numbering.rows, size)
    row, origin = numpy.divmod(numbering.steps.keys, numbering.rows)
    pairs = set((row // size * len(begins) + origin // size).tolist())

    # Naming the tasks lets the cluster repeat lost ones.
    tables = client.submit(_tables, puzzle, start, key=f"tables-{numbering.key}")
    blocks = [
        client.submit(_first_block, tables, begin, size, key=f"first-{numbering.key}-{begin}")
        for begin in begins
    ]
    news, counts = [1] + [0] * (len(begins) - 1), [1]

    def expand(pull: bool) -> int:
        nonlocal blocks, news
        level = len(counts) - 1
        progress(f"positions, distance {level}", sum(counts), numbering.positions)
        blocks = [
            client.submit(
                *(_expand_block, tables, level, pull, begin, blocks[number]),
                {
                    begins[other]: blocks[other]
                    for other in range(len(begins))
                    if news[other] and number * len(begins) + other in pairs
                },
                key=f"level-{numbering.key}-{level + 1}-{begin}",
            )
            for number, begin in enumerate(begins)
        ]
        new_counts = [client.submit(attrgetter("new"), block) for block in blocks]
        wait(new_counts)  # unlike `gather`, it can be interrupted silently
        news = client.gather(new_counts)
        return sum(news)

    return search_levels(numbering, counts, expand)


def _tables(puzzle: Mechanism, start: Sequence[str]) -> tuple[StepTable, Tracks]:
    numbering = number_positions(puzzle, start)
    assert numbering is not None  # it was made before
    return numbering.steps, numbering.tracks


def _first_block(tables: tuple[StepTable, Tracks], begin: int, size: int) -> Block:
    """Return a block with no position reached, except the first position of block 0."""
    steps, tracks = tables
    rows = numpy.full((min(size, steps.rows - begin), tracks.width), UNREACHED, numpy.uint16)
    if begin == 0:
        bit = int(tracks.bit[0, 0])
        rows[0, bit // BYTE] &= ~(0x0101 << bit % BYTE) & UNREACHED
    return Block(rows, int(begin == 0))


def _expand_block(
    tables: tuple[StepTable, Tracks],
    level: int,
    pull: bool,
    begin: int,
    block: Block,
    others: dict[int, Block],
) -> Block:
    """Return a block after a level. `others` maps first rows to blocks that lead to this block."""
    own, new_by_row = block.rows.copy(), numpy.zeros(len(block.rows), numpy.int32)
    alive = numpy.ones(tables[0].rows, numpy.uint8)
    for low, other in others.items():
        known = low, other.rows
        for _ in expand_level(*tables, level, pull, alive, known, (begin, own), new_by_row):
            pass
    return Block(own, int(new_by_row.sum()))
