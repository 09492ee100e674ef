"""Factorization of permutations into short words in given generators.

The algorithm is based on T. Minkwitz, An algorithm for solving the factorization problem in
permutation groups, J. Symbolic Computation 26 (1998). It uses a table of short words along a
stabilizer chain, which is improved by products of its own words. The table is filled from a ball of
short words, from pairs of these that agree on a part of the base, and from conjugates of words with
small support (`support_compiled`). A beam search descends the chain; then parts of the word are
replaced by shorter ones.

If that table would be too large, words are found orbit by orbit. Each orbit of pieces is called a
kind. The group contains all even permutations of each kind (`groups.plain.structure_reduction`),
which are products of 3-cycles with short words (`cycles_compiled`). A first word solves the
quotient: parities, sums of twists, and kinds without such words. Then the pieces are solved kind by
kind, as people solve large cubes.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from functools import cache

from ...core.disk_cache import load_cached, load_or_make
from ...core.errors import LimitReachedError, NotationError
from ...core.numba_status import has_numba
from ...core.permutation import Images, multiply, orbits, order, restrict
from ...core.progress import Progress, silent
from ...core.words import Word, simplify
from ...groups import describe
from ...groups.arrangements import merge_colours, remaining_freedom
from ...groups.plain.piece_orbits import equivalent_orbits
from ...groups.plain.structure_reduction import reduce_by_kinds, reduce_structure
from .base_choice import choose_base
from .letters import (
    LONGEST_CYCLE,
    MAX_LETTERS,
    LetterCosts,
    WordBuilder,
    WordProblem,
    letters_of,
)
from .table_plain import Spelling, WordTable

#: Use plain Python for groups up to this order, so that no compiled code has to be loaded.
MAX_PLAIN_SIZE = 50_000

#: Maximum size of a table along a base (slots times degree). For sizes above `LARGE_SIZE`, solving
#: orbit by orbit gives shorter words if there are several orbits.
MAX_SIZE, LARGE_SIZE = 4_000_000, 300_000

#: Version of the algorithm and of the table format, as a part of the cache key.
VERSION = 5

#: Version of the search for 3-cycles and of their format, as a part of the cache key.
CYCLES_VERSION = 2

#: Number of rounds without a time limit, initial beam width, and its growth factor per round.
ROUNDS, WIDTH, GROWTH = 2, 10, 4

#: Maximum number of cells (16-bit numbers), and maximum product of cells and letters.
MAX_CELLS, MAX_IMAGES = 2**15 - 1, 8_000_000

TOO_LONG_WORDS = "The words in this group get too long. Use a smaller puzzle."


class Factorization:
    """A solver that writes permutations as words in named generators.

    `costs` maps names to the costs of the generator and of its inverse, which are 1 by default.
    `goal` is an arrangement of labels, in which equal labels mark equal pieces for `find_word`. The
    constructor builds the table of words or loads it from the user's cache, and all later calls use
    this table. Raises `NotationError` for invalid permutations and `LimitReachedError` if the table
    is too large.

    >>> words = Factorization({"A": (1, 2, 0, 3), "B": (0, 1, 3, 2)})
    >>> words.word((1, 0, 2, 3))
    (('A', -1), ('B', 1), ('A', 1), ('B', 1), ('A', -1), ('B', 1))
    """

    def __init__(
        self,
        generators: Mapping[str, Images],
        *,
        goal: Sequence[Hashable] | None = None,
        costs: Mapping[str, LetterCosts] | None = None,
        progress: Progress = silent,
    ) -> None:
        known = {name: tuple(images) for name, images in generators.items()}
        moved = [g for g in known.values() if order(g) > 1]
        if not moved:
            raise NotationError("No generator moves any point. Add a generator that does.")
        _check_size(moved)
        all_costs = {name: (costs or {}).get(name, (1, 1)) for name in known}
        self.letters = letters_of(known, all_costs)
        self.table = table_for(WordProblem(known, all_costs, self.letters, goal), progress)
        self.order = self.table.group_order()

    def word(self, images: Sequence[int]) -> Word | None:
        """Return a verified word for a permutation, or None if it is not in the group."""
        goal = tuple(range(len(self.letters.pulls[0])))
        if sorted(images) != list(goal):
            raise NotationError(f"{str(images)[:60]} does not permute 0..{len(goal) - 1}.")
        return self.find_word(images, goal)

    def find_word(
        self,
        state: Sequence[Hashable],
        goal: Sequence[Hashable],
        *,
        seconds: float | None = None,
        progress: Progress = silent,
    ) -> Word | None:
        """Return a word that leads from one arrangement of labels to another, or None if none does.

        Equal labels stand for equal pieces. If `seconds` is given, about that much time is spent on
        finding shorter words. Raises `LimitReachedError` if there are too many equal pieces to
        decide whether a word exists.
        """
        if Counter(state) != Counter(goal):
            return None
        numbers = {label: k for k, label in enumerate(dict.fromkeys(goal))}
        start = tuple([numbers[label] for label in state])
        target = tuple([numbers[label] for label in goal])
        if start == target:
            return ()
        best: list[int] | None = None
        number, width, cost = 0, WIDTH, self.letters.cost
        end, duration = time.monotonic() + (seconds or 0), 0.0
        while number < ROUNDS or time.monotonic() + GROWTH * duration < end:
            started = time.monotonic()
            candidate = self.table.find_word(start, target, width, progress)
            if candidate is not None and (best is None or cost(candidate) < cost(best)):
                best = candidate
            duration = time.monotonic() - started
            number, width = number + 1, width * GROWTH
        if best is None and isinstance(self.table, WordTable):
            best = self.table.search_assignments(start, target)
        return None if best is None else simplify([self.letters.names[letter] for letter in best])


class OrbitWordTable:
    """Words for the 3-cycles of some kinds of pieces, and for the remaining quotient.

    Raises `LimitReachedError` if no kind has such words, or if the table for the quotient is too
    large.
    """

    def __init__(self, problem: WordProblem, progress: Progress = silent) -> None:
        if not has_numba():
            raise LimitReachedError("Groups of this size need numba. Install numba.")
        from .cycles_compiled import CycleTable, find_cycles

        self.letters = letters = problem.letters
        pulls = letters.pulls
        self._commute = cache(
            lambda a, b: multiply(pulls[a], pulls[b]) == multiply(pulls[b], pulls[a])
        )
        images = list(problem.generators.values())
        self._fixed = [p for p in range(len(images[0])) if all(g[p] == p for g in images)]
        self._orbits = equivalent_orbits(problem.moving_generators)
        self._points = [p for points, _ in self._orbits for p in points]
        inside = restrict(images, self._points)
        whole = reduce_structure(inside)
        if whole is None or not whole.kinds:
            raise LimitReachedError("None of these pieces can be solved by 3-cycles.")
        own = letters._replace(pulls=restrict(letters.pulls, self._points))
        key = "cycles", CYCLES_VERSION, tuple(own.pulls), tuple(letters.costs), whole.kinds
        arrays = load_cached(key) or load_or_make(
            key, lambda: find_cycles(own, whole.kinds, progress)
        )
        self.cycles = CycleTable(own, whole.kinds, arrays)
        self.reduction = reduce_by_kinds(inside, whole, self.cycles.kinds)
        quotient = dict(zip(problem.generators, self.reduction.generators, strict=True))
        self.rest: Factorization | None = None
        if any(order(g) > 1 for g in quotient.values()):
            end = range(len(images[0])) if problem.goal is None else problem.goal
            shown = remaining_freedom(self.reduction, *merge_colours(self._orbits, end, end))
            assert shown is not None  # both arrangements have the same pieces
            self.rest = Factorization(
                quotient, goal=shown[0], costs=problem.costs, progress=progress
            )
        #: The last word for the quotient, which is the same for all beam widths.
        self._quotient_word: dict[tuple[tuple[Hashable, ...], ...], Word | None] = {}

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
        from .sorting_compiled import find_sorting_cycles

        if any(state[p] != goal[p] for p in self._fixed):
            return None
        current, target = merge_colours(self._orbits, state, goal)
        quotient_colours = remaining_freedom(self.reduction, target, current)
        if quotient_colours is None:
            return None
        end, begin = quotient_colours
        start = current
        result = WordBuilder(self.letters.merged, self._commute)
        if begin != end:
            if self.rest is None:
                return None
            key = tuple(begin), tuple(end)
            known = self._quotient_word
            if key not in known:
                known = {key: self.rest.find_word(*key, progress=progress)}
                self._quotient_word = known
            word = known[key]
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
                [numbers.setdefault(each, len(numbers)) for each in self._piece_colours(k, colours)]
                for colours in (target, current)
            ]
            cycles = find_sorting_cycles(self.cycles.costs(k), kind.size, views[1], views[0], width)
            if cycles is None:
                raise LimitReachedError(
                    "Too many equal pieces to decide whether the goal can be reached."
                )
            rows.append([self.cycles.word(k, cycle) for cycle in cycles])
        result.add_rows(rows)
        assert self.cycles.colours_after(result.word, start) == target
        return result.word

    def _piece_colours(self, kind: int, colours: Sequence[int]) -> list[tuple[int, ...]]:
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
        number = {name: letter for letter, name in enumerate(self.letters.names)}
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


def _check_size(generators: Sequence[Images]) -> None:
    """Raise `LimitReachedError` if there are too many cells or letters."""
    degree = len(generators[0])
    if degree > MAX_CELLS:
        raise LimitReachedError(
            f"The puzzle has {degree:,} cells; the limit is {MAX_CELLS:,}. Use a smaller puzzle."
        )
    letters = sum(min(order(g), LONGEST_CYCLE) for g in generators)
    if letters <= MAX_LETTERS and letters * degree > MAX_IMAGES:
        raise LimitReachedError(
            f"{degree:,} cells and {letters:,} turns need too much memory. Use a smaller puzzle."
        )


def table_for(problem: WordProblem, progress: Progress) -> WordTable | OrbitWordTable:
    """Return a cached or new table of words; raise `LimitReachedError` if it is too large."""
    moved = problem.moving_generators
    slots, orbit_count = _table_size_and_orbits(moved)
    size = slots * len(moved[0])
    if size > MAX_SIZE:
        reason = (
            f"The table for {len(moved[0])} cells is too large ({slots:,} permutations). Use a "
            "smaller puzzle."
        )
        return _table_by_orbits(problem, reason, progress)
    base = choose_base(moved, problem.goal)
    if not has_numba():
        return WordTable(problem.letters, base, describe(moved).order)
    images, costs = tuple(problem.generators.values()), tuple(problem.costs.values())
    key = "words", VERSION, images, costs, (base.cells, base.ties)
    arrays = load_cached(key)  # empty if no table could be filled
    orbits_first = arrays is None and orbit_count > 1 and size > LARGE_SIZE
    if orbits_first:
        with suppress(LimitReachedError):
            return OrbitWordTable(problem, progress)
    if arrays is None:
        group_order = describe(moved).order
        if group_order <= MAX_PLAIN_SIZE:
            return WordTable(problem.letters, base, group_order)
        from .fill_compiled import fill_table

        arrays = load_or_make(key, lambda: fill_table(problem.letters, base, group_order, progress))
    if arrays:
        from .table_compiled import CompiledWordTable

        return CompiledWordTable(problem.letters, base, arrays)
    if orbits_first:
        raise LimitReachedError(TOO_LONG_WORDS)
    return _table_by_orbits(problem, TOO_LONG_WORDS, progress)


def _table_by_orbits(problem: WordProblem, reason: str, progress: Progress) -> OrbitWordTable:
    """Return an `OrbitWordTable`, or raise `LimitReachedError` with the reason for using one."""
    with suppress(LimitReachedError):
        return OrbitWordTable(problem, progress)
    raise LimitReachedError(reason)


def _table_size_and_orbits(generators: Sequence[Images]) -> tuple[int, int]:
    """Return the maximum number of permutations in a table, and the number of orbits."""
    sizes = [len(points) for points in orbits(generators)]
    return sum(size**2 // 2 for size in sizes), sum(size > 1 for size in sizes)
