"""Conversion between sets of pieces with orientations and cells.

A piece with n orientations fills a slot of n cells, each of which shows a part of the piece;
twisting the piece rotates its parts. Sets can also be derived from a puzzle that is given by cells
alone. The sets are then its orbits. Within an orbit, cells belong to the same slot if twisting all
pieces simultaneously, which commutes with all moves, permutes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..core.formatting import column_letters
from ..core.permutation import Images, cycles_of, orbits
from ..core.values import Piece
from ..groups.plain.piece_orbits import equivariant_map, may_map_to
from ..groups.plain.random_elements import cycle_lengths
from .definition import Definition, PiecePattern, PieceSet, is_rotation
from .source_text import LineNumber, SourceText

#: The colours for the parts of a piece, or for groups of equal pieces.
PALETTE = (
    *("yellow", "blue", "red", "green", "orange", "white"),
    *("purple", "teal", "pink", "brown", "grey", "black"),
)

#: Maximum number of steps in the search for pieces of several cells, for all orbits together.
MAX_STEPS = 2_000_000

#: Maximum number of orientations of a piece, in formats with orientations.
MAX_TWISTS = 127

#: Maximum number of cells in a set of fixed cells, which is the limit in the .tws format.
MAX_FIXED = 255

#: For each slot, the source slot of the piece that moves there, and its twist.
Rows = tuple[tuple[int, ...], tuple[int, ...]]


def stack_sets(sizes: Iterable[tuple[str, int, int]]) -> tuple[PieceSet, ...]:
    """Return sets on consecutive cells, given the name, slot count and twist count of each set."""
    sets, first = [], 0
    for name, size, twists in sizes:
        starts = range(first, first + size * twists, twists)
        sets.append(PieceSet(name, tuple(tuple(range(at, at + twists)) for at in starts)))
        first += size * twists
    return tuple(sets)


def cell_names(sets: Iterable[PieceSet]) -> tuple[str, ...]:
    """Return a name for each cell in stacked sets."""
    return tuple(
        f"{each.name}-{slot}" + (column_letters(twist) if each.twists > 1 else "")
        for each in sets
        for slot in range(1, len(each.slots) + 1)
        for twist in range(each.twists)
    )


def images_of(sets: Sequence[PieceSet], rows: Mapping[str, Rows]) -> Images:
    """Return the permutation of all cells, given the rows for each set name."""
    images = list(range(sum(len(each.slots) * each.twists for each in sets)))
    for each in sets:
        if each.name in rows:
            for slot, source, by in zip(each.slots, *rows[each.name], strict=True):
                for twist, cell in enumerate(each.slots[source]):
                    images[cell] = slot[(twist + by) % each.twists]
    return tuple(images)


def rows_of(each: PieceSet, images: Sequence[int]) -> Rows | None:
    """Return the action of a permutation on a set as rows, or None if it is trivial."""
    if all(images[cell] == cell for cells in each.slots for cell in cells):
        return None
    place = {
        cell: (slot, t) for slot, cells in enumerate(each.slots) for t, cell in enumerate(cells)
    }
    sources, twists = [0] * len(each.slots), [0] * len(each.slots)
    for source, cells in enumerate(each.slots):
        slot, by = place[images[cells[0]]]
        sources[slot], twists[slot] = source, by
    return tuple(sources), tuple(twists)


def labels_of(each: PieceSet, pattern: PiecePattern) -> dict[int, str]:
    """Return the label of each cell in a set. Equal pieces have equal labels."""
    labels = {}
    for slot, value, by, differ in zip(each.slots, *pattern, strict=True):
        for part in range(each.twists):
            letter = column_letters(part % differ) if differ > 1 else ""
            labels[slot[(part + by) % each.twists]] = f"{each.name}-{value + 1}{letter}"
    return labels


def pieces_of(each: PieceSet, pattern: PiecePattern) -> dict[str, Piece]:
    """Return the piece to display for each label in a set.

    A piece is a numbered tile, coloured to tell apart the parts of a piece or groups of equal
    pieces.
    """
    pieces = {}
    kinds = len(set(pattern.values))
    for value, differ in zip(pattern.values, pattern.differ, strict=True):
        for part in range(differ):
            label = f"{each.name}-{value + 1}" + (column_letters(part) if differ > 1 else "")
            text = str(value + 1) + (column_letters(part) if differ > len(PALETTE) else "")
            colour = "plain"
            if each.twists > 1:
                colour = PALETTE[part % len(PALETTE)]
            elif kinds < len(each.slots):
                colour = PALETTE[value % len(PALETTE)]
            pieces[label] = Piece("tile", colour, text)
    return pieces


def pattern_of(each: PieceSet, labels: Sequence[str]) -> PiecePattern:
    """Return the pieces in a set, given the labels on all cells."""
    known: dict[tuple[str, ...], tuple[int, int, int]] = {}
    count, entries = 0, []
    for slot in each.slots:
        shown = tuple([labels[cell] for cell in slot])
        if shown not in known:
            turned = [shown[-by:] + shown[:-by] for by in range(len(shown))]
            period = turned.index(shown, 1) if shown in turned[1:] else len(shown)
            known |= {turned[by]: (count, by, period) for by in range(period)}
            count += 1
        entries.append(known[shown])
    values, twists, differ = zip(*entries, strict=True)
    return PiecePattern(values, twists, differ)


def sets_of(definition: Definition) -> tuple[PieceSet, ...]:
    """Return the sets of pieces listed in a puzzle's file or, otherwise, derived from its moves."""
    if definition.sets:
        return definition.sets
    generators = [*definition.moves.values(), *definition.rotations.values()]
    sets: list[PieceSet] = []
    fixed: list[tuple[int, ...]] = []
    steps = MAX_STEPS
    whole = tuple(range(len(definition.cells)))
    for orbit in map(sorted, orbits([*generators, whole])):
        if len(orbit) == 1:
            fixed.append((orbit[0],))
        else:
            name = column_letters(len(sets)).upper()
            slots, steps = _commuting_cycles(orbit, generators, steps)
            sets.append(PieceSet(name, slots))
    for at in range(0, len(fixed), MAX_FIXED):
        sets.append(PieceSet(f"FIXED{at // MAX_FIXED or ''}", tuple(fixed[at : at + MAX_FIXED])))
    return tuple(sets)


