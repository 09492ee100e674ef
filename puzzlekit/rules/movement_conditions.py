"""Conditions that a stone in a connection game must meet before it may step."""

from __future__ import annotations

from ..core.board import Board
from ..core.errors import OptionError, join_names
from .stones import EMPTY

#: No condition; an adjacent stone; membership in a connected group with stones of both colours.
MOVEMENT_CONDITIONS = ("none", "beside", "mixed")


def check_movement_condition(word: str) -> str:
    """Return a movement condition unchanged; raise `OptionError` for any other word."""
    if word not in MOVEMENT_CONDITIONS:
        names = join_names(MOVEMENT_CONDITIONS)
        raise OptionError(f"`company` must be one of {names}, not {word!r}.")
    return word


def has_required_neighbour(board: Board, stones: str, source: int, word: str) -> bool:
    """Return whether a stone meets the condition `word` and may step.

    A mixed group is a connected group with stones of both colours.
    """
    if word == "none":
        return True
    near, own, group = board.neighbours, stones[source], [source]
    if word == "beside":
        return any(stones[cell] != EMPTY for cell in near[source])
    for cell in group:
        if any(stones[other] not in (own, EMPTY) for other in near[cell]):
            return True
        group += [other for other in near[cell] if stones[other] == own and other not in group]
    return False
