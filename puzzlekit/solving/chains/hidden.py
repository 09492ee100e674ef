"""Hidden cells for subgroup invariants that the colours of cells cannot express.

A subgroup may preserve the sign of a permutation of pieces, or the pairing between the pieces in
two orbits. A board therefore gets two cells per sign, which odd moves exchange, and a cell for each
pair of cells in two paired orbits, which marks whether partners lie there.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy

from ...core.permutation import Images, is_even, restrict
from ...groups.orbits import orbit
from ...groups.plain.piece_orbits import equivalent_orbits
from ..spaces.encoded_states import Array

#: Maximum number of orbits that share a sign, and of pieces in a paired orbit.
MAX_SIGN_ORBITS, MAX_PAIRED = 3, 24


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
    orbits = [cells for cells, _ in equivalent_orbits(list(upper)) if _differ(cells, goal)]
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
        return set(orbit(upper, cells[0])) == set(cells) and _differ(cells, goal)

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


def _differ(cells: Sequence[int], goal: Array) -> bool:
    """Return whether the parts on the given cells are all different."""
    return len(set(goal[list(cells)].tolist())) == len(cells)
