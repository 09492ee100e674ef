"""Short words for the 3-cycles on each orbit of pieces, called a kind.

If the supports of two words share a single piece, their commutator is a 3-cycle of pieces. The
conjugates of this commutator are 3-cycles of the same kind. Only the last conjugating letter is
stored for each cycle, so the tables stay small.

The n points of a kind are numbered block by block, as (block, twist). A 3-cycle maps point a to b,
b to c and c to a, and the other points of these blocks accordingly, twist by twist. Its number is
(a*n + b)*n + c. Permutations are stored as *pushes* (the content of i goes to `push[i]`) or as
*pulls*, which are the inverses of pushes.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy
from numba import int16, int32, int64, uint64

from ...core.compiling import compiled
from ...core.errors import LimitReachedError
from ...core.permutation import Images
from ...core.progress import Progress
from ...groups.plain.piece_orbits import PieceOrbit
from .ball_kernel import UNREACHED, Array
from .support_compiled import WordPool
from .table_plain import PlainLetters, Spelling

#: Maximum number of cycles in all tables, and maximum product of a kind's cycles and the number of
#: letters. Larger kinds are skipped.
MAX_CYCLES, MAX_STEPS = 20_000_000, 2_000_000_000

#: Number of words per round, of conjugators for each word, and of rounds.
ELEMENTS, CONJUGATES, ROUNDS = 1200, 150, 3

#: Number of elements between progress reports.
CHUNK = 40

#: If the cycles of a kind cost more letters than this on average and another kind has cheaper
#: cycles, the expensive kind is left to the quotient, where its cycles become cheaper.
MAX_SEED_COST = 16


class PointArrays(NamedTuple):
    """The points in the block of each point, starting with itself, and their bit set.

    `local` is the number of a point within its kind, or -1. `first` is the first cycle number of
    this kind, and `sizes` is its number of points.
    """

    blocks: Array
    bits: Array
    local: Array
    first: Array
    sizes: Array


class FoundCycles(NamedTuple):
    """The costs, conjugating letters (`via`) and seeds of all cycles.

    A seed consists of the element x of a commutator (-1 - x for the inverse commutator), the
    conjugated element and the conjugator.
    """

    costs: Array
    via: Array
    seeds: Array


@compiled()
def find_commutators(begin, end, elements, conjugators, points, before, cycles):
    """Store commutators of an element and a conjugate whose supports share a single piece.

    Such a commutator is a 3-cycle. The conjugated elements are those from `begin` to `end`. New
    elements are numbered from `before`.
    """
    pulls, bits, prices = elements
    by_pulls, by_pushes, by_costs = conjugators
    blocks, block_bits, local, first, sizes = points
    costs, via, seeds = cycles
    degree, parts = pulls.shape[1], bits.shape[1]
    number = 0
    moved = numpy.empty(degree, numpy.int16)
    moved_bits = numpy.empty(parts, numpy.uint64)
    for e in range(begin, end):
        support = 0
        for i in range(degree):
            if pulls[e, i] != i:
                moved[support] = i
                support += 1
        for c in range(len(by_pulls)):
            for w in range(parts):
                moved_bits[w] = 0
            for k in range(support):
                i = by_pushes[c, moved[k]]
                moved_bits[i >> 6] |= uint64(1) << uint64(i & 63)
            for x in range(len(pulls)):
                w = 0
                while w < parts and not moved_bits[w] & bits[x, w]:
                    w += 1
                if w == parts:
                    continue
                shared, p = moved_bits[w] & bits[x, w], w << 6
                while not shared & uint64(1):
                    shared >>= uint64(1)
                    p += 1
                if local[p] < 0:
                    continue
                while w < parts and moved_bits[w] & bits[x, w] == block_bits[p, w]:
                    w += 1
                if w < parts:
                    continue
                cost = 2 * (prices[x] + prices[e] + by_costs[c])
                n = sizes[p]
                for j in range(blocks.shape[1]):
                    q = blocks[p, j]
                    if q < 0:
                        break
                    one = pulls[x, q]
                    two = by_pushes[c, pulls[e, by_pulls[c, q]]]
                    for r in range(blocks.shape[1]):  # twisting the piece gives no 3-cycle
                        if blocks[p, r] == one or blocks[p, r] == two:
                            one = -1
                            break
                    if one < 0:
                        break
                    number += 1
                    a, b, d = local[q], local[two], local[one]
                    for _ in range(3):
                        a, b, d = b, d, a
                        for back in range(2):
                            at = first[p] + (a * n + (d if back else b)) * n + (b if back else d)
                            if cost < costs[at]:
                                costs[at], via[at] = cost, -1
                                seeds[at, 0] = -1 - before - x if back else before + x
                                seeds[at, 1], seeds[at, 2] = before + e, c
    return number


@compiled(int64(int16[:, ::1], int32[::1], int32[::1], int16[::1], int32[::1]))
def spread_conjugates(pushes, steps, costs, via, queue):
    """Find the cheapest conjugates of cycles with their letters `via`; return their number."""
    n, size = pushes.shape[1], len(costs)
    waiting = numpy.zeros(size, numpy.bool_)
    head, queued, number = 0, 0, 0
    for t in range(size):
        if costs[t] < UNREACHED:
            queue[queued], waiting[t] = t, True
            queued += 1
            number += 1
    while queued:
        t = queue[head]
        head, queued = (head + 1) % size, queued - 1
        waiting[t] = False
        a, b, c = t // (n * n), t // n % n, t % n
        for letter in range(len(pushes)):
            image = (pushes[letter, a] * n + pushes[letter, b]) * n + pushes[letter, c]
            if costs[t] + steps[letter] >= costs[image]:
                continue
            number += costs[image] == UNREACHED
            costs[image], via[image] = costs[t] + steps[letter], letter
            if not waiting[image]:
                queue[(head + queued) % size], waiting[image] = image, True
                queued += 1
    return number


class CycleArrays(NamedTuple):
    """The cycles of several kinds, concatenated; see `FoundCycles`.

    The word of element k ends before `element_ends[k + 1]`, and likewise for conjugators.
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
    return [point for slot in kind.slots for point in slot]


