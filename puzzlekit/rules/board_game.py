"""Board games: stones on the cells of a board, and a reserve for each player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from ..core.values import Motion
from .base import Rules, StateT


class BoardGame(Rules[StateT]):
    """The base class of board games, for two players unless a subclass names more.

    A subclass sets `board` and defines the five required members and `turn`. If one letter per cell
    describes a position, `StoneGame` provides most of these members. Moves that name their cells
    (`c3` places a stone, `c3-f6` moves one) need no `clicks` and no `cell_permutation`. Placing a
    stone exchanges a cell with the mover's reserve; the reserves are numbered after the cells. A
    stone moved onto another stone captures it, and the captured stone goes to the next player's
    reserve.
    """

    family: ClassVar[str] = "board game"
    players: tuple[str, ...] = ("Black", "White")
    motion: ClassVar[Motion] = "slide"

    @cached_property
    def reserve(self) -> int:  # type: ignore[override]
        """The number of reserve cells: one per player."""
        return len(self.players)

    def cell_permutation(self, state: StateT, move: str) -> Mapping[int, int]:
        """Return the permutation of a move that places a stone, moves it or captures with it."""
        cells = self.board.cells_named_in(move)
        if len(cells) == 1:
            cells.append(len(self.board) + self.turn(state))
        if len(cells) != 2:
            return {}
        a, b = cells
        if b < len(self.board) and self.pieces(state)[b] is not None:
            captured = len(self.board) + (self.turn(state) + 1) % len(self.players)
            return {a: b, b: captured, captured: a}
        return {a: b, b: a}
