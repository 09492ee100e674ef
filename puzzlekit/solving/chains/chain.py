"""Chains of stages, built once per puzzle and stored in the user's cache."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple

import numpy

from ...core.disk_cache import Arrays, load_cached, load_or_make
from ...core.errors import LimitReachedError
from ...core.progress import Progress
from ...groups.arrangements import count_arrangements
from ...groups.plain.piece_orbits import equivalent_orbits
from ..spaces.encoded_states import Array
from ..spaces.row_column_splits import Orbit, Part, orbits, parts_of
from .beam_without_chain import Ball, make_ball, search_beams
from .generators import ChainGenerators, FoundWord
from .search import Powers, search_words
from .stage import (
    MAX_TABLE_BYTES,
    ChainDesign,
    ChainTask,
    Stage,
    from_arrays,
    make_stage,
    to_arrays,
)
from .stage_choice import choose_stages

#: A chain is tested with `TEST_POSITIONS` scrambles of `TEST_MOVES` random moves. The node limit is
#: `NODES`, or `NODES_ALONE` for a single stage, where the first word takes as long as the last.
TEST_POSITIONS, TEST_MOVES, NODES, NODES_ALONE = 4, 60, 200_000_000, 30_000_000

#: Maximum number of positions for beam search. In larger puzzles, beams get stuck, so it is not
#: worth the minutes to build the tables.
MAX_BEAM_POSITIONS = 10**32

#: Limits for a chain that is built automatically, which takes seconds: number of positions of
#: the puzzle, the ratio of a stage's size to its largest table, and the cost of a power that a
#: stage uses, because expensive powers make long words.
MAX_QUICK_POSITIONS, MAX_QUICK_RATIO, MAX_QUICK_COST = 10**20, 10_000, 2

#: The cache entry for a puzzle without a chain.
NO_CHAIN = {"none": numpy.zeros(1, numpy.uint8)}

#: Version of the algorithm, as a part of the cache key.
VERSION = 7

#: Maximum number of cells in a puzzle.
MAX_CELLS = 1_000


class SubgroupChain(NamedTuple):
    """A sequence of stages, each of which allows fewer moves than the previous stage.

    `parts` numbers the parts that can lie on a cell. Each list in `together` holds cells whose
    stickers belong to one piece. If a single stage is too large for iterative deepening, it is
    solved by beam search with the ball `near`; otherwise `near` is None. `is_quick` is True for a
    chain that uses no expensive powers; the words of other chains can be long.
    """

    generators: ChainGenerators
    together: list[list[int]]
    orbits: list[Orbit]
    parts: dict[Part, int]
    goal: tuple[int, ...]
    stages: list[Stage]
    near: Ball | None
    is_quick: bool

    def board_for(self, state: Sequence[str], goal: Sequence[str]) -> Array | None:
        """Return `state` as a board, relabelled so that `goal` becomes the chain's own goal.

        Returns None if no relabelling exists.
        """
        try:
            state_parts, goal_parts = (
                [
                    self.parts[part]
                    for part in parts_of(self.orbits, _combine_labels(each, self.together))
                ]
                for each in (state, goal)
            )
        except KeyError:
            return None
        pairs = set(zip(goal_parts, self.goal, strict=True))
        own_part = dict(pairs)
        if not len(pairs) == len(own_part) == len(set(own_part.values())):
            return None
        if not own_part.keys() >= set(state_parts):
            return None
        return numpy.array([own_part[part] for part in state_parts], numpy.int16)

    def words(self, board: Array, is_late: Callable[[int], bool]) -> Iterator[FoundWord[Powers]]:
        """Yield ever shorter words from a board to the goal."""
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
    """Return the chain for a goal.

    A chain that is not cached is built if that is quick or if `make` is true; otherwise, the result
    is None. `forbidden` maps cells to the labels that must not lie there. Puzzles with forbidden
    labels need beam search and generators with one power each. Raises `LimitReachedError` if the
    puzzle is too large or has no usable chain.
    """
    if len(goal) > MAX_CELLS:
        raise LimitReachedError(
            f"The puzzle has {len(goal):,} cells; subgroup chains support up to {MAX_CELLS:,}."
        )
    together = [
        [cell, *(cells[cell] for cells in maps)]
        for points, maps in equivalent_orbits(list(generators.sources))
        for cell in points
    ]
    labels = _combine_labels(goal, together)
    board_orbits = orbits(generators.sources, labels)
    shown = parts_of(board_orbits, labels)
    parts = {part: number for number, part in enumerate(dict.fromkeys(shown))}
    board = numpy.array([parts[part] for part in shown], numpy.int64)
    label_of = dict(zip(board.tolist(), goal, strict=True))
    banned = sorted(
        (cell, part)
        for cell, labels_there in (forbidden or {}).items()
        for part, label in label_of.items()
        if label in labels_there
    )
    task = ChainTask(generators, board, banned, progress)

    def read(arrays: Arrays, is_quick: bool = False) -> SubgroupChain:
        stages = [from_arrays(arrays, number) for number in range(int(arrays["stages"][0]))]
        near = Ball(arrays["near"], arrays["far"]) if "near" in arrays else None
        return SubgroupChain(
            generators, together, board_orbits, parts, tuple(board.tolist()), stages, near, is_quick
        )

    def build(designs: Iterator[ChainDesign], max_nodes: int) -> Arrays:
        for design in designs:
            with suppress(LimitReachedError):
                arrays = _make_stages(task, design)
                if _is_usable(read(arrays), task, max_nodes):
                    return arrays
        return NO_CHAIN

    key = VERSION, generators.sources, generators.costs, board.tolist(), banned
    arrays = None
    if not banned and _has_at_most(MAX_QUICK_POSITIONS, task):
        arrays = load_or_make(
            ("quick chain", *key), lambda: build(_quick_designs(task), NODES_ALONE)
        )
    is_quick = arrays is not None and "none" not in arrays
    if not is_quick:
        any_key = "chain", *key
        if not make:
            arrays = load_cached(any_key)
        else:
            arrays = load_or_make(any_key, lambda: build(_candidates(task), NODES))
    if arrays is None:
        return None
    if "none" in arrays:
        raise LimitReachedError("This puzzle has no usable subgroup chain.")
    return read(arrays, is_quick)


def _combine_labels(labels: Sequence[str], together: Sequence[Sequence[int]]) -> list[str]:
    """Return a label for each cell that combines the labels of all stickers on its piece."""
    result = list(labels)
    for cells in together:
        for cell in cells:
            result[cell] = "\0".join([labels[each] for each in cells])
    return result


def _has_at_most(positions: int, task: ChainTask) -> bool:
    with suppress(LimitReachedError):
        labels = list(map(str, task.goal.tolist()))
        return count_arrangements(task.generators.sources, labels) <= positions
    return False


def _quick_designs(task: ChainTask) -> Iterator[ChainDesign]:
    for design in _staged_designs(task, wide=False, max_ratio=MAX_QUICK_RATIO):
        costs = [
            own[level]
            for levels in design.levels
            for own, level in zip(task.generators.costs, levels, strict=True)
        ]
        if max(costs) <= MAX_QUICK_COST:
            yield design._replace(quick=True)


def _candidates(task: ChainTask) -> Iterator[ChainDesign]:
    if not task.banned:  # moves that may be illegal generate no group
        for wide in (False, True):
            for design in _staged_designs(task, wide=wide):
                yield design
                if not wide and len(design.levels) > 2:
                    return
    if task.banned or _has_at_most(MAX_BEAM_POSITIONS, task):
        none = (0,) * len(task.generators.sources)
        yield ChainDesign([task.generators.unrestricted_levels, none], beam=True)


def _staged_designs(task: ChainTask, *, wide: bool, max_ratio: int = 0) -> Iterator[ChainDesign]:
    """Yield the best chain of stages, if there is one."""
    generators, goal = task.generators, task.goal.tolist()
    with suppress(LimitReachedError):
        levels = choose_stages(
            generators, goal, MAX_TABLE_BYTES, task.progress, wide=wide, max_ratio=max_ratio
        )
        yield ChainDesign(levels, wide=wide)


def _make_stages(task: ChainTask, design: ChainDesign) -> dict[str, Array]:
    """Build the stages and return them as arrays; raise `LimitReachedError` if one is too large."""
    count = len(design.levels) - 1
    arrays = {"stages": numpy.array([count])}
    for number in range(count):
        arrays |= to_arrays(make_stage(task, design, number), number)
    if design.beam:
        near = make_ball(from_arrays(arrays, 0), task.progress)
        arrays |= {"near": near.keys, "far": near.distances}
    return arrays


def _is_usable(chain: SubgroupChain, task: ChainTask, max_nodes: int) -> bool:
    """Return whether the chain solves random positions; raise `LimitReachedError` if it is slow."""

    def is_late(nodes: int) -> bool:
        task.progress("nodes", nodes, None)
        if nodes > (max_nodes if len(chain.stages) > 1 else NODES_ALONE):
            raise LimitReachedError("The search takes too long.")
        return False

    random = Random(0)
    for _ in range(TEST_POSITIONS):
        board = task.goal.astype(numpy.int16)
        for _ in range(TEST_MOVES):
            moved = board[list(random.choice(chain.generators.sources))]
            if all(moved[cell] != part for cell, part in task.banned):
                board = moved
        if next(chain.words(board, is_late), None) is None:
            return False
    return True
