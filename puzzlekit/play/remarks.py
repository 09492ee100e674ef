"""What is said after the moves of computers, to those who play against them."""

from __future__ import annotations

from ..players.player import Thought
from .sentences import after_thought, side_swapped
from .session import Session


class Remarks:
    """Remembers of whose level it has told, which is not said again."""

    def __init__(self) -> None:
        self._told: set[int] = set()

    def after(self, session: Session, seat: int, thought: Thought) -> str:
        """Return what a person should know after the move of a computer, "" for nothing."""
        if swapped := side_swapped(session):
            return swapped
        again = seat in self._told
        self._told.add(seat)
        return after_thought(session, seat, thought, again=again)
