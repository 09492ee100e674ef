"""Solutions that undo the moves played so far and the scramble."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..rules.base import State
from ..rules.twisty import Twisty


def undo_scramble(rules: Twisty, seed: int | None, moves: Sequence[str]) -> list[str] | None:
    """Return moves that undo the moves played and the scramble with the given seed.

    Loops in the scramble are removed. Returns None if the start is not the end of the standard
    random walk for the seed.

    >>> from puzzlekit import load
    >>> undo_scramble(load("cube:2"), None, ["U", "R"])
    ["R'", "U'"]
    """
    scramble = _undo_start(rules, seed)
    inverses = [rules.inverse_move(move) for move in reversed(moves)]
    if scramble is None or None in inverses:
        return None
    return [move for move in inverses if move is not None] + scramble


def _undo_start(rules: Twisty, seed: int | None) -> list[str] | None:
    """Return moves that undo the scramble without its loops, or None."""
    current = rules.start(None if seed is None else Random(seed))
    steps_back: dict[State, tuple[str, State]] = {}
    state = rules.goal
    if current != state and seed is not None:
        for move, before in rules.scramble_walk(Random(seed)):
            steps_back.setdefault(before, (move, state))
            state = before
    if current not in (state, rules.goal):
        return None
    moves = []
    while current != rules.goal:
        move, current = steps_back[current]
        moves.append(move)
    return moves
