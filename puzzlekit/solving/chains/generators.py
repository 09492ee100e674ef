"""The moves of a puzzle as levels: all powers of a generator, those of one of its powers, none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from ...core.errors import LimitReachedError, quoted
from ...core.permutation import Images, identity, inverse, multiply, order
from ...core.words import Word, simplify

#: Powers of a permutation at most.
MAX_ORDER = 200

#: Of each generator the powers that are moves: those of its `level`-th power; 0 stands for none.
Levels = tuple[int, ...]


class ChainGenerators(NamedTuple):
    """Permutations as sources: where each cell takes its label from; their powers are the moves.

    The k-th power of generator g costs `costs[g][k]` and is made as `words[g][k]` says.
    """

    sources: tuple[Images, ...]
    orders: tuple[int, ...]
    costs: tuple[tuple[int, ...], ...]
    words: tuple[tuple[Word, ...], ...]

    @property
    def every(self) -> Levels:
        """The levels of all moves."""
        return (1,) * len(self.sources)

    def levels(self, generator: int) -> list[int]:
        """Return the levels of a generator, the one with all powers first, none last."""
        order = self.orders[generator]
        return [*(level for level in range(1, order) if order % level == 0), 0]

    def power(self, generator: int, exponent: int) -> Images:
        """Return the sources of a power."""
        found = identity(len(self.sources[0]))
        for _ in range(exponent):
            found = multiply(found, self.sources[generator])
        return found

    def moving(self, levels: Levels) -> list[tuple[int, Images]]:
        """Return the generators that are left at some levels, by number, and their powers."""
        return [(g, self.power(g, level)) for g, level in enumerate(levels) if level]


def generators_of(twists: Mapping[str, Images], *, turns: bool) -> ChainGenerators:
    """Return permutations as generators; powers of another generator become its moves.

    A power costs 1 if `turns` count, else the number of given permutations it takes. Raises
    `LimitReachedError` for a permutation with too many powers.
    """
    sources, orders = list[Images](), list[int]()
    steps: list[list[tuple[int, Word]]] = []
    known: dict[Images, tuple[int, int]] = {}
    for name, images in sorted(twists.items(), key=lambda each: -order(each[1])):
        n = order(images)
        if n == 1:
            continue
        if n > MAX_ORDER:
            raise LimitReachedError(f"{quoted(name)} has {n:,} powers, more than {MAX_ORDER:,}.")
        if images not in known:
            power = images
            for k in range(1, n):
                known[power] = len(sources), k
                power = multiply(power, images)
            sources.append(inverse(images))
            orders.append(n)
            steps.append([])
        generator, step = known[images]
        whole = orders[generator]
        for k in range(1, n) if turns else (1,):
            steps[generator].append((k * step % whole, ((name, k),)))
            steps[generator].append((-k * step % whole, ((name, -k),)))
    ways = [_ways(n, own) for n, own in zip(orders, steps, strict=True)]
    return ChainGenerators(
        tuple(sources),
        tuple(orders),
        tuple(tuple(cost for cost, _ in own) for own in ways),
        tuple(tuple(word for _, word in own) for own in ways),
    )


def single_moves(twists: Mapping[str, Images]) -> ChainGenerators:
    """Return generators without powers, for positions where a power's way may be forbidden."""
    many = len(twists)
    return ChainGenerators(
        tuple(map(inverse, twists.values())),
        (2,) * many,
        ((0, 1),) * many,
        tuple(((), ((name, 1),)) for name in twists),
    )


def _ways(order: int, steps: Sequence[tuple[int, Word]]) -> list[tuple[int, Word]]:
    """Return of how many steps each power of a generator is made, and how."""
    found: dict[int, tuple[int, Word]] = {}
    queue: list[tuple[int, int, int, Word]] = [(0, 0, 0, ())]
    while queue:
        cost, _, power, word = heappop(queue)
        if power not in found:
            found[power] = cost, word
            for step, letter in steps:
                longer = simplify([*word, *letter])
                # Rather X2 than X2', and rather that than X3.
                size = sum(2 * abs(exponent) + (exponent < 0) for _, exponent in longer)
                heappush(queue, (cost + 1, size, (power + step) % order, longer))
    return [found[power] for power in range(order)]
