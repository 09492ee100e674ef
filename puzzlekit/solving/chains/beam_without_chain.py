"""Beam search for puzzles without a chain of two or more stages.

A search can stop as soon as it reaches the ball: a table of boards near the goal, with their
distances.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import numpy
from numba import boolean, int32, int64, types, uint64

from ...core.compiling import compiled
from ...core.progress import Progress
from ..search_kernel import choose_beam
from ..spaces.encoded_states import Array
from .generators import FoundWord
from .search import Powers
from .stage import Stage
from .stage_kernel import SEARCHED

#: Beam width: initial value, growth factor and limit.
MIN_WIDTH, GROWTH, MAX_WIDTH = 1_000, 3, 1_000_000

#: Maximum number of moves in a word, and of widths tried without success.
MAX_MOVES, MAX_FAILURES = 400, 5

#: Until a word is found, beams narrower than `NARROW` are tried `TRIES` times, with random table
#: weights up to `MAX_WEIGHT` after the first try. Wide beams are tried once, because an even wider
#: beam helps more.
TRIES, MAX_WEIGHT, NARROW = 3, 3, 4_000

#: Duplicates are detected within at least `RECENT` levels and `MIN_SEEN` positions. A beam ends if
#: its score has not improved for `STALLED` levels. If the first beam finds no word, the limit
#: becomes `PATIENT` levels, because many beams that seem stuck still find a word.
RECENT, MIN_SEEN, STALLED, PATIENT = 8, 400_000, 12, 32

#: Maximum number of boards in a ball (7 MB), and number of boards expanded together to save memory.
MAX_BOARDS, BATCH = 600_000, 20_000


@compiled(
    int64(
        *(SEARCHED, boolean[:, ::1], int64[::1], int32[:, ::1], int32[::1]),
        *(int32[::1], int32[:, ::1], uint64[::1]),
    )
)
def expand_boards(searched, moves, weights, places, before, scores, origins, keys):
    """Write the scores, origins and keys of all successors of a level; return their number.

    An origin consists of the row in `places`, the generator and the power.
    """
    to, starts, powers, _, follow, _, distances, bases, parts, strides = searched
    count, generators, width = 0, len(powers), places.shape[1]
    now = places[0].copy()
    for number in range(len(places)):
        for generator in range(generators):
            if not follow[before[number], generator]:
                continue
            for part in range(width):
                now[part] = places[number, part]
            for power in range(1, powers[generator] + 1):
                legal = True
                for part in range(width):
                    now[part] = to[starts[part] + now[part] * generators + generator]
                    legal = legal and now[part] >= 0
                if not legal:
                    break
                if not moves[generator, power]:
                    continue
                score = 0
                for table in range(len(bases)):
                    at = bases[table]
                    for place in range(parts.shape[1]):
                        if parts[table, place] < 0:
                            break
                        at += now[parts[table, place]] * strides[table, place]
                    score += weights[table] * distances[at]
                key = uint64(14695981039346656037)
                for part in range(width):
                    key = (key ^ uint64(now[part])) * uint64(1099511628211)
                    key ^= key >> uint64(31)
                scores[count], keys[count] = score, key
                origins[count, 0], origins[count, 1] = number, generator
                origins[count, 2] = power
                count += 1
    return count


@compiled(types.void(SEARCHED, int32[:, ::1], int32[:, ::1], int32[:, ::1]))
def apply_moves(searched, places, origins, after):
    """Write the boards that result from the moves in `origins` to `after`."""
    to, starts, generators = searched[0], searched[1], len(searched[2])
    for number in range(len(origins)):
        for part in range(places.shape[1]):
            at = places[origins[number, 0], part]
            for _ in range(origins[number, 2]):
                at = to[starts[part] + at * generators + origins[number, 1]]
            after[number, part] = at


class Moves:
    """A move generator for encoded boards. A score is a sum of table entries times `weights`."""

    def __init__(self, stage: Stage, weights: Array | None = None) -> None:
        self._searched = stage.searched
        powers, costs, bases = stage.searched[2], stage.searched[3], stage.searched[7]
        self.weights = numpy.ones(len(bases), numpy.int64) if weights is None else weights
        self.single = _cheapest_powers(costs, powers)
        #: The value that stands for the previous generator before the first move.
        self.none = len(powers)

    def successors(self, places: Array, before: Array) -> tuple[Array, Array, Array]:
        """Return the scores, origins and keys of all successors of the boards.

        Origins have the same format as in the function `expand_boards`.
        """
        capacity = len(places) * int(self.single.sum())
        scores, keys = numpy.zeros(capacity, numpy.int32), numpy.zeros(capacity, numpy.uint64)
        origins = numpy.zeros((capacity, 3), numpy.int32)
        level = self.single, self.weights, places, before
        count = expand_boards(self._searched, *level, scores, origins, keys)
        return scores[:count], origins[:count], keys[:count]

    def apply(self, places: Array, origins: Array) -> Array:
        """Return the boards after moves. A move is a row (board, generator, power) in `origins`."""
        after = numpy.zeros((len(origins), places.shape[1]), numpy.int32)
        apply_moves(self._searched, places, numpy.ascontiguousarray(origins), after)
        return after


def _cheapest_powers(costs: Array, powers: Array) -> Array:
    """Return a mask of each generator's cheapest powers, which count as one move."""
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
        """Return the distance of each board, or the largest int32 for a board outside the ball."""
        at = numpy.minimum(numpy.searchsorted(self.keys, keys), len(self.keys) - 1)
        return numpy.where(self.keys[at] == keys, self.distances[at], numpy.iinfo(numpy.int32).max)

    def word_to(self, moves: Moves, place: Array, distance: int) -> list[tuple[int, int]] | None:
        """Return the (generator, power) pairs of a path to the goal, or None if none is found."""
        now, word = place[None], []
        for left in range(distance - 1, -1, -1):
            _, origins, keys = moves.successors(now, numpy.full(1, moves.none, numpy.int32))
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
            _, origins, reached = moves.successors(
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


def search_beams(
    stage: Stage, near: Ball, board: Array, is_late: Callable[[int], bool]
) -> Iterator[FoundWord[Powers]]:
    """Yield ever shorter words from a board to the goal. A beam may end in the ball `near`."""
    places = stage.places_of(board[None])
    if (places < 0).any():
        return
    best, nodes = MAX_MOVES + 1, 0

    def is_found() -> bool:
        return best <= MAX_MOVES

    def continue_search(more: int) -> bool:
        nonlocal nodes
        nodes += more
        return not (is_late(nodes) and is_found())

    patience = STALLED
    for width, weights in _widths_and_weights(len(stage.searched[7]), is_found):
        word = _beam_search(
            Moves(stage, weights), near, places, width, best - 1, patience, continue_search
        )
        if word is not None:
            best = len(word)
            powers = [(stage.generators[row], k * stage.levels[row]) for row, k in word]
            cost = sum(int(stage.searched[3][row, k]) for row, k in word)
            yield FoundWord(powers, cost, optimal=best == 0)
        elif not continue_search(0):
            return
        patience = STALLED if is_found() else PATIENT


def _widths_and_weights(tables: int, is_found: Callable[[], bool]) -> Iterator[tuple[int, Array]]:
    """Yield beam widths with table weights, which are varied to avoid repeated dead ends."""
    random, width, number = Random(0), MIN_WIDTH, 0
    while width <= MAX_WIDTH and (number < MAX_FAILURES or is_found()):
        yield width, numpy.ones(tables, numpy.int64)
        for _ in range(1, TRIES):
            if width < NARROW and not is_found():
                weights = [random.randint(1, MAX_WEIGHT) for _ in range(tables)]
                yield width, numpy.array(weights, numpy.int64)
        width, number = width * GROWTH, number + 1


def _beam_search(
    moves: Moves,
    near: Ball,
    places: Array,
    width: int,
    max_moves: int,
    patience: int,
    continue_search: Callable[[int], bool],
) -> list[tuple[int, int]] | None:
    """Return a word of up to `max_moves` (generator, power) pairs, or None if none is found."""
    before = numpy.full(1, moves.none, numpy.int32)
    levels, scored = list[Array](), list[int]()
    if not places.any():
        return []
    recent = max(RECENT, MIN_SEEN // width)
    chosen = numpy.zeros(width, numpy.int64)
    seen = numpy.zeros(recent * width, numpy.uint64)
    index = numpy.zeros(1 << (2 * recent * width).bit_length(), numpy.int32)
    while len(levels) < max_moves:
        scores, origins, keys = moves.successors(places, before)
        if not continue_search(len(scores)):
            return None
        if len(levels) % recent == 0:
            known, index[:] = 0, -1
        count = choose_beam(scores, scores, keys, len(scores), chosen, seen, known, index)
        known += count
        if not count:
            return None
        moved = origins[chosen[:count]]
        after = moves.apply(places, moved)
        levels.append(moved)
        scored.append(int(scores[chosen[0]]))
        solved = numpy.flatnonzero(~after.any(axis=1))
        if len(solved):
            return _trace_word(levels, int(solved[0]))
        distances = near.distances_of(keys[chosen[:count]])
        at = int(distances.argmin())
        distance = int(distances[at])
        if len(levels) + distance <= max_moves:
            rest = near.word_to(moves, after[at], distance)
            return None if rest is None else [*_trace_word(levels, at), *rest]
        if min(scored) < min(scored[-patience:]):
            return None
        places, before = after, numpy.ascontiguousarray(moved[:, 1])
    return None


def _trace_word(levels: list[Array], at: int) -> list[tuple[int, int]]:
    word = []
    for level in reversed(levels):
        origin, generator, power = level[at].tolist()
        word.append((generator, power))
        at = origin
    return word[::-1]
