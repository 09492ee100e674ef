"""Words found orbit by orbit, for groups whose table along a base would be too large.

Each orbit of pieces is called a kind. The group contains all even permutations of each kind
(`groups.plain.structure`), which are products of 3-cycles with short words (`cycles_compiled`). A
first word solves the quotient: parities, sums of twists, and kinds without such words. Then the
pieces are solved kind by kind, as people solve large cubes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Protocol

from ...core.disk_cache import cached, load_cached
from ...core.errors import LimitReachedError
from ...core.numba_status import has_numba
from ...core.permutation import Images, multiply, order, restrict
from ...core.progress import Progress, silent
from ...core.words import Word
from ...groups.arrangements import remaining_freedom
from ...groups.plain.piece_orbits import equivalent_orbits
from ...groups.plain.structure import reduce_by_kinds, reduce_structure
from .letters import WordProblem
from .table_plain import PlainLetters, Spelling

#: Maximum number of commuting letters past which a letter is moved in order to merge.
MAX_SHIFT = 60

#: Version of the search and of the cycle format, as a part of the cache key.
VERSION = 1


class QuotientSolver(Protocol):
    """A solver for the quotient."""

    order: int

    def find_word(
        self, state: Sequence[Hashable], goal: Sequence[Hashable], *, progress: Progress = silent
    ) -> Word | None:
        """Return a word from one arrangement to another, or None if no word exists."""


#: A function that takes the quotient's generators and goal labels and returns its solver.
Factorize = Callable[[Mapping[str, Images], Sequence[Hashable]], QuotientSolver]


class OrbitWordTable:
    """Words for the 3-cycles of some kinds of pieces, and for the remaining quotient.

    Raises `LimitReachedError` if no kind has such words, or if the table for the quotient is too
    large.
    """

    def __init__(
        self, problem: WordProblem, factorize: Factorize, progress: Progress = silent
    ) -> None:
        if not has_numba():
            raise LimitReachedError("Groups of this size need numba. Install numba.")
        from .cycles_compiled import CycleTable, find_cycles

        letters = problem.letters
        self.letters, self.names = letters, problem.names
        self._commuting: dict[tuple[int, int], bool] = {}
        images = list(problem.generators.values())
        self._fixed = [p for p in range(len(images[0])) if all(g[p] == p for g in images)]
        self._orbits = equivalent_orbits([g for g in images if order(g) > 1])
        self._points = [p for points, _ in self._orbits for p in points]
        inside = restrict(images, self._points)
        whole = reduce_structure(inside)
        if whole is None or not whole.kinds:
            raise LimitReachedError("None of these pieces can be solved by 3-cycles.")
        own = letters._replace(pulls=restrict(letters.pulls, self._points))
        key = "cycles", VERSION, tuple(own.pulls), tuple(letters.costs), whole.kinds
        arrays = load_cached(key) or cached(key, lambda: find_cycles(own, whole.kinds, progress))
        self.cycles = CycleTable(own, whole.kinds, arrays)
        self.reduction = reduce_by_kinds(inside, whole, self.cycles.kinds)
        quotient = dict(zip(problem.generators, self.reduction.generators, strict=True))
        self.rest: QuotientSolver | None = None
        self._last: tuple[object, Word | None] | None = None
        if any(order(g) > 1 for g in quotient.values()):
            end = range(len(images[0])) if problem.goal is None else problem.goal
            shown = remaining_freedom(self.reduction, *self._ranked(end, end))
            assert shown is not None  # both arrangements have the same pieces
            self.rest = factorize(quotient, shown[0])

    def group_order(self) -> int:
        """Return the order of the group."""
        return self.reduction.factor * (self.rest.order if self.rest else 1)

    def find_word(
        self, state: Sequence[int], goal: Sequence[int], width: int, progress: Progress = silent
    ) -> list[int] | None:
        """Return letters that lead from one arrangement to another, or None if none exist.

        Raises `LimitReachedError` if there are too many equal pieces to decide whether a word
        exists.
        """
        from .sorting_compiled import sort_pairs

        if any(state[p] != goal[p] for p in self._fixed):
            return None
        current, target = self._ranked(state, goal)
        quotient_colours = remaining_freedom(self.reduction, target, current)
        if quotient_colours is None:
            return None
        end, begin = quotient_colours
        start = current
        result = CommutationRules(self.letters, self._commuting)
        if begin != end:
            word = self._word_left(begin, end, progress)
            if word is None:
                return None
            first = self._spelled(word)
            result.add(first)
            current = self.cycles.colours_after(first, current)
        rows: list[list[Spelling]] = []
        for k, kind in enumerate(self.cycles.kinds):
            progress(f"piece types, beam width {width}", k, len(self.cycles.kinds))
            numbers: dict[Hashable, int] = {}
            views = [
                [numbers.setdefault(each, len(numbers)) for each in self._looks(k, colours)]
                for colours in (target, current)
            ]
            cycles = sort_pairs(self.cycles.costs(k), kind.size, views[1], views[0], width)
            if cycles is None:
                raise LimitReachedError(
                    "Too many equal pieces to decide whether the goal can be reached."
                )
            rows.append([self.cycles.word(k, cycle) for cycle in cycles])
        result.add_rows(rows)
        assert self.cycles.colours_after(result.word, start) == target
        return result.word

    def _word_left(
        self, state: Sequence[Hashable], goal: Sequence[Hashable], progress: Progress
    ) -> Word | None:
        """Return a word for the quotient, and cache it for use with other beam widths."""
        if self.rest is None:
            return None
        key = tuple(state), tuple(goal)
        if self._last is None or self._last[0] != key:
            self._last = key, self.rest.find_word(state, goal, progress=progress)
        return self._last[1]

    def _ranked(self, *arrangements: Sequence[Hashable]) -> list[list[int]]:
        """Return a number for the colours on each representative point and its equivalents."""
        number: dict[Hashable, int] = {}
        return [
            [
                number.setdefault((each[p], *(each[tied[p]] for tied in maps)), len(number))
                for points, maps in self._orbits
                for p in points
            ]
            for each in arrangements
        ]

    def _looks(self, kind: int, colours: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the colours of the piece at each point, starting at that point."""
        points, size = self.cycles.points[kind], self.cycles.kinds[kind].size
        blocks = [points[i : i + size] for i in range(0, len(points), size)]
        return [
            tuple(colours[block[(twist + j) % size]] for j in range(size))
            for block in blocks
            for twist in range(size)
        ]

    def _spelled(self, word: Word) -> Spelling:
        """Return the letters of a word of (name, exponent) pairs."""
        number = {name: letter for letter, name in enumerate(self.names)}
        letters: list[int] = []
        for name, exponent in word:
            if (name, exponent) in number:
                letters.append(number[name, exponent])
                continue
            sign = 1 if exponent > 0 else -1
            single = number.get((name, sign), number.get((name, -sign)))
            assert single is not None  # all generators are letters
            if (name, sign) not in number:
                single = self.letters.inverse[single]
            letters += [single] * abs(exponent)
        return tuple(letters)


