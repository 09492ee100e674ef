"""Words where there is no chain: of each length the positions that seem to be nearest are kept."""

# mypy: allow-untyped-defs, disable-error-code=call-arg
from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy

from ..spaces.lines import Array
from .searching import Found, Powers
from .stage import Stage

#: How many positions are kept: at first, how many times as many each time, and at most.
FIRST, GROWTH, MOST = 1_000, 6, 1_000_000

#: Moves at most, and rounds without a way after which it is given up.
DEEPEST, TRIES = 400, 4

#: Levels in which no position is met twice, and after which a beam that comes no nearer ends.
RECENT, STALLED = 8, 30


def beams(stage: Stage, board: Array, is_late: Callable[[int], bool]) -> Iterator[Found]:
    """Yield words that lead from a board to the goal, each better than the one before.

    The stage leads from all moves to none. `is_late` is asked as in `searching.words`.
    """
    places = numpy.stack([each.of(board[None]) for each in stage.places], axis=1)
    if (places < 0).any():
        return
    best, width, tries = DEEPEST + 1, FIRST, 0
    nodes = 0

    def go_on(more: int) -> bool:
        nonlocal nodes
        nodes += more
        return not (is_late(nodes) and best <= DEEPEST)

    while width <= MOST:
        word = _beam(stage, places, width, best - 1, go_on)
        if word is not None:
            best = len(word)
            yield Found(_powers(stage, word), _cost(stage, word), optimal=best == 0)
        elif not go_on(0):
            return
        tries += 1
        if best > DEEPEST and tries == TRIES:
            return
        width *= GROWTH


def _beam(
    stage: Stage, places: Array, width: int, most: int, go_on: Callable[[int], bool]
) -> list[tuple[int, int]] | None:
    """Return the generators and powers of a word of so many moves at most."""
    from .beam_kernel import nearest, onward, spread
    from .stage_kernel import FAR

    to, starts, powers, costs, follow, _, *tables = stage.searched
    moves = _single(costs, powers)
    before = numpy.full(1, len(powers), numpy.int32)
    levels, scored = list[Array](), list[int]()
    if not places.any():
        return []
    room = width * int(moves.sum())
    scores = numpy.zeros(room, numpy.int32)
    origins = numpy.zeros((room, 3), numpy.int32)
    keys = numpy.zeros(room, numpy.uint64)
    by_score = numpy.zeros(2 + FAR * len(tables[1]), numpy.int64)
    chosen = numpy.zeros(width, numpy.int64)
    met = numpy.zeros(1 << (2 * RECENT * width).bit_length(), numpy.uint64)
    while len(levels) < most:
        count = spread(
            to, starts, powers, moves, follow, *tables, places, before, scores, origins, keys
        )
        if not go_on(count):
            return None
        if len(levels) % RECENT == 0:
            met[:] = 0
        kept = nearest(scores[:count], keys[:count], by_score, met, chosen)
        if not kept:
            return None
        after = numpy.zeros((kept, places.shape[1]), numpy.int32)
        own = origins[chosen[:kept]]
        onward(to, starts, len(powers), places, own, after)
        levels.append(own)
        scored.append(int(scores[chosen[0]]))
        if min(scored) < min(scored[-STALLED:]):
            return None
        solved = numpy.flatnonzero(~after.any(axis=1))
        if len(solved):
            return _traced(levels, int(solved[0]))
        places, before = after, numpy.ascontiguousarray(own[:, 1])
    return None


def _single(costs: Array, powers: Array) -> Array:
    """Return which powers count as one move: the cheapest of each generator."""
    found = numpy.zeros(costs.shape, bool)
    for row, power in enumerate(powers):
        own = costs[row, 1 : power + 1]
        found[row, 1 : power + 1] = own == own.min()
    return found


def _traced(levels: list[Array], at: int) -> list[tuple[int, int]]:
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
