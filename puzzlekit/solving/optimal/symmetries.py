"""Symmetries of a puzzle: permutations of the cells that map moves to moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ...core.permutation import Images, cycle_type, inverse, multiply, powers, without_inverses
from ..spaces.orbit_splitting import Part

#: Maximum number of symmetries, and of (move, image) pairs tried in the search for symmetries.
MAX_SYMMETRIES, MAX_TRIED = 50, 20_000


class Symmetry(NamedTuple):
    """A symmetry, given by the image of each cell, move (by number) and part."""

    cells: Images
    moves: tuple[int, ...]
    parts: dict[Part, Part]


def symmetries(
    sources: Sequence[Images], orbits: Sequence[Sequence[int]], goal: Sequence[Part]
) -> list[Symmetry]:
    """Return symmetries that fix the goal, the identity first, for the given orbits of cells."""
    identity_moves = tuple(range(len(sources)))
    result = [Symmetry(tuple(range(len(goal))), identity_moves, {part: part for part in goal})]
    for cells in _candidates(sources, orbits, goal):
        moves = _moves(cells, sources)
        if moves is not None and moves != identity_moves:
            parts = {part: goal[cells[cell]] for cell, part in enumerate(goal)}
            result.append(Symmetry(cells, moves, parts))
            if len(result) == MAX_SYMMETRIES:
                break
    return result


def _candidates(
    sources: Sequence[Images], orbits: Sequence[Sequence[int]], goal: Sequence[Part]
) -> Iterator[Images]:
    """Yield permutations of the cells that map a generating set of moves to moves."""
    chosen = _without_powers(sources)
    cycles = {source: cycle_type(source) for source in sources}
    products = {pair: cycle_type(multiply(*pair)) for pair in product(sources, sources)}
    tried = 0

    def extended(images: list[Images]) -> Iterator[Images]:
        nonlocal tried
        if len(images) == len(chosen):
            cells = _cells(chosen, images, orbits, goal)
            if cells is not None:
                yield cells
            return
        move = chosen[len(images)]
        for image in sources:
            tried += 1
            if tried > MAX_TRIED:
                return
            if (
                cycles[image] == cycles[move]
                and image not in images
                and all(
                    products[each, move] == products[other, image]
                    for each, other in zip(chosen, images, strict=False)
                )
            ):
                yield from extended([*images, image])

    yield from extended([])


def _cells(
    chosen: Sequence[Images],
    images: Sequence[Images],
    orbits: Sequence[Sequence[int]],
    goal: Sequence[Part],
) -> Images | None:
    """Return the permutation of cells that maps moves to the given images, or None if none does."""
    images_of: dict[int, int] = {}
    used: set[int] = set()
    for orbit in orbits:
        moved = [source[orbit[0]] != orbit[0] for source in chosen]
        for first in range(len(goal)):
            if moved != [image[first] != first for image in images]:
                continue
            own = _spread(orbit[0], first, chosen, images)
            if own is None or len(own) != len(orbit) or used.intersection(own.values()):
                continue
            carried = {(goal[cell], goal[image]) for cell, image in own.items()}
            if len(carried) == len({a for a, _ in carried}) == len({b for _, b in carried}):
                images_of |= own
                used.update(own.values())
                break
        else:
            return None
    return tuple([images_of[cell] for cell in range(len(goal))])


def _spread(
    cell: int, image: int, chosen: Sequence[Images], images: Sequence[Images]
) -> dict[int, int] | None:
    """Return the images of all cells in an orbit, given one of them, or None if impossible."""
    mapping, queue = {cell: image}, [cell]
    for cell in queue:
        for source, other in zip(chosen, images, strict=True):
            to = other[mapping[cell]]
            if source[cell] not in mapping:
                mapping[source[cell]] = to
                queue.append(source[cell])
            elif mapping[source[cell]] != to:
                return None
    return mapping if len(set(mapping.values())) == len(mapping) else None


def _moves(cells: Images, sources: Sequence[Images]) -> tuple[int, ...] | None:
    """Return the numbers of the images of the moves, or None if some image is not a move."""
    number, back = {source: move for move, source in enumerate(sources)}, inverse(cells)
    numbers = tuple([number.get(multiply(back, source, cells), -1) for source in sources])
    return None if -1 in numbers else numbers


def _without_powers(sources: Sequence[Images]) -> list[Images]:
    """Return a subset of the moves of which all other moves are powers."""
    generators, known = list[Images](), set[Images]()
    for source in without_inverses(sources):
        if source not in known:
            generators.append(source)
            known.update(powers(source))
    return generators
