"""Letters, which are powers of generators, with costs and rules for merging letters."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ...core.errors import LimitReachedError
from ...core.permutation import Images, identity, inverse, multiply, order
from .table_plain import PlainLetters

#: If a generator's order is in this range, all its powers are letters, so that large turns can be
#: found.
LONG_CYCLE, LONGEST_CYCLE = 5, 200

#: Maximum number of letters (the size of the merge table is its square), and maximum cost of a
#: letter.
MAX_LETTERS, MAX_COST = 4000, 1 << 17

#: Maximum number of commuting letters past which a letter is moved in order to merge.
MAX_SHIFT = 60

#: The costs of a generator and of its inverse.
LetterCosts = tuple[int, int]


class WordProblem(NamedTuple):
    """The input for a table: the letters, and the generators of which they are powers."""

    generators: Mapping[str, Images]
    costs: Mapping[str, LetterCosts]
    letters: PlainLetters
    goal: Sequence[Hashable] | None

    @property
    def moving_generators(self) -> list[Images]:
        """The generators that move a point."""
        return [g for g in self.generators.values() if g != identity(len(g))]


def letter_powers(g: Images, element_order: int) -> Iterator[tuple[int, Images]]:
    """Yield the powers of g that are letters, where g has order n.

    Yields all powers if the order is moderate, ±1 if it is small, and ±1, ±2, ±4, ... otherwise.
    """
    power, k = g, 1
    while k < element_order:
        if element_order <= LONGEST_CYCLE:
            if element_order > LONG_CYCLE or k in (1, element_order - 1):
                yield k, power
            power, k = multiply(power, g), k + 1
        else:
            yield k, power
            rest = element_order - k
            if rest & (rest - 1):  # otherwise a power of 2
                yield rest, inverse(power)
            power, k = multiply(power, power), 2 * k


def letters_of(
    generators: Mapping[str, Images], generator_costs: Mapping[str, LetterCosts]
) -> PlainLetters:
    """Return the letters for the generators."""
    names: list[tuple[str, int]] = []
    pulls: list[Images] = []
    costs: list[int] = []
    number: dict[tuple[str, int], int] = {}
    orders = {name: order(g) for name, g in generators.items()}
    for name, g in generators.items():
        n, (cost, inverse_cost) = orders[name], generator_costs[name]
        for k, power in letter_powers(inverse(g), n):
            number[name, k] = len(names)
            forward = k * cost <= (n - k) * inverse_cost
            names.append((name, k if forward else k - n))
            pulls.append(power)
            costs.append(min(k * cost if forward else (n - k) * inverse_cost, MAX_COST))
    if len(names) > MAX_LETTERS:
        raise LimitReachedError(
            f"{len(generators):,} generators need {len(names):,} letters; the limit is "
            f"{MAX_LETTERS:,}. Use a smaller puzzle."
        )
    keys = list(number)
    inverses = [number[name, orders[name] - k] for name, k in keys]
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
    return PlainLetters(names, pulls, costs, inverses, merged)


class WordBuilder:
    """A `word` that is built letter by letter.

    Letters that `commute` are moved past each other and merged, if the product is `merged`.
    """

    def __init__(
        self, merged: Sequence[Sequence[int]], commute: Callable[[int, int], bool]
    ) -> None:
        self._merged, self._commute = merged, commute
        self.word: list[int] = []

    def add(self, word: Iterable[int]) -> None:
        """Append a word."""
        for letter in word:
            self._append(letter)

    def add_rows(self, rows: Iterable[Sequence[Sequence[int]]]) -> None:
        """Append commuting rows of words, in a greedy order that cancels many letters."""
        waiting = [list(reversed(row)) for row in rows if row]
        while waiting:
            row = max(waiting, key=lambda row: self._count_cancelling(row[-1]))
            self.add(row.pop())
            waiting = [each for each in waiting if each]

    def _count_cancelling(self, word: Sequence[int]) -> int:
        """Return the number of letters that would cancel if a word were appended."""
        end = WordBuilder(self._merged, self._commute)
        end.word = self.word[-MAX_SHIFT:]
        before = len(end.word)
        end.add(word)
        return before + len(word) - len(end.word)

    def _append(self, letter: int) -> None:
        word = self.word
        for k in range(len(word) - 1, max(-1, len(word) - 1 - MAX_SHIFT), -1):
            single = self._merged[word[k]][letter]
            if single == -2:
                del word[k]
                return
            if single >= 0:
                word[k] = single
                return
            if not self._commute(word[k], letter):
                break
        word.append(letter)