def split_into_stickers(each: PieceSet) -> PieceSet:
    """Return a set with the same cells, in which every cell is a separate piece."""
    return PieceSet(each.name, tuple((cell,) for slot in each.slots for cell in slot))


def _commuting_cycles(
    orbit: list[int], generators: list[Images], steps: int
) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Return the longest cycles of a permutation commuting with the moves, and the steps left."""
    lengths = [cycle_lengths(images) for images in generators]
    best = [[point] for point in orbit]
    for image in orbit[1:]:
        if steps < len(orbit) * len(generators):
            break
        if not may_map_to(lengths, orbit[0], image):
            continue
        steps -= len(orbit) * len(generators)
        twist = equivariant_map(generators, orbit[0], image)
        blocks = cycles_of({point: twist[point] for point in orbit} if twist else {})
        # The group is transitive on the orbit, so the cycles have equal lengths.
        if blocks and len(best[0]) < len(blocks[0]) <= min(MAX_TWISTS, len(orbit) - 1):
            best = blocks
    return tuple(map(tuple, best)), steps


def assemble_definition(
    source: SourceText,
    name: str,
    goal: Iterable[tuple[PieceSet, PiecePattern]],
    lined_moves: Mapping[str, tuple[LineNumber, Images]],
) -> Definition:
    """Return the puzzle with the given goal and named permutations, each with its line.

    A permutation that is named like a rotation, or equals one with such a name, counts as a
    rotation of the whole puzzle.
    """
    whole = {images for name, (_, images) in lined_moves.items() if is_rotation(name)}
    rotations = {name: images for name, (_, images) in lined_moves.items() if images in whole}
    moves = source.drop_inverses(
        {name: each for name, each in lined_moves.items() if name not in rotations}
    )
    sets, patterns = zip(*goal, strict=True)
    shown: dict[int, str] = {}
    pieces: dict[str, Piece] = {}
    for each, pattern in zip(sets, patterns, strict=True):
        shown |= labels_of(each, pattern)
        pieces |= pieces_of(each, pattern)
    return Definition(
        name=name,
        cells=cell_names(sets),
        goal=tuple(shown[cell] for cell in range(len(shown))),
        moves=moves,
        rotations=rotations,
        sets=sets,
        patterns=patterns,
        pieces=pieces,
    )
