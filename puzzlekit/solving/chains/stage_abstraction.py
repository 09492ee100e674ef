"""The view of a board in a stage, which shows the invariants of the lower moves as colours."""

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
from .coordinates import SLACK, Coordinate, Forbidden, distance_bound, make_coordinate, separate
from .generators import ChainGenerators, Levels
from .hidden import HiddenInvariants, find_hidden_invariants

#: Maximum number of arrangements in a coordinate that distinguishes all equal pieces.
MAX_EXACT = 100_000

#: Maximum number of labels in a coordinate, apart from 0, which stands for all other parts.
MAX_LABELS = 255

#: The colour of the cells covered by the exact coordinate.
OTHER = -1


class ColouredView(NamedTuple):
    """The view of boards in a stage, extended by `hidden` cells.

    `sources` describes the moves, `goal` is the part on each cell, and `colours` gives the colour
    of each part. All parts on `exact` cells are distinguished; on these cells, every image of the
    goal under the lower moves counts as solved. `down` lists the lower moves as (row, power).
    """

    hidden: HiddenInvariants
    goal: Array
    sources: list[Images]
    down: list[tuple[int, int]]
    colours: Array
    exact: list[int]
    wide: bool

    def bound(self, cells: Sequence[int], labels: Array) -> int:
        """Return an upper bound on the number of places for the labels on the given cells."""
        return distance_bound(cells, labels[self.goal], self.sources)

    def coordinate(
        self, cells: Sequence[int], labels: Array, max_places: int, banned: Forbidden = ()
    ) -> Coordinate | None:
        """Return the coordinate of labels on the given cells, or None if it is too large."""
        has_bound = not banned and cells[0] < len(self.hidden.goal)
        if has_bound and self.bound(cells, labels) > SLACK * max_places:
            return None
        return make_coordinate(cells, labels, self.goal, self.sources, max_places, banned)

    def distinguishing(self, colours: Array, cells: Sequence[int]) -> Coordinate | None:
        """Return the coordinate for the colours on the given cells, or None if it is too large."""
        shown = sorted(set(colours[self.goal[list(cells)]].tolist()))
        if not 0 < len(shown) <= MAX_LABELS:
            return None
        return self.coordinate(cells, separate(colours, shown), MAX_EXACT)

    def exact_coordinate(self, cells: Sequence[int]) -> Coordinate | None:
        """Return the coordinate that distinguishes all parts on the cells, or None if too large."""
        return self.distinguishing(numpy.arange(len(self.colours)), cells)

    def count_boards(self) -> Fraction:
        """Return the number of boards up to lower moves.

        Raises `LimitReachedError` if counting takes too long.
        """
        shown, exact = self._colours_and_exact_count()
        return exact * count_arrangements(self.sources, shown.tolist())

    def count_boards_bound(self) -> Fraction:
        """Return an upper bound for `count_boards`, which treats orbits as independent."""
        shown, count = self._colours_and_exact_count()
        own = len(self.hidden.goal)
        for cells, _ in equivalent_orbits(self.sources):
            if len(set(shown[cells].tolist())) == 1:
                continue
            if cells[0] < own:
                count *= count_arrangements(restrict(self.sources, cells), shown[cells].tolist())
                continue
            coordinate = self.distinguishing(self.colours, cells)
            if coordinate is None:
                raise LimitReachedError("Paired pieces have too many placements for a table.")
            count *= coordinate.size
        return count

    def checks(self) -> list[Coordinate]:
        """Return extra coordinates that detect some of the unsolvable boards."""
        if not self.wide:
            return []
        coordinate, cells = None, list[int]()
        for each in sorted(orbits_of(self.sources), key=len):
            both = [*cells, *each]
            if len(set(self.goal[each].tolist())) > 1:
                larger = self.exact_coordinate(both)
                if larger is not None:
                    coordinate, cells = larger, both
        return [] if coordinate is None else [coordinate]

    def _colours_and_exact_count(self) -> tuple[Array, Fraction]:
        """Return the colours (`OTHER` on exact cells), and the number of boards on exact cells."""
        shown = self.colours[self.goal]
        if not self.exact:
            return shown, Fraction(1)
        coordinate = self.exact_coordinate(self.exact)
        assert coordinate is not None
        shown[self.exact] = OTHER
        return shown, _separates(coordinate, self.down)


