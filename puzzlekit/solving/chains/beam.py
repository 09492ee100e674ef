"""Words where there is no chain: of each length the positions that seem to be nearest are kept."""

# mypy: allow-untyped-defs, disable-error-code=call-arg
from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import numpy

from ..spaces.encoded_states import Array
from .ball import Ball, Moves
from .search import FoundWord, Powers
from .stage import Stage

#: How many positions are kept: at first, how many times as many each time, and at most.
FIRST, GROWTH, MOST = 1_000, 3, 1_000_000

#: Moves at most, and widths without a way after which it is given up.
DEEPEST, WIDTHS = 400, 5

#: Tries of widths below `MAX_WREATH` until there is a way, and how much a table counts at most in all
#: but the first. Wide beams take long, and there a wider one helps more.
TRIES, WEIGHT, WIDE = 3, 3, 4_000

#: Levels in which no position is met twice, at least, positions for which there is room in any
#: case, and levels after which a beam that is further off than it was ends: more if the first one
#: found no way, since many that seem to be stuck find one, if a long one.
RECENT, MET, STALLED, PATIENT = 8, 400_000, 12, 32


def search_beams(
    stage: Stage, near: Ball, board: Array, is_late: Callable[[int], bool]
) -> Iterator[FoundWord]:
    """Yield ever better words from a board to the goal, starting from the boards `near` it."""
    places = stage.places_of(board[None])
    if (places < 0).any():
        return
    best, nodes = DEEPEST + 1, 0

    def is_found() -> bool:
        return best <= DEEPEST

    def go_on(more: int) -> bool:
        nonlocal nodes
        nodes += more
        return not (is_late(nodes) and is_found())

    patience = STALLED
    for width, weights in _widths(len(stage.searched[7]), is_found):
        word = _beam(Moves(stage, weights), near, places, width, best - 1, patience, go_on)
        if word is not None:
            best = len(word)
            yield FoundWord(_powers(stage, word), _cost(stage, word), optimal=best == 0)
        elif not go_on(0):
            return
        patience = STALLED if is_found() else PATIENT


def _widths(tables: int, is_found: Callable[[], bool]) -> Iterator[tuple[int, Array]]:
    """Yield how wide beams are, and what tables count: where some lead astray, others may not."""
    random, width, number = Random(0), FIRST, 0
    while width <= MOST and (number < WIDTHS or is_found()):
        yield width, numpy.ones(tables, numpy.int64)
        for _ in range(1, TRIES):
            if width < WIDE and not is_found():
                weights = [random.randint(1, WEIGHT) for _ in range(tables)]
                yield width, numpy.array(weights, numpy.int64)
        width, number = width * GROWTH, number + 1


def _beam(
    moves: Moves,
    near: Ball,
    places: Array,
    width: int,
    most: int,
    patience: int,
    go_on: Callable[[int], bool],
) -> list[tuple[int, int]] | None:
    """Return the generators and powers of a word of at most so many moves, or None."""
    from .beam_kernel import nearest
    from .stage_kernel import UNREACHED

    before = numpy.full(1, moves.none, numpy.int32)
    levels, scored = list[Array](), list[int]()
    if not places.any():
        return []
    by_score = numpy.zeros(2 + UNREACHED * int(moves.weights.sum()), numpy.int64)
    recent = max(RECENT, MET // width)
    chosen = numpy.zeros(width, numpy.int64)
    met = numpy.zeros(1 << (2 * recent * width).bit_length(), numpy.uint64)
    while len(levels) < most:
        scores, origins, keys = moves.spread(places, before)
        if not go_on(len(scores)):
            return None
        if len(levels) % recent == 0:
            met[:] = 0
        kept = nearest(scores, keys, by_score, met, chosen)
        if not kept:
            return None
        own = origins[chosen[:kept]]
        after = moves.apply(places, own)
        levels.append(own)
        scored.append(int(scores[chosen[0]]))
        solved = numpy.flatnonzero(~after.any(axis=1))
        if len(solved):
            return _trace_word(levels, int(solved[0]))
        left = near.distances_of(keys[chosen[:kept]])
        at = int(left.argmin())
        far = int(left[at])
        if len(levels) + far <= most:
            rest = near.word_to(moves, after[at], far)
            return None if rest is None else [*_trace_word(levels, at), *rest]
        if min(scored) < min(scored[-patience:]):
            return None
        places, before = after, numpy.ascontiguousarray(own[:, 1])
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
