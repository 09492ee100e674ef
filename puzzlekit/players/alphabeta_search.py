"""What the plain and the compiled alpha-beta search share."""

from __future__ import annotations

from typing import NamedTuple, Protocol

#: What a win at once is worth; a ply later it is worth 1 less.
WIN = 1e12

#: Plies that are looked ahead at most.
MAX_DEPTH = 200


class SearchTimeoutError(Exception):
    """The time is over before the search has come to an end."""


class SearchValue(NamedTuple):
    """What a search to some depth has found: the line, its value, and whether that is certain."""

    line: tuple[str, ...]
    value: float
    certain: bool


class Search(Protocol):
    """A search of one position, to be repeated at growing depths."""

    def to(self, depth: int, order: list[str], deadline: float) -> SearchValue:
        """Return the best line; of moves that are worth the same, the first of `order` begins it.

        Raises `SearchTimeoutError` if the deadline passes meanwhile.
        """
