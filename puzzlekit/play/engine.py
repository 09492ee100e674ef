"""Search for moves and hints, in this process or in a worker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import NamedTuple

from ..core.capabilities import usable_cores
from ..core.errors import LimitReachedError, PuzzlekitError
from ..core.numba_status import CompileError
from ..core.progress import Progress, silent
from ..players.compile_status import is_ready
from ..players.mcts_player import MctsPlayer
from ..players.player import Player, SearchResult
from ..players.registry import is_searching_player, make_player
from ..rules.base import Puzzle, Rules, State
from ..rules.merged_moves import count_moves, may_merge, players_metric, proves_shortest
from ..rules.twisty import Twisty
from ..solving.chains.api import should_build
from ..solving.forced_wins import prove
from ..solving.invariants import unsolvable_reason
from ..solving.scrambles import undo_scramble
from ..solving.search import default_limit
from ..solving.short_solutions import Hint, find_hints
from ..solving.solution import as_word
from . import background_compile
from .parse_moves import read_line
from .setup import make_setup

#: The player that gives hints in games.
HINT_PLAYER = "mcts:1s"

#: Maximum number of positions in a hint search for a puzzle (about a second of work).
HINT_LIMIT = 250_000

#: Time limit for improving a hint.
HINT_SECONDS = 10.0

#: Kinds of requests.
MOVE, HINT, ANALYSIS, PROOF = "move", "hint", "analysis", "proof"

#: Maximum number of positions in the search for a forced win of each side.
PROOF_LIMIT = 20_000

#: Number of moves that an analysis of a position reports.
ANALYSED_MOVES = 3


class Request(NamedTuple):
    """A request for a move, a hint or an analysis after the given moves.

    `player` thinks, with random numbers from `seed`, for at most `seconds`. Without a player, the
    engine searches for a solution. New starts are `distance` moves from the goal.
    """

    kind: str
    moves: tuple[str, ...]
    player: str = ""
    seed: int = 0
    seconds: float = 0.0
    distance: int = 0


class InterimHint(Hint):
    """A hint that may still be improved."""


class Unsolvable(NamedTuple):
    """The reply if no solution exists. `reason` is a sentence, or empty if unknown."""

    reason: str


class ProgressUpdate(NamedTuple):
    """The progress of a search, as passed to a `Progress` callback."""

    what: str
    done: int
    total: int | None


class Evaluation(NamedTuple):
    """The reply to a request for an analysis: the best moves of a position, best first."""

    moves: tuple[SearchResult, ...]


class ForcedWin(NamedTuple):
    """The reply to a request for a proof: the winner, its turns and the longest line."""

    seat: int
    turns: int
    line: tuple[str, ...]


#: A reply to a request. An `InterimHint` or a `ProgressUpdate` is followed by further replies.
Reply = SearchResult | Evaluation | ForcedWin | Hint | Unsolvable | ProgressUpdate | PuzzlekitError


class Engine:
    """An engine that answers requests for moves and hints.

    Players keep their search trees between moves of the same game. Hints are improved for
    `seconds`.
    """

    def __init__(self, seconds: float = HINT_SECONDS) -> None:
        self.seconds = seconds
        self._rules: Rules | None = None
        self._players: dict[tuple[int, str], Player] = {}
        self._tables_requested: set[str] = set()

    def replies(
        self,
        request: Request,
        rules: Rules,
        state: State,
        game: str = "",
        progress: Progress = silent,
    ) -> Iterator[SearchResult | Evaluation | ForcedWin | Hint | Unsolvable]:
        """Yield a player's result, an evaluation, or hints (`InterimHint` except for the last one).

        If a game ID is given, players do not wait for the compiler. Raises `LimitReachedError` if
        there is no solution within `HINT_LIMIT` positions, or fewer on a large board.
        """
        try:
            yield from self._replies(request, rules, state, game, progress)
        except CompileError:
            yield from self._replies(request, rules, state, game, progress)  # without numba

    def _replies(
        self, request: Request, rules: Rules, state: State, game: str, progress: Progress
    ) -> Iterator[SearchResult | Evaluation | ForcedWin | Hint | Unsolvable]:
        if request.player:
            limit = request.seconds or None
            player = self._player(rules, rules.turn(state), request.player, game, limit is not None)
            result = player.think(rules, state, Random(request.seed), limit)
            if request.kind != ANALYSIS:
                yield result
                return
            assert isinstance(player, MctsPlayer)
            others = player.alternatives(ANALYSED_MOVES)
            others = [each for each in others if each.move != result.move]
            yield Evaluation((result, *others[: ANALYSED_MOVES - 1]))
            return
        if request.kind == PROOF:
            yield find_forced_win(rules, state, progress)
            return
        best, limit = None, default_limit(rules, HINT_LIMIT)
        try:
            for best in find_hints(
                rules,
                state,
                metric=players_metric(rules),
                seconds=self.seconds,
                known=lambda: _hint_from_moves(game, request.moves),
                limit=limit,
                progress=progress,
            ):
                best = _in_fewer_turns(rules, state, best)
                if not proves_shortest(rules, best.moves):
                    best = best._replace(shortest=False)
                if not best.shortest:
                    yield InterimHint(*best)
                    self._request_tables(rules, game, progress)
        except LimitReachedError as error:
            raise LimitReachedError(f"No hint: no solution within {limit:,} positions.") from error
        if best is not None:
            yield best
        else:
            reason = unsolvable_reason(rules, state) if isinstance(rules, Puzzle) else None
            yield Unsolvable(reason or "")

    def _request_tables(self, rules: Rules, game: str, progress: Progress) -> None:
        """Have tables built that take long and make later hints shorter."""
        if (
            game
            and game not in self._tables_requested
            and background_compile.is_enabled()
            and should_build(rules, players_metric(rules), progress)
        ):
            self._tables_requested.add(game)  # only once, as the cache may not be writable
            background_compile.request(background_compile.MOVE_TABLES, game)

    def _player(self, rules: Rules, seat: int, spec: str, game: str, has_limit: bool) -> Player:
        """Return a seat's player, which never waits for the compiler if `has_limit` is true."""
        prepares = bool(game and is_searching_player(spec) and background_compile.is_enabled())
        blocking = not (prepares or has_limit)
        if prepares and not is_ready(type(rules)):
            background_compile.request(background_compile.PLAYERS, game)
        if self._rules is not rules:
            self._rules, self._players = rules, {}
        if (seat, spec) not in self._players:
            self._players[seat, spec] = make_player(
                spec, cores=usable_cores(), blocking=blocking, game=game
            )
        return self._players[seat, spec]


