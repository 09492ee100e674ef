"""Starting to play: a new session from an ID, as the launcher, window and terminal do it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom

from . import saves
from .players import HUMAN, player
from .registry import load
from .rules import Rules
from .session import Session


def new_session(text: str, players: Sequence[str] | None = None) -> Session:
    """Return a session for an ID; a puzzle that starts solved gets a random seed.

    Raises a `PuzzlekitError` for a bad ID or an unknown player.
    """
    for name in players or ():
        if name != HUMAN:
            player(name)
    rules = load(text)
    if rules.seed is None and not rules.is_game() and rules.result(rules.start()) is not None:
        rules = load(f"{rules.id}#{fresh_seed()}")
    return Session(rules, players)


def fresh_seed() -> int:
    """Return a seed that nobody has seen yet, short enough to be told to a friend."""
    return SystemRandom().randrange(1, 10**6)


def again(rules: Rules) -> str:
    """Return the ID for another game of the same kind, with a new seed if there was one."""
    name = rules.id.partition("#")[0]
    return name if rules.seed is None else f"{name}#{fresh_seed()}"


class Autosave:
    """A watcher that keeps a session in a file after every move.

    The game that the file held before is kept beside it as `.previous`, or as `.damaged-N` if it
    cannot be read.
    """

    def __init__(self, path: Path, *, resumed: bool = False) -> None:
        self.path = path
        self._ours = resumed

    def __call__(self, session: Session) -> None:
        """Write the session."""
        if not self._ours and self.path.exists():
            self.path.replace(self.path.with_suffix(".previous"))
        self._ours = True
        saves.write(session, self.path)
