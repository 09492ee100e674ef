"""Stages of a chain, each of which leads from the moves at some levels to those at lower levels.

Two cells get the same colour if the lower moves or an exchange of equal pieces can carry a sticker
from one to the other. The stage ends when the colours agree with those of the goal. This
generalises H. Kociemba's two-phase algorithm for the cube to any permutation puzzle.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

import numpy

from ...core.errors import LimitReachedError
from ...core.permutation import Images, identity, multiply
from ...core.progress import Progress
from ..spaces.encoded_states import Array
from .coordinate_choice import choose_coordinates
from .coordinates import MAX_PLACES, Coordinate, Forbidden
from .generators import ChainGenerators, GeneratorLevels
from .stage_colours import HiddenInvariants, make_view
from .tables import MAX_PARTS, Table, start_offsets, tables_for

#: Maximum number of move-table entries in a coordinate, divided among the stages of a chain. The
#: limit is lower with banned parts, because each power is a move and there are many coordinates.
MAX_MOVE_ENTRIES, MAX_BANNED_MOVE_ENTRIES = 40_000_000, 12_000_000

#: Maximum number of move-table entries in all the coordinates of a wide stage.
MAX_WIDE_MOVE_ENTRIES = 60_000_000

#: Maximum number of places in a coordinate of a chain to be built quickly.
MAX_QUICK_PLACES = 1_200_000

#: Maximum size of a table in bytes in a chain of two stages. Longer chains have smaller tables.
MAX_TABLE_BYTES = 20_000_000


class ChainTask(NamedTuple):
    """The moves of a puzzle, its goal (the part on each cell), and the parts banned from cells."""

    generators: ChainGenerators
    goal: Array
    banned: Forbidden
    progress: Progress


class ChainDesign(NamedTuple):
    """The levels at which the stages begin and end.

    If `wide` is true, stages distinguish more than colours (see `make_view`). If `beam` is true,
    the single stage is solved by beam search. If `quick` is true, coordinates have fewer places.
    """

    levels: Sequence[GeneratorLevels]
    wide: bool = False
    beam: bool = False
    quick: bool = False


class Stage(NamedTuple):
    """A coarser puzzle with its tables. `generators` and `levels` define its moves.

    `searched` holds the move tables, generators and pattern databases for the search kernel.
    """

    generators: tuple[int, ...]
    levels: tuple[int, ...]
    sources: Array
    hidden: HiddenInvariants
    places: list[Coordinate]
    checks: list[Coordinate]
    searched: tuple[Array, ...]

    def places_of(self, boards: Array) -> Array:
        """Return the places of each board (one board per row), or -1 for unreachable boards."""
        extended = self.hidden.boards(boards)
        places = numpy.stack([each.of(extended) for each in self.places], axis=1)
        fixed = (self.sources == numpy.arange(self.sources.shape[1])).all(axis=0)
        places[(boards != self.hidden.goal)[:, fixed].any(axis=1)] = -1
        for each in self.checks:
            places[each.of(extended) < 0] = -1
        return places

    def lower_bounds(self, places: Array) -> Array:
        """Return lower bounds on the costs from the given places (a row for each board)."""
        distances, bases, parts, strides = self.searched[6:]  # strides are 0 where there is no part
        return distances[bases + (places[:, parts] * strides).sum(axis=2)].max(axis=1)


def to_arrays(each: Stage, number: int) -> dict[str, Array]:
    """Return a stage as named arrays. Each name starts with the number of the stage."""
    result = {
        "generators": numpy.array(each.generators),
        "levels": numpy.array(each.levels),
        "sources": each.sources,
        "goal": each.hidden.goal,
    }
    lists = each.hidden.signs, each.hidden.pairs, each.places, each.checks
    result["many"] = numpy.array([len(some) for some in lists])
    result |= {f"sign {n}": cells for n, cells in enumerate(each.hidden.signs)}
    result |= {f"pair {n}": numpy.array(both) for n, both in enumerate(each.hidden.pairs)}
    result |= {f"searched {n}": array for n, array in enumerate(each.searched)}
    for n, place in enumerate((*each.places, *each.checks)):
        result |= {f"place {n} {m}": array for m, array in enumerate(place[:4])}
    return {f"{number} {name}": array for name, array in result.items()}


def from_arrays(arrays: Mapping[str, Array], number: int) -> Stage:
    """Return the stage with the given number from the arrays of a chain."""
    names = "many", "generators", "levels", "sources", "goal"
    many, generators, levels, sources, goal = (arrays[f"{number} {name}"] for name in names)
    signs, pairs, count, checks = many.tolist()

    def arrays_of(name: str, count: int) -> list[Array]:
        return [arrays[f"{number} {name} {n}"] for n in range(count)]

    places = [Coordinate(*arrays_of(f"place {n}", 4)) for n in range(count + checks)]
    hidden = goal, arrays_of("sign", signs), list(map(tuple, arrays_of("pair", pairs)))
    return Stage(
        tuple(generators.tolist()),
        tuple(levels.tolist()),
        sources,
        HiddenInvariants(*hidden),
        places[:count],
        places[count:],
        tuple(arrays_of("searched", 10)),
    )


def make_stage(task: ChainTask, design: ChainDesign, number: int) -> Stage:
    """Return a stage of a chain; raise `LimitReachedError` if it is too large."""
    every, wide = task.generators, design.wide
    upper, lower = design.levels[number : number + 2]
    stages = len(design.levels) - 1
    acting = every.allowed_powers(upper)
    generators = tuple(g for g, _ in acting)
    powers = [every.orders[g] // upper[g] - 1 for g in generators]
    costs = numpy.zeros((len(powers), 1 + max(powers)), numpy.int64)
    last = numpy.zeros(costs.shape, bool)
    for row, g in enumerate(generators):
        for k in range(1, powers[row] + 1):
            costs[row, k] = every.costs[g][k * upper[g]]
            last[row, k] = not lower[g] or k * upper[g] % lower[g] != 0
    view = make_view(every, upper, lower, task.goal, wide=wide)
    entries = MAX_MOVE_ENTRIES if wide else MAX_MOVE_ENTRIES // stages
    if task.banned:
        entries = MAX_BANNED_MOVE_ENTRIES
    places = min(MAX_QUICK_PLACES if design.quick else MAX_PLACES, entries // len(acting))
    coordinates = choose_coordinates(view, places, twice=design.beam, banned=task.banned)
    table_bytes = MAX_TABLE_BYTES * 2 // max(2, stages)
    if wide and sum(each.to.size for each in coordinates) > MAX_WIDE_MOVE_ENTRIES:
        raise LimitReachedError("The pieces of a stage have too many placements for a table.")
    coarse_places = places if wide else table_bytes
    used, tables = tables_for(
        coordinates, view, numpy.array(powers), costs, table_bytes, coarse_places, task.progress
    )
    sources = [source for _, source in acting]
    return Stage(
        generators,
        tuple(upper[g] for g in generators),
        numpy.array(sources, numpy.int16),
        view.hidden,
        [each._replace(to=None) for each in used],
        [each._replace(to=None) for each in view.checks()],
        (
            numpy.concatenate([each.to.ravel() for each in used]),
            start_offsets([each.to.size for each in used]),
            numpy.array(powers, numpy.int64),
            costs,
            _allowed_followers(sources, single=bool(task.banned)),
            last,
            *_concatenate_tables(tables),
        ),
    )


def _concatenate_tables(tables: Sequence[Table]) -> tuple[Array, ...]:
    """Return the concatenated tables with their start offsets, coordinates and strides."""
    parts = numpy.full((len(tables), MAX_PARTS), -1, numpy.int32)
    strides = numpy.zeros((len(tables), MAX_PARTS), numpy.int64)
    for number, each in enumerate(tables):
        parts[number, : len(each.parts)] = each.parts
        strides[number, : len(each.parts)] = each.strides
    far = numpy.concatenate([each.distances for each in tables])
    return far, start_offsets([len(each.distances) for each in tables]), parts, strides


def _allowed_followers(sources: Sequence[Images], *, single: bool) -> Array:
    """Return which generators may follow each generator: commuting pairs in one order only.

    If generators have a `single` power each, those that do not merge with it may follow instead.
    """
    count, known = len(sources), {*sources, identity(len(sources[0]))}
    allowed = numpy.ones((count + 1, count), bool)
    for (one, a), (other, b) in product(enumerate(sources), repeat=2):
        if single:
            allowed[one, other] = multiply(a, b) not in known
        elif other <= one:
            allowed[one, other] = multiply(a, b) != multiply(b, a)
    return allowed
