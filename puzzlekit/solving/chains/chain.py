"""A chain of stages for a puzzle: made once, kept in the user's cache, and asked for words."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy

from ...core.disk_cache import Arrays, cached, load_cached
from ...core.errors import LimitReachedError
from ...core.progress import Progress
from ...groups.arrangements import count_arrangements
from ...groups.plain.piece_orbits import equivalent_orbits
from ..spaces.encoded_states import Array
from ..spaces.mechanism import always_legal
from ..spaces.orbit_splitting import Orbit, Part, orbits, parts_of
from .ball import Ball, make_ball
from .beam import search_beams
from .coordinates import Forbidden
from .generators import ChainGenerators, Levels
from .search import FoundWord, search_words
from .stage import BYTES, Stage, from_arrays, make_stage, to_arrays
from .stage_choice import choose_stages

#: Positions that are solved to see whether a chain works, of so many random moves; nodes for each,
#: and where there is one stage, whose first word is as far away as its last.
PROVED, MOVES, NODES, NODES_ALONE = 4, 60, 200_000_000, 30_000_000

#: Positions above which beams get stuck: their tables, minutes of work, are not even made.
MAX_CHAIN_BYTES = 10**32

#: What is kept of a puzzle that has no chain.
NO_CHAIN = {"none": numpy.zeros(1, numpy.uint8)}

#: How chains are made; it grows when that changes.
VERSION = 7

#: Cells at most.
MAX_CELLS = 1_000


class SubgroupChain(NamedTuple):
    """Stages that lead from all moves to none; `parts` numbers what can lie on a cell.

    `together` are cells whose stickers are of one piece. Boards `near` the goal belong to a single
    stage, too large to be searched in depth.
    """

    generators: ChainGenerators
    together: list[list[int]]
    orbits: list[Orbit]
    parts: dict[Part, int]
    goal: tuple[int, ...]
    stages: list[Stage]
    near: Ball | None

    def between(self, state: Sequence[str], goal: Sequence[str]) -> Array | None:
        """Return the board for the chain's goal that stands for another goal, or None."""
        try:
            here, there = (
                [self.parts[part] for part in parts_of(self.orbits, _report(each, self.together))]
                for each in (state, goal)
            )
        except KeyError:
            return None
        pairs = set(zip(there, self.goal, strict=True))
        as_own = dict(pairs)
        if not len(pairs) == len(as_own) == len(set(as_own.values())):
            return None
        if not as_own.keys() >= set(here):
            return None
        return numpy.array([as_own[part] for part in here], numpy.int16)

    def words(self, board: Array, is_late: Callable[[int], bool]) -> Iterator[FoundWord]:
        """Yield words from a board."""
        if self.near is not None:
            return search_beams(self.stages[0], self.near, board, is_late)
        return search_words(self.stages, board, is_late)


