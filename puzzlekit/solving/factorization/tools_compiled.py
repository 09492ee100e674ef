"""Words that move few cells: commutators, powers, and commutators of such words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from . import fill_kernel as fill
from .ball_kernel import Array, WordBall
from .base import StabilizerBase
from .table_plain import PlainLetters

#: Steps of work (about a nanosecond each) that commutators may take.
COMMUTATORS = 30_000_000

#: Commutators of each size that are looked at; kinds of words that are kept, by the number of
#: cells of each orbit that they move, and how many of each.
SAMPLE, SIZES, TOOLS = 1500, 20, 20

#: Powers of words of the ball that are looked at.
POWERS = 50_000

#: Kinds of which commutators are taken again, and by how many short words they are conjugated.
NESTED, CONJUGATED = 40, 5000

#: A word, as numbers of letters.
Spelled = Sequence[int]


class WordTools:
    """Words that move few cells, made of those of a ball; the least of each kind are remembered."""

    def __init__(self, letters: PlainLetters, base: StabilizerBase, near: WordBall) -> None:
        self.letters, self.near = letters, near
        self.degree = len(letters.pulls[0])
        self._pulls = np.array(letters.pulls, np.int16)
        orbits = set(base.orbits[:1])
        for orbit in base.orbits:  # later ones on one level are parts of the first
            if not any(orbit <= other for other in orbits):
                orbits.add(orbit)
        self._orbits = np.array([[c in each for each in orbits] for c in range(self.degree)])
        #: How many cells at most such a word moves.
        self.few = max(8, min(24, self.degree // 5))
        self._least: dict[tuple[int, ...], Spelled] = {}

    def commutators(self) -> list[Spelled]:
        """Return commutators of words of the ball."""
        near = self.near
        pairs = COMMUTATORS // self.few
        few = min(len(near.pulls), math.isqrt(pairs))
        many = min(len(near.pulls), pairs // len(self.letters.costs))
        found = np.empty((1_000_000, 3), np.int32)
        number = fill.commutators(near, few, few, self.few, found[: len(found) // 2])
        # With letters alone longer words can be tried, such as conjugates of letters.
        letters = len(self.letters.costs) + 1
        number += fill.commutators(near, many, letters, self.few, found[number:])
        found = found[:number]
        found = found[np.lexsort((near.cost[found[:, 0]] + near.cost[found[:, 1]], found[:, 2]))]
        starts = np.searchsorted(found[:, 2], found[:, 2])  # where those of its size begin
        found = found[np.arange(number) - starts < SAMPLE]
        a, b = found[:, 0], found[:, 1]
        mixed = np.take_along_axis(near.pulls[a], near.pulls[b], 1) != np.take_along_axis(
            near.pulls[b], near.pulls[a], 1
        )
        return self._remembered(
            self.letters.commutator(near.spelled(int(a[k])), near.spelled(int(b[k])))
            for k in self._chosen(mixed)
        )

    def powers(self, longest: int) -> list[Spelled]:
        """Return powers of short words: in a product of groups one may move a single factor."""
        found = np.empty((POWERS, 3), np.int32)
        moved = np.zeros((POWERS, self.degree), np.bool_)
        primes = np.array([p for p in range(2, self.degree + 1) if all(p % d for d in range(2, p))])
        number = fill.powers(self.near, primes, self.few, longest, found, moved)
        found, moved = found[:number], moved[:number]
        order = np.lexsort((found[:, 1] * self.near.cost[found[:, 0]], found[:, 2]))
        return self._remembered(
            self.letters.joined(*[self.near.spelled(int(word))] * int(exponent))
            for word, exponent, _ in found[order][self._chosen(moved[order])]
        )

    def nested(self, longest: int) -> list[Spelled]:
        """Return commutators of returned words, one conjugated, that share few cells.

        If the permutations share one moved cell, the commutator is a cycle of three.
        """
        words = [word for _, word in sorted(self._least.items(), key=lambda each: sum(each[0]))]
        words = words[:NESTED]
        pulls = [self.pull(word) for word in words]
        moved = np.array([pull != np.arange(self.degree) for pull in pulls])
        by = np.argsort(self.near.pulls[:CONJUGATED], axis=1)
        made: list[Spelled] = []
        for word, own in zip(words, moved, strict=True):
            # Conjugated, it moves the cells that the other word brings its own ones to.
            there = np.zeros((len(by), self.degree), np.bool_)
            rows, cells = np.nonzero(np.broadcast_to(own, there.shape))
            there[rows, by[rows, cells]] = True
            shared = there.astype(np.float32) @ moved.T.astype(np.float32)
            for orbit in self._orbits.T:
                inside = (there & orbit).astype(np.float32) @ moved.T.astype(np.float32)
                inside[(inside == 0) | (inside < shared)] = self.degree + 1
                for other, conjugator in enumerate(inside.argmin(axis=0)):
                    if inside[conjugator, other] <= self.degree:
                        way = self.near.spelled(int(conjugator))
                        turned = self.letters.joined(self.letters.undone(way), word, way)
                        if 2 * (len(turned) + len(words[other])) <= longest:
                            made.append(self.letters.commutator(turned, words[other]))
        moves = np.array([self.pull(word) != np.arange(self.degree) for word in made])
        order = np.lexsort(([len(word) for word in made], moves.sum(axis=1)))
        order = order[(moves.sum(axis=1)[order] > 0) & (moves.sum(axis=1)[order] <= self.few)]
        return self._remembered(made[order[k]] for k in self._chosen(moves[order]))

    def pull(self, word: Iterable[int]) -> Array:
        """Return what a word does."""
        pull = np.arange(self.degree, dtype=np.int16)
        for letter in word:
            pull = pull[self._pulls[letter]]
        return pull

    def _chosen(self, moved: Array) -> list[int]:
        """Return the words to take: the first of each kind; new sets of orbits go first."""
        if not len(moved):
            return []
        counts = moved.astype(np.int64) @ self._orbits
        _, firsts, kind = np.unique(counts, axis=0, return_index=True, return_inverse=True)
        _, fresh = np.unique(counts > 0, axis=0, return_index=True)
        kinds = dict.fromkeys([*np.sort(fresh).tolist(), *np.sort(firsts).tolist()])
        return [
            int(k)
            for first in list(kinds)[:SIZES]
            for k in np.flatnonzero(kind.ravel() == kind.ravel()[first])[:TOOLS]
        ]

    def _remembered(self, words: Iterable[Spelled]) -> list[Spelled]:
        found = list(words)
        for word in found:
            moved = self.pull(word) != np.arange(self.degree)
            kind = tuple((moved.astype(np.int64) @ self._orbits).tolist())
            if kind not in self._least or len(word) < len(self._least[kind]):
                self._least[kind] = word
        return found
