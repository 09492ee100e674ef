"""Short words for the 3-cycles on each orbit of pieces, called a kind.

If the supports of two words share a single piece, their commutator is a 3-cycle of pieces. Its
conjugates give the 3-cycles of the same kind. Only the last conjugating letter is stored for each
cycle, so the tables stay small.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ...core.errors import LimitReachedError
from ...core.permutation import Images
from ...core.progress import Progress
from ...groups.plain.piece_orbits import PieceOrbit
from . import cycles_kernel as kernel
from .ball_kernel import UNREACHED, Array
from .pool_compiled import WordPool
from .table_plain import PlainLetters, Spelling

#: Maximum number of cycles in all tables; maximum product of a kind's cycles and the number of
#: letters. Larger kinds are skipped.
MAX_CYCLES, MAX_STEPS = 20_000_000, 2_000_000_000

#: Number of words per round, of conjugators for each word, and of rounds.
ELEMENTS, CONJUGATES, ROUNDS = 1200, 150, 3

#: Number of elements between progress reports.
CHUNK = 40

#: If the cycles of a kind cost more letters than this on average and another kind has cheaper
#: cycles, the kind is left to the quotient, where its cycles become cheaper.
MAX_SEED_COST = 16


class CycleArrays(NamedTuple):
    """The cycles of several kinds, concatenated: costs, conjugating letters (`via`) and seeds.

    A seed consists of the two elements of a commutator and the conjugator for the second one. The
    word of element k ends before `element_ends[k + 1]`, and likewise for conjugators.
    """

    kinds: Array
    costs: Array
    via: Array
    seeds: Array
    element_ends: Array
    elements: Array
    conjugator_ends: Array
    conjugators: Array


def points_of(kind: PieceOrbit) -> list[int]:
    """Return the points of a kind of pieces, block by block."""
    return sorted(kind.place, key=kind.place.__getitem__)


def find_cycles(
    letters: PlainLetters, kinds: Sequence[PieceOrbit], progress: Progress
) -> dict[str, Array]:
    """Return the cheapest 3-cycles found; raise `LimitReachedError` if none are found."""
    search = _CycleSearch(letters, kinds, progress)
    for number in range(ROUNDS):
        full = search.full_after(number)
        if full:
            return search.arrays(full)._asdict()
    raise LimitReachedError("Found no words that move only a few pieces. Use a smaller puzzle.")


class _CycleSearch:
    """A search for 3-cycles of each kind; kinds that are too large are skipped."""

    def __init__(
        self, letters: PlainLetters, kinds: Sequence[PieceOrbit], progress: Progress
    ) -> None:
        self.letters, self.kinds, self.progress = letters, kinds, progress
        self.points = [points_of(kind) for kind in kinds]
        sizes, free = [0] * len(kinds), MAX_CYCLES
        for k in sorted(range(len(kinds)), key=lambda k: len(self.points[k])):
            size = len(self.points[k]) ** 3
            if size <= free and size * len(letters.pulls) <= MAX_STEPS:
                sizes[k], free = size, free - size
        self.ends = np.cumsum([0, *sizes]).tolist()
        if not self.ends[-1]:
            raise LimitReachedError("The tables of 3-cycles are too large. Use a smaller puzzle.")
        self.pool, self.words = WordPool(letters), list[Spelling]()
        self.costs = np.full(self.ends[-1], UNREACHED, np.int32)
        self.via = np.full(self.ends[-1], -1, np.int16)
        self.seeds = np.zeros((self.ends[-1], 3), np.int16)

    def full_after(self, number: int) -> list[int]:
        """Examine more words; return the kinds whose cycles are all known and cheap enough."""
        if number:
            self.pool.grow(self.points)
        chosen = self.pool.chosen(ELEMENTS, self.points)
        facts = self._point_arrays(len(self.letters.pulls[0]))
        conjugators = self.pool.conjugators(CONJUGATES)
        for begin in range(0, len(chosen.pulls), CHUNK):
            self.progress(f"cycles, round {number + 1}", begin, len(chosen.pulls))
            end = min(begin + CHUNK, len(chosen.pulls))
            kernel.find_commutators(
                begin, end, chosen.pulls, chosen.bits, chosen.costs, *conjugators, *facts,
                len(self.words), self.costs, self.via, self.seeds,
            )  # fmt: skip
        self.words += chosen.words
        means = {}
        for k in range(len(self.kinds)):
            self.progress("conjugates", k, len(self.kinds))
            if self._spread(k):
                costs = self.costs[self.ends[k] : self.ends[k + 1]]
                means[k] = float(costs[costs < UNREACHED].mean())
        if not means:
            return []
        limit = max(min(means.values()), MAX_SEED_COST * float(np.mean(self.letters.costs)))
        return [k for k, mean in means.items() if mean <= limit]

    def arrays(self, kinds: Sequence[int]) -> CycleArrays:
        """Return the cycles of the given kinds."""
        indices = np.concatenate([np.arange(*self.ends[k : k + 2]) for k in kinds])
        return CycleArrays(
            np.array(kinds),
            self.costs[indices],
            self.via[indices],
            self.seeds[indices],
            *_flat(self.words),
            *_flat(self.pool.words[:CONJUGATES]),
        )

    def _spread(self, k: int) -> bool:
        """Conjugate the cycles of a kind; return whether all cycles are known."""
        points, kind, letters = self.points[k], self.kinds[k], self.letters
        part = slice(*self.ends[k : k + 2])
        if part.start == part.stop:
            return False
        place = np.zeros(len(letters.pulls[0]), np.int16)
        place[points] = np.arange(len(points))
        pushes = np.array([[letters.pulls[b][p] for p in points] for b in letters.inverse])
        steps = [letters.costs[a] + letters.costs[b] for a, b in enumerate(letters.inverse)]
        count = kernel.spread_conjugates(
            place[pushes],
            np.array(steps, np.int32),
            self.costs[part],
            self.via[part],
            np.empty(len(points) ** 3, np.int32),
        )
        n = kind.blocks
        return bool(count == n * (n - 1) * (n - 2) * kind.size**3)

    def _point_arrays(self, degree: int) -> tuple[Array, Array, Array, Array, Array]:
        """Return the arrays that describe the points for the kernel."""
        blocks = np.full((degree, max(kind.size for kind in self.kinds)), -1, np.int16)
        bits = np.zeros((degree, (degree + 63) // 64), np.uint64)
        local, first = np.full(degree, -1, np.int16), np.zeros(degree, np.int64)
        sizes = np.zeros(degree, np.int16)
        for k, (kind, own) in enumerate(zip(self.kinds, self.points, strict=True)):
            if self.ends[k] == self.ends[k + 1]:
                continue
            for place, p in enumerate(own):
                block, twist = divmod(place, kind.size)
                for j in range(kind.size):
                    q = own[block * kind.size + (twist + j) % kind.size]
                    blocks[p, j] = q
                    bits[p, q >> 6] |= np.uint64(1) << np.uint64(q & 63)
                local[p], first[p], sizes[p] = place, self.ends[k], len(own)
        return blocks, bits, local, first, sizes


def _flat(words: Sequence[Spelling]) -> tuple[Array, Array]:
    ends = np.cumsum([0, *map(len, words)]).astype(np.int32)
    return ends, np.array([a for word in words for a in word], np.int16)


class CycleTable:
    """The 3-cycles of several kinds of pieces, with their words."""

    def __init__(
        self, letters: PlainLetters, kinds: Sequence[PieceOrbit], arrays: Mapping[str, Array]
    ) -> None:
        self.letters, self.arrays = letters, CycleArrays(**arrays)
        self._pulls = np.array(letters.pulls)
        self.kinds = [kinds[k] for k in self.arrays.kinds.tolist()]
        self.points = [points_of(kind) for kind in self.kinds]
        ends = np.cumsum([0, *[len(each) ** 3 for each in self.points]]).tolist()
        self._parts = [slice(a, b) for a, b in pairwise(ends)]
        self._places = [{p: i for i, p in enumerate(points)} for points in self.points]

    def costs(self, kind: int) -> Array:
        """Return the costs of all cycles of a kind."""
        costs: Array = self.arrays.costs[self._parts[kind]]
        return costs

    def colours_after(self, word: Sequence[int], colours: Sequence[int]) -> list[int]:
        """Return the colours of all points after a word."""
        shown = np.array(colours)
        for letter in word:
            shown = shown[self._pulls[letter]]
        result: list[int] = shown.tolist()
        return result

    def word(self, kind: int, cycle: int) -> Spelling:
        """Return the word for a cycle of the given kind."""
        points, place, n = self.points[kind], self._places[kind], len(self.points[kind])
        part, path = self._parts[kind], []
        via = self.arrays.via[part]
        while (letter := int(via[cycle])) >= 0:
            path.append(letter)
            pull: Images = self.letters.pulls[letter]
            a, b, c = (place[pull[points[q]]] for q in (cycle // n**2, cycle // n % n, cycle % n))
            cycle = (a * n + b) * n + c
        x, e, by = self.arrays.seeds[part][cycle].tolist()
        one = self._element(max(x, -1 - x))
        by = self._conjugator(by)
        two = (*self.letters.inverse_word(by), *self._element(e), *by)
        if x < 0:
            one, two = two, one
        path.reverse()
        undone = self.letters.inverse_word
        return self.letters.join(undone(path), one, two, undone(one), undone(two), path)

    def _element(self, number: int) -> Spelling:
        ends = self.arrays.element_ends
        return tuple(self.arrays.elements[ends[number] : ends[number + 1]].tolist())

    def _conjugator(self, number: int) -> Spelling:
        ends = self.arrays.conjugator_ends
        return tuple(self.arrays.conjugators[ends[number] : ends[number + 1]].tolist())
