"""The way back: through the moves that were made, and through the scramble before them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..rules.base import State
from ..rules.twisty import Twisty


def undo_scramble(rules: Twisty, seed: int | None, moves: Sequence[str]) -> list[str] | None:
    """Return moves to the goal after some moves from the start that a seed gives.

    They undo the moves and the scramble, without going round in circles there. None if another
    random walk than the usual one leads to the start.

    >>> from puzzlekit import load
    >>> way_back(load("cube:2"), None, ["U", "R"])
    ["R'", "U'"]
    """
    scramble = _through_scramble(rules, seed)
    undone = [rules.inverse_move(move) for move in reversed(moves)]
    if scramble is None or None in undone:
        return None
    return [move for move in undone if move is not None] + scramble


def _through_scramble(rules: Twisty, seed: int | None) -> list[str] | None:
    """Return moves from the start to the goal, through the scramble without its loops."""
    here = rules.start(None if seed is None else Random(seed))
    met: dict[State, tuple[str, State]] = {}
    state = rules.goal
    if here != state and seed is not None:
        for move, before in rules.scramble_walk(Random(seed)):
            met.setdefault(before, (move, state))
            state = before
    if here not in (state, rules.goal):
        return None
    way = []
    while here != rules.goal:
        move, here = met[here]
        way.append(move)
    return way