def make_chain(
    generators: ChainGenerators,
    goal: Sequence[str],
    *,
    make: bool,
    progress: Progress,
    forbidden: Mapping[int, Collection[str]] | None = None,
) -> SubgroupChain | None:
    """Return the chain for a goal; raise `LimitReachedError` if there is none, or it is too large.

    Without `make` return None if it is not cached. With labels `forbidden` on cells there is a
    beam, and generators have one power each.
    """
    if len(goal) > MAX_CELLS:
        raise LimitReachedError(f"Chains are for puzzles of at most {MAX_CELLS:,} cells.")
    together = [
        [cell, *(cells[cell] for cells in maps)]
        for points, maps in equivalent_orbits(list(generators.sources))
        for cell in points
    ]
    labels = _report(goal, together)
    found = orbits(always_legal(generators.sources), labels)
    shown = parts_of(found, labels)
    parts = {part: number for number, part in enumerate(dict.fromkeys(shown))}
    board = numpy.array([parts[part] for part in shown], numpy.int64)
    label_of = dict(zip(board.tolist(), goal, strict=True))
    banned = frozenset(
        (cell, part)
        for cell, never in (forbidden or {}).items()
        for part, label in label_of.items()
        if label in never
    )

    def read(arrays: Arrays) -> SubgroupChain:
        stages = [from_arrays(arrays, number) for number in range(int(arrays["stages"][0]))]
        near = Ball(arrays["near"], arrays["far"]) if "near" in arrays else None
        return SubgroupChain(
            generators, together, found, parts, tuple(board.tolist()), stages, near
        )

    def made() -> Arrays:
        for way, wide, beam in _ways(generators, board, progress, banned):
            with suppress(LimitReachedError):
                arrays = _make_stages(
                    generators, way, board, progress, wide=wide, beam=beam, banned=banned
                )
                if _is_usable(read(arrays), board, progress, banned):
                    return arrays
        return NO_CHAIN

    key = ("chain", VERSION, generators.sources, generators.costs, board.tolist(), sorted(banned))
    arrays = cached(key, made) if make else load_cached(key)
    if arrays is None:
        return None
    if "none" in arrays:
        raise LimitReachedError("This puzzle has no chain of subgroups.")
    return read(arrays)


def _report(labels: Sequence[str], together: Sequence[Sequence[int]]) -> list[str]:
    """Return labels that tell, on each cell, what all stickers of the piece there show."""
    found = list(labels)
    for cells in together:
        for cell in cells:
            found[cell] = "\0".join([labels[each] for each in cells])
    return found


def _ways(
    generators: ChainGenerators, board: Array, progress: Progress, banned: Forbidden
) -> Iterator[tuple[list[Levels], bool, bool]]:
    """Yield the chains to try: levels, whether stages are wide, and whether they are for beams."""
    stages = 1
    if not banned:  # moves that may be illegal make no group
        with suppress(LimitReachedError):
            way = choose_stages(generators, board.tolist(), BYTES, progress)
            stages = len(way) - 1
            yield way, False, False
        if stages == 1:
            with suppress(LimitReachedError):
                way = choose_stages(generators, board.tolist(), BYTES, progress, wide=True)
                yield way, True, False
    with suppress(LimitReachedError):
        few = (
            bool(banned)
            or count_arrangements(generators.sources, list(map(str, board))) <= MAX_CHAIN_BYTES
        )
        if stages == 1 and few:
            yield [generators.every, (0,) * len(generators.sources)], False, True


def _make_stages(
    generators: ChainGenerators,
    way: Sequence[Levels],
    board: Array,
    progress: Progress,
    *,
    wide: bool,
    beam: bool,
    banned: Forbidden,
) -> dict[str, Array]:
    """Return the stages as arrays; raise `LimitReachedError` if they cannot be made."""
    many = len(way) - 1
    made = {"stages": numpy.array([many])}
    for number, (upper, lower) in enumerate(pairwise(way)):
        each = make_stage(
            generators, upper, lower, board, many, progress, wide=wide, twice=beam, banned=banned
        )
        made |= to_arrays(each, number)
    if beam:
        near = make_ball(from_arrays(made, 0), progress)
        made |= {"near": near.keys, "far": near.distances}
    return made


def _is_usable(chain: SubgroupChain, goal: Array, progress: Progress, banned: Forbidden) -> bool:
    """Return whether random positions are solved; raise `LimitReachedError` if that takes too long."""

    def is_late(nodes: int) -> bool:
        progress("nodes", nodes, None)
        if nodes > (NODES if len(chain.stages) > 1 else NODES_ALONE):
            raise LimitReachedError("The stages take too long.")
        return False

    random = Random(0)
    for _ in range(PROVED):
        board = goal.astype(numpy.int16)
        for _ in range(MOVES):
            moved = board[list(random.choice(chain.generators.sources))]
            if all(moved[cell] != part for cell, part in banned):
                board = moved
        if next(chain.words(board, is_late), None) is None:
            return False
    return True
