"""Which pieces share a pattern, and which symmetries look at a position through its table."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from ..spaces.orbit_splitting import Orbit, Part
from .patterns import Pattern
from .symmetries import Symmetry

#: Sets of pieces that are tried for one pattern.
CANDIDATES = 300

#: Looks at a position that are wanted at most; and those through one table that are not needed to
#: tell of all pieces, but often show that a position is far.
MOST_LOOKS, MORE_LOOKS = 12, 2

#: Positions whose distances a byte holds.
POSITIONS = 4

Piece = tuple[int, int]
Pieces = frozenset[Piece]


class PatternView(NamedTuple):
    """A pattern, by number, and the symmetry after which a position is looked at."""

    pattern: int
    symmetry: Symmetry


def choose_patterns(
    orbits: Sequence[Orbit],
    symmetries: Sequence[Symmetry],
    memory: int,
    fits: Callable[[Pattern], bool],
) -> tuple[list[Pattern], list[PatternView]]:
    """Return patterns that tell of all pieces within a memory limit, or None."""
    room = memory * POSITIONS
    patterns: list[Pieces] = []
    looks: list[PatternView] = []
    groups = _groups(orbits, room // 2)
    for together in groups:
        left, most, own = _pieces(together), room // 2, list[PatternView]()
        while left and len(own) < max(2, MOST_LOOKS // len(groups)):
            pieces, used = _best(together, left, symmetries, most)
            if not pieces:
                break
            if not fits(_pattern(orbits, pieces)):
                most = positions(together, pieces) // 2
                continue
            room -= positions(together, pieces)
            most = min(most, room // 2)
            for symmetry in used:
                left -= _image(pieces, symmetry)
                own.append(PatternView(len(patterns), symmetry))
            patterns.append(pieces)
        looks += own
    looks += _more(patterns, looks, symmetries)
    return [_pattern(orbits, pieces) for pieces in patterns], looks


def _more(
    patterns: Sequence[Pieces], looks: Sequence[PatternView], symmetries: Sequence[Symmetry]
) -> list[PatternView]:
    """Return looks at other pieces through the same tables."""
    found = []
    for number, pieces in enumerate(patterns):
        known = {_image(pieces, look.symmetry) for look in looks if look.pattern == number}
        images = {_image(pieces, symmetry): symmetry for symmetry in symmetries}
        others = [symmetry for image, symmetry in images.items() if image not in known]
        found += [PatternView(number, symmetry) for symmetry in others[:MORE_LOOKS]]
    return found


def _groups(orbits: Sequence[Orbit], most: int) -> list[list[Orbit]]:
    """Return orbits whose pieces go into one pattern, the largest first."""
    found: list[list[Orbit]] = []
    size = most
    for orbit in sorted(orbits, key=lambda each: positions([each], _pieces([each]))):
        own = positions([orbit], _pieces([orbit]))
        if own == 1:
            continue
        if size * own > most:
            found.append([])
            size = 1
        found[-1].append(orbit)
        size *= own
    return found[::-1]


def _pieces(orbits: Sequence[Orbit]) -> Pieces:
    return frozenset((each.number, piece) for each in orbits for piece in each.counts)


def positions(orbits: Sequence[Orbit], pieces: Pieces) -> int:
    """Return how many positions some pieces have, or a few times as many."""
    found = 1
    for each in orbits:
        own = {piece: n for piece, n in each.counts.items() if (each.number, piece) in pieces}
        blank = len(each.slots) - sum(own.values())
        ways = math.factorial(len(each.slots)) // math.factorial(blank)
        for piece, count in own.items():
            ways = ways * each.periods[piece] ** count // math.factorial(count)
        summed = not blank and len(each.slots) > 1  # the sum of all twists is mostly known
        found *= ways // min(each.periods.values()) if summed else ways
    return found


def _best(
    orbits: Sequence[Orbit], wanted: Pieces, symmetries: Sequence[Symmetry], most: int
) -> tuple[Pieces, list[Symmetry]]:
    """Return pieces whose images under the symmetries, which are returned, tell of all wanted."""
    rng = Random(0)
    best: tuple[tuple[int, int], Pieces, list[Symmetry]] | None = None
    every = sorted(_pieces(orbits))
    for _ in range(CANDIDATES):
        order = sorted(wanted)
        rng.shuffle(order)
        order += [piece for piece in every if piece not in wanted]
        pieces: Pieces = frozenset()
        for piece in order:
            if positions(orbits, pieces | {piece}) <= most:
                pieces |= {piece}
        used, left = [symmetries[0]], wanted - pieces
        while left:
            more = max(symmetries, key=lambda each: len(left & _image(pieces, each)))
            if not left & _image(pieces, more):
                break
            used.append(more)
            left -= _image(pieces, more)
        value = len(left), len(used)
        if best is None or value < best[0]:
            best = value, pieces, used
        if not left and len(used) * len(pieces) < len(wanted) + len(pieces):
            break
    assert best is not None
    return best[1:]


def _image(pieces: Pieces, symmetry: Symmetry) -> Pieces:
    """Return the pieces that are seen as these after the symmetry."""
    back = {(b.orbit, b.piece): (a.orbit, a.piece) for a, b in symmetry.parts.items()}
    return frozenset(back[piece] for piece in pieces)


def _pattern(orbits: Sequence[Orbit], pieces: Pieces) -> Pattern:
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
