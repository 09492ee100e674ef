"""Which stages a chain has: the way over levels on which words are expected to be shortest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from itertools import product
from math import log, prod

import numpy

from ...core.errors import LimitReachedError
from ...core.permutation import cycle_type, multiply
from ...core.progress import Progress
from ...groups.arrangements import count_arrangements
from .generators import ChainGenerators, Levels
from .view import make_view

#: Vectors of levels that are looked at, at most, and cells where stages are wide: of larger puzzles
#: to count positions takes long, and chains that are short enough have not been seen.
VECTORS, CELLS = 5_000, 200

#: Subgroups that are looked at, and stages that are tried, at most: some seconds.
SUBGROUPS, STAGES = 300, 500

#: By how much a stage may be larger than its largest table: quickly searched, at most, and if it
#: is wide, since then several words may have to be found.
QUICK, MOST, MOST_WIDE = 1_000, 10_000_000, 100_000

#: What each stage costs besides its words: there the parts of two words do not merge.
MAX_STAGE_SIZE = 0.5

#: Which part at least must be solved, of the boards that look so.
SAMPLES = Fraction(1, 12)


def choose_stages(
    every: ChainGenerators,
    goal: Sequence[int],
    table: int,
    progress: Progress,
    *,
    wide: bool = False,
) -> list[Levels]:
    """Return levels from all moves to none; raise `LimitReachedError` where no way is short enough.

    If `wide`, generators that commute and are alike share levels, and stages see more than colours.
    """
    if wide and len(goal) > CELLS:
        raise LimitReachedError(f"Wide stages are for puzzles of at most {CELLS} cells.")
    vectors = list(_same_action(every) if wide else _vectors(every))
    kind_of = _kinds(every, vectors)
    labels = [str(part) for part in goal]
    board = numpy.array(goal)
    positions: dict[object, int] = {}

    def count(levels: Levels) -> int:
        kind = kind_of[levels]
        if kind not in positions:
            if len(positions) == SUBGROUPS:
                raise LimitReachedError("There are too many subgroups to choose from.")
            acting = [source for _, source in every.moving(levels)]
            try:
                positions[kind] = count_arrangements(acting, labels) if acting else 1
            except LimitReachedError:
                if not wide:
                    raise
                positions[kind] = 0  # there are other ways
            progress("subgroups", len(positions), None)
        return positions[kind]

    def share(upper: Levels, lower: Levels) -> Fraction:
        """Return which part is solved by the lower moves of the boards that look as at the goal."""
        seen = make_view(every, upper, lower, board, wide=wide)
        index = Fraction(count(upper), count(lower))
        try:
            most = seen.apart_at_most() / index if wide else Fraction(1)
        except LimitReachedError:
            return Fraction(0)
        if most < SAMPLES or most * index == 1:  # then nothing is seen
            return Fraction(0)
        try:
            return seen.separates() / index
        except LimitReachedError:
            return most if wide else Fraction(0)

    none = (0,) * len(every.sources)
    queue: list[tuple[float, int, float, list[Levels]]] = [(0.0, 0, 0.0, [every.every])]
    most = MOST_WIDE if wide else MOST
    pushed, done, shares = 0, set(), dict[tuple[Levels, Levels], Fraction]()
    while queue and len(shares) < STAGES:
        guess, _, cost, way = heappop(queue)
        levels = way[-1]
        if kind_of[levels] in done:
            continue
        if len(way) > 1 and (way[-2], levels) not in shares:
            progress("stages", len(shares), None)
            shares[way[-2], levels] = solved = share(way[-2], levels)
            if solved < (SAMPLES if wide else 1):
                continue
            if solved < 1:  # so many words have to be found for one that leads on
                more = -log(solved) / _branching(every, way[-2])
                pushed += 1
                heappush(queue, (guess + more, pushed, cost + more, way))
                continue
        if levels == none:
            return way
        done.add(kind_of[levels])
        here = count(levels)
        seen = set(done)
        for lower in vectors:
            if kind_of[lower] in seen or not _is_below(lower, levels):
                continue
            seen.add(kind_of[lower])
            fewer = count(lower)
            if fewer < here <= most * table * fewer:
                size = log(here) - log(fewer)
                slow = max(0.0, size - log(QUICK * table))
                total = cost + MAX_STAGE_SIZE + (size + slow) / _branching(every, levels)
                # Lower down fewer moves may follow: what is left costs at least as much as here.
                left = log(fewer) / _branching(every, lower)
                pushed += 1
                heappush(queue, (total + left, pushed, total, [*way, lower]))
    raise LimitReachedError("No chain of subgroups has stages that are small enough.")


def _vectors(every: ChainGenerators) -> Iterator[Levels]:
    """Yield the vectors of levels: all, if they are few, else those that use few of the levels."""
    choices = [every.levels(g) for g in range(len(every.sources))]
    if prod(map(len, choices)) > VECTORS:
        choices = [[1, 0] for _ in choices]
    if prod(map(len, choices)) > VECTORS:
        raise LimitReachedError("There are too many generators to choose from.")
    return product(*choices)


def _same_action(every: ChainGenerators) -> Iterator[Levels]:
    """Yield the vectors in which generators that commute and are alike have the same level."""
    kinds = [
        (costs, cycle_type(source))
        for costs, source in zip(every.costs, every.sources, strict=True)
    ]

    def are_alike(g: int, other: int) -> bool:
        one, two = every.sources[g], every.sources[other]
        return kinds[g] == kinds[other] and multiply(one, two) == multiply(two, one)

    many = range(len(every.sources))
    like = [next(other for other in many if are_alike(g, other)) for g in many]
    firsts = sorted(set(like))
    if prod(len(every.levels(g)) for g in firsts) > VECTORS:
        raise LimitReachedError("There are too many generators to choose from.")
    for choice in product(*(every.levels(g) for g in firsts)):
        level = dict(zip(firsts, choice, strict=True))
        yield tuple(level[first] for first in like)


def _is_below(lower: Levels, upper: Levels) -> bool:
    return all(
        not low or (high and low % high == 0) for low, high in zip(lower, upper, strict=True)
    )


def _branching(every: ChainGenerators, levels: Levels) -> float:
    """Return the logarithm of about how many moves may follow on a move."""
    moves = [every.orders[g] // level - 1 for g, level in enumerate(levels) if level]
    return log(max(2.0, sum(moves) - sum(moves) / max(1, len(moves))))


def _kinds(every: ChainGenerators, vectors: Sequence[Levels]) -> dict[Levels, object]:
    """Return equal keys for generators that a symmetry of the puzzle exchanges.

    Colour refinement by B. Weisfeiler and A. Leman (1968), two rounds.
    """
    powers = {
        (g, level): every.power(g, level)
        for g in range(len(every.sources))
        for level in every.levels(g)
        if level
    }
    alone = {key: cycle_type(source) for key, source in powers.items()}
    both = {
        (one, other): cycle_type(multiply(powers[one], powers[other]))
        for one in powers
        for other in powers
        if one[0] != other[0]
    }
    names: dict[object, int] = {}

    def named(key: object) -> int:
        return names.setdefault(key, len(names))

    found: dict[Levels, object] = {}
    pair = {key: named(value) for key, value in both.items()}
    single = {key: named((value, every.costs[key[0]])) for key, value in alone.items()}
    for levels in vectors:
        active = [(g, level) for g, level in enumerate(levels) if level]
        colour = {key: single[key] for key in active}
        for _ in range(2):
            colour = {
                key: named(
                    (
                        colour[key],
                        tuple(sorted((pair[key, o], colour[o]) for o in active if o != key)),
                    )
                )
                for key in active
            }
        found[levels] = tuple(sorted(colour.values()))
    return found
