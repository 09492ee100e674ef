"""Search for words with small support: powers, commutators, and nested commutators."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from . import ball_kernel as kernel
from . import fill_kernel as fill
from .ball_kernel import Array, WordBall
from .base_choice import StabilizerBase
from .table_plain import PlainLetters, Spelling

#: Work limit for commutators, in steps of about 1 ns.
COMMUTATORS = 30_000_000

#: Maximum numbers of commutators per support size, of kinds, and of words per kind. Words are of
#: the same kind if they move equal numbers of cells in each orbit.
MAX_PER_SIZE, MAX_KINDS, MAX_PER_KIND = 1500, 20, 20

#: Maximum number of powers of words in the ball.
POWERS = 50_000

#: Maximum number of words used in nested commutators, and of their conjugators.
MAX_NESTED, MAX_CONJUGATORS = 40, 5000

#: Maximum size in bytes, and maximum number of short words, in a `WordPool`.
MAX_BYTES, MAX_BALL = 1 << 24, 30_000

#: Maximum numbers of powers, of letters in a power, and of commutators in a `WordPool`.
MAX_POWERS, MAX_LENGTH, MAX_COMMUTATORS = 50_000, 100, 400_000

#: Maximum number of words with equal cost and support size, most of which are equivalent.
MAX_EQUAL = 300

#: A word as a sequence of letter numbers.
Spelled = Sequence[int]


class _WordSearch:
    """A ball of short words, with a search for powers that have small support."""

    def __init__(self, letters: PlainLetters, near: WordBall) -> None:
        self.letters, self.near = letters, near
        self.degree = len(letters.pulls[0])
        self._pulls = np.array(letters.pulls, np.int16)

    def pull(self, word: Iterable[int]) -> Array:
        """Return the pull of a word."""
        pull = np.arange(self.degree, dtype=np.int16)
        for letter in word:
            pull = pull[self._pulls[letter]]
        return pull

    def find_powers(self, limit: int, max_support: int, longest: int) -> tuple[Array, Array]:
        """Return (word, exponent, support size) rows for up to `limit` powers, and their supports.

        The powers have up to `longest` letters.
        """
        powers, moved = np.empty((limit, 3), np.int32), np.zeros((limit, self.degree), np.bool_)
        primes = np.array([p for p in range(2, self.degree + 1) if all(p % d for d in range(2, p))])
        number = fill.find_powers(self.near, primes, max_support, longest, powers, moved)
        return powers[:number], moved[:number]

    def power(self, number: int, exponent: int) -> Spelling:
        """Return a power of a word in the ball."""
        return self.letters.join(*[self.near.word(number)] * exponent)


class WordTools(_WordSearch):
    """A search for words with small support.

    The search remembers the shortest word of each kind (see `MAX_KINDS`).
    """

    def __init__(self, letters: PlainLetters, base: StabilizerBase, near: WordBall) -> None:
        super().__init__(letters, near)
        orbits = set(base.orbits[:1])
        for orbit in base.orbits:  # later orbits may be subsets of earlier ones
            if not any(orbit <= other for other in orbits):
                orbits.add(orbit)
        self._orbits = np.array([[c in each for each in orbits] for c in range(self.degree)])
        #: Maximum number of cells moved by a word.
        self.max_support = max(8, min(24, self.degree // 5))
        self._shortest: dict[tuple[int, ...], Spelled] = {}

    def commutators(self) -> list[Spelled]:
        """Return commutators of words in the ball."""
        near = self.near
        pairs = COMMUTATORS // self.max_support
        base_count = min(len(near.pulls), math.isqrt(pairs))
        long_count = min(len(near.pulls), pairs // len(self.letters.costs))
        commutators = np.empty((1_000_000, 3), np.int32)
        number = fill.find_commutators(
            near.pulls,
            base_count,
            base_count,
            self.max_support,
            commutators[: len(commutators) // 2],
        )
        # Commutators with single letters allow longer words, such as conjugates of letters.
        letters = len(self.letters.costs) + 1
        number += fill.find_commutators(
            near.pulls, long_count, letters, self.max_support, commutators[number:]
        )
        commutators = commutators[:number]
        commutators = commutators[
            np.lexsort(
                (near.cost[commutators[:, 0]] + near.cost[commutators[:, 1]], commutators[:, 2])
            )
        ]
        starts = np.searchsorted(commutators[:, 2], commutators[:, 2])  # start of each support size
        commutators = commutators[np.arange(number) - starts < MAX_PER_SIZE]
        a, b = commutators[:, 0], commutators[:, 1]
        mixed = np.take_along_axis(near.pulls[a], near.pulls[b], 1) != np.take_along_axis(
            near.pulls[b], near.pulls[a], 1
        )
        return self._remember(
            self.letters.commutator(near.word(int(a[k])), near.word(int(b[k])))
            for k in self._choose_words(mixed)
        )

    def powers(self, longest: int) -> list[Spelled]:
        """Return powers of short words. In a direct product, a power may act on only one factor."""
        powers, moved = self.find_powers(POWERS, self.max_support, longest)
        order = np.lexsort((powers[:, 1] * self.near.cost[powers[:, 0]], powers[:, 2]))
        return self._remember(
            self.power(word, exponent)
            for word, exponent, _ in powers[order][self._choose_words(moved[order])].tolist()
        )

    def nested_commutators(self, longest: int) -> list[Spelled]:
        """Return commutators of known words with conjugates whose supports share few cells.

        If the supports share a single cell, the commutator is a 3-cycle.
        """
        words = [word for _, word in sorted(self._shortest.items(), key=lambda each: sum(each[0]))]
        words = words[:MAX_NESTED]
        pulls = [self.pull(word) for word in words]
        moved = np.array([pull != np.arange(self.degree) for pull in pulls])
        by = np.argsort(self.near.pulls[:MAX_CONJUGATORS], axis=1)
        results: list[Spelled] = []
        for word, own in zip(words, moved, strict=True):
            # The support of a conjugate is the image of the support.
            images = np.zeros((len(by), self.degree), np.bool_)
            rows, cells = np.nonzero(np.broadcast_to(own, images.shape))
            images[rows, by[rows, cells]] = True
            shared = images.astype(np.float32) @ moved.T.astype(np.float32)
            for orbit in self._orbits.T:
                inside = (images & orbit).astype(np.float32) @ moved.T.astype(np.float32)
                inside[(inside == 0) | (inside < shared)] = self.degree + 1
                for other, conjugator in enumerate(inside.argmin(axis=0)):
                    if inside[conjugator, other] <= self.degree:
                        by_word = self.near.word(int(conjugator))
                        conjugate = self.letters.join(
                            self.letters.inverse_word(by_word), word, by_word
                        )
                        if 2 * (len(conjugate) + len(words[other])) <= longest:
                            results.append(self.letters.commutator(conjugate, words[other]))
        if not results:
            return []
        moves = np.array([self.pull(word) != np.arange(self.degree) for word in results])
        order = np.lexsort(([len(word) for word in results], moves.sum(axis=1)))
        order = order[
            (moves.sum(axis=1)[order] > 0) & (moves.sum(axis=1)[order] <= self.max_support)
        ]
        return self._remember(results[order[k]] for k in self._choose_words(moves[order]))

    def _choose_words(self, moved: Array) -> list[int]:
        """Return the indices of the first words of each kind, starting with new sets of orbits."""
        if not len(moved):
            return []
        counts = moved.astype(np.int64) @ self._orbits
        _, firsts, kind = np.unique(counts, axis=0, return_index=True, return_inverse=True)
        _, new_sets = np.unique(counts > 0, axis=0, return_index=True)
        kinds = dict.fromkeys([*np.sort(new_sets).tolist(), *np.sort(firsts).tolist()])
        return [
            int(k)
            for first in list(kinds)[:MAX_KINDS]
            for k in np.flatnonzero(kind.ravel() == kind.ravel()[first])[:MAX_PER_KIND]
        ]

    def _remember(self, words: Iterable[Spelled]) -> list[Spelled]:
        result = list(words)
        for word in result:
            moved = self.pull(word) != np.arange(self.degree)
            kind = tuple((moved.astype(np.int64) @ self._orbits).tolist())
            if kind not in self._shortest or len(word) < len(self._shortest[kind]):
                self._shortest[kind] = word
        return result


class PoolWords(NamedTuple):
    """Words with their pulls, supports (as bit sets) and costs."""

    pulls: Array
    bits: Array
    costs: Array
    words: list[Spelling]


class WordPool(_WordSearch):
    """Short words, and their powers and commutators with small support."""

    def __init__(self, letters: PlainLetters) -> None:
        degree = len(letters.pulls[0])
        limit = max(100, len(letters.pulls) + 1, min(MAX_BALL, MAX_BYTES // (2 * degree)))
        super().__init__(letters, kernel.make_ball(kernel.letters_of(letters), limit))
        #: The shortest words, starting with the empty word.
        self.words = [self.near.word(k) for k in range(len(self.near.pulls))]
        max_powers, max_support = min(MAX_POWERS, MAX_BYTES // degree), min(30, degree // 5)
        powers, _ = self.find_powers(max_powers, max(8, max_support), MAX_LENGTH)
        self._words = dict.fromkeys(self.words[1:])
        self._words |= dict.fromkeys(self.power(k, exponent) for k, exponent, _ in powers.tolist())

    def conjugators(self, limit: int) -> tuple[Array, Array, Array]:
        """Return the pulls, pushes and costs of the first `limit` words.

        The costs include the costs of the inverses.
        """
        pulls = np.ascontiguousarray(self.near.pulls[:limit])
        back = [self.letters.cost(self.letters.inverse_word(word)) for word in self.words[:limit]]
        costs = self.near.cost[:limit] + np.array(back, np.int32)
        return pulls, np.argsort(pulls, axis=1).astype(np.int16), costs.astype(np.int32)

    def chosen(self, limit: int, parts: Sequence[Sequence[int]]) -> PoolWords:
        """Return the letters, and cheap words with small support that move points in each part."""
        words = list(self._words)
        pulls = np.array([self.pull(word) for word in words])
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
        number = fill.find_commutators(pulls, len(pulls), len(pulls), max_support, commutators)
        commutators = commutators[:number]
        prices = chosen.costs[commutators[:, 0] - 1] + chosen.costs[commutators[:, 1] - 1]
        for k in np.argsort(prices * commutators[:, 2].astype(np.int64) ** 2)[:20_000].tolist():
            one, two = (chosen.words[each - 1] for each in commutators[k, :2].tolist())
            self._words.setdefault(self.letters.commutator(one, two))
