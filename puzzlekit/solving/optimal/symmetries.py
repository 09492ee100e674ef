"""Symmetries of a mechanism: permutations of the cells that turn moves into moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ...core.permutation import Images, cycle_type, multiply, without_inverses
from ..spaces.orbit_splitting import Part

#: Symmetries at most, and pairs of moves and cells that are tried in search of them.
MOST, MAX_TRIED = 50, 20_000


class Symmetry(NamedTuple):
    """Where it takes each cell, each move by number, and each part of the pieces."""

    cells: Images
    moves: tuple[int, ...]
    parts: dict[Part, Part]


def symmetries(
    sources: Sequence[Images], orbits: Sequence[Sequence[int]], goal: Sequence[Part]
) -> list[Symmetry]:
    """Return symmetries that keep the goal, the identity first; `orbits` are those of the cells."""
    stays = tuple(range(len(sources)))
    found = [Symmetry(tuple(range(len(goal))), stays, {part: part for part in goal})]
    for cells in _tried(sources, orbits, goal):
        moves = _moves(cells, sources)
        if moves is not None and moves != stays:
            parts = {part: goal[cells[cell]] for cell, part in enumerate(goal)}
            found.append(Symmetry(cells, moves, parts))
            if len(found) == MOST:
                break
    return found


def _tried(
    sources: Sequence[Images], orbits: Sequence[Sequence[int]], goal: Sequence[Part]
) -> Iterator[Images]:
    """Yield permutations that turn some moves, which lead everywhere, into moves."""
    some = _without_powers(sources)
    cycles = {source: cycle_type(source) for source in sources}
    both = {pair: cycle_type(multiply(*pair)) for pair in product(sources, sources)}
    tried = 0

    def extended(images: list[Images]) -> Iterator[Images]:
        nonlocal tried
        if len(images) == len(some):
            cells = _cells(some, images, orbits, goal)
            if cells is not None:
                yield cells
            return
        move = some[len(images)]
        for image in sources:
            tried += 1
            if tried > MAX_TRIED:
                return
            if (
                cycles[image] == cycles[move]
                and image not in images
                and all(
                    both[each, move] == both[other, image]
                    for each, other in zip(some, images, strict=False)
                )
            ):
                yield from extended([*images, image])

    yield from extended([])


def _cells(
    some: Sequence[Images],
    images: Sequence[Images],
    orbits: Sequence[Sequence[int]],
    goal: Sequence[Part],
) -> Images | None:
    """Return where the cells go if moves go to these images, None if there is no way."""
    found: dict[int, int] = {}
    taken: set[int] = set()
    for orbit in orbits:
        moved = [source[orbit[0]] != orbit[0] for source in some]
        for first in range(len(goal)):
            if moved != [image[first] != first for image in images]:
                continue
            own = _spread(orbit[0], first, some, images)
            if own is None or len(own) != len(orbit) or taken.intersection(own.values()):
                continue
            carried = {(goal[cell], goal[image]) for cell, image in own.items()}
            if len(carried) == len({a for a, _ in carried}) == len({b for _, b in carried}):
                found |= own
                taken.update(own.values())
                break
        else:
            return None
    return tuple([found[cell] for cell in range(len(goal))])


def _spread(
    cell: int, image: int, some: Sequence[Images], images: Sequence[Images]
) -> dict[int, int] | None:
    """Return where all cells of an orbit go if one goes there."""
    found, queue = {cell: image}, [cell]
    for cell in queue:
        for source, other in zip(some, images, strict=True):
            to = other[found[cell]]
            if source[cell] not in found:
                found[source[cell]] = to
                queue.append(source[cell])
            elif found[source[cell]] != to:
                return None
    return found if len(set(found.values())) == len(found) else None


def _moves(cells: Images, sources: Sequence[Images]) -> tuple[int, ...] | None:
    """Return which moves the moves become, None if one becomes no move."""
    number = {source: move for move, source in enumerate(sources)}
    found = []
    for source in sources:
        image = [0] * len(cells)
        for cell, to in enumerate(cells):
            image[to] = cells[source[cell]]
        found.append(number.get(tuple(image), -1))
    return None if -1 in found else tuple(found)


def _without_powers(sources: Sequence[Images]) -> list[Images]:
    """Return moves of which all others are powers."""
    found, powers = list[Images](), set[Images]()
    for source in without_inverses(sources):
        if source not in powers:
            found.append(source)
            power = source
            while power not in powers:
                powers.add(power)
                power = multiply(source, power)
    return found
