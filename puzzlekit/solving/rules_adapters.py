"""Adapters that let a search use plain or compiled rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..rules.base import Rules, State, checked_moves
from ..rules.compiled import OUTCOME, SEAT, CompiledRules, outcome_of


class PlainPositions:
    """The positions of a game in plain Python: states, and moves by name."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.repetition_key = rules, rules.repetition_key
        self.turn, self.evaluate = rules.turn, rules.evaluate
        self.legal_moves: Callable[[Any], list[Any]] = partial(checked_moves, rules)
        self.play: Callable[[Any, Any], Any] = rules.apply_unchecked

    def encode(self, state: State) -> Any:
        """Return the search's representation of a state."""
        return state

    decode = key = encode

    def number(self, position: Any, word: str) -> Any:
        """Return the search's representation of a move."""
        return word

    def word(self, move: Any) -> str:
        """Return the name of a move."""
        return str(move)

    def outcome(self, position: Any) -> int:
        """Return the winning seat, `DRAW` or `ONGOING`."""
        return outcome_of(self.rules.outcome(position))


class CompiledPositions:
    """The positions of a game with compiled rules: arrays, and moves by number."""

    def __init__(self, fast: CompiledRules) -> None:
        self.fast, self.encode, self.decode = fast, fast.encode, fast.decode
        self.word: Callable[[Any], str] = fast.word
        self.legal_moves: Callable[[Any], list[Any]] = fast.legal_moves
        self.play: Callable[[Any, Any], Any] = fast.apply
        self.number: Callable[[Any, str], Any] = fast.legal_number

    def key(self, position: Any) -> bytes:
        """Return a hashable key."""
        key: bytes = position[: self.fast.key_size].tobytes()
        return key

    repetition_key = key

    def turn(self, position: Any) -> int:
        """Return the side to move."""
        return int(position[SEAT])

    def outcome(self, position: Any) -> int:
        """Return the winning seat, `DRAW` or `ONGOING`."""
        return int(position[OUTCOME])

    def evaluate(self, position: Any, seat: int) -> float:
        """Return the evaluation for a seat."""
        return float(self.fast.kernel.evaluate(self.fast.table, position, seat))


Positions = PlainPositions | CompiledPositions
