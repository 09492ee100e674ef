"""Facts about the group of a puzzle, or of a position in a game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from ..core.errors import LimitReachedError
from ..core.permutation import Images, is_even, orbits, restrict
from ..core.sparse_permutations import dense
from ..groups import GroupInfo, describe
from ..groups.arrangements import count_arrangements
from ..groups.plain.blocks import block_systems
from ..groups.plain.piece_orbits import equivalent_orbits, piece_orbits
from ..groups.stabilizer_chains import stabilizer_chain
from ..rules.base import Puzzle, Rules, State
from ..rules.toggle import Toggle
from .theorems import Theorem, theorems


class OrbitFacts(NamedTuple):
    """An orbit of cells, the group that acts on it, and its block size.

    `block` is the size of the smallest blocks, or of pieces that can be twisted. It is 1 for a
    primitive group. `odd` names the generators that are odd permutations of the orbit.
    """

    cells: tuple[str, ...]
    order: int
    name: str | None
    block: int
    odd: tuple[str, ...]


class Facts(NamedTuple):
    """The group, its orbits of two or more cells, a base, and the number of positions.

    `arrangements` is the number of reachable positions from which moves lead back to the first
    position. Equal pieces are interchangeable. It is None if unknown. These positions have
    `frames` distinct frames. A further `dead_ends` frames can be reached, but there is no way back
    from them. `theorems` explain the group. `up_to_rotations` is the number of positions of a solid
    if positions that differ by a rotation of the whole solid count once.
    """

    info: GroupInfo
    generators: tuple[str, ...]
    orbits: tuple[OrbitFacts, ...]
    base: tuple[str, ...]
    arrangements: int | None
    theorems: tuple[Theorem, ...] = ()
    frames: int = 1
    dead_ends: int = 0
    up_to_rotations: int | None = None


def facts(rules: Rules, state: State | None = None) -> Facts:
    """Return facts about the group that acts on a position, by default the start.

    >>> from puzzlekit import load
    >>> result = facts(load("fifteen:width=3,height=3"))
    >>> result.info.name, result.arrangements, [len(orbit.cells) for orbit in result.orbits]
    ('A8', 181440, [8])
    """
    state = rules.start() if state is None else state
    group = rules.vertex_group(state) if isinstance(rules, Puzzle) else None
    named = rules.generators(state)
    generators = list(named.values())
    info = describe(generators)
    cells = [*rules.board.cells, *(f"reserve {i + 1}" for i in range(rules.reserve))]
    moved = [sorted(points) for points in orbits(generators) if len(points) > 1]
    base = stabilizer_chain(generators, info.order).base if generators else []
    single = group is None or group.frames + group.dead_ends == 1
    return Facts(
        info,
        tuple(named),
        tuple(_orbit(named, points, cells) for points in moved),
        tuple(cells[point] for point in base),
        count_positions(rules, state),
        theorems(rules, state),
        *((group.frames, group.dead_ends) if group else (1, 0)),
        count_up_to_rotations(rules, generators, state) if single else None,
    )


def _orbit(named: dict[str, Images], points: list[int], cells: Sequence[str]) -> OrbitFacts:
    acting = dict(zip(named, restrict(named.values(), points), strict=True))
    alone = list(acting.values())
    info = describe(alone)
    kind = next(piece_orbits(alone, [list(range(len(points)))]))
    block = kind.size if kind.size < len(points) else 1
    if block == 1 and info.order * 2 < math.factorial(len(points)):
        systems = block_systems(alone)
        block = systems[0].count(systems[0][0]) if systems else 1
    odd = tuple(name for name, images in acting.items() if not is_even(images))
    return OrbitFacts(tuple(cells[point] for point in points), info.order, info.name, block, odd)


def count_positions(rules: Rules, state: State) -> int | None:
    """Return the number of reachable positions from which moves lead back to the given one.

    Returns None for games and if there are too many equal pieces to count.
    """
    if not isinstance(rules, Puzzle) or len(state) != len(rules.board):
        return None
    group = rules.vertex_group(state)
    if isinstance(rules, Toggle):
        state = rules.arrangement(state)
    try:
        count = count_arrangements(dense(list(group.generators.values())), state)
    except LimitReachedError:
        return None
    return count * group.frames


def count_up_to_rotations(rules: Rules, generators: Sequence[Images], state: State) -> int | None:
    """Return the number of positions of a solid, up to rotations of the whole solid.

    The count is exact if there is a set of pieces, all different, such that every rotation moves
    some of them: then no rotation maps a position to itself. Returns None if there is no solid, no
    such set, or too many equal pieces to count.
    """
    if rules.solid is None or rules.solid.cells != len(state) or rules.solid.unmoved_cells:
        return None
    from ..rules.solids.turning import rotations_about_axes

    _, *rotations = turns = rotations_about_axes(rules.solid)
    generators = [*generators, *turns[1:]]
    for orbit, maps in equivalent_orbits(generators):
        points = sorted({*orbit, *(point for each in maps for point in each.values())})
        acting = restrict(generators, points)
        labels = [state[point] for point in points]
        with suppress(LimitReachedError):
            if (
                all(any(each[i] != i for i in points) for each in rotations)
                and count_arrangements(acting, labels) == describe(acting).order
            ):
                return count_arrangements(generators, state) // len(turns)
    return None
