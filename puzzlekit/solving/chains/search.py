"""Anytime search through the stages of a chain, with ever more solutions continued per stage."""

# mypy: allow-untyped-defs, disable-error-code=call-arg
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy

from ...core.progress import TimeUpError
from ..spaces.encoded_states import Array
from .generators import FoundWord
from .stage import Stage
from .stage_kernel import DONE, FOUND, NODES, apply_words, search

#: A word as (generator number, exponent) pairs.
Powers = list[tuple[int, int]]

#: Number of solutions continued per stage: initial value, growth factor and limit.
MIN_WIDTH, GROWTH, MAX_WIDTH = 1, 4, 1 << 18

#: Nodes between clock checks, words per batch, and maximum number of moves in a stage.
SLICE, BATCH, MAX_DEPTH = 200_000, 4_096, 120

#: Node limit per continued solution. When it is exceeded, more solutions are continued instead.
NODES_PER_SOLUTION = 2_000_000

#: Cost limit before the first word is found.
MAX_COST = 10_000


class SearchFront(NamedTuple):
    """Intermediate boards with the words that lead to them, and their costs.

    A word alternates between generators and exponents.
    """

    boards: Array
    words: list[tuple[int, ...]]
    costs: Array


class _NoWordError(Exception):
    """Raised if a stage takes too long from all continued positions."""


def search_words(
    stages: Sequence[Stage], board: Array, is_late: Callable[[int], bool]
) -> Iterator[FoundWord[Powers]]:
    """Yield ever shorter words from a board to the goal.

    `is_late` receives the number of nodes and may raise an exception at any time. Its result is
    ignored until the first word is found.
    """
    nodes, best, word = 0, MAX_COST, Powers()
    budget = 0
    width = MIN_WIDTH

    def continue_search(more: int) -> None:
        nonlocal nodes, budget
        nodes += more
        budget -= more
        if is_late(nodes) and best < MAX_COST:
            raise TimeUpError
        if budget < 0 and len(stages) > 1:
            raise _NoWordError

    while width <= MAX_WIDTH:
        front = SearchFront(board[None], [()], numpy.zeros(1, numpy.int32))
        complete, budget = True, NODES_PER_SOLUTION * width
        try:
            for number, stage in enumerate(stages):
                ends = number + 1 == len(stages)
                next_stage = None if ends else stages[number + 1]
                front, all_found = _solve_stage(
                    stage, front, best - 1, 1 if ends else width, next_stage, continue_search
                )
                complete = complete and (all_found or ends)
                if not front.words:
                    break
        except TimeUpError:
            return
        except _NoWordError:  # the stage may be easy from other positions
            width *= GROWTH
            continue
        if front.words:
            best = int(front.costs[0])
            steps = front.words[0]
            word = list(zip(steps[::2], steps[1::2], strict=True))
            yield FoundWord(word, best, len(stages) == 1)
        elif best == MAX_COST and complete:
            return
        if len(stages) == 1:
            return
        if complete and not front.words:
            # Any cheaper word would begin with one of the continued solutions.
            yield FoundWord(word, best, optimal=True)
            return
        width *= GROWTH


def _solve_stage(
    stage: Stage,
    front: SearchFront,
    max_cost: int,
    max_solutions: int,
    next_stage: Stage | None,
    continue_search: Callable[[int], None],
) -> tuple[SearchFront, bool]:
    """Return the cheapest solutions of a stage, and whether they are all its solutions."""
    places = stage.places_of(front.boards)
    valid = numpy.flatnonzero((places >= 0).all(axis=1))
    if not len(valid):
        return SearchFront(front.boards[:0], [], front.costs[:0]), True
    number = {g: n for n, g in enumerate(stage.generators)}
    words = [front.words[at] for at in valid]
    last = [number.get(word[-2], len(number)) if word else len(number) for word in words]
    before = numpy.array(last, numpy.int32)
    spent = front.costs[valid].astype(numpy.int32)
    run = numpy.array([0, spent.min(), 0, 0, 0, 1], numpy.int64)
    batch = min(max_solutions, BATCH)
    out = numpy.zeros((batch, 2 * MAX_DEPTH + 2), numpy.int32)
    root_of, cost_of = numpy.zeros((2, batch), numpy.int32)
    work = (
        numpy.zeros((MAX_DEPTH + 1, places.shape[1]), numpy.int32),
        numpy.zeros((MAX_DEPTH, 4), numpy.int32),
    )
    roots = numpy.ascontiguousarray(places[valid])
    start = roots, spent, spent + stage.lower_bounds(roots), before
    results = out, root_of, cost_of
    found: dict[bytes, tuple[Array, tuple[int, ...], int]] = {}
    while True:
        status = search(stage.searched, start, max_cost, run, SLICE, work, results)
        count = int(run[FOUND])
        reached = front.boards[valid[root_of[:count]]].copy()
        if count:
            apply_words(reached, stage.sources, out[:count])
        fits = (reached == stage.hidden.goal).all(axis=1)
        if next_stage is not None and count:
            fits = (next_stage.places_of(reached) >= 0).all(axis=1)
        translated = _translate_words(stage, out[:count])
        for at in numpy.flatnonzero(fits).tolist():
            if len(found) == max_solutions:
                break
            word = (*words[root_of[at]], *translated[at])
            found.setdefault(reached[at].tobytes(), (reached[at], word, int(cost_of[at])))
        run[FOUND] = 0
        continue_search(int(run[NODES]))
        run[NODES] = 0
        if status == DONE or len(found) >= max_solutions:
            break
    boards = [board for board, _, _ in found.values()]
    result = SearchFront(
        numpy.array(boards, front.boards.dtype).reshape(-1, front.boards.shape[1]),
        [word for _, word, _ in found.values()],
        numpy.array([cost for _, _, cost in found.values()], numpy.int32),
    )
    return result, status == DONE and len(found) < max_solutions


def _translate_words(stage: Stage, words: Array) -> list[list[int]]:
    """Translate a stage's words to the generator numbers and exponents of the whole puzzle."""
    lengths = numpy.argmin(words, axis=1).tolist()  # words end with -1, their only negative number
    longest = max(lengths, default=0)
    rows = words[:, :longest:2]
    translated = numpy.empty((len(words), longest), numpy.int64)
    translated[:, ::2] = numpy.array(stage.generators)[rows]
    translated[:, 1::2] = words[:, 1:longest:2] * numpy.array(stage.levels)[rows]
    return [word[:length] for word, length in zip(translated.tolist(), lengths, strict=True)]
