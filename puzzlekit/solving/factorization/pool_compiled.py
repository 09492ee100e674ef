"""Words among which those are looked for that share few cells that they move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from . import ball_kernel as kernel
from . import fill_kernel as fill
from .ball_kernel import Array, WordBall
from .table_plain import PlainLetters, Spelling

#: Bytes of the short words, and how many there are at most.
ROOM, BALL = 1 << 24, 30_000

#: Powers that are looked at, and letters of the longest; commutators that are looked at.
POWERS, LONGEST, COMMUTATORS = 50_000, 100, 400_000

#: Words of equal costs that move equally many cells, at most: most of them are alike.
MAX_EQUAL = 300


class PoolWords(NamedTuple):
    """Words with what they do: pulls, bits of the cells that they move, costs."""

    pulls: Array
    bits: Array
    costs: Array
    words: list[Spelling]


class WordPool:
    """Short words in some letters, powers and commutators of them: those that move few cells."""

    def __init__(self, letters: PlainLetters) -> None:
        self.letters = letters
        self.degree = len(letters.pulls[0])
        self._pulls = np.array(letters.pulls, np.int16)
        near = self._near()
        #: The shortest words, the empty one first.
        self.words = [near.spelled(k) for k in range(len(near.pulls))]
        self._near_pulls, self._near_costs = near.pulls, near.cost
        self._found = dict.fromkeys(self.words[1:])
        self._found |= dict.fromkeys(self._powers(near))

    def _near(self) -> WordBall:
        """Return the shortest words."""
        limit = max(100, len(self._pulls) + 1, min(BALL, ROOM // (2 * self.degree)))
        return kernel.grow(kernel.letters_of(self.letters), limit)

    def conjugators(self, most: int) -> tuple[Array, Array, Array]:
        """Return pulls, pushes and costs, there and back, of the first words."""
        pulls = np.ascontiguousarray(self._near_pulls[:most])
        back = [self.letters.cost(self.letters.undone(word)) for word in self.words[:most]]
        costs = self._near_costs[:most] + np.array(back, np.int32)
        return pulls, np.argsort(pulls, axis=1).astype(np.int16), costs.astype(np.int32)

    def chosen(self, most: int, parts: Sequence[Sequence[int]]) -> PoolWords:
        """Return letters, and words that cost little and move few cells, some of each part."""
        words = list(self._found)
        pulls = np.array([self._pull(word) for word in words])
        moved = pulls != np.arange(self.degree)
        costs = np.array([self.letters.cost(word) for word in words], np.int32)
        sizes = moved.sum(1)
        order = np.argsort(costs * sizes.astype(np.int64) ** 2, kind="stable")
        order = order[sizes[order] > 0]
        letters = [k for k in order.tolist() if len(words[k]) == 1]
        picks = dict.fromkeys(letters[:most])
        for part in parts:
            alike: dict[tuple[int, int], int] = {}
            for k in order[moved[np.ix_(order, part)].any(1)].tolist():
                sort = int(costs[k]), int(sizes[k])
                alike[sort] = alike.get(sort, 0) + 1
                if alike[sort] <= MAX_EQUAL:
                    picks[k] = None
                if sum(alike.values()) > most // len(parts):
                    break
        numbers = list(picks)
        bits = np.zeros((len(numbers), (self.degree + 63) // 64 * 64), np.bool_)
        bits[:, : self.degree] = moved[numbers]
        packed = np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)
        return PoolWords(pulls[numbers], packed, costs[numbers], [words[k] for k in numbers])

    def grow(self, parts: Sequence[Sequence[int]]) -> None:
        """Add commutators of words that are chosen."""
        chosen = self.chosen(1000, parts)
        pulls = np.concatenate([np.arange(self.degree, dtype=np.int16)[None], chosen.pulls])
        found = np.empty((COMMUTATORS, 3), np.int32)
        few = max(8, self.degree // 5)
        none = np.empty(0, np.int32)
        ball = WordBall(pulls, none, none.astype(np.int16), none, none, none.astype(np.int64), none)
        number = fill.commutators(ball, len(pulls), len(pulls), few, found)
        found = found[:number]
        prices = chosen.costs[found[:, 0] - 1] + chosen.costs[found[:, 1] - 1]
        for k in np.argsort(prices * found[:, 2].astype(np.int64) ** 2)[:20_000].tolist():
            one, two = (chosen.words[each - 1] for each in found[k, :2].tolist())
            self._found.setdefault(self.letters.commutator(one, two))

    def _powers(self, near: WordBall) -> list[Spelling]:
        """Return powers that move few cells."""
        most = min(POWERS, ROOM // self.degree)
        found = np.empty((most, 3), np.int32)
        moved = np.zeros((most, self.degree), np.bool_)
        primes = np.array([p for p in range(2, self.degree + 1) if all(p % d for d in range(2, p))])
        few = max(8, min(30, self.degree // 5))
        number = fill.powers(near, primes, few, LONGEST, found, moved)
        return [
            self.letters.joined(*[self.words[word]] * exponent)
            for word, exponent, _ in found[:number].tolist()
        ]

    def _pull(self, word: Spelling) -> Array:
        pull = np.arange(self.degree, dtype=np.int16)
        for letter in word:
            pull = pull[self._pulls[letter]]
        return pull
