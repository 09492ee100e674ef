"""The view of a board in a stage, which shows the invariants of the lower moves as colours.

Colours cannot express all invariants. A subgroup may preserve the sign of a permutation of pieces,
or the pairing between the pieces in two orbits. A board therefore gets two hidden cells per sign,
which odd moves exchange, and a cell for each pair of cells in two paired orbits, which marks
whether partners lie there.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import prod
from typing import NamedTuple

import numpy

from ...core.errors import LimitReachedError
from ...core.permutation import Images, is_even, orbit, orbits, restrict
from ...core.union_find import DisjointSets
from ...groups.arrangements import count_arrangements
from ...groups.plain.piece_orbits import equivalent_orbits
from ..spaces.encoded_states import Array
from ..spaces.row_column_splits import orbits as piece_kinds
from .coordinates import (
    SLACK,
    Coordinate,
    Forbidden,
    label_separately,
    make_coordinate,
)
from .generators import ChainGenerators, GeneratorLevels

#: Maximum number of orbits that share a sign, and of pieces in a paired orbit.
MAX_SIGN_ORBITS, MAX_PAIRED = 3, 24

#: Maximum number of arrangements in a coordinate that distinguishes all equal pieces.
MAX_EXACT = 100_000

#: Maximum number of labels in a coordinate, apart from 0, which stands for all other parts.
MAX_LABELS = 255

#: The colour of the cells covered by the exact coordinate.
OTHER = -1


class HiddenInvariants(NamedTuple):
    """The sets of cells on which the sign of a permutation is invariant, and the paired orbits.

    `goal` is the part on each cell. The parts on each set of cells in `signs` and `pairs` are all
    different.
    """

    goal: Array
    signs: list[Array]
    pairs: list[tuple[Array, Array]]

    def source(self, source: Images) -> Images:
        """Return the sources of a move, extended by the hidden cells."""
        extended = list(source)
        for cells in self.signs:
            even = is_even(restrict([source], cells.tolist())[0])
            extended += [len(extended) + (not even), len(extended) + even]
        for first_orbit, second_orbit in self.pairs:
            first, width = len(extended), len(second_orbit)
            place = {cell: n for n, cell in enumerate(first_orbit.tolist())}
            other = {cell: n for n, cell in enumerate(second_orbit.tolist())}
            extended += [
                first + place[source[one]] * width + other[source[two]]
                for one in place
                for two in other
            ]
        return tuple(extended)

    def boards(self, boards: Array) -> Array:
        """Return the boards (one per row), extended by the hidden cells."""
        if not self.signs and not self.pairs:
            return boards
        parts = 1 + int(self.goal.max())
        columns = [boards]
        for cells in self.signs:
            place = numpy.zeros(parts, numpy.int64)
            place[self.goal[cells]] = range(len(cells))
            order = place[boards[:, cells]]
            odd = numpy.zeros(len(boards), bool)
            for n in range(len(cells) - 1):
                odd ^= (order[:, n, None] > order[:, n + 1 :]).sum(axis=1) % 2 == 1
            columns.append(parts + numpy.stack([odd, ~odd], axis=1))
        for first_orbit, second_orbit in self.pairs:
            partner = numpy.full(parts, -1)
            partner[self.goal[first_orbit]] = self.goal[second_orbit]
            paired = partner[boards[:, first_orbit]][:, :, None] == boards[:, None, second_orbit]
            columns.append(parts + 2 + paired.reshape(len(boards), -1))
        return numpy.concatenate(columns, axis=1).astype(boards.dtype)


def find_hidden_invariants(
    upper: Sequence[Images], lower: Sequence[Images], goal: Array
) -> HiddenInvariants:
    """Return invariants of the lower moves that the upper moves do not preserve.

    Only invariants that colours cannot express are returned.
    """
    return HiddenInvariants(
        goal, list(_signs(upper, lower, goal)), list(_pairs(upper, lower, goal))
    )


def _signs(upper: Sequence[Images], lower: Sequence[Images], goal: Array) -> Iterator[Array]:
    orbits = [
        cells for cells, _ in equivalent_orbits(list(upper)) if _has_distinct_parts(cells, goal)
    ]
    known = {(True,) * len(upper)}
    for count in range(1, 1 + MAX_SIGN_ORBITS):
        for chosen in combinations(orbits, count):
            cells = [cell for each in chosen for cell in each]
            even = tuple([is_even(each) for each in restrict(upper, cells)])
            if even not in known and all(map(is_even, restrict(lower, cells))):
                yield numpy.array(cells)
                # Products of signs give nothing new.
                known |= {tuple([a == b for a, b in zip(even, own, strict=True)]) for own in known}


def _pairs(
    upper: Sequence[Images], lower: Sequence[Images], goal: Array
) -> Iterator[tuple[Array, Array]]:
    def is_orbit(cells: list[int]) -> bool:
        """Return whether the cells are also an orbit of the upper moves, with distinct parts."""
        return set(orbit(upper, cells[0])) == set(cells) and _has_distinct_parts(cells, goal)

    for _, maps in equivalent_orbits(list(lower)):
        for partner in maps:
            first_orbit, second_orbit = list(partner), list(partner.values())
            if (
                len(first_orbit) > MAX_PAIRED
                or not is_orbit(first_orbit)
                or not is_orbit(second_orbit)
            ):
                continue
            if any(
                partner[move[cell]] != move[partner[cell]] for move in upper for cell in first_orbit
            ):
                yield numpy.array(first_orbit), numpy.array(second_orbit)


def _has_distinct_parts(cells: Sequence[int], goal: Array) -> bool:
    """Return whether the parts on the given cells are all different."""
    return len(set(goal[list(cells)].tolist())) == len(cells)


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

    def places_bound(self, cells: Sequence[int], labels: Array) -> int:
        """Return an upper bound on the number of places for the labels on the given cells."""
        shown = list(map(str, labels[self.goal[list(cells)]].tolist()))
        return prod(
            each.arrangements(each.counts) * each.twists(each.counts)
            for each in piece_kinds(restrict(self.sources, cells), shown)
        )

    def coordinate(
        self, cells: Sequence[int], labels: Array, max_places: int, banned: Forbidden = ()
    ) -> Coordinate | None:
        """Return the coordinate of labels on the given cells, or None if it is too large."""
        has_bound = not banned and cells[0] < len(self.hidden.goal)
        if has_bound and self.places_bound(cells, labels) > SLACK * max_places:
            return None
        return make_coordinate(cells, labels, self.goal, self.sources, max_places, banned)

    def colour_coordinate(self, colours: Array, cells: Sequence[int]) -> Coordinate | None:
        """Return the coordinate for the colours on the given cells, or None if it is too large."""
        shown = sorted(set(colours[self.goal[list(cells)]].tolist()))
        if not 0 < len(shown) <= MAX_LABELS:
            return None
        return self.coordinate(cells, label_separately(colours, shown), MAX_EXACT)

    def exact_coordinate(self, cells: Sequence[int]) -> Coordinate | None:
        """Return the coordinate that distinguishes all parts on the cells, or None if too large."""
        return self.colour_coordinate(numpy.arange(len(self.colours)), cells)

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
            coordinate = self.colour_coordinate(self.colours, cells)
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
        return shown, _count_separated(coordinate, self.down)


def make_view(
    every: ChainGenerators,
    upper: GeneratorLevels,
    lower: GeneratorLevels,
    goal: Array,
    *,
    wide: bool,
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
    return view._replace(exact=_find_exact_cells(view)) if wide and lower_moves else view


def _find_exact_cells(view: ColouredView) -> list[int]:
    """Return a minimal set of cells on which colours alone do not distinguish all boards."""
    mixed = [
        cells
        for cells in orbits_of(view.sources)
        if 1 < len(set(view.goal[cells].tolist())) < len(cells)
    ]

    def count_exact(groups: Sequence[list[int]]) -> Fraction:
        """Return the number of boards that the parts distinguish, or 1 if there are too many."""
        coordinate = view.exact_coordinate(_sorted_union(groups))
        return Fraction(1) if coordinate is None else _count_separated(coordinate, view.down)

    def count_coloured(groups: Sequence[list[int]]) -> int:
        """Return the number of boards that colours distinguish, or 1 if there are too many."""
        coordinate = view.colour_coordinate(view.colours, _sorted_union(groups))
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
    return _sorted_union(mixed)


def orbits_of(sources: Sequence[Images]) -> list[list[int]]:
    """Return the orbits of cells under the moves, without the fixed cells."""
    return [sorted(cells) for cells in orbits(sources) if len(cells) > 1]


def _sorted_union(some: Sequence[list[int]]) -> list[int]:
    return sorted(cell for each in some for cell in each)


def _count_separated(coordinate: Coordinate, lower_moves: Sequence[tuple[int, int]]) -> Fraction:
    """Return the number of boards, up to lower moves, that a coordinate distinguishes."""
    return Fraction(coordinate.size, len(goal_places(coordinate, lower_moves)))


def goal_places(coordinate: Coordinate, lower_moves: Sequence[tuple[int, int]]) -> Array:
    """Return the places that can be reached from the goal by the lower moves."""
    reached = numpy.zeros(coordinate.size, bool)
    front = numpy.zeros(1, numpy.int64)
    while len(front):
        reached[front] = True
        new = []
        for row, power in lower_moves:
            images = front
            for _ in range(power):
                images = coordinate.to[images, row]
            new.append(images[~reached[images]])
        front = numpy.unique(numpy.concatenate(new)) if new else front[:0]
    return numpy.flatnonzero(reached)
