"""Bounds on the distances of a puzzle's positions from the goal, based on hints and searches."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import NamedTuple

from ..rules.base import Puzzle, Rules, State
from ..rules.merged_moves import count_moves, merge_moves, split_turns
from ..solving.short_solutions import Hint
from .session import Session

#: Number of most recent plies to examine.
MAX_POSITIONS = 200


class HintCache:
    """The best known hint for each position, including positions later in a hint."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._hints: dict[State, Hint] = {}

    def best_solution(self, state: State) -> Hint | None:
        """Return the best hint for a position, or None."""
        return self._hints.get(state)

    def add(self, state: State, hint: Hint) -> bool:
        """Store a hint if it is better than the known one; return whether it was stored."""
        known = self.best_solution(state)
        proved = known is not None and hint.shortest and not known.shortest
        if known is not None and not proved and self._length(hint) >= self._length(known):
            return False
        self._hints[state] = Hint(*hint)
        return True

    def advance(self, before: State, move: str | None, after: State) -> None:
        """Store the remaining moves of a hint after its first move, and after its first turn."""
        hint = self.best_solution(before)
        if hint is None or hint.moves[:1] != [move]:
            return
        turn = split_turns(self.rules, hint.moves)[0]
        if len(turn) > 1:  # nothing is proved about the position within the turn
            self.add(after, Hint(hint.moves[1:], False))
        for each in turn[1:]:
            after = self.rules.play(after, each)
        self.add(after, Hint(hint.moves[len(turn) :], hint.shortest))

    def _length(self, hint: Hint) -> int:
        return count_moves(self.rules, hint.moves)


class DistanceBound(NamedTuple):
    """The number of moves to the goal, or an upper bound if not `exact`."""

    moves: int
    exact: bool

    def __str__(self) -> str:
        """Return a short string such as `≤ 12`."""
        return f"{self.moves:,}" if self.exact else f"≤ {self.moves:,}"


def distance_bounds(session: Session, hint_cache: HintCache) -> list[DistanceBound | None]:
    """Return bounds for the last positions, using the known bounds of neighbouring plies."""
    rules = session.rules
    first = max(0, session.ply - MAX_POSITIONS)
    bounds: list[DistanceBound | None] = []
    for ply in range(first, session.ply + 1):
        state = session.state_at(ply)
        hint = hint_cache.best_solution(state)
        bound = None
        if hint is not None:
            bound = DistanceBound(count_moves(rules, hint.moves), hint.shortest)
        bounds.append(DistanceBound(0, True) if rules.outcome(state) is not None else bound)
    moves = session.moves[first:]
    ends = [0, *accumulate(count for _, count in merge_moves(rules, moves))]
    start_of, end_of = dict(pairwise(reversed(ends))), dict(pairwise(ends))
    for at, move in enumerate(moves, 1):
        if isinstance(rules, Puzzle) and rules.inverse_move(move) is not None:
            for before in (at - 1, start_of.get(at, at - 1)):
                bounds[at] = _tighten(bounds[at], bounds[before])
    for at in reversed(range(len(moves))):
        for after in (at + 1, end_of.get(at, at + 1)):
            bounds[at] = _tighten(bounds[at], bounds[after])
    return bounds


def _tighten(bound: DistanceBound | None, neighbour: DistanceBound | None) -> DistanceBound | None:
    """Return the better of a bound and the bound implied by a neighbouring position."""
    if neighbour is None or (bound is not None and bound.moves <= neighbour.moves + 1):
        return bound
    return DistanceBound(neighbour.moves + 1, False)
