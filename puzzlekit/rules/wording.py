"""How sentences about what a plugin answers are worded: values, types, what is wanted instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, SupportsIndex

from ..core.board import Board
from ..core.errors import quoted
from .faults import Fault


def unlike(answer: str, value: Any, wanted: str, mend: str) -> Fault:
    """Return the fault of an answer of another kind than is wanted."""
    member = answer.partition("(")[0]
    if value is None:
        text = f"{answer} gives None, not {wanted}; does every way through it end with `return`?"
    elif isinstance(value, set | frozenset):
        text = f"{answer} gives a set, which has no order, not {wanted}; return sorted(...)."
    elif isinstance(value, Iterator | range):
        text = f"{answer} gives {article(type(value).__name__)}, not {wanted}; return {mend}."
    else:
        text = f"{answer} gives {brief(value)}, not {wanted}."
    return Fault(member, text, "other kind")


def missing(value: Any) -> str:
    """Return what may be the reason that a member gives None."""
    return " Does every way through it end with `return`?" if value is None else ""


def brief(value: object) -> str:
    """Return a value as sentences show it.

    >>> brief("ha"), brief([1, 2]), brief("x" * 50)[-8:]
    ("'ha'", '[1, 2]', "xxxx...'")
    """
    if isinstance(value, str):
        return quoted(value, 40)
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:60]}..."


def article(name: str) -> str:
    """Return the name of a type with its article.

    >>> article("int"), article("list")
    ('an int', 'a list')
    """
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


def either(seats: Iterable[int]) -> str:
    """Return numbers as a choice.

    >>> either(range(3))
    '0, 1 or 2'
    """
    *some, last = map(str, seats)
    return f"{', '.join(some)} or {last}" if some else last


def is_within(value: Any, numbers: range) -> bool:
    """Tell whether something is a whole number of a range, and can be an index.

    >>> is_within(1, range(2)), is_within(1.0, range(2)), is_within("1", range(2))
    (True, False, False)
    """
    return isinstance(value, SupportsIndex) and value in numbers


def are_cells(board: Board, cells: Iterable[Any]) -> bool:
    """Tell whether all are numbers of cells."""
    return all(is_within(cell, range(len(board))) for cell in cells)


def cells_of(board: Board) -> str:
    """Return which numbers the cells have, as a part of a sentence."""
    return f" (these are 0 to {len(board) - 1})"