class CommutationRules:
    """A `word` that is built letter by letter.

    Letters that commute are moved past each other and merged. `commuting` caches which pairs of
    letters commute.
    """

    def __init__(self, letters: PlainLetters, commuting: dict[tuple[int, int], bool]) -> None:
        self._letters, self._merged, self._pulls = letters, letters.merged, letters.pulls
        self._commuting = commuting
        self.word: list[int] = []

    def add(self, word: Iterable[int]) -> None:
        """Append a word."""
        for letter in word:
            self._append(letter)

    def add_rows(self, rows: Iterable[Sequence[Sequence[int]]]) -> None:
        """Append commuting rows of words, in a greedy order that cancels many letters."""
        waiting = [list(reversed(row)) for row in rows if row]
        while waiting:
            row = max(waiting, key=lambda row: self._saved(row[-1]))
            self.add(row.pop())
            waiting = [each for each in waiting if each]

    def _saved(self, word: Sequence[int]) -> int:
        """Return the number of letters that would cancel if a word were appended."""
        end = CommutationRules(self._letters, self._commuting)
        end.word = self.word[-MAX_SHIFT:]
        before = len(end.word)
        end.add(word)
        return before + len(word) - len(end.word)

    def _append(self, letter: int) -> None:
        word = self.word
        for k in range(len(word) - 1, max(-1, len(word) - 1 - MAX_SHIFT), -1):
            single = self._merged[word[k]][letter]
            if single == -2:
                del word[k]
                return
            if single >= 0:
                word[k] = single
                return
            if not self._commute(word[k], letter):
                break
        word.append(letter)

    def _commute(self, one: int, two: int) -> bool:
        key = (one, two) if one < two else (two, one)
        if key not in self._commuting:
            a, b = self._pulls[one], self._pulls[two]
            self._commuting[key] = multiply(a, b) == multiply(b, a)
        return self._commuting[key]
