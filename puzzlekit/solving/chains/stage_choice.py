"""Uniform-cost search for the stages of a chain that promise the shortest words."""

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
from .generators import ChainGenerators, GeneratorLevels
from .stage_colours import make_view

#: Maximum number of level vectors, and of cells with wide stages. In larger puzzles, counting
#: positions takes long, and none is known to have a usable chain.
MAX_VECTORS, MAX_WIDE_CELLS = 5_000, 200

#: Maximum numbers of subgroups and of stages tried; trying them takes a few seconds.
MAX_SUBGROUPS, MAX_STAGES = 300, 500

#: Ratio of a stage's size to its largest table: the limit for a quick search, the maximum, and the
#: maximum for wide stages, which may need several words.
QUICK_RATIO, MAX_RATIO, MAX_WIDE_RATIO = 1_000, 10_000_000, 100_000

#: Extra cost of each stage, because moves do not merge across stages.
STAGE_COST = 0.5

#: Minimum share of solved boards among those with the colours of the goal.
MIN_SOLVED_SHARE = Fraction(1, 12)


def choose_stages(
    every: ChainGenerators,
    goal: Sequence[int],
    max_table_size: int,
    progress: Progress,
    *,
    wide: bool = False,
    max_ratio: int = 0,
) -> list[GeneratorLevels]:
    """Return the levels at which the stages begin and end, from all moves to no moves.

    `max_table_size` is the size of the largest table, and `max_ratio` the maximum ratio of a
    stage's size to it (default: for any search that may succeed). If `wide` is true, equivalent
    commuting generators share levels, and stages distinguish more than colours. Raises
    `LimitReachedError` if all chains are too large.
    """
    if wide and len(goal) > MAX_WIDE_CELLS:
        raise LimitReachedError(
            f"The puzzle has {len(goal)} cells; wide stages support up to {MAX_WIDE_CELLS}."
        )
    vectors = list(_candidate_levels(every, wide))
    kind_of = _symmetry_keys(every, vectors)
    labels = [str(part) for part in goal]
    board = numpy.array(goal)
    positions: dict[object, int] = {}

    def count(levels: GeneratorLevels) -> int:
        kind = kind_of[levels]
        if kind not in positions:
            if len(positions) == MAX_SUBGROUPS:
                raise LimitReachedError("The puzzle has too many subgroups for a subgroup chain.")
            acting = [source for _, source in every.allowed_powers(levels)]
            try:
                positions[kind] = count_arrangements(acting, labels) if acting else 1
            except LimitReachedError:
                if not wide:
                    raise
                positions[kind] = 0  # makes the search try other levels
            progress("subgroups", len(positions), None)
        return positions[kind]

    def share(upper: GeneratorLevels, lower: GeneratorLevels) -> Fraction:
        """Return the share of boards with the goal's colours that the lower moves can solve."""
        view = make_view(every, upper, lower, board, wide=wide)
        index = Fraction(count(upper), count(lower))
        try:
            maximum = view.count_boards_bound() / index if wide else Fraction(1)
        except LimitReachedError:
            return Fraction(0)
        if maximum < MIN_SOLVED_SHARE or maximum * index == 1:  # 1 if all boards look alike
            return Fraction(0)
        try:
            return view.count_boards() / index
        except LimitReachedError:
            return maximum if wide else Fraction(0)

    none = (0,) * len(every.sources)
    queue: list[tuple[float, int, float, list[GeneratorLevels]]] = [
        (0.0, 0, 0.0, [every.unrestricted_levels])
    ]
    max_ratio = max_ratio or (MAX_WIDE_RATIO if wide else MAX_RATIO)
    pushed, done, shares = 0, set(), dict[tuple[GeneratorLevels, GeneratorLevels], Fraction]()
    while queue and len(shares) < MAX_STAGES:
        estimate, _, cost, path = heappop(queue)
        levels = path[-1]
        if kind_of[levels] in done:
            continue
        if len(path) > 1 and (path[-2], levels) not in shares:
            progress("stages", len(shares), None)
            shares[path[-2], levels] = solved = share(path[-2], levels)
            if solved < (MIN_SOLVED_SHARE if wide else 1):
                continue
            if solved < 1:  # on average, one word in 1 / solved can be continued
                more = -log(solved) / _log_branching_factor(every, path[-2])
                pushed += 1
                heappush(queue, (estimate + more, pushed, cost + more, path))
                continue
        if levels == none:
            return path
        done.add(kind_of[levels])
        size_here = count(levels)
        seen = set(done)
        for lower in vectors:
            if kind_of[lower] in seen or not _is_restriction(lower, levels):
                continue
            seen.add(kind_of[lower])
            fewer = count(lower)
            if fewer < size_here <= max_ratio * max_table_size * fewer:
                size = log(size_here) - log(fewer)
                slow = max(0.0, size - log(QUICK_RATIO * max_table_size))
                total = cost + STAGE_COST + (size + slow) / _log_branching_factor(every, levels)
                # Lower levels branch less, so this is a lower bound for the remaining cost.
                left = log(fewer) / _log_branching_factor(every, lower)
                pushed += 1
                heappush(queue, (total + left, pushed, total, [*path, lower]))
    raise LimitReachedError("All subgroup chains of this puzzle have stages that are too large.")


