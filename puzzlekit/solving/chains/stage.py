"""A stage: from the moves of some levels down to those of lower ones, as a coarser puzzle.

Cells between which the lower moves, or equal pieces, can carry a sticker are one colour: the stage
is done when the colours are as at the goal. H. Kociemba's two-phase algorithm for the cube is the
model; nothing here knows a puzzle.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy

from ...core.errors import LimitReachedError
from ...core.permutation import Images, multiply
from ...core.progress import Progress
from ..spaces.encoded_states import Array
from .colouring import coordinates_of
from .coordinates import PLACES, Forbidden, Place
from .generators import ChainGenerators, Levels
from .hidden import HiddenInvariants
from .tables import PARTS, Table, start_states, tables_for
from .view import make_view

#: Moves of all coordinates of one kind in a chain, at most, and of one where places are banned:
#: there each power is a move, and there are many coordinates.
STEPS, STEPS_BANNED = 40_000_000, 12_000_000

#: Moves of all coordinates of a wide stage, each of which may have as many as those of a chain.
TABLE_WIDTH = 60_000_000

#: Bytes of a table at most, where there are two stages; where there are more, they share.
BYTES = 20_000_000


class Stage(NamedTuple):
    """A coarser puzzle with its tables; `generators` are numbers, with the powers they stand for.

    `searched` is what the search is told: moves of the coordinates, generators, tables.
    """

    generators: tuple[int, ...]
    levels: tuple[int, ...]
    sources: Array
    hidden: HiddenInvariants
    places: list[Place]
    checks: list[Place]
    searched: tuple[Array, ...]

    def places_of(self, boards: Array) -> Array:
        """Return the places of boards, one in each row; -1 for what cannot be reached."""
        whole = self.hidden.boards(boards)
        found = numpy.stack([each.of(whole) for each in self.places], axis=1)
        still = (self.sources == numpy.arange(self.sources.shape[1])).all(axis=0)
        found[(boards != self.hidden.goal)[:, still].any(axis=1)] = -1
        for each in self.checks:
            found[each.of(whole) < 0] = -1
        return found

    def carry(self, boards: Array, words: Array) -> None:
        """Make words, pairs of a row of a generator and an exponent, on boards."""
        from .stage_kernel import apply_words

        apply_words(boards, self.sources, words, words.shape[1] // 2)


def to_arrays(each: Stage, number: int) -> dict[str, Array]:
    """Return a stage as arrays, whose names tell its number."""
    found = {
        "generators": numpy.array(each.generators),
        "levels": numpy.array(each.levels),
        "sources": each.sources,
        "goal": each.hidden.goal,
    }
    lists = each.hidden.signs, each.hidden.pairs, each.places, each.checks
    found["many"] = numpy.array([len(some) for some in lists])
    found |= {f"sign {n}": cells for n, cells in enumerate(each.hidden.signs)}
    found |= {f"pair {n}": numpy.array(both) for n, both in enumerate(each.hidden.pairs)}
    found |= {f"searched {n}": array for n, array in enumerate(each.searched)}
    for n, place in enumerate((*each.places, *each.checks)):
        found |= {f"place {n} {m}": array for m, array in enumerate(place)}
    return {f"{number} {name}": array for name, array in found.items()}


def from_arrays(arrays: Mapping[str, Array], number: int) -> Stage:
    """Return the stage of a number."""
    own = {
        name.split(" ", 1)[1]: array
        for name, array in arrays.items()
        if name.split(" ", 1)[0] == str(number)
    }
    signs, pairs, many, checks = own["many"].tolist()
    places = [Place(*(own[f"place {n} {m}"] for m in range(4))) for n in range(many + checks)]
    return Stage(
        tuple(own["generators"].tolist()),
        tuple(own["levels"].tolist()),
        numpy.array(own["sources"]),
        HiddenInvariants(
            numpy.array(own["goal"]),
            [numpy.array(own[f"sign {n}"]) for n in range(signs)],
            [tuple(numpy.array(own[f"pair {n}"])) for n in range(pairs)],
        ),
        places[:many],
        places[many:],
        (
            own["searched 0"],
            *(numpy.array(own[f"searched {n}"]) for n in range(1, 6)),
            own["searched 6"],
            *(numpy.array(own[f"searched {n}"]) for n in range(7, 10)),
        ),
    )


def make_stage(
    every: ChainGenerators,
    upper: Levels,
    lower: Levels,
    goal: Array,
    stages: int,
    progress: Progress,
    *,
    wide: bool = False,
    twice: bool = False,
    banned: Forbidden = (),
) -> Stage:
    """Return the stage between two levels; raise `LimitReachedError` if it is too large.

    `goal` says which part is on which cell. See `view` for `wide`, `coordinates_of` for `twice` and
    `banned`.
    """
    acting = every.moving(upper)
    generators = tuple(g for g, _ in acting)
    powers = [every.orders[g] // upper[g] - 1 for g in generators]
    costs = numpy.zeros((len(powers), 1 + max(powers)), numpy.int64)
    last = numpy.zeros(costs.shape, bool)
    for row, g in enumerate(generators):
        for k in range(1, powers[row] + 1):
            costs[row, k] = every.costs[g][k * upper[g]]
            last[row, k] = not lower[g] or k * upper[g] % lower[g] != 0
    seen = make_view(every, upper, lower, goal, wide=wide)
    steps = STEPS_BANNED if banned else STEPS if wide else STEPS // stages
    places = min(PLACES, steps // len(acting))
    coordinates = coordinates_of(seen, places, twice=twice, banned=banned)
    room = BYTES * 2 // max(2, stages)
    if wide and sum(each.to.size for each in coordinates) > TABLE_WIDTH:
        raise LimitReachedError("The pieces of a stage have too many places.")
    most = places if wide else room
    used, tables = tables_for(coordinates, seen, numpy.array(powers), costs, room, most, progress)
    sources = [source for _, source in acting]
    return Stage(
        generators,
        tuple(upper[g] for g in generators),
        numpy.array(sources, numpy.int16),
        seen.hidden,
        [each.place() for each in used],
        [each.place() for each in seen.checks()],
        (
            numpy.concatenate([each.to.ravel() for each in used]),
            start_states([each.to.size for each in used]),
            numpy.array(powers, numpy.int64),
            costs,
            _follow(sources) if not banned else _follow_single(sources),
            last,
            *_joined(tables),
        ),
    )


def _joined(tables: Sequence[Table]) -> tuple[Array, ...]:
    """Return all tables in one, where each begins, and which coordinates it knows."""
    parts = numpy.full((len(tables), PARTS), -1, numpy.int32)
    strides = numpy.zeros((len(tables), PARTS), numpy.int64)
    for number, each in enumerate(tables):
        parts[number, : len(each.parts)] = each.parts
        strides[number, : len(each.parts)] = each.strides
    far = numpy.concatenate([each.far for each in tables])
    return far, start_states([len(each.far) for each in tables]), parts, strides


def _follow(sources: Sequence[Images]) -> Array:
    """Return which generator may follow on which: not the same; one order where they commute."""
    many = len(sources)
    found = numpy.ones((many + 1, many), bool)
    for one in range(many):
        for other in range(one + 1):
            if multiply(sources[one], sources[other]) == multiply(sources[other], sources[one]):
                found[one, other] = False
    return found


def _follow_single(sources: Sequence[Images]) -> Array:
    """Return which move may follow on which: not if another one, or none, does what both do."""
    many, known = len(sources), {*sources, tuple(range(len(sources[0])))}
    found = numpy.ones((many + 1, many), bool)
    for one in range(many):
        for other in range(many):
            found[one, other] = multiply(sources[one], sources[other]) not in known
    return found
