"""New sessions from an ID, from a setup, or as a rematch."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom

from ..core.errors import PuzzlekitError
from ..rules.base import Puzzle, State
from .clock import TimeControl
from .headers import names_of, set_names
from .parse_moves import has_moves, read_line, resolve_move
from .positions import parse_position
from .practice import begin_next, begin_starts
from .session import Session
from .setup import Setup, make_setup

#: The opponent in a first game for two players.
OPPONENT = "mcts:casual"


def new_session(
    text: str, players: Sequence[str] | None = None, control: TimeControl | None = None
) -> Session:
    """Return a session for an ID, possibly followed by moves; see `start_game`.

    Raises a `PuzzlekitError` for an invalid ID, an illegal move or an unknown player.

    >>> new_session("pinball 4-5 7-4").state[3]
    '9'
    """
    name, *moves = text.split() or [""]
    session = start_game(make_setup(name), players, control)
    for move in moves:
        session.play(resolve_move(session.rules, session.state, move))
    return session


def start_game(
    setup: Setup, players: Sequence[str] | None = None, control: TimeControl | None = None
) -> Session:
    """Return a session. If the default start of a puzzle is solved, the start is random."""
    rules = setup.rules
    unseeded = setup.seed is None and setup.position is None
    if unseeded and not rules.is_game() and rules.outcome(setup.start) is not None:
        setup = setup.with_seed(fresh_seed())
    return Session(setup, players, control)


def fresh_seed() -> int:
    """Return a random seed that is short enough to share."""
    return SystemRandom().randrange(1, 10**6)


def rematch(session: Session) -> Session:
    """Return a new game with the same players, and with a new seed if the old game had a seed.

    During practice, return a session for the next problem or start.
    """
    if session.task is not None:
        return begin_next(session)
    if session.later_starts:
        return begin_starts(session.later_starts)
    setup = session.setup
    again = setup if setup.seed is None else setup.with_seed(fresh_seed())
    new = Session(again, session.players, session.control)
    set_names(new, names_of(session))
    return new


def session_from_position(session: Session, state: State) -> Session:
    """Return a session with the same players that starts from a position."""
    return Session(session.setup.with_position(state), session.players, session.control)


def session_from_scramble(session: Session, text: str) -> Session | None:
    """Return a session of the same puzzle that starts after a scramble, or None for other texts.

    As many letters as the puzzle has cells, such as the facelets of a cube, are a position. Only
    puzzles with the same moves in all positions have scrambles. Raises `PuzzlekitError` if a string
    begins with a move but is not a scramble, and for facelets of another puzzle.
    """
    rules = session.rules
    if not isinstance(rules, Puzzle) or not rules.all_moves():
        return None
    letters = "".join(text.split())
    if letters.isalpha() and len(letters) == len(rules.board):
        return session_from_position(session, parse_position(rules, text.strip()))
    try:
        line = read_line(rules, rules.goal, text)
    except PuzzlekitError:
        if has_moves(rules, rules.goal, text.split()[0]):
            raise
        return None
    return session_from_position(session, line[-1][1]) if line else None
