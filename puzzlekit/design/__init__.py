"""Designing puzzles: drawings of graphs with pieces on them, edits, and what comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what a type checker sees; `__getattr__` is what Python does
    from .mutations import find_variations as find_variations
    from .random_search import SearchCriteria as SearchCriteria
    from .random_search import search as search

__all__ = ["SearchCriteria", "find_variations", "search"]


def __getattr__(name: str) -> Any:
    if name == "find_variations":
        from .mutations import find_variations

        return find_variations
    if name in __all__:
        from . import random_search

        return getattr(random_search, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
