"""Plain and compiled game interfaces for the search for forced wins."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from typing import Any

from ..rules.base import Rules, State
from ..rules.compiled import GOING_ON, OUTCOME, SEAT, CompiledRules, outcome_of

#: Maximum number of consecutive opponents' moves that are searched for a forced win.
MAX_MOVES = 20


class PlainGame:
    """A game in plain Python, in which the attacker tries every move."""

    def __init__(self, rules: Rules, seat: int) -> None:
        self.rules, self.seat = rules, seat
        self.turn, self.play, self.moves = rules.turn, rules.apply_unchecked, rules.legal_moves

    def encode(self, state: State) -> Any:
        """Return a state in the format used by the search."""
        return state

    decode = key = word = encode

    def winner(self, position: Any) -> int | None:
        """Return the winning seat, -1 for a draw, or None if the game is not over."""
        outcome = outcome_of(self.rules.outcome(position))
        return None if outcome == GOING_ON else outcome

    def win(self, position: Any) -> Any | None:
        """Return a move that wins immediately, or None."""
        seat = self.turn(position)
        moves = self.moves(position)
        return next((m for m in moves if self.winner(self.play(position, m)) == seat), None)

    def threats(self, position: Any) -> list[Any]:
        """Return a move that wins immediately, or all moves if there is none."""
        win = self.win(position)
        return self.moves(position) if win is None else [win]

    def last(self, position: Any) -> list[Any]:
        """Return the moves to try in the last turn if none wins immediately."""

        def may_win(after: Any) -> bool:
            continues = self.winner(after) is None and self.turn(after) == self.seat
            return continues or self._wins_by_force(after)

        return [move for move in self.moves(position) if may_win(self.play(position, move))]

    def _wins_by_force(self, position: Any, left: int = MAX_MOVES) -> bool:
        """Return whether the seat wins before its next move, within `left` opponents' moves."""
        winner = self.winner(position)
        if winner is not None:
            return winner == self.seat
        if not left or self.turn(position) == self.seat:
            return False
        moves = self.moves(position)
        return all(self._wins_by_force(self.play(position, move), left - 1) for move in moves)

    def answers(self, position: Any) -> list[Any]:
        """Return a move that wins, or all moves that do not lose, immediately."""
        win = self.win(position)
        moves = self.moves(position)
        return [m for m in moves if self._safe(self.play(position, m))] if win is None else [win]

    def _safe(self, position: Any) -> bool:
        winner = self.winner(position)
        if winner is not None:
            return winner != self.seat
        return self.turn(position) != self.seat or self.win(position) is None


class CompiledGame:
    """A game with compiled rules that provide threats and answers."""

    def __init__(self, fast: CompiledRules) -> None:
        import numpy

        self.fast = fast
        self.encode, self.decode, self.word = fast.encode, fast.decode, fast.word
        self.out = numpy.empty(fast.max_moves, numpy.int32)

    def key(self, position: Any) -> Hashable:
        """Return a hashable key for a position."""
        key: bytes = position[: self.fast.key_size].tobytes()
        return key

    def turn(self, position: Any) -> int:
        """Return the side to move."""
        return int(position[SEAT])

    def winner(self, position: Any) -> int | None:
        """Return the winning seat, -1 for a draw, or None if the game is not over."""
        return None if position[OUTCOME] == GOING_ON else int(position[OUTCOME])

    def play(self, position: Any, move: Any) -> Any:
        """Return the position after a move."""
        return self.fast.apply(position, move)

    def win(self, position: Any) -> Any | None:
        """Return a move that wins immediately, or None."""
        move = int(self.fast.kernel.winning(self.fast.table, position))
        return None if move == -1 else move

    def moves(self, position: Any) -> Sequence[Any]:
        """Return the legal moves."""
        return self._list(self.fast.kernel.legal_moves, position)

    def threats(self, position: Any) -> Sequence[Any]:
        """Return a move that wins immediately, or the threats to try."""
        return self._list(self.fast.kernel.threats, position)

    def last(self, position: Any) -> Sequence[Any]:
        """Return no moves for the last turn, because a threat needs another turn."""
        return ()

    def answers(self, position: Any) -> Sequence[Any]:
        """Return a move that wins, or all moves that do not lose, immediately."""
        return self._list(self.fast.kernel.answers, position)

    def _list(self, kernel: Any, position: Any) -> Sequence[Any]:
        count = kernel(self.fast.table, position, self.out)
        return array(
            "i", self.out[:count].tobytes()
        )  # compact, because long searches keep millions of these


Game = PlainGame | CompiledGame


def tries_everything(rules: Rules) -> bool:
    """Return whether the attacker tries every move; if not, a failed search proves nothing.

    >>> from puzzlekit import load
    >>> tries_everything(load("hex:3"))
    True
    """
    fast = rules.compiled
    if fast is None or len(rules.players) > 2:
        return True
    return None in (fast.kernel.winning, fast.kernel.threats, fast.kernel.answers)


def game_for(rules: Rules, seat: int) -> Game:
    """Return the game interface for finding a win for a seat, compiled if possible."""
    fast = rules.compiled
    return PlainGame(rules, seat) if fast is None or tries_everything(rules) else CompiledGame(fast)
