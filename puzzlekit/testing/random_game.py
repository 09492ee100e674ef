"""Random games, in which checks look for faults."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..rules.rule_book import Rules, State
from .budget import NO_LIMIT, Budget

#: The positions of a game, each with its legal moves and the move that is made, "" at the end.
Game = Iterator[tuple[State, list[str], str]]


def random_game(rules: Rules, rng: Random, budget: Budget = NO_LIMIT, state: State = None) -> Game:
    """Play a random game, from the start unless a state is given.

    >>> from puzzlekit import load
    >>> len(list(random_game(load("hex:2"), Random(1)))) in (4, 5)
    True
    """
    state = rules.start() if state is None else state
    while True:
        budget()
        moves = rules.moves(state)
        move = rng.choice(moves) if moves else ""
        yield state, moves, move
        if not move:
            return
        state = rules.onward(state, move)
