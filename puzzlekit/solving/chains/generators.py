"""Generators for subgroup chains, and levels that define which of their powers are moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import Generic, NamedTuple, TypeVar

from ...core.errors import LimitReachedError, quoted
from ...core.permutation import Images, identity, inverse, multiply, order, powers
from ...core.words import Word, simplify

#: Maximum order of a generator.
MAX_ORDER = 200

#: A level for each generator. The powers of its `level`-th power are the allowed moves: level 1
#: allows all powers, and level 0 allows none.
GeneratorLevels = tuple[int, ...]

W = TypeVar("W")


class FoundWord(NamedTuple, Generic[W]):
    """A word with its cost. `optimal` is True if the cost is proved minimal."""

    word: W
    cost: int
    optimal: bool


class ChainGenerators(NamedTuple):
    """The generators of a chain, whose powers are the moves.

    `sources` gives, for each generator, the cell from which each cell takes its label. The k-th
    power of generator g costs `costs[g][k]` and is written `words[g][k]`.
    """

    sources: tuple[Images, ...]
    orders: tuple[int, ...]
    costs: tuple[tuple[int, ...], ...]
    words: tuple[tuple[Word, ...], ...]

    @property
    def unrestricted_levels(self) -> GeneratorLevels:
        """The levels that allow all moves."""
        return (1,) * len(self.sources)

    def levels(self, generator: int) -> list[int]:
        """Return the possible levels of a generator, from 1 (all powers) to 0 (none)."""
        order = self.orders[generator]
        return [*(level for level in range(1, order) if order % level == 0), 0]

    def power(self, generator: int, exponent: int) -> Images:
        """Return the sources of a power of a generator."""
        result = identity(len(self.sources[0]))
        for _ in range(exponent):
            result = multiply(result, self.sources[generator])
        return result

    def allowed_powers(self, levels: GeneratorLevels) -> list[tuple[int, Images]]:
        """Return (generator, sources of its `level`-th power) for each generator that may move."""
        return [(g, self.power(g, level)) for g, level in enumerate(levels) if level]


def generators_of(twists: Mapping[str, Images], *, turns: bool) -> ChainGenerators:
    """Return generators for named permutations.

    A permutation that is a power of another permutation does not become a separate generator. If
    `turns` is true, each power costs 1. Otherwise, the cost of a power is the number of named
    permutations in its shortest word. Raises `LimitReachedError` if the order of a permutation
    exceeds `MAX_ORDER`.
    """
    sources, orders = list[Images](), list[int]()
    steps: list[list[tuple[int, Word]]] = []
    known: dict[Images, tuple[int, int]] = {}
    for name, images in sorted(twists.items(), key=lambda each: -order(each[1])):
        n = order(images)
        if n == 1:
            continue
        if n > MAX_ORDER:
            raise LimitReachedError(
                f"{quoted(name)} has order {n:,}; subgroup chains support up to {MAX_ORDER:,}."
            )
        if images not in known:
            known |= {power: (len(sources), k) for k, power in enumerate(powers(images), 1)}
            sources.append(inverse(images))
            orders.append(n)
            steps.append([])
        generator, step = known[images]
        generator_order = orders[generator]
        for k in range(1, n) if turns else (1,):
            steps[generator].append((k * step % generator_order, ((name, k),)))
            steps[generator].append((-k * step % generator_order, ((name, -k),)))
    cheapest = [_cheapest_words(n, own) for n, own in zip(orders, steps, strict=True)]
    return ChainGenerators(
        tuple(sources),
        tuple(orders),
        tuple(tuple(cost for cost, _ in own) for own in cheapest),
        tuple(tuple(word for _, word in own) for own in cheapest),
    )


def single_moves(twists: Mapping[str, Images]) -> ChainGenerators:
    """Return generators with a single power each, for puzzles with forbidden positions."""
    count = len(twists)
    return ChainGenerators(
        tuple(map(inverse, twists.values())),
        (2,) * count,
        ((0, 1),) * count,
        tuple(((), ((name, 1),)) for name in twists),
    )


def _cheapest_words(order: int, steps: Sequence[tuple[int, Word]]) -> list[tuple[int, Word]]:
    """Return the lowest cost and the cheapest word for each power of a generator."""
    cheapest: dict[int, tuple[int, Word]] = {}
    queue: list[tuple[int, int, int, Word]] = [(0, 0, 0, ())]
    while queue:
        cost, _, power, word = heappop(queue)
        if power not in cheapest:
            cheapest[power] = cost, word
            for step, letter in steps:
                longer = simplify([*word, *letter])
                # Prefer X2 to X2', and X2' to X3.
                size = sum(2 * abs(exponent) + (exponent < 0) for _, exponent in longer)
                heappush(queue, (cost + 1, size, (power + step) % order, longer))
    return [cheapest[power] for power in range(order)]
