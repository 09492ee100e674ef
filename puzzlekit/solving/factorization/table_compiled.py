"""The table of words of a factorization in compiled code, for groups of any size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

import numpy as np

from ...core.progress import Progress, silent
from . import ball_kernel as kernel
from . import beam_kernel as beams
from . import fill_kernel as fill
from .ball_kernel import FAR, Array, Ball, Table
from .base import Base
from .table_plain import Letters, Spelling
from .table_plain import WordTable as Plain

#: Bytes that the ball may take, and those of the table.
BALL_ROOM, TABLE_ROOM = 1 << 25, 1 << 27

#: Words of the ball at most, and candidates for each slot of the table.
BALL, CANDIDATES = 150_000, 16

#: Steps of work (about a nanosecond each) that pairs, commutators and conjugates may take.
PAIRS, COMMUTATORS, CONJUGATES = 20_000_000, 30_000_000, 150_000_000

#: Letters of the longest word at first, and at most.
LENGTH, LONGEST = 256, 8192

#: Commutators of each size that are looked at; kinds of them that are kept, by the number of
#: cells of each orbit that they move, and how many of each.
SAMPLE, SIZES, TOOLS = 1500, 20, 20

#: Words, the cheapest, that are multiplied with all others.
STEPS = 3000

#: First words that are tried for each arrangement in the beam; letters in a window.
STARTS, WINDOW = 20, 40


class CompiledWordTable(Plain):
    """A table of words along a base, filled and used by compiled code."""

    def __init__(
        self,
        letters: Letters,
        base: Base,
        order: int,
        seed: int = 0,
        progress: Progress = silent,
    ) -> None:
        self.letters, self.base, self.order = letters, base, order
        self.rng, self.progress = Random(seed), progress
        self.degree = len(letters.pulls[0])
        self.kinds = set(base.orbits[:1])
        for orbit in base.orbits:  # later ones on one level are parts of the first
            if not any(orbit <= kind for kind in self.kinds):
                self.kinds.add(orbit)
        self.compiled = kernel.Letters(
            np.array(letters.pulls, np.int16),
            np.array(letters.costs, np.int32),
            np.array(letters.inverse, np.int16),
            np.array(letters.merged, np.int16),
        )
        limit = max(100, min(BALL, BALL_ROOM // (2 * self.degree)))
        self.near = self._grown(limit)
        self.table = self._empty(LENGTH)
        fill.offer_ball(self.compiled, self.table, self.near)
        self._offer_pairs()
        self._offer_commutators()
        self._close()
        self._complete()

    def _grown(self, limit: int) -> Ball:
        size = 1 << (2 * limit).bit_length()
        ball = Ball(
            np.empty((limit, self.degree), np.int16),
            np.empty(limit, np.int32),
            np.empty(limit, np.int16),
            np.empty(limit, np.int32),
            np.empty(limit, np.int32),
            np.empty(size, np.int64),
            np.full(size, -1, np.int32),
        )
        count = kernel.grow_ball(self.compiled, ball)
        return ball._replace(
            pulls=ball.pulls[:count],
            parent=ball.parent[:count],
            letter=ball.letter[:count],
            cost=ball.cost[:count],
            length=ball.length[:count],
        )

    def filled(self) -> int:
        """Return the product of the orbits of the table."""
        full = self.table.costs[:: self.table.width] < FAR
        return math.prod(1 + int(full[slots[slots >= 0]].sum()) for slots in self.table.slot)

    def entry(self, level: int, cell: int) -> tuple[tuple[int, ...], Spelling] | None:
        """Return pull and word of the cheapest way to bring a cell's content to the base."""
        row = int(self.table.slot[level, cell]) * self.table.width
        if row < 0 or self.table.costs[row] == FAR:
            return None
        word = self.table.words[row, : self.table.lengths[row]]
        return tuple(self.table.pulls[row].tolist()), tuple(word.tolist())

    def way(
        self,
        state: Sequence[int],
        goal: Sequence[int],
        width: int,
        progress: Progress = silent,
    ) -> list[int] | None:
        """Return letters that lead from one arrangement to another, or None if none were found."""
        here, there = np.array(state, np.int16), np.array(goal, np.int16)
        levels = len(self.base.cells)
        best = np.full(levels + 2, -1, np.int32)
        best[0] = FAR
        starts = min(len(self.near.pulls), STARTS * width)
        here_beam, next_beam = self._beam(width), self._beam(width)
        count = beams.enter(self.table, self.near, starts, here, there, here_beam, best)
        for level in range(levels):
            progress(f"words, {width} at once", level, levels)
            part = beams.Beam(*(each[:count] for each in here_beam))
            count = beams.descend(self.table, part, next_beam, level, there, best)
            here_beam, next_beam = next_beam, here_beam
            if not count:
                break
        if best[0] == FAR:
            return None
        parts = [self._spelled(int(best[1])), *(self._row(row) for row in best[2:] if row >= 0)]
        word = np.array(self.joined(*parts), np.int16)
        length = beams.shorten(self.compiled, self.near, word, len(word), WINDOW)
        found: list[int] = word[:length].tolist()
        return found

    def _beam(self, width: int) -> beams.Beam:
        return beams.Beam(
            np.empty((width, self.degree), np.int16),
            np.empty(width, np.int32),
            np.empty(width, np.int32),
            np.empty((width, len(self.base.cells)), np.int32),
        )

    def _row(self, row: int) -> list[int]:
        word: list[int] = self.table.words[row, : self.table.lengths[row]].tolist()
        return word

    def _spelled(self, number: int) -> list[int]:
        """Return a word of the ball."""
        word = np.empty(int(self.near.length[number]), np.int16)
        kernel.spell(self.near, number, word, 0)
        found: list[int] = word.tolist()
        return found

    def _empty(self, length: int) -> Table:
        """Return a table without words; it has room for as many candidates as memory allows."""
        levels = len(self.base.cells)
        slot = np.full((levels, self.degree), -1, np.int32)
        number = 0
        for level, orbit in enumerate(self.base.orbits):
            cells = sorted(orbit)
            slot[level, cells] = range(number, number + len(cells))
            number += len(cells)
        size = 2 * number * (self.degree + length)
        width = max(1, min(CANDIDATES, TABLE_ROOM // size))
        ties = np.full((levels, max(map(len, self.base.ties))), -1, np.int16)
        for level, tied in enumerate(self.base.ties):
            ties[level, : len(tied)] = tied
        rows = width * number
        return Table(
            np.array(self.base.cells, np.int16),
            slot,
            np.zeros((rows, self.degree), np.int16),
            np.zeros((rows, length), np.int16),
            np.zeros(rows, np.int32),
            np.full(rows, FAR, np.int32),
            width,
            ties,
        )

    def _offer_pairs(self) -> None:
        """Offer inv(a) b for words of the ball that agree on the base before each level."""
        pulls = self.near.pulls
        keys = np.zeros(len(pulls), np.int64)
        most = PAIRS // len(self.base.cells)
        for level, cell in enumerate(self.base.cells):
            if level:
                order = np.argsort(keys, kind="stable")
                fill.offer_pairs(self.compiled, self.table, self.near, level, order, keys, most)
            keys = (keys ^ (pulls[:, cell].astype(np.int64) + 1)) * np.int64(0x100000001B3)
            keys ^= keys >> 29

    def _offer_commutators(self) -> None:
        """Offer commutators of short words that move few cells, conjugated by short words."""
        near = self.near
        rank = np.full(self.degree, len(self.base.cells), np.int32)
        rank[list(self.base.cells)] = range(len(self.base.cells))
        support = max(8, min(24, self.degree // 5))
        pairs = COMMUTATORS // support
        few = min(len(near.pulls), math.isqrt(pairs))
        many = min(len(near.pulls), pairs // len(self.letters.costs))
        found = np.empty((1_000_000, 3), np.int32)
        number = fill.commutators(near, few, few, support, found[: len(found) // 2])
        # With letters alone longer words can be tried, such as conjugates of letters.
        letters = len(self.letters.costs) + 1
        number += fill.commutators(near, many, letters, support, found[number:])
        found = found[:number]
        found = found[np.lexsort((near.cost[found[:, 0]] + near.cost[found[:, 1]], found[:, 2]))]
        starts = np.searchsorted(found[:, 2], found[:, 2])  # where those of its size begin
        found = found[np.arange(number) - starts < SAMPLE]
        a, b = found[:, 0], found[:, 1]
        mixed = np.take_along_axis(near.pulls[a], near.pulls[b], 1) != np.take_along_axis(
            near.pulls[b], near.pulls[a], 1
        )
        kinds = np.array([[c in orbit for orbit in self.kinds] for c in range(self.degree)])
        _, firsts, kind = np.unique(
            mixed.astype(np.int64) @ kinds, axis=0, return_index=True, return_inverse=True
        )
        tools = [
            (int(a[k]), int(b[k]))
            for first in np.sort(firsts)[:SIZES]
            for k in np.flatnonzero(kind.ravel() == kind.ravel()[first])[:TOOLS]
        ]
        conjugates = CONJUGATES // (max(1, len(tools)) * 5 * self.degree)
        for done, (one, two) in enumerate(tools):
            self.progress("words of the table", done, len(tools))
            first, second = self._spelled(one), self._spelled(two)
            back = [[self.letters.inverse[k] for k in reversed(w)] for w in (first, second)]
            word = np.array(self.joined(first, second, *back), np.int16)
            fill.offer_conjugates(
                self.compiled, self.table, near, rank, self._pull(word), word,
                min(len(near.pulls), conjugates),
            )  # fmt: skip

    def _pull(self, word: Array) -> Array:
        pull = np.arange(self.degree, dtype=np.int16)
        for letter in word:
            pull = pull[self.compiled.pulls[letter]]
        return pull

    def _close(self) -> None:
        """Offer products of words of a level and deeper ones, until nothing gets better."""
        better = 1
        while better:
            best = self.table.costs[:: self.table.width]
            rows = np.argsort(best, kind="stable")[: min(int((best < FAR).sum()), STEPS)]
            better = sum(
                fill.close(self.compiled, self.table, level, rows * self.table.width)
                for level in reversed(range(len(self.base.cells)))
            )

    def _complete(self) -> None:
        """Sift words, short ones first, until all slots are filled or words grow too long."""
        number = 0
        while (full := self.filled()) < self.order:
            self.progress("slots", full.bit_length(), self.order.bit_length())
            fresh, short, idle = 0, 0, 0
            while fresh < 5 and number + 1 < len(self.near.pulls) and short < 500:
                if fresh and idle > 200:
                    break  # what has been found may fill the rest
                number, idle = number + 1, idle + 1
                answer = self._fit(self._spelled(number))
                if answer == 1:
                    fresh, idle = fresh + 1, 0
                short += answer == 2
            if fresh:
                self._close()
            elif not self._lengthen():
                return
            else:
                number = 0

    def _fit(self, letters: Sequence[int]) -> int:
        word = np.zeros(self.table.words.shape[1], np.int16)
        word[: len(letters)] = letters
        pull = self._pull(word[: len(letters)])
        return int(fill.sift(self.compiled, self.table, pull, word, len(letters)))

    def _lengthen(self) -> bool:
        """Give the words of the table twice the room; tell whether that is possible."""
        words = self.table.words
        if 2 * words.shape[1] > LONGEST or 2 * words.nbytes > 4 * TABLE_ROOM:
            return False
        self.table = self.table._replace(words=np.pad(words, ((0, 0), (0, words.shape[1]))))
        return True
