"""The games of a match as records, with which a match that was interrupted goes on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..core.errors import SaveError, shorten_path
from ..core.game_id import is_path
from ..players.repetition import RepetitionCounter
from ..rules.base import Rules
from .match import Game, arrange_seats, states_of
from .records import sessions
from .records.notation import EVENT, ROUND
from .session import Session
from .setup import parse_setup, setup_of


class Event(NamedTuple):
    """What tells a match from another one of the same players; its text is that of a header."""

    seed: int
    random_plies: int
    plies: int

    def __str__(self) -> str:
        return f"seed {self.seed}, random plies {self.random_plies}, plies {self.plies}"


def read_games(rules: Rules, players: Sequence[str], game: Game, event: Event) -> Session:
    """Return a game of a match as a session, whose record says its number as that of a round."""
    session = Session(rules, [players[mind] for mind in game.players])
    for move in game.moves:
        session.play(move)
    session.tags |= {EVENT: str(event), ROUND: str(game.number + 1)}
    if game.is_unfinished:
        session.comments[game.plies] = f"cut off after ply {game.plies:,}"
    elif game.winner is None and session.final is None:
        session.comments[game.plies] = "a draw: the position has come a third time"
    return session


def record_game(path: Path, rules: Rules, players: Sequence[str], event: Event) -> list[Game]:
    """Return the finished games of a match in a file of records; none if there is no file.

    Raises `SaveError` for a game of another match, or one that is incomplete.
    """
    found = dict[int, Game]()
    name = setup_of(rules).game.name  # a puzzle file may be anywhere: its path was given
    folders = path.absolute().parent, Path(name).parent
    find = partial(parse_setup, folders=folders if is_path(name) else folders[:1])
    for at, session in enumerate(sessions(path, find), 1):
        try:
            game = _game(session, rules, players, event)
        except DifferentMatchError as other:
            raise SaveError(f"{shorten_path(path)}, game {at:,}: {other}") from None
        found[game.number] = game
    return list(found.values())


class DifferentMatchError(Exception):
    """A record that is no game of the match: why, and the way out."""

    def __init__(self, why: str, way: str = "take what the match was begun with, or another file"):
        super().__init__(f"{why}; {way}.")


def _game(session: Session, rules: Rules, players: Sequence[str], event: Event) -> Game:
    told, wanted = session.setup.id, setup_of(rules).id
    if told != wanted:
        raise DifferentMatchError(f"it is a game of {told[:80]}, not of {wanted[:80]}")
    told = session.tags.get(EVENT, "")
    if told != str(event):
        known = repr(told[:80]) if told else "nothing"
        raise DifferentMatchError(f"it has {known} as its {EVENT}, not {str(event)!r}")
    told = session.tags.get(ROUND, "")
    if not (told.isascii() and told.isdecimal() and 0 < len(told) < 10 and int(told)):
        raise DifferentMatchError(f"{told[:40]!r} is not the number of a {ROUND.lower()}")
    number = int(told) - 1
    minds = arrange_seats(len(players), len(session.players), number)
    if (seats := [players[mind] for mind in minds]) != session.players:
        raise DifferentMatchError(
            f"{', '.join(session.players)} played, and not {', '.join(seats)}"
        )
    plies = len(session.all_moves)
    result = None if session.ending else session.final
    cut = result is None and not _has_repeated(session)
    if cut and plies < event.plies:
        raise DifferentMatchError(
            "it stops in the middle", "delete it, and it will be played again"
        )
    winner = None if result is None else result.seat
    return Game(number, minds, winner, plies, cut)


def _has_repeated(session: Session) -> bool:
    """Return whether the last position of a game makes it a draw."""
    counter = RepetitionCounter(session.rules)
    return [counter.is_draw(each) for each in states_of(session.rules, session.all_moves)][-1]
