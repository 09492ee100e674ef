"""Draws by threefold repetition, in matches and playouts of games whose rules set no limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from ..rules.base import Rules, State

#: Number of occurrences of a position after which the game is a draw.
MAX_REPETITIONS = 3

#: The note in the output of `check` about games in which threefold repetition is a draw.
DRAW_TEXT = "; in matches and playouts, threefold repetition is a draw"


def draws_by_repetition(rules: Rules) -> bool:
    """Return whether threefold repetition is a draw, as in plain Python games without a limit."""
    limited = rules.repetition or rules.max_plies is not None
    return not limited and type(rules).compiled_rules is Rules.compiled_rules


class RepetitionCounter:
    """A counter for the positions of one game."""

    def __init__(self, rules: Rules) -> None:
        self._position = rules.repetition_key if draws_by_repetition(rules) else None
        self._counts = Counter[Hashable]()

    def is_draw(self, state: State) -> bool:
        """Count a position; return whether it has now occurred three times."""
        if self._position is None:
            return False
        position = self._position(state)
        self._counts[position] += 1
        return self._counts[position] >= MAX_REPETITIONS
