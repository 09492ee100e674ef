"""The best hints that are known for positions, so that the next ones need not be looked for."""

from __future__ import annotations

from ..rules.rule_book import State
from ..solving.hints import Hint


class Ways:
    """Hints that were found for positions, and what is left of them further on."""

    def __init__(self) -> None:
        self._hints: dict[State, Hint] = {}

    def best(self, state: State) -> Hint | None:
        """Return the best hint for a position, None if there is none."""
        return self._hints.get(state)

    def add(self, state: State, hint: Hint) -> bool:
        """Keep a hint that is better than what is known; return whether it is."""
        known = self.best(state)
        proved = known is not None and hint.shortest and not known.shortest
        if known is not None and not proved and len(hint.moves) >= len(known.moves):
            return False
        self._hints[state] = Hint(*hint)
        return True

    def follow(self, before: State, move: str | None, after: State) -> None:
        """Keep what is left of a hint whose move has been made."""
        hint = self.best(before)
        if hint is not None and hint.moves[:1] == [move]:
            self.add(after, Hint(hint.moves[1:], hint.shortest))
