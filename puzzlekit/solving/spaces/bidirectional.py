"""Positions that have no rows and columns: met one by one, and kept in a hash table."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy

from ...core.errors import LimitReachedError
from ...core.progress import Progress, silent
from ...rules.base import Puzzle, State
from .encoded_states import Array
from .mechanism import STEPS, Mechanism, make_mechanism
from .orbit_splitting import Orbit, Part, orbits
from .plan import MAX_CELLS

#: Positions between two looks at the clock.
CHUNK = 20_000

#: Positions at most: their numbers have 31 bits.
MAX_STATES = 1 << 30

#: Numbers of what lies in a slot; there are not more pieces and twists than `MAX_CELLS`.
MAX_CODES = 256


class BidirectionalResult:
    """The positions that moves lead to from an arrangement, in so many bytes of memory."""

    def __init__(self, puzzle: Mechanism, start: Sequence[str], memory: int) -> None:
        self._orbits = orbits(puzzle, start)
        self._codes = [_codes(each) for each in self._orbits]
        self._moves = _moves(puzzle, self._orbits, self._codes)
        slots = sum(len(each.slots) for each in self._orbits)
        random = numpy.random.default_rng(0)
        self._numbers = random.integers(0, 1 << 64, (slots, MAX_CODES), numpy.uint64)
        # A position takes its line, its hash and three entries of the table.
        self._most = min(MAX_STATES, max(1, memory // (slots + 8 + 12)))
        self._kept = numpy.zeros((1, slots), numpy.uint8)
        self._kept[0] = self._line(start)
        self._hashes = numpy.zeros(1, numpy.uint64)
        self._table = numpy.zeros(1, numpy.int32)
        self._count = 1
        self.last = range(1)

    def levels(self, *, cores: int | None = None, progress: Progress = silent) -> Iterator[int]:
        """Yield how many positions there are at each distance; raise `LimitReachedError` for memory."""
        from .bidirectional_kernel import meet

        end = 0
        while self._count > end:  # the last level that is not empty is kept
            self.last = range(end, self._count)
            yield len(self.last)
            end = self._count
            for begin in range(self.last.start, end, CHUNK):
                stop = min(begin + CHUNK, end)
                self._make_room((stop - begin) * (len(self._moves[0]) - 1))
                kept = self._numbers, self._kept, self._hashes, self._table
                count = int(meet(*(*self._moves, *kept, begin, stop, self._count)))
                if count < 0:
                    raise LimitReachedError(
                        f"The search has met more than {self._most:,} positions and stops; raise "
                        "the `memory` if there is more."
                    )
                self._count = count
                progress("positions", count, None)

    def farthest(self, most: int) -> list[State]:
        """Return some of the positions of the last level."""
        return [self._state(number) for number in self.last[:most]]

    def draws(self, rng: Random) -> Iterator[State]:
        """Yield positions drawn from the last level, without an end."""
        while True:
            yield self._state(rng.choice(self.last))

    def _make_room(self, more: int) -> None:
        """Make room for so many more positions, up to the memory."""
        from .bidirectional_kernel import FREE_SLOT, enter

        wanted = min(self._count + more, self._most)
        if wanted > len(self._kept):
            size = min(max(wanted, 2 * len(self._kept)), self._most)
            self._kept = _longer(self._kept, self._count, size)
            self._hashes = _longer(self._hashes, self._count, size)
        if 3 * wanted > 2 * len(self._table):
            entries = 1 << (2 * wanted - 1).bit_length()
            self._table = numpy.full(entries, FREE_SLOT, numpy.int32)
            enter(self._hashes, self._table, self._count)

    def _line(self, labels: Sequence[str]) -> list[int]:
        """Return what lies in each slot, by number."""
        return [
            codes[each.known[tuple([labels[cell] for cell in slot])][0]]
            for each, codes in zip(self._orbits, self._codes, strict=True)
            for slot in each.slots
        ]

    def _state(self, number: int) -> State:
        found: dict[int, str] = {}
        line = iter(self._kept[number].tolist())
        for each, codes in zip(self._orbits, self._codes, strict=True):
            shown = {codes[parts[0]]: labels for labels, parts in each.known.items()}
            for slot in each.slots:
                found.update(zip(slot, shown[next(line)], strict=True))
        return tuple(found[cell] for cell in range(len(found)))


def meet_in_the_middle(
    rules: Puzzle,
    start: State,
    memory: int,
    *,
    metric: str = STEPS,
    backward: bool = False,
) -> BidirectionalResult | None:
    """Return the positions that can be reached, None if the moves are of no kind that is known."""
    puzzle = make_mechanism(rules, metric, backward=backward) if len(start) <= MAX_CELLS else None
    return None if puzzle is None else BidirectionalResult(puzzle, start, memory)


def _longer(array: Array, used: int, size: int) -> Array:
    longer = numpy.empty((size, *array.shape[1:]), array.dtype)
    longer[:used] = array[:used]
    return longer


def _codes(each: Orbit) -> dict[Part, int]:
    """Return numbers of what can lie in a slot, by its first cell; a hole is 0."""
    firsts = sorted({parts[0] for parts in each.known.values()})
    return {part: number if part.piece >= 0 else 0 for number, part in enumerate(firsts, 1)}


def _moves(
    puzzle: Mechanism, found: Sequence[Orbit], codes: Sequence[dict[Part, int]]
) -> tuple[Any, ...]:
    """Return the moves as the kernel reads them."""
    slots = [(each, slot) for each in found for slot in each.slots]
    place = {cell: (n, k) for n, (_, slot) in enumerate(slots) for k, cell in enumerate(slot)}
    turned: list[list[int]] = []
    rows: dict[tuple[int, int], int] = {}
    for number, (each, numbers) in enumerate(zip(found, codes, strict=True)):
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
