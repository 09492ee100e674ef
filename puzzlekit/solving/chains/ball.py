"""The boards near the goal, which tell a beam the rest of its way: narrow ones miss the goal."""

# mypy: allow-untyped-defs, disable-error-code=call-arg
from __future__ import annotations

from typing import NamedTuple

import numpy

from ...core.progress import Progress
from ..spaces.encoded_states import Array
from .stage import Stage

#: Boards at most, 7 MB, and from how many of them moves are made at once: to bound memory.
SIZE, AT_ONCE = 600_000, 20_000


class Moves:
    """What moves make of boards, told by their places; `weights` say how much tables count."""

    def __init__(self, stage: Stage, weights: Array | None = None) -> None:
        self._searched = stage.searched
        powers, costs, bases = stage.searched[2], stage.searched[3], stage.searched[7]
        self.weights = numpy.ones(len(bases), numpy.int64) if weights is None else weights
        self.single = _single(costs, powers)
        #: What stands for the generator before the first move.
        self.none = len(powers)

    def spread(self, places: Array, before: Array) -> tuple[Array, Array, Array]:
        """Return scores, origins and keys of all that moves make of boards; see `beam_kernel`."""
        from .beam_kernel import spread

        room = len(places) * int(self.single.sum())
        scores, keys = numpy.zeros(room, numpy.int32), numpy.zeros(room, numpy.uint64)
        origins = numpy.zeros((room, 3), numpy.int32)
        level = self.single, self.weights, places, before
        count = spread(self._searched, *level, scores, origins, keys)
        return scores[:count], origins[:count], keys[:count]

    def apply(self, places: Array, origins: Array) -> Array:
        """Return the boards that moves lead to: their origins say from where, and which."""
        from .beam_kernel import apply_moves

        to, starts, powers = self._searched[:3]
        after = numpy.zeros((len(origins), places.shape[1]), numpy.int32)
        apply_moves(to, starts, len(powers), places, numpy.ascontiguousarray(origins), after)
        return after


def _single(costs: Array, powers: Array) -> Array:
    """Return which powers count as one move: the cheapest of each generator."""
    found = numpy.zeros(costs.shape, bool)
    for row, power in enumerate(powers):
        own = costs[row, 1 : power + 1]
        found[row, 1 : power + 1] = own == own.min()
    return found


class Ball(NamedTuple):
    """Boards near the goal: their keys in order, and how many moves each is from it."""

    keys: Array
    distances: Array

    def distances_of(self, keys: Array) -> Array:
        """Return how far boards are from the goal; far more than any move for those not here."""
        at = numpy.minimum(numpy.searchsorted(self.keys, keys), len(self.keys) - 1)
        return numpy.where(self.keys[at] == keys, self.distances[at], numpy.iinfo(numpy.int32).max)

    def word_to(self, moves: Moves, place: Array, far: int) -> list[tuple[int, int]] | None:
        """Return the generators and powers that lead to the goal in so many moves, or None."""
        now, word = place[None], []
        for left in range(far - 1, -1, -1):
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
    """Return the boards nearest to the goal, as many as there is room for."""
    moves = Moves(stage)
    level = numpy.zeros((1, len(stage.places)), numpy.int32)
    keys, far = numpy.zeros(0, numpy.uint64), numpy.zeros(0, numpy.int32)
    distance = 0
    while len(level) and len(keys) < SIZE:
        distance += 1
        found = []
        for begin in range(0, len(level), AT_ONCE):
            progress("boards near the goal", len(keys), SIZE)
            some = level[begin : begin + AT_ONCE]
            _, origins, reached = moves.spread(some, numpy.full(len(some), moves.none, numpy.int32))
            new, first = numpy.unique(reached, return_index=True)
            fresh = numpy.flatnonzero(~numpy.isin(new, keys))[: SIZE - len(keys)]
            keys = numpy.concatenate([keys, new[fresh]])
            far = numpy.concatenate([far, numpy.full(len(fresh), distance, numpy.int32)])
            found.append(moves.apply(some, origins[first[fresh]]))
        level = numpy.concatenate(found)
    order = numpy.argsort(keys)
    return Ball(keys[order], far[order])
