"""Equivalent words, obtained by replacing adjacent pairs of moves with pairs of equal effect."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy

from ...core.errors import LimitReachedError
from ...core.permutation import Images, identity
from ..spaces.encoded_states import Array

Word = tuple[int, ...]

#: Maximum number of equivalent words.
MAX_WORDS = 1_000_000


class CommutingPairs:
    """The pairs of moves that can occur in shortest words. `follow` holds one pair per product."""

    def __init__(self, sources: Sequence[Images]) -> None:
        size = max(map(len, sources), default=0)
        rows = numpy.array([*sources, identity(size)], numpy.min_scalar_type(size))
        known = {row.tobytes() for row in rows}
        products: dict[bytes, list[Word]] = {}
        for a, b in product(range(len(sources)), repeat=2):
            images = rows[a, rows[b]].tobytes()
            if images not in known:  # otherwise a shorter word exists
                products.setdefault(images, []).append((a, b))
        self._equal_pairs = {
            pair: each for each in products.values() if len(each) > 1 for pair in each
        }
        firsts = {each[0] for each in products.values()}
        moves = range(len(sources))
        self.follow = [[b for b in moves if (a, b) in firsts] for a in moves]

    def words(self, word: Word) -> set[Word]:
        """Return all words that can be obtained from a word by replacing pairs."""
        equivalent, queue = {word}, [word]
        for each in queue:
            for at in range(len(each) - 1):
                for pair in self._equal_pairs.get(each[at : at + 2], ()):
                    other = (*each[:at], *pair, *each[at + 2 :])
                    if other not in equivalent:
                        equivalent.add(other)
                        queue.append(other)
            if len(equivalent) > MAX_WORDS:
                raise LimitReachedError(f"There are more than {MAX_WORDS:,} shortest solutions.")
        return equivalent


def pad_lists(lists: Sequence[Sequence[int]]) -> Array:
    """Return an array whose rows are the lists, padded with -1."""
    width = max(map(len, lists))
    return numpy.array([[*each, *[-1] * (width - len(each))] for each in lists], numpy.int32)
