"""Pieces of several cells, which are derived from a group of permutations of the cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from ..core.permutation import Images
from .plain.piece_orbits import equivalent_orbits, piece_orbits

T = TypeVar("T")

#: The cells that a piece fills. A twist of the piece moves each row of cells to the next row.
Slot = tuple[tuple[int, ...], ...]


class PlacedPiece(NamedTuple):
    """The slot in which a piece belongs, and the number of rows by which it is twisted."""

    home: Slot
    twist: int


def piece_slots(generators: Sequence[Images]) -> list[list[Slot]]:
    """Return the slots of each kind of piece. Cells that no generator moves belong to none.

    >>> corner, other = (1, 2, 3, 4, 5, 0), (1, 0, 2, 4, 3, 5)
    >>> piece_slots([corner, other])
    [[((0,), (3,)), ((1,), (4,)), ((2,), (5,))]]
    """
    result: list[list[Slot]] = []
    generators = list(generators)
    for points, maps in equivalent_orbits(generators) if generators else ():
        tied = [each for each in maps if len({*each.values()}) == len(points)]
        loose = [sorted({*each.values()}) for each in maps if each not in tied]
        for kind in piece_orbits(generators, [points, *loose]):
            others = tied if kind.slots[0][0] in points else []
            result.append(
                [tuple([(p, *(each[p] for each in others)) for p in slot]) for slot in kind.slots]
            )
    return result


def slot_labels(slot: Slot, state: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """Return the labels in each row of a slot."""
    return tuple([tuple([state[cell] for cell in row]) for row in slot])


def twist_rows(rows: Sequence[T], twist: int) -> tuple[T, ...]:
    """Return the rows of a piece after a twist.

    >>> twist_rows("abc", 1)
    ('c', 'a', 'b')
    """
    first = len(rows) - twist
    return (*rows[first:], *rows[:first])


def locate_pieces(
    slots: Sequence[Slot], goal: Sequence[str], state: Sequence[str]
) -> dict[Slot, PlacedPiece | None]:
    """Return the piece in each slot of one kind, or None for a piece missing from the goal.

    Equal pieces are assigned in order.
    """
    homes: dict[tuple[tuple[str, ...], ...], list[PlacedPiece]] = {}
    for slot in slots:
        rows = slot_labels(slot, goal)
        for twist in range(len(slot)):
            homes.setdefault(twist_rows(rows, twist), []).append(PlacedPiece(slot, twist))
    used = set[Slot]()
    result: dict[Slot, PlacedPiece | None] = {}
    for slot in slots:
        candidates = homes.get(slot_labels(slot, state), [])
        result[slot] = next((each for each in candidates if each.home not in used), None)
        if (placed := result[slot]) is not None:
            used.add(placed.home)
    return result


def copy_labels(
    slots: Sequence[Slot], goal: Sequence[str], state: Sequence[str], labels: Sequence[T]
) -> dict[int, T] | None:
    """Return new labels for the cells of a state, given the new label of each cell of the goal.

    Returns None if the state shows a piece that the goal does not have.
    """
    result: dict[int, T] = {}
    for slot, placed in locate_pieces(slots, goal, state).items():
        if placed is None:
            return None
        shown = twist_rows(slot_labels(placed.home, labels), placed.twist)
        for row, new in zip(slot, shown, strict=True):
            result |= zip(row, new, strict=True)
    return result


def explain_missing_piece(
    slots: Sequence[Slot],
    goal: Sequence[str],
    state: Sequence[str],
    cells: Sequence[str],
    noun: str = "piece",
) -> str | None:
    """Return a sentence about a piece that does not match the goal, or None if all pieces match.

    >>> slots = [((0,), (1,)), ((2,), (3,))]
    >>> explain_missing_piece(slots, "WRWG", "WRWR", "abcd")
    'The piece W-R is shown twice, at a-b and c-d, but the piece W-G is missing.'
    >>> explain_missing_piece(slots, "WRWG", "WWRG", "abcd")
    'There is no piece W-W, as shown at a-b.'
    """
    found = locate_pieces(slots, goal, state)
    wrong = next((slot for slot, placed in found.items() if placed is None), None)
    if wrong is None:
        return None
    shown = slot_labels(wrong, state)
    same = [
        slot
        for slot in slots
        if any(twist_rows(slot_labels(slot, state), twist) == shown for twist in range(len(slot)))
    ]
    homes = [slot_labels(slot, goal) for slot in slots]

    def is_piece(rows: tuple[tuple[str, ...], ...]) -> bool:
        return any(twist_rows(rows, twist) in homes for twist in range(len(rows)))

    where = [_slot_name(slot, cells) for slot in same]
    if is_piece(shown):
        used = {placed.home for placed in found.values() if placed is not None}
        missing = next(_slot_name(slot, goal) for slot in slots if slot not in used)
        times = "twice" if len(same) == 2 else f"{len(same)} times"
        places = f"{', '.join(where[:-1])} and {where[-1]}"
        return (
            f"The {noun} {_slot_name(wrong, state)} is shown {times}, at {places}, but the {noun} "
            f"{missing} is missing."
        )
    order = " in this order" if len(wrong) > 2 and is_piece(shown[::-1]) else ""
    return f"There is no {noun} {_slot_name(wrong, state)}{order}, as shown at {where[0]}."


def _slot_name(slot: Slot, names: Sequence[str]) -> str:
    return "-".join(names[cell] or "nothing" for row in slot for cell in row)
