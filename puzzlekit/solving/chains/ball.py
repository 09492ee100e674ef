"""The boards near the goal (a ball), where a beam search can end early."""

# mypy: allow-untyped-defs, disable-error-code=call-arg
from __future__ import annotations

from typing import NamedTuple

import numpy

from ...core.progress import Progress
from ..spaces.encoded_states import Array
from .stage import Stage

#: Maximum number of boards in a ball (7 MB); number of boards expanded together to save memory.
MAX_BOARDS, BATCH = 600_000, 20_000


class Moves:
    """A move generator for encoded boards; scores are sums of table entries times `weights`."""

    def __init__(self, stage: Stage, weights: Array | None = None) -> None:
        self._searched = stage.searched
        powers, costs, bases = stage.searched[2], stage.searched[3], stage.searched[7]
        self.weights = numpy.ones(len(bases), numpy.int64) if weights is None else weights
        self.single = _single(costs, powers)
        #: Stands for the previous generator before the first move.
        self.none = len(powers)

    def spread(self, places: Array, before: Array) -> tuple[Array, Array, Array]:
        """Return the scores, origins and keys of all successors of the boards.

        Origins are defined in `beam_kernel.spread`.
        """
        from .beam_kernel import spread

        capacity = len(places) * int(self.single.sum())
        scores, keys = numpy.zeros(capacity, numpy.int32), numpy.zeros(capacity, numpy.uint64)
        origins = numpy.zeros((capacity, 3), numpy.int32)
        level = self.single, self.weights, places, before
        count = spread(self._searched, *level, scores, origins, keys)
        return scores[:count], origins[:count], keys[:count]

    def apply(self, places: Array, origins: Array) -> Array:
        """Return the boards after moves. A move is a row (board, generator, power) in `origins`."""
        from .beam_kernel import apply_moves

        to, starts, powers = self._searched[:3]
        after = numpy.zeros((len(origins), places.shape[1]), numpy.int32)
        apply_moves(to, starts, len(powers), places, numpy.ascontiguousarray(origins), after)
        return after


def _single(costs: Array, powers: Array) -> Array:
    """Return a mask of the cheapest powers of each generator, which count as one move."""
    mask = numpy.zeros(costs.shape, bool)
    for row, power in enumerate(powers):
        own = costs[row, 1 : power + 1]
        mask[row, 1 : power + 1] = own == own.min()
    return mask


class Ball(NamedTuple):
    """The sorted keys of the boards near the goal, with their distances to the goal."""

    keys: Array
    distances: Array

    def distances_of(self, keys: Array) -> Array:
        """Return the distance of each board, or the largest int32 for boards outside the ball."""
        at = numpy.minimum(numpy.searchsorted(self.keys, keys), len(self.keys) - 1)
        return numpy.where(self.keys[at] == keys, self.distances[at], numpy.iinfo(numpy.int32).max)

    def word_to(self, moves: Moves, place: Array, distance: int) -> list[tuple[int, int]] | None:
        """Return the generators and powers of a path to the goal of `distance` moves, or None."""
        now, word = place[None], []
        for left in range(distance - 1, -1, -1):
            _, origins, keys = moves.spread(now, numpy.full(1, moves.none, numpy.int32))
            after = moves.apply(now, origins)
            near = self.distances_of(keys) == left if left else ~after.any(axis=1)
            if not near.any():
                return None
            at = int(near.argmax())
            word.append((int(origins[at, 1]), int(origins[at, 2])))
            now = after[at : at + 1]
        return word


def make_ball(stage: Stage, progress: Progress) -> Ball:
    """Return the `MAX_BOARDS` boards nearest to the goal."""
    moves = Moves(stage)
    level = numpy.zeros((1, len(stage.places)), numpy.int32)
    keys, distances = numpy.zeros(0, numpy.uint64), numpy.zeros(0, numpy.int32)
    distance = 0
    while len(level) and len(keys) < MAX_BOARDS:
        distance += 1
        levels = []
        for begin in range(0, len(level), BATCH):
            progress("boards near the goal", len(keys), MAX_BOARDS)
            batch = level[begin : begin + BATCH]
            _, origins, reached = moves.spread(
                batch, numpy.full(len(batch), moves.none, numpy.int32)
            )
            new, first = numpy.unique(reached, return_index=True)
            fresh = numpy.flatnonzero(~numpy.isin(new, keys))[: MAX_BOARDS - len(keys)]
            keys = numpy.concatenate([keys, new[fresh]])
            distances = numpy.concatenate(
                [distances, numpy.full(len(fresh), distance, numpy.int32)]
            )
            levels.append(moves.apply(batch, origins[first[fresh]]))
        level = numpy.concatenate(levels)
    order = numpy.argsort(keys)
    return Ball(keys[order], distances[order])
