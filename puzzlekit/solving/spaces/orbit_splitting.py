"""How positions are split into rows and columns: found from the moves and the pieces alone.

A piece fills a slot: one cell, or several where a permutation of the cells commutes with all moves,
which then is a twist. Of each piece the row can know all, nothing, or all but its twist; the
column knows the rest.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ...core.permutation import Images
from ...groups.orbits import orbits as cell_orbits
from ...groups.plain.piece_orbits import equivalent_orbits, piece_orbits
from .mechanism import Mechanism

#: Rows and columns at most, and columns that are enough to be quick.
MAX_ROWS, MAX_COLUMNS, ENOUGH = 400_000, 50_000, 600

#: However many patterns of cells there are, moves permute the columns in about so many ways.
MAX_PATTERNS = 30

#: How many there may seem to be: not all can be reached.
MOST_ROWS, MOST_COLUMNS = 4 * MAX_ROWS, 4 * MAX_COLUMNS

#: Ways to split some orbits that are looked at further, where there are many.
MAX_WAYS = 60

#: What a row knows of a piece that is left to the column.
REMAINDER = "*"


class Part(NamedTuple):
    """What a cell shows: of which orbit, the piece (by number; -1 is a hole), and its twist."""

    orbit: int
    piece: int
    twist: int


class Orbit(NamedTuple):
    """Slots between which pieces can be carried, and what lies in them by what is seen there."""

    number: int
    slots: list[tuple[int, ...]]
    known: dict[tuple[str, ...], list[Part]]
    counts: Counter[int]
    periods: dict[int, int]

    def parts(self, labels: Sequence[str]) -> Iterator[tuple[int, Part]]:
        """Yield what each cell shows; raise `KeyError` where it is no piece of the puzzle."""
        for slot in self.slots:
            seen = self.known[tuple([labels[cell] for cell in slot])]
            yield from zip(slot, seen, strict=True)


#: What is known of a part.
Known = Callable[[Part], Hashable]


class Split(NamedTuple):
    """What rows and columns know of each part, and how many of both there may be.

    The `patterns` are ways in which the cells can lie of which the columns know more.
    """

    rows: Mapping[Part, Hashable]
    columns: Mapping[Part, Hashable]
    most_rows: int
    most_columns: int
    patterns: int

    @property
    def cost(self) -> tuple[bool, int]:
        """What is preferred: enough columns, few permutations of them, small tables."""
        turns = min(self.patterns, MAX_PATTERNS)
        return self.most_columns < ENOUGH, self.most_rows + self.most_columns * turns


def orbits(puzzle: Mechanism, labels: Sequence[str]) -> list[Orbit]:
    """Return the orbits of an arrangement of labels, with their pieces."""
    found = list[Orbit]()
    for cells in map(sorted, cell_orbits(puzzle.sources)):
        slots: list[tuple[int, ...]] = [(cell,) for cell in cells]
        if not puzzle.holes:
            slots = _slots(cells, puzzle.sources)
        found.append(_orbit(len(found), slots, labels))
    return found


class Coupling(NamedTuple):
    """An orbit that another one tells about: cell by cell, and part by part."""

    orbit: int
    cells: Mapping[int, int]
    parts: Mapping[Part, Part]


def couplings(puzzle: Mechanism, parts: Sequence[Part]) -> list[Coupling]:
    """Return orbits that need not be looked at: stickers of pieces of which others tell."""
    if puzzle.holes:
        return []
    tied = []
    for _, maps in equivalent_orbits(list(puzzle.sources)):
        for cells in maps:
            pairs = {(parts[cell], parts[other]) for cell, other in cells.items()}
            told = dict(pairs)
            if len(told) == len(pairs):
                (number,) = {part.orbit for part in told.values()}
                tied.append(Coupling(number, cells, told))
    return tied


def parts_of(found: Sequence[Orbit], labels: Sequence[str]) -> list[Part]:
    """Return what each cell shows; raise `KeyError` where it is no piece of the puzzle."""
    shown = dict(pair for each in found for pair in each.parts(labels))
    return [shown[cell] for cell in range(len(labels))]


def _orbit(number: int, slots: list[tuple[int, ...]], labels: Sequence[str]) -> Orbit:
    """Number the pieces, those that look alike by one number; a twist that shows nothing is 0."""
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


def make_splits(found: Sequence[Orbit], tied: Collection[int] = ()) -> list[Split]:
    """Return ways to split the positions, the best first; of tied orbits nothing is known."""
    ways = [Split({}, {}, 1, 1, 1)]
    for each in found:
        own = [_nothing(each)] if each.number in tied else list(_ways(each))
        ways = [_both(one, other) for one in ways for other in own]
        fit = [way for way in ways if way.most_rows <= MOST_ROWS]
        fit = [way for way in fit if way.most_columns <= MOST_COLUMNS]
        ways = sorted(fit, key=lambda way: way.cost)[:MAX_WAYS]
    return ways


def _both(one: Split, other: Split) -> Split:
    """Return the split of two orbits, or of several and one more."""
    return Split(
        {**one.rows, **other.rows},
        {**one.columns, **other.columns},
        one.most_rows * other.most_rows,
        one.most_columns * other.most_columns,
        one.patterns * other.patterns,
    )


def _nothing(each: Orbit) -> Split:
    known = {part: (REMAINDER, each.number) for seen in each.known.values() for part in seen}
    return Split(known, known, 1, 1, 1)


def _ways(each: Orbit) -> Iterator[Split]:
    """Yield ways to split one orbit: some pieces are left to the column, or all but their twist."""
    every, turned = _arrangements(each.counts), _twists(each, each.counts)
    least = min(each.periods.values())
    pieces = [piece for piece in each.counts if piece >= 0]
    parts = {part for seen in each.known.values() for part in seen}

    def way(row: Known, column: Known, rows: int, columns: int, patterns: int) -> Split:
        known = {part: row(part) for part in parts}, {part: column(part) for part in parts}
        return Split(*known, rows, columns, patterns)

    for number in range(len(pieces) + 1):
        left = Counter({piece: each.counts[piece] for piece in pieces[:number]})
        inner, twists = _arrangements(left), _twists(each, left)
        outer, others = every // inner, turned // twists
        # The sum of all twists is mostly known, and is left out where the last are.
        if number < len(pieces):
            others = max(1, others // least)
        else:
            twists = max(1, twists // least)

        def hidden(part: Part, left: Collection[int] = left) -> Hashable:
            return (REMAINDER, part.orbit) if part.piece in left else part

        def twist(part: Part, left: Collection[int] = left) -> Hashable:
            period = each.periods[part.piece]
            return (REMAINDER, part.orbit, period, part.twist) if part.piece in left else part

        if not number or inner * twists > 1:  # the column must know something
            patterns = outer if number else 1
            yield way(hidden, lambda part: part, outer * others, inner * twists, patterns)
        if inner > 1 and least > 1:
            yield way(twist, lambda part: part[:2], outer * turned // least, inner, outer)
    if max(each.periods.values()) > 1:

        def own(part: Part) -> Hashable:
            return each.periods[part.piece], part.twist

        yield way(lambda part: part[:2], own, every, turned // least, every)


def _twists(each: Orbit, counts: Counter[int]) -> int:
    return math.prod(each.periods[piece] ** count for piece, count in counts.items())


def _arrangements(counts: Counter[int]) -> int:
    found = math.factorial(sum(counts.values()))
    return found // math.prod(math.factorial(count) for count in counts.values())


def _slots(cells: list[int], sources: Sequence[Images]) -> list[tuple[int, ...]]:
    """Return the slots of an orbit, the cells of each in the order of their twists."""
    (kind,) = piece_orbits(list(sources), [cells])
    slots = [[-1] * kind.size for _ in range(kind.blocks)]
    for cell, (number, twist) in kind.place.items():
        slots[number][twist] = cell
    return [tuple(slot) for slot in slots]
