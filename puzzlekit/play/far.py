"""How far the positions of a game were from the goal, as far as hints or a search have told."""

from __future__ import annotations

from typing import NamedTuple

from ..rules.rule_book import Puzzle
from .session import Session
from .ways import Ways

#: Plies that are looked at, the last ones.
MOST = 200


class Far(NamedTuple):
    """Moves to the goal: so many, or at most so many if that is not `exact`."""

    moves: int
    exact: bool

    def __str__(self) -> str:
        """Write it short."""
        return f"{self.moves:,}" if self.exact else f"≤ {self.moves:,}"


def distances(session: Session, ways: Ways) -> list[Far | None]:
    """Return how far the last positions were; known ones bound those beside them."""
    rules = session.rules
    first = max(0, session.ply - MOST)
    found: list[Far | None] = []
    for ply in range(first, session.ply + 1):
        state = session.state_at(ply)
        hint = ways.best(state)
        far = None if hint is None else Far(len(hint.moves), hint.shortest)
        found.append(Far(0, True) if rules.outcome(state) is not None else far)
    moves = session.moves[first:]
    for at, move in enumerate(moves):
        if isinstance(rules, Puzzle) and rules.inverse_move(move) is not None:
            found[at + 1] = _bounded(found[at + 1], found[at])
    for at in reversed(range(len(moves))):
        found[at] = _bounded(found[at], found[at + 1])
    return found


def _bounded(here: Far | None, beside: Far | None) -> Far | None:
    """Return what is known of a position from which a move leads to another."""
    if beside is None or (here is not None and here.moves <= beside.moves + 1):
        return here
    return Far(beside.moves + 1, False)
