"""Match games as records, so that an interrupted match can be resumed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..core.errors import SaveError, shorten_path
from ..core.game_id import is_path
from ..players.repetition_draws import RepetitionCounter
from ..rules.base import Rules
from .headers import EVENT, ROUND
from .match import Game, seat_assignment
from .records import sessions
from .session import Session
from .setup import parse_setup, setup_of


class Event(NamedTuple):
    """The settings that identify a match, as written in the `Event` header of its records."""

    seed: int
    random_plies: int
    plies: int

    def __str__(self) -> str:
        return f"seed {self.seed}, random plies {self.random_plies}, plies {self.plies}"


def game_to_session(rules: Rules, players: Sequence[str], game: Game, event: Event) -> Session:
    """Return a game of a match as a session that can be written as a record."""
    session = Session(rules, [players[player] for player in game.players])
    for move in game.moves:
        session.play(move)
    session.tags |= {EVENT: str(event), ROUND: str(game.number + 1)}
    if game.is_unfinished:
        session.tree.node.comment = f"cut off after ply {game.plies:,}"
    elif game.winner is None and session.final is None:
        session.tree.node.comment = "a draw by threefold repetition"
    return session


def read_finished_games(
    path: Path, rules: Rules, players: Sequence[str], event: Event
) -> list[Game]:
    """Return the finished games of a match from a record file, or none if the file does not exist.

    Raises `SaveError` for games from another match and for incomplete games.
    """
    games = dict[int, Game]()
    name = setup_of(rules).game.name  # also look for puzzle files next to the given one
    folders = path.absolute().parent, Path(name).parent
    find = partial(parse_setup, folders=folders if is_path(name) else folders[:1])
    for index, session in enumerate(sessions(path, find), 1):
        try:
            game = _game(session, rules, players, event)
        except DifferentMatchError as other:
            raise SaveError(f"{shorten_path(path)}, game {index:,}: {other}") from None
        games[game.number] = game
    return list(games.values())


class DifferentMatchError(Exception):
    """Raised for a record from another match. The message says why and what to do."""

    def __init__(
        self, reason: str, advice: str = "use the settings of that match, or another file"
    ):
        super().__init__(f"{reason}; {advice}.")


def _game(session: Session, rules: Rules, players: Sequence[str], event: Event) -> Game:
    game_id, expected_id = session.setup.id, setup_of(rules).id
    if game_id != expected_id:
        raise DifferentMatchError(f"it is a game of {game_id[:80]}, not of {expected_id[:80]}")
    event_text = session.tags.get(EVENT, "")
    if event_text != str(event):
        actual = repr(event_text[:80]) if event_text else "nothing"
        raise DifferentMatchError(f"it has {actual} as its {EVENT}, not {str(event)!r}")
    text = session.tags.get(ROUND, "")
    if not (text.isascii() and text.isdecimal() and 0 < len(text) < 10 and int(text)):
        raise DifferentMatchError(f"{text[:40]!r} is not a {ROUND.lower()} number")
    number = int(text) - 1
    assignment = seat_assignment(len(players), len(session.players), number)
    if (expected := [players[player] for player in assignment]) != session.players:
        raise DifferentMatchError(
            f"its players are {', '.join(session.players)}, not {', '.join(expected)}"
        )
    line = session.tree.main_line()
    result = None if session.ending else session.final
    counter = RepetitionCounter(session.rules)
    repeated = [counter.is_draw(node.state) for node in line][-1]
    moves = tuple(node.move for node in line[1:])
    is_unfinished = result is None and not repeated
    if is_unfinished and len(moves) < event.plies:
        raise DifferentMatchError("it is incomplete", "delete it to have it played again")
    winner = None if result is None else result.seat
    return Game(number, assignment, winner, len(moves), is_unfinished, moves)
