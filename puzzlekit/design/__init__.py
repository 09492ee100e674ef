"""Designing puzzles: drawings of graphs with pieces on them, edits, and what comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what a type checker sees; `__getattr__` is what Python does
    from .searching import Wish as Wish
    from .searching import search as search
    from .varying import vary as vary

__all__ = ["Wish", "search", "vary"]


def __getattr__(name: str) -> Any:
    if name == "vary":
        from .varying import vary

        return vary
    if name in __all__:
        from . import searching

        return getattr(searching, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
