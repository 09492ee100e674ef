"""The interface of the plain and the compiled alpha-beta search."""

from __future__ import annotations

from typing import NamedTuple, Protocol

#: Value of an immediate win; each ply of delay costs 1.
WIN = 1e12

#: Maximum depth in plies.
MAX_DEPTH = 200


class SearchTimeoutError(Exception):
    """Raised when the deadline passes before a search is complete."""


class SearchValue(NamedTuple):
    """The principal variation, its value, and whether the value is proved."""

    line: tuple[str, ...]
    value: float
    certain: bool


class Search(Protocol):
    """A search of one position for iterative deepening."""

    def run(self, depth: int, order: list[str], deadline: float) -> SearchValue:
        """Return the principal variation; among equal moves prefer the first of `order`.

        Raise `SearchTimeoutError` if the deadline passes.
        """
