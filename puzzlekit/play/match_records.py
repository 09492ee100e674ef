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
        where = f"{shorten_path(path)}, game {index:,}"
        if reason := _difference(session, rules, players, event):
            raise SaveError(f"{where}: {reason}; use the settings of that match, or another file.")
        game = _finished_game(session, len(players))
        if game.is_unfinished and game.plies < event.plies:
            raise SaveError(f"{where}: it is incomplete; delete it to have it played again.")
        games[game.number] = game
    return list(games.values())


def _difference(session: Session, rules: Rules, players: Sequence[str], event: Event) -> str | None:
    """Return why a record belongs to another match, or None if it belongs to this one."""
    game_id, expected_id = session.setup.id, setup_of(rules).id
    if game_id != expected_id:
        return f"it is a game of {game_id[:80]}, not of {expected_id[:80]}"
    event_text = session.tags.get(EVENT, "")
    if event_text != str(event):
        actual = repr(event_text[:80]) if event_text else "nothing"
        return f"it has {actual} as its {EVENT}, not {str(event)!r}"
    text = session.tags.get(ROUND, "")
    if not (text.isascii() and text.isdecimal() and 0 < len(text) < 10 and int(text)):
        return f"{text[:40]!r} is not a {ROUND.lower()} number"
    assignment = seat_assignment(len(players), len(session.players), int(text) - 1)
    if (expected := [players[player] for player in assignment]) != session.players:
        return f"its players are {', '.join(session.players)}, not {', '.join(expected)}"
    return None


def _finished_game(session: Session, players: int) -> Game:
    """Return the game in a record of a match between a number of players."""
    number, line = int(session.tags[ROUND]) - 1, session.tree.main_line()
    assignment = seat_assignment(players, len(session.players), number)
    result = None if session.ending else session.final
    counter = RepetitionCounter(session.rules)
    repeated = [counter.is_draw(node.state) for node in line][-1]
    moves = tuple(node.move for node in line[1:])
    winner = None if result is None else result.seat
    return Game(number, assignment, winner, len(moves), result is None and not repeated, moves)