def find_cycles(
    letters: PlainLetters, kinds: Sequence[PieceOrbit], progress: Progress
) -> dict[str, Array]:
    """Return the cheapest 3-cycles found; raise `LimitReachedError` if none are found."""
    search = _CycleSearch(letters, kinds, progress)
    for number in range(ROUNDS):
        full = search.search_round(number)
        if full:
            return search.arrays(full)._asdict()
    raise LimitReachedError(
        "No words that move only a few pieces were found. Use a smaller puzzle."
    )


class _CycleSearch:
    """A search for 3-cycles of each kind. Kinds that are too large are skipped."""

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
        self.ends = numpy.cumsum([0, *sizes]).tolist()
        if not self.ends[-1]:
            raise LimitReachedError("The tables of 3-cycles are too large. Use a smaller puzzle.")
        self.pool, self.words = WordPool(letters), list[Spelling]()
        self.cycles = FoundCycles(
            numpy.full(self.ends[-1], UNREACHED, numpy.int32),
            numpy.full(self.ends[-1], -1, numpy.int16),
            numpy.zeros((self.ends[-1], 3), numpy.int16),
        )

    def search_round(self, number: int) -> list[int]:
        """Examine more words; return the kinds whose cycles are all known and cheap enough."""
        if number:
            self.pool.grow(self.points)
        chosen = self.pool.chosen(ELEMENTS, self.points)
        points = self._point_arrays(len(self.letters.pulls[0]))
        elements = chosen.pulls, chosen.bits, chosen.costs
        conjugators = self.pool.conjugators(CONJUGATES)
        for begin in range(0, len(chosen.pulls), CHUNK):
            self.progress(f"cycles, round {number + 1}", begin, len(chosen.pulls))
            end = min(begin + CHUNK, len(chosen.pulls))
            find_commutators(
                begin, end, elements, conjugators, points, len(self.words), self.cycles
            )
        self.words += chosen.words
        means = {}
        for k in range(len(self.kinds)):
            self.progress("conjugates", k, len(self.kinds))
            if self._conjugate_cycles(k):
                costs = self.cycles.costs[self.ends[k] : self.ends[k + 1]]
                means[k] = float(costs[costs < UNREACHED].mean())
        if not means:
            return []
        limit = max(min(means.values()), MAX_SEED_COST * float(numpy.mean(self.letters.costs)))
        return [k for k, mean in means.items() if mean <= limit]

    def arrays(self, kinds: Sequence[int]) -> CycleArrays:
        """Return the cycles of the given kinds."""
        indices = numpy.concatenate([numpy.arange(*self.ends[k : k + 2]) for k in kinds])
        return CycleArrays(
            numpy.array(kinds),
            *FoundCycles(*(each[indices] for each in self.cycles)),
            *_flatten_words(self.words),
            *_flatten_words(self.pool.words[:CONJUGATES]),
        )

    def _conjugate_cycles(self, k: int) -> bool:
        """Conjugate the cycles of a kind; return whether all cycles are known."""
        points, kind, letters = self.points[k], self.kinds[k], self.letters
        part = slice(*self.ends[k : k + 2])
        if part.start == part.stop:
            return False
        place = numpy.zeros(len(letters.pulls[0]), numpy.int16)
        place[points] = numpy.arange(len(points))
        pushes = numpy.array([[letters.pulls[b][p] for p in points] for b in letters.inverse])
        steps = [letters.costs[a] + letters.costs[b] for a, b in enumerate(letters.inverse)]
        count = spread_conjugates(
            place[pushes],
            numpy.array(steps, numpy.int32),
            self.cycles.costs[part],
            self.cycles.via[part],
            numpy.empty(len(points) ** 3, numpy.int32),
        )
        n = kind.blocks
        return bool(count == n * (n - 1) * (n - 2) * kind.size**3)

    def _point_arrays(self, degree: int) -> PointArrays:
        blocks = numpy.full((degree, max(kind.size for kind in self.kinds)), -1, numpy.int16)
        bits = numpy.zeros((degree, (degree + 63) // 64), numpy.uint64)
        local, first = numpy.full(degree, -1, numpy.int16), numpy.zeros(degree, numpy.int64)
        sizes = numpy.zeros(degree, numpy.int16)
        for k, (kind, own) in enumerate(zip(self.kinds, self.points, strict=True)):
            if self.ends[k] == self.ends[k + 1]:
                continue
            for place, p in enumerate(own):
                block, twist = divmod(place, kind.size)
                for j in range(kind.size):
                    q = own[block * kind.size + (twist + j) % kind.size]
                    blocks[p, j] = q
                    bits[p, q >> 6] |= numpy.uint64(1) << numpy.uint64(q & 63)
                local[p], first[p], sizes[p] = place, self.ends[k], len(own)
        return PointArrays(blocks, bits, local, first, sizes)


def _flatten_words(words: Sequence[Spelling]) -> tuple[Array, Array]:
    ends = numpy.cumsum([0, *map(len, words)]).astype(numpy.int32)
    return ends, numpy.array([a for word in words for a in word], numpy.int16)


class CycleTable:
    """The 3-cycles of several kinds of pieces, with their words."""

    def __init__(
        self, letters: PlainLetters, kinds: Sequence[PieceOrbit], arrays: Mapping[str, Array]
    ) -> None:
        self.letters, self.arrays = letters, CycleArrays(**arrays)
        self._pulls = numpy.array(letters.pulls)
        self.kinds = [kinds[k] for k in self.arrays.kinds.tolist()]
        self.points = [points_of(kind) for kind in self.kinds]
        ends = numpy.cumsum([0, *[len(each) ** 3 for each in self.points]]).tolist()
        self._parts = [slice(a, b) for a, b in pairwise(ends)]
        self._places = [{p: i for i, p in enumerate(points)} for points in self.points]

    def costs(self, kind: int) -> Array:
        """Return the costs of all cycles of a kind."""
        costs: Array = self.arrays.costs[self._parts[kind]]
        return costs

    def colours_after(self, word: Sequence[int], colours: Sequence[int]) -> list[int]:
        """Return the colours of all points after a word."""
        shown = numpy.array(colours)
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
        x, e, conjugator = self.arrays.seeds[part][cycle].tolist()
        elements = self.arrays.elements, self.arrays.element_ends
        one = _word(*elements, max(x, -1 - x))
        by = _word(self.arrays.conjugators, self.arrays.conjugator_ends, conjugator)
        two = (*self.letters.inverse_word(by), *_word(*elements, e), *by)
        if x < 0:
            one, two = two, one
        path.reverse()
        undone = self.letters.inverse_word
        return self.letters.join(undone(path), one, two, undone(one), undone(two), path)


def _word(letters: Array, ends: Array, number: int) -> Spelling:
    return tuple(letters[ends[number] : ends[number + 1]].tolist())
