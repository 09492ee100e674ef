"""What a table asks to be thought about, and who thinks: here, or in another process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import NamedTuple

from ..core.cores import usable_cores
from ..core.errors import LimitReached, PuzzlekitError
from ..core.numba_status import CompileError
from ..core.progress import Progress, silent
from ..players.named import player, search_of
from ..players.player import Player, Thought
from ..players.readiness import is_ready
from ..rules.rule_book import Puzzle, Rules, State
from ..rules.twisty import Twisty
from ..solving.chains.front import is_to_be_made
from ..solving.hints import Hint, hints
from ..solving.invariants import hindrance
from ..solving.way_back import way_back
from . import preparing
from .setup import set_up

#: Who gives hints in games.
HINT_PLAYER = "mcts:1s"

#: Positions that the search for a hint in a puzzle keeps at most; about a second of work.
HINT_LIMIT = 250_000

#: For so many seconds better and better hints are looked for.
HINT_SECONDS = 10.0

#: What requests can be about.
MOVE, HINT = "move", "hint"


class Request(NamedTuple):
    """A request for a move or a hint after some moves.

    `player` thinks, with random numbers from `seed` and at most `seconds`; without a player a
    solution is wanted.
    """

    kind: str
    moves: tuple[str, ...]
    player: str = ""
    seed: int = 0
    seconds: float = 0.0


class Better(Hint):
    """A hint, while a better one is looked for."""


class NoWay(NamedTuple):
    """There is no solution; the reason is a sentence, or empty where none is known."""

    reason: str


class Doing(NamedTuple):
    """What is done before there is an answer, and how much of it, as a `Progress` is told."""

    what: str
    done: int
    total: int | None


#: What is told about a request; of a `Better` and of what is `Doing` more follows.
Answer = Thought | Hint | NoWay | Doing | PuzzlekitError


class Thinker:
    """Answer requests about games; players keep their search trees for the last game.

    Hints are improved for `seconds`.
    """

    def __init__(self, seconds: float = HINT_SECONDS) -> None:
        self.seconds = seconds
        self._rules: Rules | None = None
        self._players: dict[tuple[int, str], Player] = {}
        self._asked: set[str] = set()

    def answers(
        self,
        request: Request,
        rules: Rules,
        state: State,
        game: str = "",
        progress: Progress = silent,
    ) -> Iterator[Thought | Hint | NoWay]:
        """Yield the thought of a player, or solutions, of which the last is no `Better`.

        With the ID of a game that can be prepared no player waits for the compiler. Raises
        `LimitReached` if no solution was found within `HINT_LIMIT` positions.
        """
        try:
            yield from self._answers(request, rules, state, game, progress)
        except CompileError:
            vars(rules).pop("fast_path", None)
            yield from self._answers(request, rules, state, game, progress)  # without numba

    def _answers(
        self, request: Request, rules: Rules, state: State, game: str, progress: Progress
    ) -> Iterator[Thought | Hint | NoWay]:
        if request.player:
            limit = request.seconds or None
            mind = self._player(rules, rules.turn(state), request.player, game, limit is not None)
            yield mind.think(rules, state, Random(request.seed), limit)
            return
        if game and game not in self._asked and preparing.is_on() and is_to_be_made(rules):
            self._asked.add(game)  # once, lest it is made again and again where it cannot be kept
            preparing.ask(preparing.WORDS, game)
        best = None
        try:
            for best in hints(
                rules,
                state,
                seconds=self.seconds,
                known=lambda: _way_back(game, request.moves),
                limit=HINT_LIMIT,
                progress=progress,
            ):
                if not best.shortest:
                    yield Better(*best)
        except LimitReached as error:
            raise LimitReached(
                f"No hint: no solution was found within {HINT_LIMIT:,} positions."
            ) from error
        if best is not None:
            yield best
        else:
            why = hindrance(rules, state) if isinstance(rules, Puzzle) else None
            yield NoWay(why or "")

    def _player(self, rules: Rules, seat: int, spec: str, game: str, hurries: bool) -> Player:
        """Return the player of a seat; one that `hurries` never waits for the compiler."""
        search = search_of(spec)
        prepares = bool(game and search and preparing.is_on())
        waits = not (prepares or hurries)
        if prepares and not is_ready(type(rules), search):
            preparing.ask(search, game)
        if self._rules is not rules:
            self._rules, self._players = rules, {}
        if (seat, spec) not in self._players:
            self._players[seat, spec] = player(spec, cores=usable_cores(), waits=waits, game=game)
        return self._players[seat, spec]


def _way_back(game: str, moves: tuple[str, ...]) -> list[str] | None:
    """Return the way through the moves and the scramble of a game, if it can be told."""
    with suppress(PuzzlekitError):  # a rule book that was made by hand has no ID
        setup = set_up(game)
        usual = setup.position is None and setup.game.walk is None
        if usual and isinstance(setup.rules, Twisty):
            return way_back(setup.rules, setup.seed, moves)
    return None
