"""The table of words in plain Python, a slow reference for the compiled version.

Permutations are stored as *pulls*: after the permutation, cell i has the content of cell `pull[i]`.
Pull f followed by pull g is the pull f[g[i]].
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from random import Random
from typing import NamedTuple

from ...core.errors import LimitReachedError
from ...core.permutation import Images, inverse
from ...core.progress import Progress, silent
from .base_choice import StabilizerBase

#: Maximum number of words in the ball, and number of first words tried per unit of beam width.
MAX_BALL, STARTS = 2000, 5

#: Step limit for the depth-first search that swaps equal pieces.
MAX_ASSIGNMENT_STEPS = 50_000

#: A word as a tuple of letter numbers.
Spelling = tuple[int, ...]


class PlainLetters(NamedTuple):
    """The letters as (name, exponent) pairs, with their pulls, costs and inverse letters.

    `merged[a][b]` is the letter equal to the product a b. It is -1 if the product is not a letter,
    and -2 if a and b cancel.
    """

    names: Sequence[tuple[str, int]]
    pulls: Sequence[Images]
    costs: Sequence[int]
    inverse: Sequence[int]
    merged: Sequence[Sequence[int]]

    def join(self, *parts: Sequence[int]) -> Spelling:
        """Return the concatenation of words, with adjacent letters merged."""
        result: list[int] = []
        for letter in (a for part in parts for a in part):
            single = self.merged[result[-1]][letter] if result else -1
            if single != -1:
                result.pop()
            if single != -2:
                result.append(letter if single == -1 else single)
        return tuple(result)

    def inverse_word(self, word: Sequence[int]) -> Spelling:
        """Return the inverse of a word."""
        return tuple([self.inverse[letter] for letter in reversed(word)])

    def commutator(self, one: Sequence[int], two: Sequence[int]) -> Spelling:
        """Return the commutator of two words."""
        return self.join(one, two, self.inverse_word(one), self.inverse_word(two))

    def cost(self, word: Sequence[int]) -> int:
        """Return the cost of a word."""
        return sum(self.costs[letter] for letter in word)


Entry = tuple[int, Images, Spelling]  # cost, pull, word


class WordTable:
    """A table of words, each of which moves the piece on some cell to a base cell."""

    def __init__(self, letters: PlainLetters, base: StabilizerBase, order: int) -> None:
        self.letters, self.base, self.order = letters, base, order
        self.rng = Random(0)
        degree = len(letters.pulls[0])
        self.slots: list[dict[int, Entry]] = [{} for _ in base.cells]
        self.ball: dict[Images, Spelling] = {tuple(range(degree)): ()}
        pulls = list(self.ball)
        for pull in pulls:
            if len(pulls) > MAX_BALL:
                break
            for a, step in enumerate(letters.pulls):
                product_pull = _compose(pull, step)
                if product_pull not in self.ball:
                    self.ball[product_pull] = (*self.ball[pull], a)
                    pulls.append(product_pull)
        for pull, word in self.ball.items():
            self._offer(pull, word)
        self._multiply_levels()
        while self.group_order() < order:
            self._sift_random()

    def group_order(self) -> int:
        """Return the product of the orbit lengths, which is the group order for a full table."""
        return math.prod(1 + len(slots) for slots in self.slots)

    def entry(self, level: int, cell: int) -> tuple[Images, Spelling] | None:
        """Return the pull and word of the cheapest entry that moves a cell's content to the base.

        Returns None if there is no such entry.
        """
        entry = self.slots[level].get(cell)
        return entry[1:] if entry else None

    def find_word(
        self, state: Sequence[int], goal: Sequence[int], width: int, progress: Progress = silent
    ) -> list[int] | None:
        """Return letters that lead from one arrangement to another, or None if none are found."""
        best: Spelling | None = None
        for start, word in list(self.ball.items())[: STARTS * width]:
            rest = self._sift_cheapest(_compose(state, start), goal)
            if rest is not None:
                candidate = self.letters.join(word, *rest)
                if best is None or self.letters.cost(candidate) < self.letters.cost(best):
                    best = candidate
        return None if best is None else list(self.shorten(best))

    def search_assignments(self, state: Sequence[int], goal: Sequence[int]) -> list[int] | None:
        """Return letters to the goal, by depth-first search over assignments of equal pieces.

        Returns None if none exist. Raises `LimitReachedError` if there are too many assignments.
        """
        cells, ties = self.base.cells, self.base.ties
        stack: list[tuple[int, tuple[int, ...], tuple[Spelling, ...]]] = [(0, tuple(state), ())]
        for _ in range(MAX_ASSIGNMENT_STEPS):
            if not stack:
                return None
            level, now, words = stack.pop()
            if level == len(cells):
                if now == tuple(goal):
                    return list(self.letters.join(*words))
                continue
            wanted = goal[cells[level]]
            for x in [x for x in range(len(now)) if now[x] == wanted]:
                entry = self.entry(level, x)
                if x == cells[level]:
                    entry = tuple(range(len(now))), ()
                if entry and all(now[entry[0][q]] == goal[q] for q in ties[level]):
                    after = tuple([now[i] for i in entry[0]])
                    stack.append((level + 1, after, (*words, entry[1])))
        raise LimitReachedError("Too many equal pieces to decide whether the goal can be reached.")

    def shorten(self, word: Spelling) -> Spelling:
        """Return the word with parts replaced by cheaper words from the ball."""
        start, cost = 0, self.letters.cost
        while start < len(word):
            pull = tuple(range(len(self.letters.pulls[0])))
            for end in range(start, len(word)):
                pull = _compose(pull, self.letters.pulls[word[end]])
                other = self.ball.get(pull)
                if other is not None and cost(other) < cost(word[start : end + 1]):
                    return self.shorten(self.letters.join(word[:start], other, word[end + 1 :]))
            start += 1
        return word

    def _offer(self, pull: Images, word: Spelling) -> bool:
        """Insert a permutation and its inverse if cheaper; return whether either was inserted."""
        back = self.letters.inverse_word(word)
        improved = False
        for each, spelled in ((pull, word), (inverse(pull), back)):
            moved = [k for k, cell in enumerate(self.base.cells) if each[cell] != cell]
            if moved:
                slots, cell = self.slots[moved[0]], each[self.base.cells[moved[0]]]
                if cell not in slots or self.letters.cost(spelled) < slots[cell][0]:
                    slots[cell] = self.letters.cost(spelled), each, spelled
                    improved = True
        return improved

    def _multiply_levels(self) -> None:
        """Multiply words at each level by words at the same or deeper levels while this helps."""
        improved = True
        while improved:
            improved = False
            for level in reversed(range(len(self.slots))):
                deep = [entry for slots in self.slots[level:] for entry in slots.values()]
                for (_, s, first), (_, u, second) in product(
                    deep, list(self.slots[level].values())
                ):
                    improved |= self._offer(_compose(s, u), self.letters.join(first, second))

    def _sift_random(self) -> None:
        """Sift a random element and offer the residue."""
        pull, word = self.rng.choice(list(self.ball.items()))
        for level in range(self.rng.randrange(4) * len(self.slots)):
            entries = list(self.slots[level % len(self.slots)].values())
            if entries:
                _, other, more = self.rng.choice(entries)
                pull, word = _compose(pull, other), self.letters.join(word, more)
        for level, cell in enumerate(self.base.cells):
            at = pull.index(cell)
            if at == cell:
                continue
            if at not in self.slots[level]:
                self._offer(pull, word)
                self._multiply_levels()
                return
            _, other, more = self.slots[level][at]
            pull, word = _compose(pull, other), self.letters.join(word, more)

    def _sift_cheapest(self, state: tuple[int, ...], goal: Sequence[int]) -> list[Spelling] | None:
        """Solve a state by the cheapest word at each level; return the words, if it is solved."""
        words = []
        for level, ties in enumerate(self.base.ties):
            if all(state[q] == goal[q] for q in ties):
                continue
            fitting = [
                entry
                for entry in self.slots[level].values()
                if all(state[entry[1][q]] == goal[q] for q in ties)
            ]
            if not fitting:
                return None
            _, pull, word = min(fitting)
            state = _compose(state, pull)
            words.append(word)
        return words if state == tuple(goal) else None


def _compose(pull: Sequence[int], step: Sequence[int]) -> tuple[int, ...]:
    return tuple([pull[i] for i in step])
