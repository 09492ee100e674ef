"""The letters of words: powers of generators, with what they cost and how they merge."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ...core.errors import LimitReachedError
from ...core.permutation import Images, inverse, multiply, order
from .table_plain import PlainLetters

#: Generators of such orders have all powers as letters, so that long turns are found.
LONG_CYCLE, LONGEST_CYCLE = 5, 200

#: Letters at most: for each two of them there is an entry in a table. What a letter costs at most.
MAX_LETTERS, DEAREST = 4000, 1 << 17

#: What a generator and its inverse cost.
LetterCosts = tuple[int, int]


class WordProblem(NamedTuple):
    """What a table is made of: letters, and the generators that they are powers of."""

    names: Sequence[tuple[str, int]]
    letters: PlainLetters
    generators: Mapping[str, Images]
    prices: tuple[LetterCosts, ...]
    goal: Sequence[Hashable] | None


def powers(g: Images, n: int) -> Iterator[tuple[int, Images]]:
    """Yield the powers that are letters: all of a long cycle, 1, 2, 4, ... of a huge order."""
    power, k = g, 1
    while k < n:
        if n <= LONGEST_CYCLE:
            if n > LONG_CYCLE or k in (1, n - 1):
                yield k, power
            power, k = multiply(power, g), k + 1
        else:
            yield k, power
            if 2 * k != n:
                yield n - k, inverse(power)
            power, k = multiply(power, power), 2 * k


def letters_of(
    generators: Mapping[str, Images], prices: Sequence[LetterCosts]
) -> tuple[list[tuple[str, int]], PlainLetters]:
    """Return the powers of generators that are letters, by name and exponent."""
    names: list[tuple[str, int]] = []
    pulls: list[Images] = []
    costs: list[int] = []
    number: dict[tuple[str, int], int] = {}
    orders = {name: order(g) for name, g in generators.items()}
    for (name, g), (there, back) in zip(generators.items(), prices, strict=True):
        n = orders[name]
        for k, power in powers(inverse(g), n):
            number[name, k] = len(names)
            forward = k * there <= (n - k) * back
            names.append((name, k if forward else k - n))
            pulls.append(power)
            costs.append(min(k * there if forward else (n - k) * back, DEAREST))
    if len(names) > MAX_LETTERS:
        raise LimitReachedError(
            f"Words of {len(generators):,} generators need {len(names):,} letters, more than "
            f"{MAX_LETTERS:,}; take a smaller puzzle."
        )
    keys = list(number)
    undo = [number[name, orders[name] - k] for name, k in keys]
    merged = [
        [
            -1
            if name != other
            else -2
            if (k + j) % orders[name] == 0
            else number.get((name, (k + j) % orders[name]), -1)
            for other, j in keys
        ]
        for name, k in keys
    ]
    return names, PlainLetters(pulls, costs, undo, merged)
