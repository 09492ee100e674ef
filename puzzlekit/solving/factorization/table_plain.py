"""The table of words in plain Python: small and slow, and what the compiled one must agree with.

A permutation is kept as a *pull*: after it, cell i shows what lay at `pull[i]`. So playing
first f and then g is the pull f[g[i]].
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from random import Random
from typing import NamedTuple

from ...core.permutation import Images, inverse
from ...core.progress import Progress, silent
from .base import StabilizerBase

#: Words of the ball, and those of them that are tried before the table for each unit of width.
BALL, STARTS = 2000, 5


#: A word as the numbers of its letters.
Spelling = tuple[int, ...]


class PlainLetters(NamedTuple):
    """Powers of generators: pulls, costs, inverses; `merged` is -1 for none, -2 for cancelled."""

    pulls: Sequence[Images]
    costs: Sequence[int]
    inverse: Sequence[int]
    merged: Sequence[Sequence[int]]

    def joined(self, *parts: Sequence[int]) -> Spelling:
        """Return words after one another, letters that meet merged."""
        made: list[int] = []
        for letter in (a for part in parts for a in part):
            single = self.merged[made[-1]][letter] if made else -1
            if single != -1:
                made.pop()
            if single != -2:
                made.append(letter if single == -1 else single)
        return tuple(made)

    def undone(self, word: Sequence[int]) -> Spelling:
        """Return the word that undoes a word."""
        return tuple([self.inverse[letter] for letter in reversed(word)])

    def commutator(self, one: Sequence[int], two: Sequence[int]) -> Spelling:
        """Return two words, and both undone."""
        return self.joined(one, two, self.undone(one), self.undone(two))

    def cost(self, word: Sequence[int]) -> int:
        """Return what a word costs."""
        return sum(self.costs[letter] for letter in word)


Entry = tuple[int, Images, Spelling]  # cost, pull, word


class WordTable:
    """A table of words along a base: what brings the content of a cell to a cell of the base."""

    def __init__(self, letters: PlainLetters, base: StabilizerBase, order: int) -> None:
        self.letters, self.base, self.order = letters, base, order
        self.rng = Random(0)
        degree = len(letters.pulls[0])
        self.slots: list[dict[int, Entry]] = [{} for _ in base.cells]
        self.ball: dict[Images, Spelling] = {tuple(range(degree)): ()}
        found = list(self.ball)
        for pull in found:
            if len(found) > BALL:
                break
            for a, step in enumerate(letters.pulls):
                onward = _then(pull, step)
                if onward not in self.ball:
                    self.ball[onward] = (*self.ball[pull], a)
                    found.append(onward)
        for pull, word in self.ball.items():
            self._offer(pull, word)
        self._close()
        while self.fill() < order:
            self._sift()

    def fill(self) -> int:
        """Return the product of the orbits of the table: the order of the group when it is full."""
        return math.prod(1 + len(slots) for slots in self.slots)

    def entry(self, level: int, cell: int) -> tuple[Images, Spelling] | None:
        """Return pull and word of the cheapest way to bring a cell's content to the base."""
        found = self.slots[level].get(cell)
        return found[1:] if found else None

    def find_word(
        self, state: Sequence[int], goal: Sequence[int], width: int, progress: Progress = silent
    ) -> list[int] | None:
        """Return letters that lead from one arrangement to another, or None if none were found."""
        best: Spelling | None = None
        for start, word in list(self.ball.items())[: STARTS * width]:
            rest = self._sift_down(_then(state, start), goal)
            if rest is not None:
                found = self.letters.joined(word, *rest)
                if best is None or self.letters.cost(found) < self.letters.cost(best):
                    best = found
        return None if best is None else list(self.shorten(best))

    def shorten(self, word: Spelling) -> Spelling:
        """Return the word with parts of it replaced by cheaper words of the ball."""
        start, cost = 0, self.letters.cost
        while start < len(word):
            pull = tuple(range(len(self.letters.pulls[0])))
            for end in range(start, len(word)):
                pull = _then(pull, self.letters.pulls[word[end]])
                other = self.ball.get(pull)
                if other is not None and cost(other) < cost(word[start : end + 1]):
                    return self.shorten(self.letters.joined(word[:start], other, word[end + 1 :]))
            start += 1
        return word

    def _offer(self, pull: Images, word: Spelling) -> bool:
        """Put a permutation and its inverse into their slots, if they are better."""
        back = self.letters.undone(word)
        better = False
        for each, spelled in ((pull, word), (inverse(pull), back)):
            moved = [k for k, cell in enumerate(self.base.cells) if each[cell] != cell]
            if moved:
                slots, cell = self.slots[moved[0]], each[self.base.cells[moved[0]]]
                if cell not in slots or self.letters.cost(spelled) < slots[cell][0]:
                    slots[cell] = self.letters.cost(spelled), each, spelled
                    better = True
        return better

    def _close(self) -> None:
        """Offer products of words of a level and deeper ones, until nothing gets better."""
        better = True
        while better:
            better = False
            for level in reversed(range(len(self.slots))):
                deep = [entry for slots in self.slots[level:] for entry in slots.values()]
                for (_, s, first), (_, u, second) in product(
                    deep, list(self.slots[level].values())
                ):
                    better |= self._offer(_then(s, u), self.letters.joined(first, second))

    def _sift(self) -> None:
        """Bring a random element home as far as the table goes, and offer what is left."""
        pull, word = self.rng.choice(list(self.ball.items()))
        for level in range(self.rng.randrange(4) * len(self.slots)):
            entries = list(self.slots[level % len(self.slots)].values())
            if entries:
                _, other, more = self.rng.choice(entries)
                pull, word = _then(pull, other), self.letters.joined(word, more)
        for level, cell in enumerate(self.base.cells):
            at = pull.index(cell)
            if at == cell:
                continue
            if at not in self.slots[level]:
                self._offer(pull, word)
                self._close()
                return
            _, other, more = self.slots[level][at]
            pull, word = _then(pull, other), self.letters.joined(word, more)

    def _sift_down(self, state: tuple[int, ...], goal: Sequence[int]) -> list[Spelling] | None:
        """Return the cheapest word of each level, from an arrangement to the end."""
        words = []
        for level, ties in enumerate(self.base.ties):
            if all(state[q] == goal[q] for q in ties):
                continue
            found = [
                entry
                for entry in self.slots[level].values()
                if all(state[entry[1][q]] == goal[q] for q in ties)
            ]
            if not found:
                return None
            _, pull, word = min(found)
            state = _then(state, pull)
            words.append(word)
        return words if state == tuple(goal) else None


def _then(pull: Sequence[int], step: Sequence[int]) -> tuple[int, ...]:
    return tuple([pull[i] for i in step])
