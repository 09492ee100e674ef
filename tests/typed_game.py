"""A game with type annotations, which mypy checks: an unused `type: ignore` is an error."""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from puzzlekit import (
    EMPTY,
    SWAP,
    Connection,
    PieRule,
    StoneGame,
    Stones,
    grid,
    place_stone,
    read_number,
)


class Turns(NamedTuple):
    """The stones and the seat to move."""

    stones: str
    ply: int = 0
    seat: int = 0


class TypedGame(StoneGame[Turns]):
    """Place stones; a player who cannot move loses."""

    name, kind, repetition = "Typed", Turns, "draw"
    reserve = 0

    def __init__(self) -> None:
        super().__init__(grid(3, 1))

    def start(self, rng: Random | None = None) -> Turns:
        return super().start(rng)

    def turn(self, state: Turns) -> int:
        return state.seat

    def legal_moves(self, state: Turns) -> list[str]:
        return [c for c, s in zip(self.board.cells, state.stones, strict=True) if s == EMPTY]

    def apply(self, state: Turns, move: str) -> Turns:
        stones = place_stone(state.stones, self.board.index[move], self.own_stone(state))
        return self.kind(stones, state.ply + 1, 1 - state.seat)

    def encode_fields(self, state: Turns) -> Iterable[object]:
        return [state.ply]

    def decode_fields(self, stones: str, side: str, ply: str = "") -> Iterable[object]:
        return read_number(ply, 0, "plies"), self.initials.index(side)


class TypedPieRule(PieRule):
    """A game whose second player can only swap."""

    def legal_moves(self, state: Stones) -> list[str]:
        return [SWAP] if self.can_swap(state) else []

    def apply(self, state: Stones, move: str) -> Stones:
        return self.after_swap(state)


class TypedConnection(Connection):
    """A connection game, whose states record half turns."""

    def starts_halfway(self) -> bool:
        return self.start().half != ()


class MistypedGame(StoneGame[Turns]):
    """Settings that type checkers reject."""

    kind = Stones  # type: ignore[assignment]
    repetition = "drawn"  # type: ignore[assignment]
