"""Breadth-first search with a hash table, for puzzles without a table of rows and columns.

A position is a row of small numbers. If the positions are the elements of a group, these are the
images of the points of a base; otherwise, they encode the contents of the slots. The Zobrist hash
of a position (A. Zobrist, A new hashing method, 1970) is the exclusive or of a random number for
each place in the row and its content. A move therefore updates the hash only for what it changes.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy
from numba import uint64

from ...core.compiling import compiled
from ...core.errors import LimitReachedError
from ...core.progress import Progress, silent
from ...rules.base import Puzzle, State
from ..search_kernel import index_keys
from ..solution import STEPS
from .base_images import BaseImages, encode_base_images, is_regular
from .encoded_states import Array
from .label_permutations import Mechanism, make_mechanism
from .position_numbering import MAX_CELLS
from .row_column_splits import Orbit, Part, orbits

#: Number of positions expanded per call of the kernel.
CHUNK = 20_000

#: Maximum number of positions (31-bit numbers).
MAX_STATES = 1 << 30

#: Number of codes for the content of a slot, which is enough for a puzzle with `MAX_CELLS` cells.
MAX_CODES = 256


@compiled()
def expand_level(moves, positions, begin, end, count):
    """Expand the positions `begin` to `end`; return the new number of positions, or -1 if full.

    Move m consists of the rows `first[m]` to `first[m + 1]` in `parts` (slot, source slot, and the
    row of `turned` that maps the piece). Its conditions are the rows `check[m]` to `check[m + 1]`
    in `holes`.
    """
    first, parts, turned, check, holes = moves
    numbers, rows, hashes, table = positions
    mask = uint64(len(table) - 1)
    slots = rows.shape[1]
    for number in range(begin, end):
        for move in range(len(first) - 1):
            legal = True
            for each in range(check[move], check[move + 1]):
                if (rows[number, holes[each, 0]] == 0) != (holes[each, 1] == 1):
                    legal = False
                    break
            if not legal:
                continue
            if count == len(rows):
                return -1
            new, key = rows[count], hashes[number]
            for slot in range(slots):
                new[slot] = rows[number, slot]
            for part in range(first[move], first[move + 1]):
                slot = parts[part, 0]
                piece = turned[parts[part, 2], rows[number, parts[part, 1]]]
                key ^= numbers[slot, new[slot]] ^ numbers[slot, piece]
                new[slot] = piece
            place = key & mask
            while True:
                other = table[place]
                if other < 0:
                    table[place] = count
                    hashes[count] = key
                    count += 1
                    break
                if hashes[other] == key:
                    same = True
                    for slot in range(slots):
                        if rows[other, slot] != new[slot]:
                            same = False
                            break
                    if same:
                        break
                place = (place + uint64(1)) & mask
    return count


class HashedEnumeration:
    """A search for all positions reachable from an arrangement, using up to `memory` bytes."""

    def __init__(self, puzzle: Mechanism, start: State, memory: int) -> None:
        encode = encode_base_images if is_regular(puzzle, start) else encode_slots
        self._encoding: BaseImages | SlotContents = encode(puzzle, start)
        row, self._moves = self._encoding.row, self._encoding.moves
        random = numpy.random.default_rng(0)
        codes = self._moves[2].shape[1]
        self._numbers = random.integers(0, 1 << 64, (len(row), codes), numpy.uint64)
        # A position takes its row, its hash and three table entries.
        self._maximum = min(MAX_STATES, max(1, memory // (row.nbytes + 8 + 12)))
        self._rows = row[None].copy()
        self._hashes = numpy.zeros(1, numpy.uint64)
        self._table = numpy.zeros(1, numpy.int32)
        self._count = 1
        self.last = range(1)

    def levels(self, *, cores: int | None = None, progress: Progress = silent) -> Iterator[int]:
        """Yield the number of positions at each distance.

        Raises `LimitReachedError` if there are too many positions.
        """
        end = 0
        while self._count > end:  # keeps the last level that is not empty
            self.last = range(end, self._count)
            yield len(self.last)
            end = self._count
            for begin in range(self.last.start, end, CHUNK):
                stop = min(begin + CHUNK, end)
                self._grow_arrays((stop - begin) * (len(self._moves[0]) - 1))
                positions = self._numbers, self._rows, self._hashes, self._table
                count = int(expand_level(self._moves, positions, begin, stop, self._count))
                if count < 0:
                    raise LimitReachedError(
                        f"There are more than {self._maximum:,} positions. Raise the `memory` if "
                        "possible."
                    )
                self._count = count
                progress("positions", count, None)

    def farthest(self, limit: int) -> list[State]:
        """Return up to `limit` positions of the last level."""
        return [self._encoding.state(self._rows[number].tolist()) for number in self.last[:limit]]

    def draws(self, rng: Random) -> Iterator[State]:
        """Yield random positions from the last level, indefinitely."""
        while True:
            yield self._encoding.state(self._rows[rng.choice(self.last)].tolist())

    def _grow_arrays(self, more: int) -> None:
        """Grow the arrays to hold `more` positions, up to the memory limit."""
        wanted = min(self._count + more, self._maximum)
        if wanted > len(self._rows):
            size = min(max(wanted, 2 * len(self._rows)), self._maximum)
            self._rows = _resized(self._rows, self._count, size)
            self._hashes = _resized(self._hashes, self._count, size)
        if 3 * wanted > 2 * len(self._table):
            entries = 1 << (2 * wanted - 1).bit_length()
            self._table = numpy.full(entries, -1, numpy.int32)
            index_keys(self._hashes[: self._count], self._table)


class SlotContents(NamedTuple):
    """Rows with a code for the content of each slot: the start's row, and the moves of rows."""

    orbits: Sequence[Orbit]
    codes: Sequence[dict[Part, int]]
    row: Array
    moves: tuple[Array, ...]

    def state(self, row: Sequence[int]) -> State:
        """Return the arrangement that a row encodes."""
        labels_by_cell: dict[int, str] = {}
        codes_left = iter(row)
        for each, codes in zip(self.orbits, self.codes, strict=True):
            shown = {codes[parts[0]]: labels for labels, parts in each.known.items()}
            for slot in each.slots:
                labels_by_cell.update(zip(slot, shown[next(codes_left)], strict=True))
        return tuple(labels_by_cell[cell] for cell in range(len(labels_by_cell)))


