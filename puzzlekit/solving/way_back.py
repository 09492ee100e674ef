"""The way back: through the moves that were made, and through the scramble before them."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from random import Random
from typing import Any

from ..rules.rule_book import State
from ..rules.twisty import Twisty


def way_back(rules: Twisty, seed: int | None, moves: Sequence[str]) -> list[str] | None:
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


class _Remembering(Random):
    """Chance that remembers what it chose last."""

    def choice(self, among: Any) -> Any:
        """Choose, as chance does that does not remember."""
        self.last = super().choice(among)
        return self.last


def _through_scramble(rules: Twisty, seed: int | None) -> list[str] | None:
    """Return moves from the start to the goal: each position's way is that by which it was met."""
    names = {images: name for name, images in rules.twists.items()}
    rng = _Remembering(seed)
    met: dict[State, tuple[str | None, State]] = {rules.goal: (None, rules.goal)}

    def step_back(state: State, rng: _Remembering) -> State:
        before = rules.step_back(state, rng)
        if before not in met:
            met[before] = names.get(rng.last), state
        return before

    watched = copy(rules)
    watched.step_back = step_back  # type: ignore[method-assign, assignment]
    here = watched.start(None if seed is None else rng)
    way = []
    while here != rules.goal:
        move, here = met.get(here, (None, here))
        if move is None:
            return None
        way.append(move)
    return way
