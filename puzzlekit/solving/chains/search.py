"""Words down a chain of stages, any time: of each stage more and more solutions are kept."""

# mypy: allow-untyped-defs, disable-error-code=call-arg
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy

from ..spaces.encoded_states import Array
from .stage import Stage

#: Powers of generators, one after the other: pairs of a number and an exponent.
Powers = list[tuple[int, int]]

#: How many solutions of a stage are gone on with: at first, and how many times as many each time.
FIRST, GROWTH, MOST = 1, 4, 1 << 18

#: Nodes between two looks at the clock, words that are taken over at once, and moves of a stage
#: at most.
SLICE, AT_ONCE, DEEPEST = 200_000, 4_096, 120

#: Nodes for each solution that is gone on with, after which more of them are wanted.
PASS = 2_000_000

#: What a search that must go on to its end costs at most.
ANY = 10_000


class FoundWord(NamedTuple):
    """A word, what it costs, and whether no word costs less."""

    word: Powers
    cost: int
    optimal: bool


class SearchFront(NamedTuple):
    """Boards on the way: how they have been reached, at what cost, by which generator last."""

    boards: Array
    words: list[tuple[int, ...]]
    costs: Array
    last: list[int]


class _DeadlineError(Exception):
    """There is no more time."""


class _NoWordError(Exception):
    """A stage takes long from all positions that are gone on with."""


def search_words(
    stages: Sequence[Stage], board: Array, is_late: Callable[[int], bool]
) -> Iterator[FoundWord]:
    """Yield ever better words from a board to the goal.

    `is_late` receives the number of nodes; it is asked after the first word and may raise any time.
    """
    nodes, best, word = 0, ANY, Powers()
    left = 0
    width = FIRST

    def go_on(more: int) -> None:
        nonlocal nodes, left
        nodes += more
        left -= more
        if is_late(nodes) and best < ANY:
            raise _DeadlineError
        if left < 0 and len(stages) > 1:
            raise _NoWordError

    while width <= MOST:
        front = SearchFront(board[None], [()], numpy.zeros(1, numpy.int32), [-1])
        complete, left = True, PASS * width
        try:
            for number, stage in enumerate(stages):
                ends = number + 1 == len(stages)
                onward = None if ends else stages[number + 1]
                front, whole = _solved(stage, front, best - 1, 1 if ends else width, onward, go_on)
                complete = complete and (whole or ends)
                if not front.words:
                    break
        except _DeadlineError:
            return
        except _NoWordError:  # from other positions the stage may be easy
            width *= GROWTH
            continue
        if front.words:
            best = int(front.costs[0])
            word = _pairs(front.words[0])
            yield FoundWord(word, best, len(stages) == 1)
        elif best == ANY and complete:
            return
        if len(stages) == 1:
            return
        if complete and not front.words:
            # Each word that is cheaper would begin with one that was gone on with.
            yield FoundWord(word, best, optimal=True)
            return
        width *= GROWTH


def _solved(
    stage: Stage,
    front: SearchFront,
    most: int,
    room: int,
    onward: Stage | None,
    go_on: Callable[[int], None],
) -> tuple[SearchFront, bool]:
    """Return the cheapest ways through a stage, and whether there are no others."""
    from .stage_kernel import DONE, FOUND, NODES, search

    places = stage.places_of(front.boards)
    fit = numpy.flatnonzero((places >= 0).all(axis=1))
    if not len(fit):
        return SearchFront(front.boards[:0], [], front.costs[:0], []), True
    number = {g: n for n, g in enumerate(stage.generators)}
    many = len(number)
    before = numpy.array([number.get(front.last[at], many) for at in fit], numpy.int32)
    spent = front.costs[fit].astype(numpy.int32)
    run = numpy.array([0, spent.min(), 0, 0, 0, 1], numpy.int64)
    at_once = min(room, AT_ONCE)
    out = numpy.zeros((at_once, 2 * DEEPEST + 2), numpy.int32)
    root_of, cost_of = numpy.zeros((2, at_once), numpy.int32)
    work = numpy.zeros((DEEPEST + 1, places.shape[1]), numpy.int32)
    stack = numpy.zeros((DEEPEST, 4), numpy.int32)
    begun = numpy.ascontiguousarray(places[fit]), spent, before
    results = out, root_of, cost_of
    seen: set[bytes] = set()
    boards, costs, last = list[Array](), list[int](), list[int]()
    texts: list[tuple[int, ...]] = []
    while True:
        status = search(stage.searched, *begun, most, run, SLICE, work, stack, *results)
        count = int(run[FOUND])
        rows = fit[root_of[:count]]
        reached = front.boards[rows].copy()
        if count:
            stage.carry(reached, out[:count])
        fits = (reached == stage.hidden.goal).all(axis=1)
        if onward is not None and count:
            fits = (onward.places_of(reached) >= 0).all(axis=1)
        for at, board in enumerate(reached):
            key = board.tobytes()
            if fits[at] and key not in seen and len(texts) < room:
                seen.add(key)
                own = _spell(stage, out[at].tolist())
                boards.append(board)
                texts.append((*front.words[rows[at]], *own))
                costs.append(int(cost_of[at]))
                last.append(own[-2] if own else front.last[rows[at]])
        run[FOUND] = 0
        go_on(int(run[NODES]))
        run[NODES] = 0
        if status == DONE or len(texts) >= room:
            break
    whole = status == DONE and len(texts) < room
    kept = numpy.array(boards, front.boards.dtype) if boards else front.boards[:0]
    return SearchFront(kept, texts, numpy.array(costs, numpy.int32), last), whole


def _spell(stage: Stage, steps: list[int]) -> list[int]:
    """Return a word that the search has found, by the numbers of all generators."""
    found = []
    for row, power in _pairs(steps[: steps.index(-1)]):
        found += [stage.generators[row], power * stage.levels[row]]
    return found


def _pairs(steps: Sequence[int]) -> Powers:
    return list(zip(steps[::2], steps[1::2], strict=True))
