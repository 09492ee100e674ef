"""Cells that are not there show what colours of cells do not show of a subgroup.

A subgroup may keep the sign of a permutation of pieces, or tie pieces to others. So a board gets
two cells for a sign, which odd moves exchange, and cells for the pairs of two orbits, coloured
where pieces lie that belong together.
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

#: Orbits whose signs are looked at together, and pieces of an orbit that is paired, at most.
SIGNS, PAIRED = 3, 24


class HiddenInvariants(NamedTuple):
    """Cells whose pieces have a sign together, and pairs of orbits, cell by cell, that are tied.

    `goal` says which part is on which cell; none of these cells has a part that another has too.
    """

    goal: Array
    signs: list[Array]
    pairs: list[tuple[Array, Array]]

    def source(self, source: Images) -> Images:
        """Return the sources of a move, those of the hidden cells after the others."""
        found = list(source)
        for cells in self.signs:
            even = is_even(restrict([source], cells.tolist())[0])
            found += [len(found) + (not even), len(found) + even]
        for here, there in self.pairs:
            first, many = len(found), len(there)
            place = {cell: n for n, cell in enumerate(here.tolist())}
            other = {cell: n for n, cell in enumerate(there.tolist())}
            found += [
                first + place[source[one]] * many + other[source[two]]
                for one in place
                for two in other
            ]
        return tuple(found)

    def boards(self, boards: Array) -> Array:
        """Return boards, one in each row, with what is on the hidden cells."""
        if not self.signs and not self.pairs:
            return boards
        many = 1 + int(self.goal.max())
        columns = [boards]
        for cells in self.signs:
            place = numpy.zeros(many, numpy.int64)
            place[self.goal[cells]] = range(len(cells))
            order = place[boards[:, cells]]
            odd = numpy.zeros(len(boards), bool)
            for n in range(len(cells) - 1):
                odd ^= (order[:, n, None] > order[:, n + 1 :]).sum(axis=1) % 2 == 1
            columns.append(many + numpy.stack([odd, ~odd], axis=1))
        for here, there in self.pairs:
            partner = numpy.full(many, -1)
            partner[self.goal[here]] = self.goal[there]
            paired = partner[boards[:, here]][:, :, None] == boards[:, None, there]
            columns.append(many + 2 + paired.reshape(len(boards), -1))
        return numpy.concatenate(columns, axis=1).astype(boards.dtype)


def find_hidden_invariants(
    upper: Sequence[Images], lower: Sequence[Images], goal: Array
) -> HiddenInvariants:
    """Return what lower moves keep, and upper ones do not, that no colours of cells show."""
    return HiddenInvariants(
        goal, list(_signs(upper, lower, goal)), list(_pairs(upper, lower, goal))
    )


def _signs(upper: Sequence[Images], lower: Sequence[Images], goal: Array) -> Iterator[Array]:
    orbits = [cells for cells, _ in equivalent_orbits(list(upper)) if _differ(cells, goal)]
    known = {(True,) * len(upper)}
    for many in range(1, 1 + SIGNS):
        for some in combinations(orbits, many):
            cells = [cell for each in some for cell in each]
            even = tuple([is_even(each) for each in restrict(upper, cells)])
            if even not in known and all(map(is_even, restrict(lower, cells))):
                yield numpy.array(cells)
                # What products of signs show is known now too.
                known |= {tuple([a == b for a, b in zip(even, own, strict=True)]) for own in known}


def _pairs(
    upper: Sequence[Images], lower: Sequence[Images], goal: Array
) -> Iterator[tuple[Array, Array]]:
    def is_orbit(cells: list[int]) -> bool:
        """Return whether cells are an orbit of the upper moves too, with a part of its own each."""
        return set(orbit(upper, cells[0])) == set(cells) and _differ(cells, goal)

    for _, maps in equivalent_orbits(list(lower)):
        for partner in maps:
            here, there = list(partner), list(partner.values())
            if len(here) > PAIRED or not is_orbit(here) or not is_orbit(there):
                continue
            if any(partner[move[cell]] != move[partner[cell]] for move in upper for cell in here):
                yield numpy.array(here), numpy.array(there)


def _differ(cells: Sequence[int], goal: Array) -> bool:
    """Return whether no two cells have the same part."""
    return len(set(goal[list(cells)].tolist())) == len(cells)
