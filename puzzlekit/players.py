"""Computer players that work with any rule book."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from .errors import OptionError, did_you_mean
from .rules import Rules, State

Player = Callable[[Rules, State, Random], str]

HUMAN = "human"


class Thought(NamedTuple):
    """What a computer player thinks: its move, the line that it expects, and its chance to win."""

    move: str
    line: tuple[str, ...] = ()
    chance: float | None = None
    playouts: int = 0


def at_random(rules: Rules, state: State, rng: Random) -> str:
    """Choose any legal move."""
    return rng.choice(rules.moves(state))


def greedy(rules: Rules, state: State, rng: Random) -> str:
    """Choose a move after which the position looks best to the mover, one ply deep.

    A win counts most, a loss least, a draw as an even position; of equal moves one is
    drawn by lot.
    """
    seat = rules.turn(state)

    def value(move: str) -> float:
        after = rules.play(state, move)
        result = rules.result(after)
        if result is None:
            return rules.evaluate(after, seat)
        if result.winner is None:
            return 0.0
        return math.inf if result.winner == seat else -math.inf

    values = {move: value(move) for move in rules.moves(state)}
    best = max(values.values())
    return rng.choice([move for move, worth in values.items() if worth == best])


PLAYERS: dict[str, Player] = {"random": at_random, "greedy": greedy}


def player(name: str) -> Player:
    """Return the computer player of a name."""
    if name not in PLAYERS:
        known = ", ".join([HUMAN, *PLAYERS])
        raise OptionError(
            f"There is no player {name!r}; choose from {known}.{did_you_mean(name, PLAYERS)}"
        )
    return PLAYERS[name]
