"""How a stage sees boards: by colours that the lower moves keep, and by what these do not show."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy

from ...core.disjoint import DisjointSets
from ...core.errors import LimitReachedError
from ...core.permutation import Images, restrict
from ...groups.arrangements import count_arrangements
from ...groups.orbits import orbits
from ...groups.plain.piece_orbits import equivalent_orbits
from ..spaces.encoded_states import Array
from .coordinates import SLACK, Coordinate, distance_bound, label_states, make_coordinate
from .generators import ChainGenerators, Levels
from .hidden import HiddenInvariants, find_hidden_invariants

#: Arrangements of equal pieces that are told as they are, at most.
MAX_EXACT = 100_000

#: Labels that a coordinate has room for, one of them for all that it does not tell.
LABELS = 255

#: What the cells of all that is told otherwise show.
OTHER = -1


class ColouredView(NamedTuple):
    """How a stage sees boards, those with `hidden` cells.

    `sources` are those of the moves, `goal` says which part is on which cell, and `colours` what
    each part is taken for. On the cells that are `exact` each part is told; there what the lower
    moves make of the goal is as good as the goal. These are powers of moves: `down` has the rows.
    """

    hidden: HiddenInvariants
    goal: Array
    sources: list[Images]
    down: list[tuple[int, int]]
    colours: Array
    exact: list[int]
    wide: bool

    def distinguishes(self, cells: Sequence[int]) -> Coordinate | None:
        """Return the coordinate that tells all parts on some cells, None if it is too large."""
        return _distinguishes(self, numpy.arange(len(self.colours)), cells)

    def separates(self) -> Fraction:
        """Return how many boards differ up to lower moves; raise `LimitReachedError` if uncountable."""
        shown, exact = self._shown()
        return exact * count_arrangements(self.sources, shown.tolist())

    def apart_at_most(self) -> Fraction:
        """Return how many boards can be told apart at most: as if orbits had nothing in common."""
        shown, found = self._shown()
        own = len(self.hidden.goal)
        for cells, _ in equivalent_orbits(self.sources):
            if len(set(shown[cells].tolist())) == 1:
                continue
            if cells[0] < own:
                found *= count_arrangements(restrict(self.sources, cells), shown[cells].tolist())
                continue
            ways = _distinguishes(self, self.colours, cells)
            if ways is None:
                raise LimitReachedError("Pieces that belong together have too many places.")
            found *= ways.size
        return found

    def checks(self) -> list[Coordinate]:
        """Return extra coordinates that a board must satisfy to be solvable."""
        if not self.wide:
            return []
        found, cells = None, list[int]()
        for each in sorted(orbits_of(self.sources), key=len):
            both = [*cells, *each]
            if len(set(self.goal[each].tolist())) > 1:
                whole = self.distinguishes(both)
                if whole is not None:
                    found, cells = whole, both
        return [] if found is None else [found]

    def _shown(self) -> tuple[Array, Fraction]:
        """Return what all cells show but the exact ones, and how many boards these tell apart."""
        shown = self.colours[self.goal]
        if not self.exact:
            return shown, Fraction(1)
        whole = self.distinguishes(self.exact)
        assert whole is not None
        shown[self.exact] = OTHER
        return shown, _separates(whole, self.down)


def make_view(
    every: ChainGenerators, upper: Levels, lower: Levels, goal: Array, *, wide: bool
) -> ColouredView:
    """Return how a stage sees boards: by colours alone, unless it is `wide`."""
    acting, left = every.moving(upper), every.moving(lower)
    sources = [source for _, source in acting]
    lowered = [source for _, source in left]
    row = {g: n for n, (g, _) in enumerate(acting)}
    down = [(row[g], lower[g] // upper[g]) for g, _ in left]
    more = (
        find_hidden_invariants(sources, lowered, goal)
        if wide and left
        else HiddenInvariants(goal, [], [])
    )
    shown = more.boards(goal[None])[0]
    sources, lowered = list(map(more.source, sources)), list(map(more.source, lowered))
    first: dict[int, int] = {}
    joined = DisjointSets()
    for cell, part in enumerate(shown.tolist()):
        joined.join(first.setdefault(part, cell), cell)
    for source in lowered:
        for cell, origin in enumerate(source):
            joined.join(cell, origin)
    colours = numpy.zeros(1 + shown.max(), numpy.int64)
    for cells in joined.sets(list(range(len(shown)))):
        colours[shown[cells]] = cells[0]
    found = ColouredView(more, shown, sources, down, colours, [], wide)
    return found._replace(exact=_exact(found)) if wide and left else found


def _exact(view: ColouredView) -> list[int]:
    """Return a smallest set of cells of equal pieces whose arrangements colours do not tell."""
    mixed = [
        cells
        for cells in orbits_of(view.sources)
        if 1 < len(set(view.goal[cells].tolist())) < len(cells)
    ]

    def told(some: Sequence[list[int]]) -> Fraction:
        """Return how many boards all parts there tell apart; 1 if there are too many places."""
        whole = view.distinguishes(_merged(some))
        return Fraction(1) if whole is None else _separates(whole, view.down)

    def coloured(some: Sequence[list[int]]) -> int:
        """Return how many boards the colours there tell apart, likewise."""
        whole = _distinguishes(view, view.colours, _merged(some))
        return 1 if whole is None else whole.size

    if told(mixed) == 1:
        mixed = [each for each in mixed if told([each]) > coloured([each])]
    whole = told(mixed)
    if whole <= coloured(mixed):
        return []
    for each in list(mixed):
        rest = [other for other in mixed if other is not each]
        if told(rest) * coloured([each]) >= whole:
            mixed = rest
    return _merged(mixed)


def orbits_of(sources: Sequence[Images]) -> list[list[int]]:
    """Return the cells between which moves carry, orbit by orbit, without those that stay."""
    return [sorted(cells) for cells in orbits(sources) if len(cells) > 1]


def _merged(some: Sequence[list[int]]) -> list[int]:
    return sorted(cell for each in some for cell in each)


def _distinguishes(view: ColouredView, colours: Array, cells: Sequence[int]) -> Coordinate | None:
    """Return the coordinate that tells colours on some cells; None if it is too large."""
    shown = sorted(set(colours[view.goal[list(cells)]].tolist()))
    if not 0 < len(shown) <= LABELS:
        return None
    labels = label_states(colours, [[colour] for colour in shown])
    own = len(view.hidden.goal)
    if (
        cells[0] < own
        and distance_bound(cells, labels[view.goal], view.sources) > SLACK * MAX_EXACT
    ):
        return None
    return make_coordinate(cells, labels, view.goal, view.sources, MAX_EXACT)


def _separates(whole: Coordinate, down: Sequence[tuple[int, int]]) -> Fraction:
    """Return how many boards a coordinate tells apart up to lower moves."""
    return Fraction(whole.size, len(goals(whole, down)))


def goals(coordinate: Coordinate, down: Sequence[tuple[int, int]]) -> Array:
    """Return the places to which the lower moves lead from the goal, by rows and powers."""
    reached = numpy.zeros(coordinate.size, bool)
    front = numpy.zeros(1, numpy.int64)
    while len(front):
        reached[front] = True
        found = []
        for row, power in down:
            there = front
            for _ in range(power):
                there = coordinate.to[there, row]
            found.append(there[~reached[there]])
        front = numpy.unique(numpy.concatenate(found)) if found else front[:0]
    return numpy.flatnonzero(reached)
