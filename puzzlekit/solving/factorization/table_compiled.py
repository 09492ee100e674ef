"""Tables of words that are searched by compiled code."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ...core.progress import Progress, silent
from . import beam_kernel as kernel
from .ball_kernel import UNREACHED, Array, WordBall
from .base_choice import StabilizerBase
from .table_plain import PlainLetters, Spelling
from .table_plain import WordTable as Plain

#: Number of first words tried per unit of beam width, and number of letters in a window of
#: `shorten`.
STARTS, WINDOW = 20, 40


class WordTableArrays(NamedTuple):
    """The arrays of a table: words, and options (the cheapest words).

    Row r has the permutation `pulls[r]`, a cost, and a word that ends before `ends[r + 1]`. The
    rows of slot s, cheapest first, end before `row_starts[s + 1]`. The words in slot `slot[k, x]`
    move the content of cell x to the first cell in `ties[k]` and fix the cells at earlier levels.
    If no word does, `slot[k, x]` is -1. The slot for the first cell in `ties[k]` itself contains
    the identity.

    The options at level k are the first rows of its slots, cheapest first. An option moves the
    content of the cells in `sources` to those in `ties`. Its `moves` are (target, source) pairs of
    cells.
    """

    ties: Array
    slot: Array
    row_starts: Array
    pulls: Array
    costs: Array
    ends: Array
    words: Array
    option_ends: Array
    option_costs: Array
    sources: Array
    moves: Array
    move_ends: Array
    option_rows: Array


class CompiledWordTable(Plain):
    """A table of words along a base, built by `fill_compiled`."""

    def __init__(
        self, letters: PlainLetters, base: StabilizerBase, arrays: Mapping[str, Array]
    ) -> None:
        self.letters, self.base = letters, base
        self.arrays = WordTableArrays(*(arrays[name] for name in WordTableArrays._fields))
        self.near = WordBall(*(arrays[f"near_{name}"] for name in WordBall._fields))
        self.degree = len(letters.pulls[0])
        self.pulls = np.array(letters.pulls, np.int16)
        self.costs = np.array(letters.costs, np.int32)

    def group_order(self) -> int:
        """Return the order of the group, which is the product of the orbit lengths in the table."""
        return math.prod((self.arrays.slot >= 0).sum(1).tolist())

    def entry(self, level: int, cell: int) -> tuple[tuple[int, ...], Spelling] | None:
        """Return the pull and word of the cheapest entry that moves a cell's content to the base.

        Returns None if there is no such entry.
        """
        slot = int(self.arrays.slot[level, cell])
        if slot < 0:
            return None
        row = int(self.arrays.row_starts[slot])
        return tuple(self.arrays.pulls[row].tolist()), tuple(self._word_of_row(row))

    def find_word(
        self, state: Sequence[int], goal: Sequence[int], width: int, progress: Progress = silent
    ) -> list[int] | None:
        """Return letters that lead from one arrangement to another, or None if none are found."""
        start, target = np.array(state, np.int16), np.array(goal, np.int16)
        t, near = self.arrays, self.near
        moves = t.sources, t.moves, t.move_ends
        options = t.ties, t.option_ends, t.option_costs, *moves, t.option_rows
        rows = t.slot, t.row_starts, t.pulls, t.costs
        levels = len(t.ties)
        best = np.full(levels + 2, -1, np.int32)
        best[0] = UNREACHED
        starts = min(len(near.pulls), STARTS * width)
        beam, other = self._empty_beam(width), self._empty_beam(width)
        count = kernel.fill_first_beam(
            options, near.pulls, near.cost, starts, start, target, beam, best
        )
        for level in range(levels):
            progress(f"words, beam width {width}", level, levels)
            count = kernel.fill_next_beam(options, rows, level, target, beam, count, other, best)
            beam, other = other, beam
            if not count:
                break
        if best[0] == UNREACHED:
            return None
        parts = [near.word(int(best[1])), *map(self._word_of_row, best[2:].tolist())]
        word = np.array(self.letters.join(*parts), np.int16)
        length = kernel.shorten(self.pulls, self.costs, near[1:], word, len(word), WINDOW)
        letters: list[int] = word[:length].tolist()
        return letters

    def _empty_beam(self, width: int) -> tuple[Array, Array, Array, Array]:
        return (
            np.empty((width, self.degree), np.int16),
            np.empty(width, np.int32),
            np.empty(width, np.int32),
            np.empty((width, len(self.arrays.ties)), np.int32),
        )

    def _word_of_row(self, row: int) -> list[int]:
        word: list[int] = self.arrays.words[
            self.arrays.ends[row] : self.arrays.ends[row + 1]
        ].tolist()
        return word
