"""What a table asks to be thought about, and who thinks: here, or in another process."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from ..core.cores import usable_cores
from ..core.errors import LimitReached
from ..players.named import player, search_of
from ..players.player import Player, Thought
from ..players.readiness import is_ready
from ..rules.rule_book import Rules, State
from ..solving.chains.front import is_to_be_made
from ..solving.hints import Hint, hint
from . import preparing

#: Who gives hints in games.
HINT_PLAYER = "mcts:1s"

#: Positions that the search for a hint in a puzzle keeps at most; about a second of work.
HINT_LIMIT = 250_000

#: What requests can be about.
MOVE, HINT = "move", "hint"


class Request(NamedTuple):
    """What is to be thought about the position after some moves: a move to make, or a hint.

    `player` is who thinks, with chance that comes from `seed`; without one a solution is wanted.
    """

    kind: str
    moves: tuple[str, ...]
    player: str = ""
    seed: int = 0


class Thinker:
    """Answers requests about one game after the other; its players remember the last one.

    >>> from puzzlekit import load
    >>> rules = load("pinball")
    >>> len(Thinker().answer(Request(HINT, ()), rules, rules.start()).moves)
    18
    """

    def __init__(self) -> None:
        self._rules: Rules | None = None
        self._players: dict[tuple[int, str], Player] = {}
        self._asked: set[str] = set()

    def answer(
        self, request: Request, rules: Rules, state: State, game: str = ""
    ) -> Thought | Hint | None:
        """Return the thought of a player, or a solution, None if there is none.

        With the ID of the game no player waits for the compiler, if the game can be prepared
        behind the scenes. Raises `LimitReached` if no solution was found within `HINT_LIMIT`
        positions.
        """
        if request.player:
            seat = rules.turn(state)
            mind = self._player(rules, seat, request.player, game)
            return mind.think(rules, state, Random(request.seed))
        if game and game not in self._asked and preparing.is_on() and is_to_be_made(rules):
            self._asked.add(game)  # once, lest it is made again and again where it cannot be kept
            preparing.ask(preparing.WORDS, game)
        try:
            return hint(rules, state, limit=HINT_LIMIT)
        except LimitReached as error:
            raise LimitReached(
                f"No hint: no solution was found within {HINT_LIMIT:,} positions."
            ) from error

    def _player(self, rules: Rules, seat: int, spec: str, game: str) -> Player:
        """Return the player of a seat, who remembers what it thought about the game."""
        search = search_of(spec)
        waits = not (game and search and preparing.is_on())
        if not waits and not is_ready(type(rules), search):
            preparing.ask(search, game)
        if self._rules is not rules:
            self._rules, self._players = rules, {}
        if (seat, spec) not in self._players:
            self._players[seat, spec] = player(spec, cores=usable_cores(), waits=waits)
        return self._players[seat, spec]


def typed(request: Request, answer: Any) -> Thought | Hint | None:
    """Return an answer to a request that has come as a plain list, as from another process."""
    if answer is None:
        return None
    return Thought(*answer) if request.player else Hint(*answer)
