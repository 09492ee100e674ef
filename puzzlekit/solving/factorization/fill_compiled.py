"""Compiled code that fills the table of words for a factorization."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ...core.progress import Progress
from . import ball_kernel as kernel
from . import fill_kernel as fill
from .ball_kernel import UNREACHED, Array, TableArrays
from .base_choice import StabilizerBase
from .support_compiled import WordTools
from .table_compiled import WordTableArrays
from .table_plain import PlainLetters

#: Maximum sizes of the ball and of the table in bytes.
BALL_BYTES, TABLE_BYTES = 1 << 25, 1 << 27

#: Maximum number of words in the ball, and of candidates in a slot.
MAX_BALL, CANDIDATES = 150_000, 16

#: Work limits (in steps of about 1 ns) for pairs, conjugates, and conjugates with empty slots left.
PAIRS, CONJUGATES, STUCK = 20_000_000, 150_000_000, 3_000_000_000

#: Capacity for letters in a word: initial value and limit.
LENGTH, MAX_LENGTH = 256, 8192

#: Number of cheapest words that are multiplied by all other words.
STEPS = 3000


def fill_table(
    letters: PlainLetters, base: StabilizerBase, order: int, progress: Progress
) -> dict[str, Array]:
    """Return the arrays of a full table, or an empty dict if the words get too long."""
    filler = _TableFiller(letters, base, order, progress)
    if filler.order_so_far() != order:
        return {}
    near = {f"near_{name}": array for name, array in filler.near._asdict().items()}
    return filler.arrays()._asdict() | near


class _TableFiller:
    """A builder that fills a table of words along a base as far as possible."""

    def __init__(
        self, letters: PlainLetters, base: StabilizerBase, order: int, progress: Progress
    ) -> None:
        self.letters, self.base, self.order = letters, base, order
        self.progress = progress
        self.degree = len(letters.pulls[0])
        self.compiled = kernel.letters_of(letters)
        limit = max(100, min(MAX_BALL, BALL_BYTES // (2 * self.degree)))
        self.near = kernel.make_ball(self.compiled, limit)
        self.tools = WordTools(letters, base, self.near)
        self.table = self._empty(LENGTH)
        fill.offer_ball(self.compiled, self.table, self.near)
        self._offer_pairs()
        self._offer_tools(self.tools.commutators())
        self._multiply_levels()
        self._fill_empty_slots()

    def order_so_far(self) -> int:
        """Return the product of the orbit lengths in the table."""
        full = self.table.costs[:: self.table.width] < UNREACHED
        return math.prod(1 + int(full[slots[slots >= 0]].sum()) for slots in self.table.slot)

    def arrays(self) -> WordTableArrays:
        """Return the final table, without empty rows."""
        table, levels = self.table, len(self.base.cells)
        ties = np.full((levels, max(map(len, self.base.ties))), -1, np.int16)
        for level, tied in enumerate(self.base.ties):
            ties[level, : len(tied)] = tied
        slots = len(table.costs) // table.width
        counts = (table.costs.reshape(slots, table.width) < UNREACHED).sum(1)
        base_slots = table.slot[np.arange(levels), table.base]
        counts[base_slots] = 1  # the identity, at no cost
        table.costs[base_slots * table.width] = 0
        table.pulls[base_slots * table.width] = np.arange(self.degree)
        rows = np.flatnonzero(np.arange(table.width) < counts[:, None])
        starts = _end_offsets(counts)
        pulls, costs, lengths = table.pulls[rows], table.costs[rows], table.lengths[rows]
        used = np.arange(table.words.shape[1]) < lengths[:, None]
        slot = np.where(counts[table.slot] > 0, table.slot, -1).astype(np.int32)
        slot[table.slot < 0] = -1
        options = [
            each[np.argsort(costs[starts[each]], kind="stable")]
            for each in (line[line >= 0] for line in slot)
        ]
        firsts = starts[np.concatenate(options)]
        level_of = np.repeat(np.arange(levels), [len(each) for each in options])
        moved = pulls[firsts] != np.arange(self.degree)
        option, cell = np.nonzero(moved)
        return WordTableArrays(
            ties=ties,
            slot=slot,
            row_starts=starts,
            pulls=pulls,
            costs=costs,
            ends=_end_offsets(lengths),
            words=table.words[rows][used],
            option_ends=_end_offsets([len(each) for each in options]),
            option_costs=costs[firsts],
            sources=np.where(
                ties[level_of] < 0, -1, np.take_along_axis(pulls[firsts], ties[level_of], 1)
            ).astype(np.int16),
            moves=np.stack([cell, pulls[firsts[option], cell]], 1).astype(np.int16),
            move_ends=_end_offsets(moved.sum(1)),
            option_rows=firsts,
        )

    def _empty(self, length: int) -> TableArrays:
        """Return an empty table with as many candidates per slot as memory allows."""
        levels = len(self.base.cells)
        slot = np.full((levels, self.degree), -1, np.int32)
        number = 0
        for level, orbit in enumerate(self.base.orbits):
            cells = sorted(orbit)
            slot[level, cells] = range(number, number + len(cells))
            number += len(cells)
        size = 2 * number * (self.degree + length)
        width = max(1, min(CANDIDATES, TABLE_BYTES // size))
        rows = width * number
        return TableArrays(
            np.array(self.base.cells, np.int16),
            slot,
            np.zeros((rows, self.degree), np.int16),
            np.zeros((rows, length), np.int16),
            np.zeros(rows, np.int32),
            np.full(rows, UNREACHED, np.int32),
            width,
        )

    def _offer_pairs(self) -> None:
        """Offer a^-1 b for words a, b in the ball that agree on the base before each level."""
        pulls = self.near.pulls
        keys = np.zeros(len(pulls), np.int64)
        limit = PAIRS // len(self.base.cells)
        for level, cell in enumerate(self.base.cells):
            if level:
                order = np.argsort(keys, kind="stable")
                fill.offer_pairs(self.compiled, self.table, self.near, level, order, keys, limit)
            keys = (keys ^ (pulls[:, cell].astype(np.int64) + 1)) * np.int64(0x100000001B3)
            keys ^= keys >> 29

    def _offer_tools(self, tools: Sequence[Sequence[int]], steps: int = CONJUGATES) -> None:
        """Offer conjugates of words that move few cells, within a work limit."""
        rank = np.full(self.degree, len(self.base.cells), np.int32)
        rank[list(self.base.cells)] = range(len(self.base.cells))
        conjugates = steps // (max(1, len(tools)) * 5 * self.degree)
        for done, tool in enumerate(tools):
            self.progress("words of the table", done, len(tools))
            word = np.array(tool, np.int16)
            fill.offer_conjugates(
                self.compiled, self.table, self.near, rank, self.tools.pull(word), word,
                min(len(self.near.pulls), conjugates),
            )  # fmt: skip

    def _multiply_levels(self) -> None:
        """Multiply words at each level by words at the same or deeper levels while this helps."""
        better = 1
        while better:
            best = self.table.costs[:: self.table.width]
            rows = np.argsort(best, kind="stable")[: min(int((best < UNREACHED).sum()), STEPS)]
            better = sum(
                fill.multiply_level(self.compiled, self.table, level, rows * self.table.width)
                for level in reversed(range(len(self.base.cells)))
            )

    def _fill_empty_slots(self) -> None:
        """Fill the empty slots by sifting short words, then words that move few cells."""
        number = 0
        while (full := self.order_so_far()) < self.order:
            self.progress("slots", full.bit_length(), self.order.bit_length())
            new_slots, too_long, idle = 0, 0, 0
            while new_slots < 5 and number + 1 < len(self.near.pulls) and too_long < 500:
                if new_slots and idle > 200:
                    break  # the new words may fill the other slots
                number, idle = number + 1, idle + 1
                result = self._sift_word(self.near.word(number))
                if result == 1:
                    new_slots, idle = new_slots + 1, 0
                too_long += result == 2
            if not new_slots:
                number = 0
                longest = self.table.words.shape[1]
                self._offer_tools(self.tools.powers(longest), STUCK)
                self._offer_tools(self.tools.nested_commutators(longest), STUCK)
                if self.order_so_far() == full and not self._allow_longer_words():
                    return
            self._multiply_levels()

    def _sift_word(self, letters: Sequence[int]) -> int:
        word = np.zeros(self.table.words.shape[1], np.int16)
        word[: len(letters)] = letters
        pull = self.tools.pull(word[: len(letters)])
        return int(fill.sift(self.compiled, self.table, pull, word, len(letters)))

    def _allow_longer_words(self) -> bool:
        """Double the capacity for letters; drop candidates if memory is short."""
        words, width = self.table.words, self.table.width
        if 2 * words.shape[1] > MAX_LENGTH:
            return False
        while 2 * words.nbytes * width // self.table.width > 4 * TABLE_BYTES:
            width //= 2
        if not width:
            return False

        def best(rows: Array) -> Array:
            slots = rows.reshape(-1, self.table.width, *rows.shape[1:])
            return np.ascontiguousarray(slots[:, :width]).reshape(-1, *rows.shape[1:])

        table = self.table
        self.table = table._replace(
            pulls=best(table.pulls),
            words=np.pad(best(words), ((0, 0), (0, words.shape[1]))),
            lengths=best(table.lengths),
            costs=best(table.costs),
            width=width,
        )
        return True


def _end_offsets(sizes: Sequence[int] | Array) -> Array:
    """Return 0 followed by the cumulative sums of the sizes."""
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