def make_view(
    every: ChainGenerators, upper: Levels, lower: Levels, goal: Array, *, wide: bool
) -> ColouredView:
    """Return the view for a stage. It shows only colours unless the stage is `wide`."""
    acting, lower_moves = every.allowed_powers(upper), every.allowed_powers(lower)
    sources = [source for _, source in acting]
    lower_sources = [source for _, source in lower_moves]
    row = {g: n for n, (g, _) in enumerate(acting)}
    down = [(row[g], lower[g] // upper[g]) for g, _ in lower_moves]
    hidden = (
        find_hidden_invariants(sources, lower_sources, goal)
        if wide and lower_moves
        else HiddenInvariants(goal, [], [])
    )
    shown = hidden.boards(goal[None])[0]
    sources = list(map(hidden.source, sources))
    lower_sources = list(map(hidden.source, lower_sources))
    first: dict[int, int] = {}
    merged = DisjointSets()
    for cell, part in enumerate(shown.tolist()):
        merged.join(first.setdefault(part, cell), cell)
    for source in lower_sources:
        for cell, origin in enumerate(source):
            merged.join(cell, origin)
    colours = numpy.zeros(1 + shown.max(), numpy.int64)
    for cells in merged.sets(list(range(len(shown)))):
        colours[shown[cells]] = cells[0]
    view = ColouredView(hidden, shown, sources, down, colours, [], wide)
    return view._replace(exact=_exact(view)) if wide and lower_moves else view


def _exact(view: ColouredView) -> list[int]:
    """Return a minimal set of cells on which colours alone do not distinguish all boards."""
    mixed = [
        cells
        for cells in orbits_of(view.sources)
        if 1 < len(set(view.goal[cells].tolist())) < len(cells)
    ]

    def count_exact(groups: Sequence[list[int]]) -> Fraction:
        """Return the number of boards that the parts distinguish, or 1 if there are too many."""
        coordinate = view.exact_coordinate(_merged(groups))
        return Fraction(1) if coordinate is None else _separates(coordinate, view.down)

    def count_coloured(groups: Sequence[list[int]]) -> int:
        """Return the number of boards that colours distinguish, or 1 if there are too many."""
        coordinate = view.distinguishing(view.colours, _merged(groups))
        return 1 if coordinate is None else coordinate.size

    if count_exact(mixed) == 1:
        mixed = [each for each in mixed if count_exact([each]) > count_coloured([each])]
    coordinate = count_exact(mixed)
    if coordinate <= count_coloured(mixed):
        return []
    for each in list(mixed):
        rest = [other for other in mixed if other is not each]
        if count_exact(rest) * count_coloured([each]) >= coordinate:
            mixed = rest
    return _merged(mixed)


def orbits_of(sources: Sequence[Images]) -> list[list[int]]:
    """Return the orbits of cells under the moves, without the fixed cells."""
    return [sorted(cells) for cells in orbits(sources) if len(cells) > 1]


def _merged(some: Sequence[list[int]]) -> list[int]:
    return sorted(cell for each in some for cell in each)


def _separates(coordinate: Coordinate, down: Sequence[tuple[int, int]]) -> Fraction:
    """Return the number of boards, up to lower moves, that a coordinate distinguishes."""
    return Fraction(coordinate.size, len(goal_places(coordinate, down)))


def goal_places(coordinate: Coordinate, down: Sequence[tuple[int, int]]) -> Array:
    """Return the places that can be reached from the goal by the lower moves."""
    reached = numpy.zeros(coordinate.size, bool)
    front = numpy.zeros(1, numpy.int64)
    while len(front):
        reached[front] = True
        new = []
        for row, power in down:
            images = front
            for _ in range(power):
                images = coordinate.to[images, row]
            new.append(images[~reached[images]])
        front = numpy.unique(numpy.concatenate(new)) if new else front[:0]
    return numpy.flatnonzero(reached)
