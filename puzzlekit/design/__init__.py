"""Puzzle design: drawings of puzzles as graphs, edits to drawings, and computed facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # at runtime, `__getattr__` imports these lazily
    from .mutations import vary as vary
    from .random_search import SearchCriteria as SearchCriteria
    from .random_search import search as search

__all__ = ["SearchCriteria", "search", "vary"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from . import mutations, random_search

        return getattr(mutations if name == "vary" else random_search, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
