"""Permutations as short words in given generators: factorization in permutation groups.

T. Minkwitz, An algorithm for solving the factorization problem in permutation groups,
J. Symbolic Computation 26 (1998): a table of short words along a stabilizer chain, improved by
products of its own words. It is filled from a ball of short words, pairs of them that agree on a
part of the base, and conjugates of words that move little (`tools_compiled`). A beam of
arrangements goes down the chain; parts of the word found are replaced by shorter ones. Large
groups get words kind by kind (`by_kinds`).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

from ...core.errors import LimitReachedError, NotationError
from ...core.permutation import Images, order
from ...core.progress import Progress, silent
from ...core.words import Word, simplify
from .letters import LONGEST_CYCLE, MAX_LETTERS, LetterCosts, WordProblem, letters_of
from .table_plain import WordTable
from .tables import table_for

#: Rounds without a time limit; each has a beam `GROWTH` times as wide as the one before.
ROUNDS, WIDTH, GROWTH = 2, 10, 4

#: Cells at most, which are numbers of 16 bits, and cells of all letters.
MAX_CELLS, MAX_IMAGES = 2**15 - 1, 8_000_000

#: Steps back and forth that are tried to find out whether equal pieces can be told apart.
STEPS = 50_000

Costs = Mapping[str, LetterCosts]


class Factorization:
    """Words in named generators for the elements of the group that they generate.

    `costs` says for each name what it and its inverse cost, by default 1 each. `goal`, the
    labels of an arrangement, tells which pieces are equal, so that `way` can make use of it.
    The table is made at once, and kept in the user's cache if that takes long; it serves any number
    of words. Raises `NotationError` for what are no permutations, `LimitReachedError` if there is no
    room for the table.

    >>> words = Factorization({"A": (1, 2, 0, 3), "B": (0, 1, 3, 2)})
    >>> words.word((1, 0, 2, 3))
    (('A', -1), ('B', 1), ('A', 1), ('B', 1), ('A', -1), ('B', 1))
    """

    def __init__(
        self,
        generators: Mapping[str, Images],
        *,
        goal: Sequence[Hashable] | None = None,
        costs: Costs | None = None,
        plain: bool | None = None,
        progress: Progress = silent,
    ) -> None:
        self.generators = {name: tuple(images) for name, images in generators.items()}
        moved = [g for g in self.generators.values() if order(g) > 1]
        if not moved:
            raise NotationError("Words need a generator that moves something; there is none.")
        _check_cells(moved)
        prices = [(costs or {}).get(name, (1, 1)) for name in self.generators]
        self.names, self.letters = letters_of(self.generators, prices)

        def deeper(quotient: Mapping[str, Images], left: Sequence[Hashable]) -> Factorization:
            return Factorization(quotient, goal=left, costs=costs, progress=progress)

        self.table = table_for(
            WordProblem(self.names, self.letters, self.generators, tuple(prices), goal),
            deeper,
            plain=plain,
            progress=progress,
        )
        self.order = self.table.fill()

    def word(self, images: Sequence[int], *, seconds: float | None = None) -> Word | None:
        """Return a verified word for a permutation, or None if it is not in the group.

        With `seconds` it is made shorter for about that long.
        """
        goal = tuple(range(len(self.letters.pulls[0])))
        if sorted(images) != list(goal):
            raise NotationError(f"{str(images)[:60]} does not permute 0..{len(goal) - 1}.")
        return self.find_word(images, goal, seconds=seconds)

    def find_word(
        self,
        state: Sequence[Hashable],
        goal: Sequence[Hashable],
        *,
        seconds: float | None = None,
        progress: Progress = silent,
    ) -> Word | None:
        """Return a word that leads from one arrangement of labels to another, or None if none does.

        Equal labels are equal pieces. Raises `LimitReachedError` if there are so many of them that
        it was not found out whether there is a way.
        """
        if Counter(state) != Counter(goal):
            return None
        numbers = {label: k for k, label in enumerate(dict.fromkeys(goal))}
        here = tuple([numbers[label] for label in state])
        there = tuple([numbers[label] for label in goal])
        if here == there:
            return ()
        best: list[int] | None = None
        number, width, cost = 0, WIDTH, self.letters.cost
        end, took = time.monotonic() + (seconds or 0), 0.0
        while number == 0 or (
            number < ROUNDS if seconds is None else time.monotonic() + GROWTH * took < end
        ):
            started = time.monotonic()
            found = self.table.find_word(here, there, width, progress)
            if found is not None and (best is None or cost(found) < cost(best)):
                best = found
            took = time.monotonic() - started
            number, width = number + 1, width * GROWTH
        if best is None and isinstance(self.table, WordTable):
            best = self._swapped(self.table, here, there)
        return None if best is None else self._spelled(best)

    def _spelled(self, letters: Sequence[int]) -> Word:
        return simplify([self.names[a] for a in letters])

    def _swapped(
        self, table: WordTable, state: Sequence[int], goal: Sequence[int]
    ) -> list[int] | None:
        """Look depth first for a way that exchanges equal pieces, or return None."""
        cells, ties = table.base.cells, table.base.ties
        stack: list[tuple[int, tuple[int, ...], tuple[tuple[int, ...], ...]]] = [
            (0, tuple(state), ())
        ]
        for _ in range(STEPS):
            if not stack:
                return None
            level, now, words = stack.pop()
            if level == len(cells):
                if now == tuple(goal):
                    return list(self.letters.joined(*words))
                continue
            wanted = goal[cells[level]]
            for x in [x for x in range(len(now)) if now[x] == wanted]:
                entry = table.entry(level, x)
                if x == cells[level]:
                    entry = tuple(range(len(now))), ()
                if entry and all(now[entry[0][q]] == goal[q] for q in ties[level]):
                    after = tuple([now[i] for i in entry[0]])
                    stack.append((level + 1, after, (*words, entry[1])))
        raise LimitReachedError(
            "There are too many equal pieces to find out whether that can be reached."
        )


def _check_cells(generators: Sequence[Images]) -> None:
    """Refuse what would take too long, before anything is computed."""
    degree = len(generators[0])
    if degree > MAX_CELLS:
        raise LimitReachedError(
            f"Words are found for at most {MAX_CELLS:,} cells, not {degree:,}; take a smaller "
            "puzzle."
        )
    letters = sum(min(order(g), LONGEST_CYCLE) for g in generators)
    if letters <= MAX_LETTERS and letters * degree > MAX_IMAGES:
        raise LimitReachedError(
            f"Words for {degree:,} cells in {letters:,} turns need too much room; take a smaller "
            "puzzle."
        )
