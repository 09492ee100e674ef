"""Conversion of sides named by a result to the seats that play them."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import did_you_mean, join_names, short_repr


def seat_of_side(side: str, sides: Sequence[str]) -> int | None:
    """Return the seat that plays a side, ignoring case; None if there is no such side."""
    names = [name.casefold() for name in sides]
    return names.index(side.casefold()) if side.casefold() in names else None


def unknown_side(side: str, sides: Sequence[str]) -> str:
    """Return an error message for a result that names an unknown side."""
    text = f"result(state) has the winner {short_repr(side)}; it must be None for a draw, a seat,"
    return f"{text} or a side: {join_names(sides)}.{did_you_mean(side, sides)}"