def _in_fewer_turns(rules: Rules, state: State, hint: Hint) -> Hint:
    """Return a hint in an order of moves that its puzzle writes as fewer turns, if it can."""
    if not may_merge(rules):
        return hint
    try:
        line = read_line(rules, state, rules.write_scramble(as_word(rules, hint.moves)))
    except PuzzlekitError:
        return hint
    moves, end = [move for move, _ in line], state
    for move in hint.moves:
        end = rules.play(end, move)
    is_same = bool(line) and line[-1][1] == end
    is_better = is_same and count_moves(rules, moves) < count_moves(rules, hint.moves)
    return hint._replace(moves=moves) if is_better else hint


def find_forced_win(rules: Rules, state: State, progress: Progress = silent) -> ForcedWin:
    """Return a forced win for either side; raise `LimitReachedError` if none is found.

    >>> from puzzlekit import load
    >>> rules = load("hex:3,swap=off")
    >>> find_forced_win(rules, rules.start())[:2]
    (0, 3)
    """
    turn = rules.turn(state)
    for seat in (turn, *(each for each in range(len(rules.players)) if each != turn)):
        with suppress(LimitReachedError):
            proof = prove(rules, state, seat=seat, limit=PROOF_LIMIT, progress=progress)
            if proof is not None:
                return ForcedWin(seat, proof.turns, tuple(proof.line))
    raise LimitReachedError("No forced win found.")


def _hint_from_moves(game: str, moves: tuple[str, ...]) -> list[str] | None:
    """Return the solution that undoes all moves and the scramble of a game, if known."""
    with suppress(PuzzlekitError):  # rules created in code have no ID
        setup = make_setup(game)
        is_seeded = setup.position is None and setup.game.walk is None
        if is_seeded and isinstance(setup.rules, Twisty):
            return undo_scramble(setup.rules, setup.seed, moves)
    return None