def encode_slots(puzzle: Mechanism, start: State) -> SlotContents:
    """Return the encoding of an arrangement with up to `MAX_CELLS` cells."""
    orbit_list = orbits(puzzle, start)
    code_list = [_codes(each) for each in orbit_list]
    row = [
        codes[each.known[tuple([start[cell] for cell in slot])][0]]
        for each, codes in zip(orbit_list, code_list, strict=True)
        for slot in each.slots
    ]
    moves = _moves(puzzle, orbit_list, code_list)
    return SlotContents(orbit_list, code_list, numpy.array(row, numpy.uint8), moves)


def enumerate_by_hash(
    rules: Puzzle, start: State, memory: int, *, metric: str = STEPS, backward: bool = False
) -> HashedEnumeration | None:
    """Return the search, or None if the puzzle's moves are not supported."""
    puzzle = make_mechanism(rules, metric, backward=backward)
    if puzzle is None or (len(start) > MAX_CELLS and not is_regular(puzzle, start)):
        return None
    return HashedEnumeration(puzzle, start, memory)


def _resized(array: Array, used: int, size: int) -> Array:
    result = numpy.empty((size, *array.shape[1:]), array.dtype)
    result[:used] = array[:used]
    return result


def _codes(each: Orbit) -> dict[Part, int]:
    """Map the part on the first cell of a slot to a code for its contents. A hole has code 0."""
    firsts = sorted({parts[0] for parts in each.known.values()})
    return {part: number if part.piece >= 0 else 0 for number, part in enumerate(firsts, 1)}


def _moves(
    puzzle: Mechanism, orbit_list: Sequence[Orbit], codes: Sequence[dict[Part, int]]
) -> tuple[Any, ...]:
    """Return the moves in the format required by the kernel."""
    slots = [(each, slot) for each in orbit_list for slot in each.slots]
    place = {cell: (n, k) for n, (_, slot) in enumerate(slots) for k, cell in enumerate(slot)}
    turned: list[list[int]] = []
    rows: dict[tuple[int, int], int] = {}
    for number, (each, numbers) in enumerate(zip(orbit_list, codes, strict=True)):
        for by in range(len(each.slots[0])):
            rows[number, by] = len(turned)
            turned.append([0] * MAX_CODES)
            for part, code in numbers.items():
                twist = (part.twist + by) % each.periods[part.piece]
                turned[-1][code] = numbers[part._replace(twist=twist)]
    first, parts, check, holes = [0], list[tuple[int, ...]](), [0], list[tuple[int, int]]()
    for source, empty, full in zip(puzzle.sources, puzzle.empty, puzzle.full, strict=True):
        for number, (each, slot) in enumerate(slots):
            origin, by = place[source[slot[0]]]
            if (origin, by) != (number, 0):
                parts.append((number, origin, rows[each.number, by]))
        first.append(len(parts))
        holes += [(place[cell][0], 1) for cell in empty] + [(place[cell][0], 0) for cell in full]
        check.append(len(holes))
    return (
        numpy.array(first),
        numpy.array(parts, numpy.int32).reshape(-1, 3),
        numpy.array(turned, numpy.uint8),
        numpy.array(check),
        numpy.array(holes, numpy.int32).reshape(-1, 2),
    )
