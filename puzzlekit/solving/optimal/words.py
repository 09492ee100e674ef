"""Words that mean the same: pairs of moves in a row that can be replaced by other pairs."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.errors import LimitReachedError
from ...core.permutation import Images, identity

Word = tuple[int, ...]

#: Words of one meaning at most.
MAX_WORDS = 1_000_000


class CommutingPairs:
    """Which moves (as sources) may follow on each other in a shortest word, the first of many."""

    def __init__(self, sources: Sequence[Images]) -> None:
        known = {*sources, identity(len(sources[0]))}
        products: dict[Images, list[Word]] = {}
        for a, first in enumerate(sources):
            for b, second in enumerate(sources):
                product = tuple([first[cell] for cell in second])
                if product not in known:  # or one move would do, or none
                    products.setdefault(product, []).append((a, b))
        self._alike = {pair: each for each in products.values() if len(each) > 1 for pair in each}
        firsts = {each[0] for each in products.values()}
        moves = range(len(sources))
        self.follow = [[b for b in moves if (a, b) in firsts] for a in moves]

    def words(self, word: Word) -> set[Word]:
        """Return all words that come of one by replacing pairs by pairs."""
        found, queue = {word}, [word]
        for each in queue:
            for at in range(len(each) - 1):
                for pair in self._alike.get(each[at : at + 2], ()):
                    other = (*each[:at], *pair, *each[at + 2 :])
                    if other not in found:
                        found.add(other)
                        queue.append(other)
            if len(found) > MAX_WORDS:
                raise LimitReachedError(f"There are more than {MAX_WORDS:,} shortest solutions.")
        return found