def _candidate_levels(every: ChainGenerators, wide: bool) -> Iterator[GeneratorLevels]:
    """Yield the vectors of levels.

    In a wide chain, equivalent commuting generators have the same level. In other chains, there
    are only the levels 0 and 1 if there are too many vectors.
    """
    numbers = range(len(every.sources))
    kinds = [
        (costs, cycle_type(source))
        for costs, source in zip(every.costs, every.sources, strict=True)
    ]

    def are_alike(g: int, other: int) -> bool:
        one, two = every.sources[g], every.sources[other]
        return kinds[g] == kinds[other] and multiply(one, two) == multiply(two, one)

    representative = list(numbers)
    if wide:
        representative = [next(other for other in numbers if are_alike(g, other)) for g in numbers]
    firsts = sorted(set(representative))
    choices = [every.levels(g) for g in firsts]
    if prod(map(len, choices)) > MAX_VECTORS and not wide:
        choices = [[1, 0] for _ in firsts]
    if prod(map(len, choices)) > MAX_VECTORS:
        raise LimitReachedError("The puzzle has too many generators to choose stages.")
    for choice in product(*choices):
        level = dict(zip(firsts, choice, strict=True))
        yield tuple([level[first] for first in representative])


def _is_restriction(lower: GeneratorLevels, upper: GeneratorLevels) -> bool:
    return all(
        not small or (large and small % large == 0)
        for small, large in zip(lower, upper, strict=True)
    )


def _log_branching_factor(every: ChainGenerators, levels: GeneratorLevels) -> float:
    """Return the logarithm of the approximate branching factor."""
    moves = [every.orders[g] // level - 1 for g, level in enumerate(levels) if level]
    return log(max(2.0, sum(moves) - sum(moves) / max(1, len(moves))))


def _symmetry_keys(
    every: ChainGenerators, vectors: Sequence[GeneratorLevels]
) -> dict[GeneratorLevels, object]:
    """Return a key for each vector of levels, equal for vectors exchanged by a symmetry."""
    powers = {
        (g, level): every.power(g, level)
        for g in range(len(every.sources))
        for level in every.levels(g)
        if level
    }
    types = {key: cycle_type(source) for key, source in powers.items()}
    product_types = {
        (one, other): cycle_type(multiply(powers[one], powers[other]))
        for one in powers
        for other in powers
        if one[0] != other[0]
    }
    names: dict[object, int] = {}

    def number_of(key: object) -> int:
        return names.setdefault(key, len(names))

    kinds: dict[GeneratorLevels, object] = {}
    pair = {key: number_of(value) for key, value in product_types.items()}
    single = {key: number_of((value, every.costs[key[0]])) for key, value in types.items()}
    for levels in vectors:
        active = [(g, level) for g, level in enumerate(levels) if level]
        colour = {key: single[key] for key in active}
        for _ in range(2):
            colour = {
                key: number_of(
                    (
                        colour[key],
                        tuple(sorted((pair[key, o], colour[o]) for o in active if o != key)),
                    )
                )
                for key in active
            }
        kinds[levels] = tuple(sorted(colour.values()))
    return kinds
