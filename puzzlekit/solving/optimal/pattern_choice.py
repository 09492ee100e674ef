"""Choice of the pieces in each pattern, and of the symmetries under which a pattern is used.

A symmetry of a puzzle is a permutation of the cells that maps moves to moves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import NamedTuple

from ...core.permutation import Images, cycle_type, inverse, multiply, powers, without_inverses
from ...groups.plain.piece_orbits import equivariant_map
from ..spaces.row_column_splits import Orbit, Part
from .patterns import Pattern

#: Maximum number of symmetries, and of (move, image) pairs tried in the search for symmetries.
MAX_SYMMETRIES, MAX_TRIED = 50, 20_000

#: Number of sets of pieces tried for each pattern.
CANDIDATES = 300

#: Maximum number of views, and of extra views per table. Extra views are not needed to cover all
#: pieces, but they often give a better bound.
MAX_VIEWS, MAX_EXTRA_VIEWS = 12, 2

#: Number of distances stored in a byte.
POSITIONS_PER_BYTE = 4

OrbitPiece = tuple[int, int]
OrbitPieces = frozenset[OrbitPiece]


class Symmetry(NamedTuple):
    """A symmetry, given by the image of each cell, move (by number) and part."""

    cells: Images
    moves: tuple[int, ...]
    parts: dict[Part, Part]


def find_symmetries(
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
            own = equivariant_map(chosen, orbit[0], first, images) or {}
            if len(set(own.values()) - used) != len(orbit):
                continue
            carried = {(goal[cell], goal[image]) for cell, image in own.items()}
            if len(carried) == len({a for a, _ in carried}) == len({b for _, b in carried}):
                images_of |= own
                used.update(own.values())
                break
        else:
            return None
    return tuple([images_of[cell] for cell in range(len(goal))])


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


class PatternView(NamedTuple):
    """A pattern number, and the symmetry applied to a position before the lookup."""

    pattern: int
    symmetry: Symmetry


def choose_patterns(
    orbits: Sequence[Orbit],
    symmetries: Sequence[Symmetry],
    memory: int,
    fits: Callable[[Pattern], bool],
) -> tuple[list[Pattern], list[PatternView]]:
    """Return patterns that together cover the pieces within a memory limit, and their views."""
    free = memory * POSITIONS_PER_BYTE
    patterns: list[OrbitPieces] = []
    all_views: list[PatternView] = []
    groups = _groups(orbits, free // 2)
    for together in groups:
        uncovered, limit, views = _all_pieces(together), free // 2, list[PatternView]()
        while uncovered and len(views) < max(2, MAX_VIEWS // len(groups)):
            pieces, used = _best_pieces(together, uncovered, symmetries, limit)
            if not pieces:
                break
            if not fits(_pattern(orbits, pieces)):
                limit = estimate_positions(together, pieces) // 2
                continue
            free -= estimate_positions(together, pieces)
            limit = min(limit, free // 2)
            for symmetry in used:
                uncovered -= _preimage(pieces, symmetry)
                views.append(PatternView(len(patterns), symmetry))
            patterns.append(pieces)
        all_views += views
    all_views += _extra_views(patterns, all_views, symmetries)
    return [_pattern(orbits, pieces) for pieces in patterns], all_views


def _extra_views(
    patterns: Sequence[OrbitPieces], views: Sequence[PatternView], symmetries: Sequence[Symmetry]
) -> list[PatternView]:
    """Return extra views that look up other pieces in the same tables."""
    extra = []
    for number, pieces in enumerate(patterns):
        used = {_preimage(pieces, view.symmetry) for view in views if view.pattern == number}
        images = {_preimage(pieces, symmetry): symmetry for symmetry in symmetries}
        others = [symmetry for image, symmetry in images.items() if image not in used]
        extra += [PatternView(number, symmetry) for symmetry in others[:MAX_EXTRA_VIEWS]]
    return extra


def _groups(orbits: Sequence[Orbit], max_positions: int) -> list[list[Orbit]]:
    """Return groups of orbits that share patterns, largest group first."""
    groups: list[list[Orbit]] = []
    size = max_positions
    for orbit in sorted(orbits, key=lambda each: estimate_positions([each], _all_pieces([each]))):
        own = estimate_positions([orbit], _all_pieces([orbit]))
        if own == 1:
            continue
        if size * own > max_positions:
            groups.append([])
            size = 1
        groups[-1].append(orbit)
        size *= own
    return groups[::-1]


def _all_pieces(orbits: Sequence[Orbit]) -> OrbitPieces:
    return frozenset((each.number, piece) for each in orbits for piece in each.counts)


def estimate_positions(orbits: Sequence[Orbit], pieces: OrbitPieces) -> int:
    """Return an estimate (usually an upper bound) of the number of positions of the pieces."""
    bound = 1
    for each in orbits:
        own = [piece for piece in each.counts if (each.number, piece) in pieces]
        count = sum(each.counts[piece] for piece in own)
        placements = math.comb(len(each.slots), count) * each.arrangements(own) * each.twists(own)
        summed = count == len(each.slots) > 1  # the sum of all twists is usually invariant
        bound *= placements // min(each.periods.values()) if summed else placements
    return bound


def _best_pieces(
    orbits: Sequence[Orbit], wanted: OrbitPieces, symmetries: Sequence[Symmetry], max_positions: int
) -> tuple[OrbitPieces, list[Symmetry]]:
    """Return pieces, and symmetries under which their images cover most wanted pieces."""
    rng = Random(0)
    best: tuple[tuple[int, int], OrbitPieces, list[Symmetry]] | None = None
    every = sorted(_all_pieces(orbits))
    for _ in range(CANDIDATES):
        order = sorted(wanted)
        rng.shuffle(order)
        order += [piece for piece in every if piece not in wanted]
        pieces: OrbitPieces = frozenset()
        for piece in order:
            if estimate_positions(orbits, pieces | {piece}) <= max_positions:
                pieces |= {piece}
        used, uncovered = [symmetries[0]], wanted - pieces
        while uncovered:
            symmetry = max(symmetries, key=lambda each: len(uncovered & _preimage(pieces, each)))
            if not uncovered & _preimage(pieces, symmetry):
                break
            used.append(symmetry)
            uncovered -= _preimage(pieces, symmetry)
        value = len(uncovered), len(used)
        if best is None or value < best[0]:
            best = value, pieces, used
        if not uncovered and len(used) * len(pieces) < len(wanted) + len(pieces):
            break
    assert best is not None
    return best[1:]


def _preimage(pieces: OrbitPieces, symmetry: Symmetry) -> OrbitPieces:
    """Return the preimages of the pieces under a symmetry."""
    preimage = {(b.orbit, b.piece): (a.orbit, a.piece) for a, b in symmetry.parts.items()}
    return frozenset(preimage[piece] for piece in pieces)


def _pattern(orbits: Sequence[Orbit], pieces: OrbitPieces) -> Pattern:
    numbers = {orbit for orbit, _ in pieces}
    own = [each for each in orbits if each.number in numbers]
    cells = sorted(cell for each in own for slot in each.slots for cell in slot)
    parts: set[Part] = {
        part
        for each in own
        for seen in each.known.values()
        for part in seen
        if (part.orbit, part.piece) in pieces
    }
    return Pattern(tuple(cells), tuple(sorted(parts)))
