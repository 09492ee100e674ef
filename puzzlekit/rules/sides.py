"""Sides named by a result, and the seats that play them."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import did_you_mean, join_names, short_repr


def seat_of_side(side: str, sides: Sequence[str]) -> int | None:
    """Return the seat that plays a side, in any case; None if there is no such side."""
    names = [name.casefold() for name in sides]
    return names.index(side.casefold()) if side.casefold() in names else None


def unknown_side(side: str, sides: Sequence[str]) -> str:
    """Return what is wrong with a result that names a side that nobody plays."""
    text = f"result(state) is won by {short_repr(side)}; the winner must be None for a draw, a seat, or "
    return f"{text}a side: {join_names(sides)}.{did_you_mean(side, sides)}"
