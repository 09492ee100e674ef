"""Which stages a chain has: the way over levels on which words are expected to be shortest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import product
from math import log, prod

from ...core.errors import LimitReached
from ...core.permutation import Images, multiply, to_cycles
from ...core.progress import Progress
from ...group.arrangements import count_arrangements
from .letters import Generators, Levels, joined

#: Vectors of levels that are looked at, at most.
VECTORS = 5_000

#: Subgroups that are looked at, and stages that are tried, at most: some seconds.
SUBGROUPS, STAGES = 300, 500

#: By how much a stage may be larger than its largest table: quickly searched, and at most.
QUICK, MOST = 1e3, 1e7

#: What each stage costs besides its words: there the parts of two words do not merge.
STAGE = 0.5


def chosen(every: Generators, goal: Sequence[int], table: int, progress: Progress) -> list[Levels]:
    """Return levels from all moves to none; raise `LimitReached` where no way is short enough.

    `goal` says which part is on which cell, `table` how many bytes a table has.
    """
    vectors = list(_vectors(every))
    kind_of = _kinds(every, vectors)
    labels = [str(part) for part in goal]
    positions: dict[object, int] = {}

    def count(levels: Levels) -> int:
        kind = kind_of[levels]
        if kind not in positions:
            if len(positions) == SUBGROUPS:
                raise LimitReached("There are too many subgroups to choose from.")
            acting = [source for _, source in every.acting(levels)]
            positions[kind] = count_arrangements(acting, labels) if acting else 1
            progress("subgroups", len(positions), None)
        return positions[kind]

    def sees(upper: Levels, lower: Levels) -> bool:
        """Tell whether a board whose colours are as at the goal is solved by the lower moves."""
        colours = colours_of(every, lower, goal)
        acting = [source for _, source in every.acting(upper)]
        try:
            found = count_arrangements(acting, [colours[part] for part in goal])
        except LimitReached:
            return False
        return found * count(lower) == count(upper)

    none = (0,) * len(every.sources)
    queue: list[tuple[float, int, list[Levels]]] = [(0.0, 0, [every.every])]
    pushed, tried, done = 0, 0, set()
    while queue and tried < STAGES:
        cost, _, way = heappop(queue)
        levels = way[-1]
        if kind_of[levels] in done:
            continue
        progress("stages", tried, None)
        tried += 1
        if len(way) > 1 and not sees(*way[-2:]):
            continue
        if levels == none:
            return way
        done.add(kind_of[levels])
        here = count(levels)
        branching = log(max(2.0, _branching(every, levels)))
        seen = set(done)
        for lower in vectors:
            if kind_of[lower] in seen or not _is_below(lower, levels):
                continue
            seen.add(kind_of[lower])
            index = here / count(lower)
            if 1 < index <= MOST * table:
                slow = log(max(1.0, index / (QUICK * table)))
                total = cost + STAGE + (log(index) + slow) / branching
                pushed += 1
                heappush(queue, (total, pushed, [*way, lower]))
    raise LimitReached("No chain of subgroups has stages that are small enough.")


def colours_of(every: Generators, lower: Levels, goal: Sequence[int]) -> dict[int, int]:
    """Return the colour of each part: one for all between which the lower moves can carry."""
    first: dict[int, int] = {}
    pairs = [(cell, first.setdefault(part, cell)) for cell, part in enumerate(goal)]
    for _, source in every.acting(lower):
        pairs += enumerate(source)
    return dict(zip(goal, joined(len(goal), pairs), strict=True))


def _vectors(every: Generators) -> Iterator[Levels]:
    """Yield the vectors of levels: all, if they are few, else those that use few of the levels."""
    choices = [every.levels(g) for g in range(len(every.sources))]
    if prod(map(len, choices)) > VECTORS:
        choices = [[1, 0] for _ in choices]
    if prod(map(len, choices)) > VECTORS:
        raise LimitReached("There are too many generators to choose from.")
    return product(*choices)


def _is_below(lower: Levels, upper: Levels) -> bool:
    return all(
        not low or (high and low % high == 0) for low, high in zip(lower, upper, strict=True)
    )


def _branching(every: Generators, levels: Levels) -> float:
    """Return about how many moves may follow on a move."""
    moves = [every.orders[g] // level - 1 for g, level in enumerate(levels) if level]
    return sum(moves) - sum(moves) / max(1, len(moves))


def _kinds(every: Generators, vectors: Sequence[Levels]) -> dict[Levels, object]:
    """Return a key for each vector, equal for those that a symmetry of the puzzle exchanges.

    B. Weisfeiler, A. Leman (1968): what each generator is, and how it meets the others, by the
    cycles of products, refined twice.
    """
    powers = {
        (g, level): every.power(g, level)
        for g in range(len(every.sources))
        for level in every.levels(g)
        if level
    }
    alone = {key: _cycle_type(source) for key, source in powers.items()}
    both = {
        (one, other): _cycle_type(multiply(powers[one], powers[other]))
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


def _cycle_type(images: Images) -> tuple[int, ...]:
    return tuple(sorted(map(len, to_cycles(images))))
