"""A game as the search for forced wins sees it: by its rule book, or by its fast path."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from typing import Any

from ..rules.base import Rules, State
from ..rules.compiled import GOING_ON, OUTCOME, SEAT, CompiledRules, outcome_of

#: Moves of the others in a row, looked at to see whether the last one lets the attacker win.
MAX_MOVES = 20


class PlainGame:
    """A game by its rule book alone, as the search sees it: every move may be worth trying."""

    def __init__(self, rules: Rules, seat: int) -> None:
        self.rules, self.seat = rules, seat
        self.turn, self.play, self.moves = rules.turn, rules.apply_unchecked, rules.legal_moves

    def encode(self, state: State) -> Any:
        """Return what the search knows a state by."""
        return state

    decode = key = word = encode

    def winner(self, position: Any) -> int | None:
        """Return the seat that has won, -1 for a draw, or None while it goes on."""
        outcome = outcome_of(self.rules.outcome(position))
        return None if outcome == GOING_ON else outcome

    def win(self, position: Any) -> Any | None:
        """Return a move that wins at once, or None."""
        seat = self.turn(position)
        moves = self.moves(position)
        return next((m for m in moves if self.winner(self.play(position, m)) == seat), None)

    def threats(self, position: Any) -> list[Any]:
        """Return a move that wins at once, or the moves worth trying."""
        win = self.win(position)
        return self.moves(position) if win is None else [win]

    def last(self, position: Any) -> list[Any]:
        """Return the moves worth trying in a last turn where none wins at once."""

        def may_win(after: Any) -> bool:
            goes_on = self.winner(after) is None and self.turn(after) == self.seat
            return goes_on or self._is_doomed(after)

        return [move for move in self.moves(position) if may_win(self.play(position, move))]

    def _is_doomed(self, position: Any, left: int = MAX_MOVES) -> bool:
        """Return whether the seat wins before its next move, within so many moves of others."""
        winner = self.winner(position)
        if winner is not None:
            return winner == self.seat
        if not left or self.turn(position) == self.seat:
            return False
        moves = self.moves(position)
        return all(self._is_doomed(self.play(position, move), left - 1) for move in moves)

    def answers(self, position: Any) -> list[Any]:
        """Return a move that wins at once, or all that do not lose at once to the attacker."""
        win = self.win(position)
        moves = self.moves(position)
        return [m for m in moves if self._safe(self.play(position, m))] if win is None else [win]

    def _safe(self, position: Any) -> bool:
        winner = self.winner(position)
        if winner is not None:
            return winner != self.seat
        return self.turn(position) != self.seat or self.win(position) is None


class CompiledGame:
    """A game by its fast path, which has threats and answers."""

    def __init__(self, fast: CompiledRules) -> None:
        import numpy

        self.fast = fast
        self.encode, self.decode, self.word = fast.encode, fast.decode, fast.word
        self.out = numpy.empty(fast.max_moves, numpy.int32)

    def key(self, position: Any) -> Hashable:
        """Return what is equal for equal positions."""
        key: bytes = position[: self.fast.key_size].tobytes()
        return key

    def turn(self, position: Any) -> int:
        """Return the seat that moves."""
        return int(position[SEAT])

    def winner(self, position: Any) -> int | None:
        """Return the seat that has won, -1 for a draw, or None while it goes on."""
        return None if position[OUTCOME] == GOING_ON else int(position[OUTCOME])

    def play(self, position: Any, move: Any) -> Any:
        """Return the position after a move."""
        return self.fast.apply(position, move)

    def win(self, position: Any) -> Any | None:
        """Return a move that wins at once, or None."""
        move = int(self.fast.kernel.winning(self.fast.table, position))
        return None if move == -1 else move

    def moves(self, position: Any) -> Sequence[Any]:
        """Return all moves."""
        return self._list(self.fast.kernel.legal_moves, position)

    def threats(self, position: Any) -> Sequence[Any]:
        """Return a move that wins at once, or the moves worth trying."""
        return self._list(self.fast.kernel.threats, position)

    def last(self, position: Any) -> Sequence[Any]:
        """Return the moves worth trying in a last turn: none, since a threat needs another one."""
        return ()

    def answers(self, position: Any) -> Sequence[Any]:
        """Return a move that wins at once, or all that do not lose at once."""
        return self._list(self.fast.kernel.answers, position)

    def _list(self, kernel: Any, position: Any) -> Sequence[Any]:
        count = kernel(self.fast.table, position, self.out)
        return array("i", self.out[:count].tobytes())  # long searches keep millions of these


Game = PlainGame | CompiledGame


def tries_everything(rules: Rules) -> bool:
    """Return whether the attacker tries every move, so that a win that is not found is none.

    >>> from puzzlekit import load
    >>> tries_everything(load("hex:3"))
    True
    """
    fast = rules.compiled
    if fast is None or len(rules.players) > 2:
        return True
    return None in (fast.kernel.winning, fast.kernel.threats, fast.kernel.answers)


def game_for(rules: Rules, seat: int) -> Game:
    """Return the game to be searched for a win of a seat, compiled if it brings all it takes."""
    fast = rules.compiled
    return PlainGame(rules, seat) if fast is None or tries_everything(rules) else CompiledGame(fast)
