"""Beam search for puzzles without a chain of several stages."""

# mypy: allow-untyped-defs, disable-error-code=call-arg
from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import numpy

from ..spaces.encoded_states import Array
from .ball import Ball, Moves
from .search import FoundWord, Powers
from .stage import Stage

#: Beam width: initial value, growth factor and limit.
MIN_WIDTH, GROWTH, MAX_WIDTH = 1_000, 3, 1_000_000

#: Maximum number of moves in a word; maximum number of widths tried without success.
MAX_MOVES, MAX_FAILURES = 400, 5

#: Until a word is found, beams narrower than `NARROW` are tried `TRIES` times, with random table
#: weights up to `MAX_WEIGHT` after the first try. Wide beams are tried once, because an even wider
#: beam helps more.
TRIES, MAX_WEIGHT, NARROW = 3, 3, 4_000

#: Duplicates are detected within at least `RECENT` levels and `MIN_SEEN` positions. A beam ends
#: if its score has not improved for `STALLED` levels. After a first beam without success, the
#: limit is `PATIENT` levels, because many beams that seem stuck still find a word.
RECENT, MIN_SEEN, STALLED, PATIENT = 8, 400_000, 12, 32


def search_beams(
    stage: Stage, near: Ball, board: Array, is_late: Callable[[int], bool]
) -> Iterator[FoundWord]:
    """Yield ever shorter words from a board to the goal; a beam may end in the ball `near`."""
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
    for width, weights in _widths(len(stage.searched[7]), is_found):
        word = _beam(
            Moves(stage, weights), near, places, width, best - 1, patience, continue_search
        )
        if word is not None:
            best = len(word)
            yield FoundWord(_powers(stage, word), _cost(stage, word), optimal=best == 0)
        elif not continue_search(0):
            return
        patience = STALLED if is_found() else PATIENT


def _widths(tables: int, is_found: Callable[[], bool]) -> Iterator[tuple[int, Array]]:
    """Yield beam widths with table weights; varying the weights avoids repeated dead ends."""
    random, width, number = Random(0), MIN_WIDTH, 0
    while width <= MAX_WIDTH and (number < MAX_FAILURES or is_found()):
        yield width, numpy.ones(tables, numpy.int64)
        for _ in range(1, TRIES):
            if width < NARROW and not is_found():
                weights = [random.randint(1, MAX_WEIGHT) for _ in range(tables)]
                yield width, numpy.array(weights, numpy.int64)
        width, number = width * GROWTH, number + 1


def _beam(
    moves: Moves,
    near: Ball,
    places: Array,
    width: int,
    max_moves: int,
    patience: int,
    continue_search: Callable[[int], bool],
) -> list[tuple[int, int]] | None:
    """Return a word of up to `max_moves` moves as (generator, power) pairs, or None."""
    from .beam_kernel import nearest
    from .stage_kernel import UNREACHED

    before = numpy.full(1, moves.none, numpy.int32)
    levels, scored = list[Array](), list[int]()
    if not places.any():
        return []
    by_score = numpy.zeros(2 + UNREACHED * int(moves.weights.sum()), numpy.int64)
    recent = max(RECENT, MIN_SEEN // width)
    chosen = numpy.zeros(width, numpy.int64)
    seen = numpy.zeros(1 << (2 * recent * width).bit_length(), numpy.uint64)
    while len(levels) < max_moves:
        scores, origins, keys = moves.spread(places, before)
        if not continue_search(len(scores)):
            return None
        if len(levels) % recent == 0:
            seen[:] = 0
        count = nearest(scores, keys, by_score, seen, chosen)
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


def _powers(stage: Stage, word: list[tuple[int, int]]) -> Powers:
    return [(stage.generators[row], k * stage.levels[row]) for row, k in word]


def _cost(stage: Stage, word: list[tuple[int, int]]) -> int:
    costs = stage.searched[3]
    return int(sum(costs[row, k] for row, k in word))
