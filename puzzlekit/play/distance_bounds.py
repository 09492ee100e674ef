"""How far the positions of a game were from the goal, as far as hints or a search have told."""

from __future__ import annotations

from typing import NamedTuple

from ..rules.base import Puzzle, State
from ..solving.hints import Hint
from .session import Session

#: Plies that are looked at, the last ones.
MAX_POSITIONS = 200


class HintCache:
    """Hints that were found for positions, and what is left of them further on."""

    def __init__(self) -> None:
        self._hints: dict[State, Hint] = {}

    def best_solution(self, state: State) -> Hint | None:
        """Return the best hint for a position, None if there is none."""
        return self._hints.get(state)

    def add(self, state: State, hint: Hint) -> bool:
        """Keep a hint that is better than what is known; return whether it is."""
        known = self.best_solution(state)
        proved = known is not None and hint.shortest and not known.shortest
        if known is not None and not proved and len(hint.moves) >= len(known.moves):
            return False
        self._hints[state] = Hint(*hint)
        return True

    def advance(self, before: State, move: str | None, after: State) -> None:
        """Keep what is left of a hint whose move has been made."""
        hint = self.best_solution(before)
        if hint is not None and hint.moves[:1] == [move]:
            self.add(after, Hint(hint.moves[1:], hint.shortest))


class DistanceBound(NamedTuple):
    """Moves to the goal: so many, or at most so many if that is not `exact`."""

    moves: int
    exact: bool

    def __str__(self) -> str:
        """Write it short."""
        return f"{self.moves:,}" if self.exact else f"≤ {self.moves:,}"


def distance_bounds(session: Session, ways: HintCache) -> list[DistanceBound | None]:
    """Return how far the last positions were; known ones bound those beside them."""
    rules = session.rules
    first = max(0, session.ply - MAX_POSITIONS)
    found: list[DistanceBound | None] = []
    for ply in range(first, session.ply + 1):
        state = session.state_at(ply)
        hint = ways.best_solution(state)
        far = None if hint is None else DistanceBound(len(hint.moves), hint.shortest)
        found.append(DistanceBound(0, True) if rules.outcome(state) is not None else far)
    moves = session.moves[first:]
    for at, move in enumerate(moves):
        if isinstance(rules, Puzzle) and rules.inverse_move(move) is not None:
            found[at + 1] = _bounded(found[at + 1], found[at])
    for at in reversed(range(len(moves))):
        found[at] = _bounded(found[at], found[at + 1])
    return found


def _bounded(here: DistanceBound | None, beside: DistanceBound | None) -> DistanceBound | None:
    """Return what is known of a position from which a move leads to another."""
    if beside is None or (here is not None and here.moves <= beside.moves + 1):
        return here
    return DistanceBound(beside.moves + 1, False)
