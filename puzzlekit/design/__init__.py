"""Designing puzzles: drawings of graphs with pieces on them, edits, and what comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what a type checker sees; `__getattr__` is what Python does
    from .searching import SearchCriteria as SearchCriteria
    from .searching import search as search
    from .varying import find_variations as find_variations

__all__ = ["SearchCriteria", "find_variations", "search"]


def __getattr__(name: str) -> Any:
    if name == "vary":
        from .varying import find_variations

        return find_variations
    if name in __all__:
        from . import searching

        return getattr(searching, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
