"""A pool of words with small support."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from . import ball_kernel as kernel
from . import fill_kernel as fill
from .ball_kernel import Array, WordBall
from .table_plain import PlainLetters, Spelling

#: Maximum size in bytes and maximum number of short words.
MAX_BYTES, MAX_BALL = 1 << 24, 30_000

#: Maximum numbers of powers, of letters in a power, and of commutators.
MAX_POWERS, MAX_LENGTH, MAX_COMMUTATORS = 50_000, 100, 400_000

#: Maximum number of words with equal cost and support size, most of which are equivalent.
MAX_EQUAL = 300


class PoolWords(NamedTuple):
    """Words with their pulls, supports (as bit sets) and costs."""

    pulls: Array
    bits: Array
    costs: Array
    words: list[Spelling]


class WordPool:
    """Short words, and those of their powers and commutators that have small support."""

    def __init__(self, letters: PlainLetters) -> None:
        self.letters = letters
        self.degree = len(letters.pulls[0])
        self._pulls = np.array(letters.pulls, np.int16)
        near = self._near()
        #: The shortest words, the empty one first.
        self.words = [near.word(k) for k in range(len(near.pulls))]
        self._near_pulls, self._near_costs = near.pulls, near.cost
        self._words = dict.fromkeys(self.words[1:])
        self._words |= dict.fromkeys(self._powers(near))

    def _near(self) -> WordBall:
        """Return a ball with the shortest words."""
        limit = max(100, len(self._pulls) + 1, min(MAX_BALL, MAX_BYTES // (2 * self.degree)))
        return kernel.make_ball(kernel.letters_of(self.letters), limit)

    def conjugators(self, limit: int) -> tuple[Array, Array, Array]:
        """Return the pulls, pushes and costs of the first `limit` words.

        The costs include those of the inverses.
        """
        pulls = np.ascontiguousarray(self._near_pulls[:limit])
        back = [self.letters.cost(self.letters.inverse_word(word)) for word in self.words[:limit]]
        costs = self._near_costs[:limit] + np.array(back, np.int32)
        return pulls, np.argsort(pulls, axis=1).astype(np.int16), costs.astype(np.int32)

    def chosen(self, limit: int, parts: Sequence[Sequence[int]]) -> PoolWords:
        """Return the letters, and cheap words with small support that move points in each part."""
        words = list(self._words)
        pulls = np.array([self._pull(word) for word in words])
        moved = pulls != np.arange(self.degree)
        costs = np.array([self.letters.cost(word) for word in words], np.int32)
        sizes = moved.sum(1)
        order = np.argsort(costs * sizes.astype(np.int64) ** 2, kind="stable")
        order = order[sizes[order] > 0]
        letters = [k for k in order.tolist() if len(words[k]) == 1]
        picks = dict.fromkeys(letters[:limit])
        for part in parts:
            counts: dict[tuple[int, int], int] = {}
            for k in order[moved[np.ix_(order, part)].any(1)].tolist():
                key = int(costs[k]), int(sizes[k])
                counts[key] = counts.get(key, 0) + 1
                if counts[key] <= MAX_EQUAL:
                    picks[k] = None
                if sum(counts.values()) > limit // len(parts):
                    break
        numbers = list(picks)
        bits = np.zeros((len(numbers), (self.degree + 63) // 64 * 64), np.bool_)
        bits[:, : self.degree] = moved[numbers]
        packed = np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)
        return PoolWords(pulls[numbers], packed, costs[numbers], [words[k] for k in numbers])

    def grow(self, parts: Sequence[Sequence[int]]) -> None:
        """Add commutators of the chosen words."""
        chosen = self.chosen(1000, parts)
        pulls = np.concatenate([np.arange(self.degree, dtype=np.int16)[None], chosen.pulls])
        commutators = np.empty((MAX_COMMUTATORS, 3), np.int32)
        max_support = max(8, self.degree // 5)
        empty = np.empty(0, np.int32)
        ball = WordBall(
            pulls, empty, empty.astype(np.int16), empty, empty, empty.astype(np.int64), empty
        )
        number = fill.commutators(ball, len(pulls), len(pulls), max_support, commutators)
        commutators = commutators[:number]
        prices = chosen.costs[commutators[:, 0] - 1] + chosen.costs[commutators[:, 1] - 1]
        for k in np.argsort(prices * commutators[:, 2].astype(np.int64) ** 2)[:20_000].tolist():
            one, two = (chosen.words[each - 1] for each in commutators[k, :2].tolist())
            self._words.setdefault(self.letters.commutator(one, two))

    def _powers(self, near: WordBall) -> list[Spelling]:
        """Return powers of short words with small support."""
        limit = min(MAX_POWERS, MAX_BYTES // self.degree)
        powers = np.empty((limit, 3), np.int32)
        moved = np.zeros((limit, self.degree), np.bool_)
        primes = np.array([p for p in range(2, self.degree + 1) if all(p % d for d in range(2, p))])
        max_support = max(8, min(30, self.degree // 5))
        number = fill.powers(near, primes, max_support, MAX_LENGTH, powers, moved)
        return [
            self.letters.join(*[self.words[word]] * exponent)
            for word, exponent, _ in powers[:number].tolist()
        ]

    def _pull(self, word: Spelling) -> Array:
        pull = np.arange(self.degree, dtype=np.int16)
        for letter in word:
            pull = pull[self._pulls[letter]]
        return pull
