"""Sessions for solving problems against the best defence."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.errors import PuzzlekitError
from ..core.game_id import GameID
from ..core.translation import _
from ..players.player import DEFENCE, HUMAN, SearchResult
from .problems import Problem, Task, find_problems, next_problem, record_solved
from .session import Session
from .setup import make_setup


def begin_problem(problem: Problem) -> Session:
    """Return a session for solving a problem, in which the computer defends."""
    task = Task(problem)
    players = [f"{DEFENCE}:{max(1, task.turns - 1)}"] * len(task.setup.rules.players)
    players[task.seat] = HUMAN
    session = Session(task.setup, players)
    session.task = task
    return session


def begin_next(session: Session) -> Session:
    """Return a session for the problem after the one in a session."""
    assert session.task is not None
    current = session.task.problem
    problems = find_problems(GameID(session.setup.game.name)) or [current]
    return begin_problem(next_problem(problems, current.game))


def begin_starts(games: Sequence[str]) -> Session:
    """Return a session for the first of several starts of a puzzle; the others follow."""
    session = Session(make_setup(games[0]))
    session.later_starts = tuple(games[1:])
    return session


def record_result(session: Session) -> str:
    """Record the problem of a session as solved if it is; return an error message, or ""."""
    task, result = session.task, session.result
    if task is not None and result is not None and result.seat == task.seat:
        try:
            record_solved(task.problem)
        except PuzzlekitError as error:
            return str(error)
    return ""


def describe_failure(session: Session, answer: SearchResult) -> str:
    """Return a message if a reply shows that the last move does not solve the problem, or ""."""
    task, line = session.task, answer.principal_variation
    if task is None or (answer.win_probability == 0 and task.is_on_time(session.moves, line)):
        return ""
    return _("{move} does not win in time. Undo it and try another move.").format(
        move=session.last_move
    )
