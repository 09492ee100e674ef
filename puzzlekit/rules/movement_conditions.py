"""What company a stone may need that steps, as a connection game says it by a word."""

from __future__ import annotations

from ..core.board import Board
from ..core.errors import OptionError, join_names
from .stones import EMPTY

#: None; another stone beside it; or a group of both colours that it is in.
MOVEMENT_CONDITIONS = ("none", "beside", "mixed")


def check_movement_condition(word: str) -> str:
    """Return the word; raise `OptionError` if it says no company."""
    if word not in MOVEMENT_CONDITIONS:
        raise OptionError(f"`company` is one of {join_names(MOVEMENT_CONDITIONS)}, not {word!r}.")
    return word


def has_required_neighbour(board: Board, stones: str, source: int, word: str) -> bool:
    """Tell whether a stone has the company that it needs in order to step.

    A mixed group holds stones of both colours, which hang together by the steps of the board.
    """
    if word == "none":
        return True
    near, own, group = board.neighbours, stones[source], [source]
    if word == "beside":
        return any(stones[cell] != EMPTY for cell in near[source])
    for cell in group:  # which grows
        if any(stones[other] not in (own, EMPTY) for other in near[cell]):
            return True
        group += [other for other in near[cell] if stones[other] == own and other not in group]
    return False
