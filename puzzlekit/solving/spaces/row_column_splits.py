"""Splits of positions into rows and columns, derived from the moves and the pieces.

A piece fills a slot of one cell, or of several cells if a permutation of the cells (a twist)
commutes with all moves. For each piece, the row encodes everything, everything but the twist, or
nothing; the column encodes the rest.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ...core.permutation import Images
from ...core.permutation import orbits as cell_orbits
from ...groups.plain.piece_orbits import equivalent_orbits, piece_orbits
from .label_permutations import Mechanism

#: Maximum number of rows, maximum number of columns, and number of columns that is enough for
#: speed.
MAX_ROWS, MAX_COLUMNS, ENOUGH = 400_000, 50_000, 600

#: Upper limit for the estimated number of column permutations.
MAX_PATTERNS = 30

#: Limits for estimates, which include unreachable rows and columns.
MAX_ESTIMATED_ROWS, MAX_ESTIMATED_COLUMNS = 4 * MAX_ROWS, 4 * MAX_COLUMNS

#: Maximum number of partial splits that are extended.
MAX_SPLITS = 60

#: The row's code for a piece that is encoded by the column.
REMAINDER = "*"


class Part(NamedTuple):
    """The content of a cell, given by its orbit, piece (-1 for a hole) and twist."""

    orbit: int
    piece: int
    twist: int


class Orbit(NamedTuple):
    """A set of slots that exchange pieces, and the parts for each set of labels on a slot."""

    number: int
    slots: list[tuple[int, ...]]
    known: dict[tuple[str, ...], list[Part]]
    counts: Counter[int]
    periods: dict[int, int]

    def parts(self, labels: Sequence[str]) -> Iterator[tuple[int, Part]]:
        """Yield (cell, part) pairs; raise `KeyError` for unknown labels."""
        for slot in self.slots:
            seen = self.known[tuple([labels[cell] for cell in slot])]
            yield from zip(slot, seen, strict=True)

    def arrangements(self, pieces: Collection[int]) -> int:
        """Return the number of ways to arrange the given pieces in their own slots."""
        counts = [self.counts[piece] for piece in pieces]
        return math.factorial(sum(counts)) // math.prod(map(math.factorial, counts))

    def twists(self, pieces: Collection[int]) -> int:
        """Return the number of ways to twist the given pieces."""
        return math.prod(self.periods[piece] ** self.counts[piece] for piece in pieces)


#: A function from parts to codes.
Known = Callable[[Part], Hashable]


class Split(NamedTuple):
    """The codes of parts in rows and columns, with the estimated numbers of rows and columns.

    `patterns` is the estimated number of placements of the pieces that columns encode.
    """

    rows: Mapping[Part, Hashable]
    columns: Mapping[Part, Hashable]
    most_rows: int
    most_columns: int
    patterns: int

    @property
    def cost(self) -> tuple[bool, int]:
        """A sort key that prefers enough columns, few permutations of them, and small tables."""
        turns = min(self.patterns, MAX_PATTERNS)
        return self.most_columns < ENOUGH, self.most_rows + self.most_columns * turns


def orbits(sources: Sequence[Images], labels: Sequence[str], *, holes: bool = False) -> list[Orbit]:
    """Return the orbits of an arrangement of labels under moves, with their pieces.

    If some cells are `holes`, each piece fills a slot of one cell.
    """
    result = list[Orbit]()
    for cells in map(sorted, cell_orbits(sources)):
        slots: list[tuple[int, ...]] = [(cell,) for cell in cells]
        if not holes:
            slots = next(piece_orbits(list(sources), [cells])).slots
        result.append(_orbit(len(result), slots, labels))
    return result


class Coupling(NamedTuple):
    """An orbit whose parts are determined by the parts in another orbit."""

    orbit: int
    cells: Mapping[int, int]
    parts: Mapping[Part, Part]


def couplings(puzzle: Mechanism, parts: Sequence[Part]) -> list[Coupling]:
    """Return the orbits determined by other orbits, such as further stickers on the same pieces."""
    if puzzle.holes:
        return []
    result = []
    for _, maps in equivalent_orbits(puzzle.sources):
        for cells in maps:
            pairs = {(parts[cell], parts[other]) for cell, other in cells.items()}
            mapping = dict(pairs)
            if len(mapping) == len(pairs):
                (number,) = {part.orbit for part in mapping.values()}
                result.append(Coupling(number, cells, mapping))
    return result


def parts_of(orbit_list: Sequence[Orbit], labels: Sequence[str]) -> list[Part]:
    """Return the part on each cell; raise `KeyError` for unknown labels."""
    part_by_cell = dict(pair for each in orbit_list for pair in each.parts(labels))
    return [part_by_cell[cell] for cell in range(len(labels))]


def _orbit(number: int, slots: list[tuple[int, ...]], labels: Sequence[str]) -> Orbit:
    """Return an orbit where equal pieces share a number and invisible twists are 0."""
    known: dict[tuple[str, ...], list[Part]] = {}
    counts, periods = Counter[int](), dict[int, int]()
    for slot in slots:
        shown = tuple(labels[cell] for cell in slot)
        if shown not in known:
            piece = -1 if shown == ("",) else len(periods)
            turned = [shown[-by:] + shown[:-by] for by in range(len(slot))]
            period = turned.index(shown, 1) if shown in turned[1:] else len(slot)
            periods[piece] = period
            for by in range(period):
                known[turned[by]] = [
                    Part(number, piece, (place - by) % period) for place in range(len(slot))
                ]
        counts[known[shown][0].piece] += 1
    return Orbit(number, slots, known, counts, periods)


def make_splits(orbit_list: Sequence[Orbit], tied: Collection[int] = ()) -> list[Split]:
    """Return splits of the positions, best split first. Tied orbits are ignored."""
    splits = [Split({}, {}, 1, 1, 1)]
    for each in orbit_list:
        orbit_splits = [_ignoring_split(each)] if each.number in tied else list(_orbit_splits(each))
        splits = [_combine(one, other) for one in splits for other in orbit_splits]
        feasible = [split for split in splits if split.most_rows <= MAX_ESTIMATED_ROWS]
        feasible = [split for split in feasible if split.most_columns <= MAX_ESTIMATED_COLUMNS]
        splits = sorted(feasible, key=lambda split: split.cost)[:MAX_SPLITS]
    return splits


def _combine(one: Split, other: Split) -> Split:
    """Return the combination of two splits."""
    return Split(
        {**one.rows, **other.rows},
        {**one.columns, **other.columns},
        one.most_rows * other.most_rows,
        one.most_columns * other.most_columns,
        one.patterns * other.patterns,
    )


def _ignoring_split(each: Orbit) -> Split:
    known = {part: (REMAINDER, each.number) for seen in each.known.values() for part in seen}
    return Split(known, known, 1, 1, 1)


def _orbit_splits(each: Orbit) -> Iterator[Split]:
    """Yield splits of an orbit. The column encodes some of the pieces, or only twists."""
    arrangements, twist_count = each.arrangements(each.counts), each.twists(each.counts)
    min_period = min(each.periods.values())
    pieces = [piece for piece in each.counts if piece >= 0]
    parts = {part for seen in each.known.values() for part in seen}

    def make_split(row: Known, column: Known, rows: int, columns: int, patterns: int) -> Split:
        known = {part: row(part) for part in parts}, {part: column(part) for part in parts}
        return Split(*known, rows, columns, patterns)

    for number in range(len(pieces) + 1):
        column_pieces = frozenset(pieces[:number])
        inner, twists = each.arrangements(column_pieces), each.twists(column_pieces)
        outer, others = arrangements // inner, twist_count // twists
        # The sum of all twists is usually fixed, which determines one of the twists.
        if number < len(pieces):
            others = max(1, others // min_period)
        else:
            twists = max(1, twists // min_period)

        def hidden(part: Part, column_pieces: Collection[int] = column_pieces) -> Hashable:
            return (REMAINDER, part.orbit) if part.piece in column_pieces else part

        def twist(part: Part, column_pieces: Collection[int] = column_pieces) -> Hashable:
            period = each.periods[part.piece]
            return (
                (REMAINDER, part.orbit, period, part.twist) if part.piece in column_pieces else part
            )

        if not number or inner * twists > 1:  # the column must encode something
            patterns = outer if number else 1
            yield make_split(hidden, lambda part: part, outer * others, inner * twists, patterns)
        if inner > 1 and min_period > 1:
            yield make_split(
                twist, lambda part: part[:2], outer * twist_count // min_period, inner, outer
            )
    if max(each.periods.values()) > 1:

        def own(part: Part) -> Hashable:
            return each.periods[part.piece], part.twist

        yield make_split(
            lambda part: part[:2], own, arrangements, twist_count // min_period, arrangements
        )
