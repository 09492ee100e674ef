"""Starting a session: from an ID, once more, or from a position."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom

from ..core.errors import NotationError
from ..players.named import player
from ..players.player import HUMAN
from ..rules.rule_book import Rules, State
from .plugins import load
from .session import Session


def new_session(text: str, players: Sequence[str] | None = None) -> Session:
    """Return a session for an ID, and moves after it; a puzzle that starts solved gets a seed.

    Raises a `PuzzlekitError` for a bad ID, an illegal move or an unknown player.

    >>> new_session("pinball 4-5 7-4").state[3]
    '9'
    """
    for name in players or ():
        if name != HUMAN:
            player(name)
    name, *moves = text.split() or [""]
    rules = load(name)
    unseeded = rules.seed is None and not rules.line
    if unseeded and not rules.is_game() and rules.result(rules.start()) is not None:
        rules = load(f"{rules.id}#{fresh_seed()}")
    session = Session(rules, players)
    for move in moves:
        session.play(rules.read(session.state, move))
    return session


def fresh_seed() -> int:
    """Return a seed that nobody has seen yet, short enough to be told to a friend."""
    return SystemRandom().randrange(1, 10**6)


def again(rules: Rules) -> str:
    """Return the ID for another game of the same kind, with a new seed if there was one."""
    name = rules.id.partition("#")[0]
    return name if rules.seed is None else f"{name}#{fresh_seed()}"


def at(rules: Rules, state: State) -> str:
    """Return the ID of the same game begun from a position; raise `NotationError` if it has none.

    >>> rules = load("hex:2")
    >>> at(rules, rules.play(rules.start(), "b1"))
    'hex:size=2@1R,2_B_1'
    """
    name = rules.id.partition("#")[0].partition("@")[0]
    try:
        return f"{name}@{rules.line_of(state)}"
    except NotationError as error:
        raise NotationError(
            f"{rules.name} cannot be set up from a line: {error}. Copy the game instead."
        ) from error
